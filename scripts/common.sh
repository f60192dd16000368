# Shared by the scripts in this directory; sourced, not run.
set -euo pipefail

OAML_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
cd "$OAML_ROOT"

# What scripts/setup installed comes before anything else of the same name: a
# machine may have its own cmake, ninja or python3 first on the path.
export PATH=/usr/lib/llvm-22/bin:/usr/bin:/bin:$PATH

# Vulkan drivers and layers that no package installs where we need them
# (scripts/setup puts them there, CMake looks there).
OAML_VULKAN_DIR=${OAML_VULKAN_DIR:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/oaml/vulkan}
export OAML_VULKAN_DIR

# The virtual environment with the packages of python/requirements-dev.txt, in
# which the Python package is built and tested.
OAML_VENV=${OAML_VENV:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/oaml/venv}
export OAML_VENV

die() {
  echo "$(basename "$0"): error: $*" >&2
  exit 1
}

# preset_dir PRESET: the build directory of a preset.
preset_dir() {
  if [ "$1" = release ]; then echo build; else echo "build-$1"; fi
}

# A compile of a pass takes about 0.9 GB; no more jobs than memory carries.
job_count() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/MemTotal/ { printf "%d", $2 / 1000000 }' /proc/meminfo)
  if [ "$memory" -lt 1 ]; then memory=1; fi
  if [ "$cores" -lt "$memory" ]; then echo "$cores"; else echo "$memory"; fi
}
