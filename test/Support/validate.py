#!/usr/bin/env python3
"""Runs a command under the Khronos validation layer and fails on any message.

usage: validate.py LAYER_DIR COMMAND [ARGUMENT...]

LAYER_DIR holds the layer's manifest. The exit status is the command's; when
that is 0 and the layer said anything (error or warning) it is 1. A layer that
does not load is an error: silence would look like a pass.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

LAYER = "VK_LAYER_KHRONOS_validation"
MISSING = 97


def main():
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    layer_dir = pathlib.Path(sys.argv[1]).resolve()
    if not (layer_dir / "VkLayer_khronos_validation.json").exists():
        print(f"validate.py: no manifest of {LAYER} in {layer_dir}",
              file=sys.stderr)
        return MISSING
    with tempfile.TemporaryDirectory(prefix="oaml-validate-") as directory:
        log = pathlib.Path(directory, "messages.txt")
        settings = pathlib.Path(directory, "vk_layer_settings.txt")
        settings.write_text(
            "khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG\n"
            "khronos_validation.report_flags = error,warn\n"
            f"khronos_validation.log_filename = {log}\n"
            "khronos_validation.validate_sync = true\n")
        environment = dict(
            os.environ, VK_LAYER_PATH=str(layer_dir), VK_INSTANCE_LAYERS=LAYER,
            VK_LAYER_SETTINGS_PATH=str(settings))
        status = subprocess.run(sys.argv[2:], env=environment,
                                check=False).returncode
        # The layer opens its log when an instance is made, so no file means
        # that it was not there.
        if not log.exists():
            if not status:
                print(f"validate.py: {LAYER} was not loaded (did the command "
                      "use Vulkan at all?)", file=sys.stderr)
            return status or MISSING
        messages = log.read_text(encoding="utf-8", errors="replace").strip()
        if messages:
            print("validate.py: messages of the validation layer:",
                  file=sys.stderr)
            print(messages, file=sys.stderr)
            return status or 1
        return status


if __name__ == "__main__":
    sys.exit(main())
