# How OAML's tests are built.
#   oaml_unittest(NAME SOURCES… [COMPILER] [RUNTIME] [LINK libs…])
#       A GoogleTest binary NAME (it has to end in "Tests") for lit to find.
#       COMPILER and RUNTIME link liboaml-compiler and liboaml-rt.

# Vulkan drivers and layers that scripts/setup unpacked.
if(DEFINED ENV{OAML_VULKAN_DIR})
  set(_vulkan_dir $ENV{OAML_VULKAN_DIR})
elseif(DEFINED ENV{XDG_CACHE_HOME})
  set(_vulkan_dir $ENV{XDG_CACHE_HOME}/oaml/vulkan)
else()
  set(_vulkan_dir $ENV{HOME}/.cache/oaml/vulkan)
endif()
set(OAML_VULKAN_DIR ${_vulkan_dir} CACHE PATH "SwiftShader, mock device and validation layer")
find_program(OAML_LIT lit HINTS /usr/lib/llvm-22/bin)

find_package(GTest REQUIRED)

function(oaml_unittest name)
  cmake_parse_arguments(ARG "COMPILER;RUNTIME" "" "LINK" ${ARGN})
  if(NOT name MATCHES "Tests$")
    message(FATAL_ERROR "oaml_unittest(${name}): the name has to end in Tests, else lit does not find it")
  endif()
  set(_kinds)
  if(ARG_COMPILER)
    list(APPEND _kinds COMPILER)
  endif()
  if(ARG_RUNTIME)
    list(APPEND _kinds RUNTIME)
  endif()
  oaml_executable(${name} ${ARG_UNPARSED_ARGUMENTS} ${_kinds} LINK GTest::gtest_main ${ARG_LINK})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  add_dependencies(oaml-unittests ${name})
endfunction()
