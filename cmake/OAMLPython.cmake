# Finds Python and nanobind and adds python/. In a build of the tree they are
# those of the virtual environment that scripts/setup makes (OAML_VENV); in
# `pip install` scikit-build-core names its own.
if(NOT OAML_BUILD_PYTHON OR NOT OAML_BUILD_COMPILER)
  return()
endif()

if(NOT SKBUILD)
  if(DEFINED ENV{OAML_VENV})
    set(_venv $ENV{OAML_VENV})
  elseif(DEFINED ENV{XDG_CACHE_HOME})
    set(_venv $ENV{XDG_CACHE_HOME}/oaml/venv)
  else()
    set(_venv $ENV{HOME}/.cache/oaml/venv)
  endif()
  set(OAML_VENV ${_venv} CACHE PATH "Virtual environment with the packages of python/requirements-dev.txt")
  if(NOT EXISTS ${OAML_VENV}/bin/python)
    message(WARNING "No virtual environment in ${OAML_VENV} (scripts/setup makes it): the Python package is not built")
    return()
  endif()
  set(Python_EXECUTABLE ${OAML_VENV}/bin/python)
endif()
find_package(Python 3.11 COMPONENTS Interpreter Development.Module REQUIRED)
if(NOT nanobind_ROOT)
  execute_process(COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir
    OUTPUT_VARIABLE nanobind_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
endif()
find_package(nanobind CONFIG REQUIRED)
add_subdirectory(python)
