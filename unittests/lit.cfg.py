# lit configuration of OAML's GoogleTest binaries (made by oaml_unittest).
import os
import sys

import lit.formats

sys.path.insert(0, os.path.join(config.oaml_source_dir, "test", "Support"))
import vulkan_env

config.name = "OAML-Unit"
config.test_source_root = config.test_exec_root = os.path.join(
    config.oaml_binary_dir, "unittests")
config.test_format = lit.formats.GoogleTest(".", "Tests")

found, layers = vulkan_env.configure(config)
# Tests that want a device of their own choice find its manifest here.
for name, path in found.items():
    variable = "OAML_TEST_" + name.upper().replace("-", "_") + "_ICD"
    config.environment[variable] = path
config.environment["OAML_TEST_VALIDATION_LAYER_DIR"] = layers
# Reports of the thread sanitizer (preset tsan) end a test with another status.
config.environment["TSAN_OPTIONS"] = "suppressions=" + os.path.join(
    config.oaml_source_dir, "unittests", "tsan.supp")
