"""What both lit suites (test and unittests) need: devices and a clean environment.

Vulkan's loader is told the one driver to use by an absolute path, so that a
test never sees another device of the machine. Default: lavapipe.
"""

import os
import sys


def _driver(*candidates):
    for path in candidates:
        if path and os.path.exists(path):
            return path
    return None


def drivers(config):
    """The driver manifests that exist here, by the name of their feature."""
    icd = "/usr/share/vulkan/icd.d"
    machine = os.uname().machine
    ours = config.oaml_vulkan_dir
    found = {
        # Debian 13 puts the architecture into the name.
        "lavapipe": _driver(f"{icd}/lvp_icd.json", f"{icd}/lvp_icd.{machine}.json"),
        "swiftshader": _driver(f"{ours}/swiftshader_icd.json"),
        "mock-device": _driver(f"{ours}/mock_icd.json"),
    }
    return {name: path for name, path in found.items() if path}


def configure(config):
    """Environment and features that every test of OAML shares."""
    found = drivers(config)
    for name in found:
        config.available_features.add(name)
    layers = os.path.join(config.oaml_vulkan_dir, "layers")
    if os.path.exists(os.path.join(layers, "VkLayer_khronos_validation.json")):
        config.available_features.add("validation")

    cache = os.path.join(config.oaml_binary_dir, "test-cache")
    os.makedirs(cache, exist_ok=True)
    # A path that does not exist makes the loader find no device at all: better
    # than a device that nobody asked for.
    config.environment.update({
        "VK_DRIVER_FILES": found.get("lavapipe", "/nonexistent/no-lavapipe.json"),
        "VK_LOADER_LAYERS_DISABLE": "~implicit~",
        "VK_LOADER_DEBUG": "none",
        "OAML_VULKAN_DIR": config.oaml_vulkan_dir,
        "OAML_VENV": getattr(config, "oaml_venv", ""),
        "OAML_CACHE_DIR": os.path.join(cache, "oaml"),
        "MESA_SHADER_CACHE_DIR": os.path.join(cache, "mesa"),
        "XDG_RUNTIME_DIR": cache,
        "HOME": cache,
    })
    for name in ("LP_NUM_THREADS", "LP_NATIVE_VECTOR_WIDTH", "OAML_LOG"):
        if name in os.environ:
            config.environment[name] = os.environ[name]
    for name in ("OAML_DEVICE", "VK_INSTANCE_LAYERS", "VK_ICD_FILENAMES"):
        config.environment.pop(name, None)
    return found, layers


def python():
    """The interpreter for test scripts: the one that runs lit.

    scripts/setup installs NumPy for the distribution's python3, and lit is
    started with that one.
    """
    return sys.executable
