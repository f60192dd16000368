# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A lit test per file of pytest.

A file whose tests are all skipped is not supported here. One of which only some
are skipped fails: nobody would see those, so they belong into a file of their own.
"""

import os
import subprocess
import tempfile
import xml.etree.ElementTree as xml

import lit.formats
import lit.Test


class PytestFormat(lit.formats.FileBasedTest):
    """Runs `test_*.py` in the environment that the suite configures."""

    def execute(self, test, lit_config):
        if test.config.unsupported:
            return lit.Test.UNSUPPORTED, "the Python package is not built"
        with tempfile.TemporaryDirectory() as work:
            report = os.path.join(work, "report.xml")
            command = [test.config.oaml_python, "-m", "pytest", "-q", "-rs",
                       "-p", "no:cacheprovider", f"--basetemp={work}/files",
                       f"--junitxml={report}", test.getSourcePath()]
            environment = dict(test.config.environment)
            environment["PYTHONPATH"] = os.path.join(
                test.config.oaml_binary_dir, "python")
            environment["PYTHONDONTWRITEBYTECODE"] = "1"
            environment["OAML_SOURCE_DIR"] = test.config.oaml_source_dir
            try:
                run = subprocess.run(
                    command, env=environment, cwd=work, text=True, check=False,
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                    timeout=lit_config.maxIndividualTestTime or None)
            except subprocess.TimeoutExpired as timeout:
                return lit.Test.TIMEOUT, str(timeout)
            if run.returncode != 0:
                return lit.Test.FAIL, run.stdout
            suite = xml.parse(report).getroot().find("testsuite")
            total, skipped = int(suite.get("tests")), int(suite.get("skipped"))
        if skipped == 0:
            return lit.Test.PASS, ""
        if skipped == total:
            return lit.Test.UNSUPPORTED, run.stdout
        return lit.Test.FAIL, run.stdout + (
            "\nsome tests are skipped: move them to a file of their own")
