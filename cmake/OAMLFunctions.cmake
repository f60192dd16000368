# How OAML's targets are built. One function per kind of target:
#   oaml_runtime_library(NAME SOURCES…)        object library of the runtime: no LLVM, no MLIR
#   oaml_compiler_library(NAME SOURCES… [DEPENDS tablegen targets…])
#                                              object library of the compiler, part of liboaml-compiler.so
#   oaml_executable(NAME SOURCES… [COMPILER] [RUNTIME] [LINK libs…])
#                                              not installed
#   oaml_tool(…)                               the same, installed
# All compiler units share one precompiled header (cmake/oaml-pch.h).

find_program(OAML_CCACHE ccache)
if(OAML_CCACHE)
  # A base directory lets clones at different paths share the cache; the
  # sloppiness settings are what ccache needs to see through a precompiled header.
  set(_launcher ${CMAKE_COMMAND} -E env
    CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_PCH_EXTSUM=1
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    ${OAML_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${_launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${_launcher})
endif()

add_link_options(-fuse-ld=lld)
add_compile_options(-Wall -Wextra -Wno-unused-parameter)
if(OAML_ENABLE_ASSERTIONS)
  add_compile_options(-UNDEBUG)
endif()
if(OAML_SANITIZE)
  set(_sanitizers address,undefined)
  if(OAML_SANITIZE STREQUAL "thread")
    set(_sanitizers thread)
  endif()
  add_compile_options(-fsanitize=${_sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${_sanitizers})
endif()

include_directories(${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include)

if(OAML_BUILD_COMPILER)
  find_package(MLIR REQUIRED CONFIG)
  if(NOT LLVM_PACKAGE_VERSION VERSION_GREATER_EQUAL 22 OR
     NOT LLVM_PACKAGE_VERSION VERSION_LESS 23)
    message(FATAL_ERROR "OAML needs LLVM and MLIR 22, found ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")
  endif()
  list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
  set(LLVM_LINK_LLVM_DYLIB ON)
  set(MLIR_LINK_MLIR_DYLIB ON)
  set(MLIR_BINARY_DIR ${PROJECT_BINARY_DIR})
  set(LLVM_RUNTIME_OUTPUT_INTDIR ${PROJECT_BINARY_DIR}/bin)
  set(LLVM_LIBRARY_OUTPUT_INTDIR ${PROJECT_BINARY_DIR}/lib)
  include(TableGen)
  include(AddLLVM)
  include(AddMLIR)
  # Our own TableGen driver, for tablegen(OAML …).
  set(OAML_TABLEGEN_EXE ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/oaml-tblgen)
  set(OAML_TABLEGEN_TARGET oaml-tblgen)
  include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
  separate_arguments(_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
  add_definitions(${_llvm_definitions})
endif()

# Units include the shared header by -include-pch. CMake's own mechanism writes
# absolute paths into a generated header, which keeps clones from sharing the
# cache; here ccache sees only the checksum beside the precompiled header.
function(_oaml_use_pch target)
  if(NOT OAML_USE_PCH)
    return()
  endif()
  set(_header ${PROJECT_SOURCE_DIR}/cmake/oaml-pch.h)
  set(_pch ${PROJECT_BINARY_DIR}/oaml-pch.pch)
  if(NOT TARGET oaml-pch)
    string(TOUPPER "${CMAKE_BUILD_TYPE}" _type)
    separate_arguments(_flags NATIVE_COMMAND
      "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${_type}}")
    get_directory_property(_options COMPILE_OPTIONS)
    set(_includes)
    foreach(_dir ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
      list(APPEND _includes -isystem ${_dir})
    endforeach()
    separate_arguments(_defines NATIVE_COMMAND "${LLVM_DEFINITIONS}")
    set(_command ${_defines} ${_includes} ${_flags} -std=c++17 -fPIC ${_options}
      -fno-exceptions -x c++-header -Xclang -fno-pch-timestamp)
    file(SHA256 ${_header} _hash)
    string(SHA256 _sum "${_hash} ${LLVM_PACKAGE_VERSION} ${_command}")
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${_header})
    file(CONFIGURE OUTPUT ${_pch}.sum CONTENT "${_sum}\n")
    add_custom_command(OUTPUT ${_pch}
      COMMAND ${CMAKE_CXX_COMPILER} ${_command} ${_header} -o ${_pch}
      DEPENDS ${_header} ${_pch}.sum
      COMMENT "Building oaml-pch.pch" VERBATIM)
    add_custom_target(oaml-pch DEPENDS ${_pch})
  endif()
  add_dependencies(${target} oaml-pch)
  target_compile_options(${target} PRIVATE "SHELL:-include-pch ${_pch}")
  get_target_property(_sources ${target} SOURCES)
  set_source_files_properties(${_sources} PROPERTIES OBJECT_DEPENDS ${_pch})
endfunction()

function(oaml_runtime_library name)
  add_library(${name} OBJECT ${ARGN})
  target_compile_options(${name} PRIVATE -fno-exceptions -fno-rtti -fvisibility=hidden)
  set_property(GLOBAL APPEND PROPERTY OAML_RUNTIME_OBJECTS ${name})
endfunction()

function(oaml_compiler_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  add_library(${name} OBJECT ${ARG_UNPARSED_ARGUMENTS})
  target_compile_options(${name} PRIVATE -fno-exceptions)
  _oaml_use_pch(${name})
  # Generated headers come before every unit: the tablegen targets are few and quick.
  add_dependencies(${name} oaml-headers ${ARG_DEPENDS})
  set_property(GLOBAL APPEND PROPERTY OAML_COMPILER_OBJECTS ${name})
endfunction()

function(oaml_executable name)
  cmake_parse_arguments(ARG "COMPILER;RUNTIME" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  if(ARG_COMPILER)
    # -fPIC in place of CMake's -fPIE for executables: the shared precompiled header is built so.
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${name} PRIVATE -fno-exceptions -fPIC)
    _oaml_use_pch(${name})
    add_dependencies(${name} oaml-headers)
    target_link_libraries(${name} PRIVATE oaml-compiler MLIR LLVM)
  endif()
  if(ARG_RUNTIME)
    target_link_libraries(${name} PRIVATE oaml-rt)
  endif()
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
endfunction()

function(oaml_tool name)
  oaml_executable(${name} ${ARGN})
  set_property(TARGET ${name} APPEND PROPERTY INSTALL_RPATH ${LLVM_LIBRARY_DIR})
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()
