"""lit format of the semantics suite: one test per op and executor, and one more
per executor for dynamic extents.

The interpreter needs no device. On the two CPU devices each run goes through
the validation layer where it is installed, and any message of it fails the test;
buffers have guard bands around them.
"""

import os
import sys

import lit.formats
import lit.Test
import lit.util

sys.path.insert(0, os.path.dirname(__file__))
import cases  # noqa: E402 (found by the line above)

DYNAMIC = "dynamic-extents"
EXECUTORS = ("interpreter", "lavapipe", "swiftshader")


class SemanticsTest(lit.formats.TestFormat):
    """drivers: executor name -> driver manifest; validate: a command prefix."""

    def __init__(self, python, tool, drivers, validate):
        self.python, self.tool = python, tool
        self.drivers, self.validate = drivers, validate

    def getTestsInDirectory(self, testSuite, path_in_suite, litConfig, localConfig):
        for op in cases.OPS + (DYNAMIC,):
            for executor in EXECUTORS:
                yield lit.Test.Test(testSuite, path_in_suite + (op, executor),
                                    localConfig)

    def execute(self, test, litConfig):
        op, executor = test.path_in_suite[-2:]
        if (executor != "interpreter" and
                "oaml-compile" not in test.config.available_features):
            return lit.Test.UNSUPPORTED, "this build has no compiler for devices"
        environment = dict(os.environ, **test.config.environment)
        command = [self.tool]
        options = ["--executor=interpreter"]
        if executor != "interpreter":
            if executor not in self.drivers:
                return lit.Test.UNSUPPORTED, f"no {executor} on this machine"
            environment["VK_DRIVER_FILES"] = self.drivers[executor]
            environment["OAML_GUARD"] = "1"
            options = ["--executor=vulkan"]
            command = self.validate + command
        options += ["--command", " ".join(command)]
        directory = os.path.dirname(__file__)
        if op == DYNAMIC:
            compiler = os.path.join(os.path.dirname(self.tool), "oaml-compile")
            line = [self.python, os.path.join(directory, "run_dynamic.py"),
                    "--compiler", compiler] + options
        else:
            line = [self.python, os.path.join(directory, "run_case.py"), op] + options
        try:
            output, _, status = lit.util.executeCommand(
                line, env=environment, timeout=litConfig.maxIndividualTestTime,
                redirect_stderr=True)
        except lit.util.ExecuteCommandTimeoutException as error:
            return lit.Test.TIMEOUT, f"{' '.join(line)}\n{error.out}"
        text = f"{' '.join(line)}\n{output}"
        return (lit.Test.FAIL if status else lit.Test.PASS), text
