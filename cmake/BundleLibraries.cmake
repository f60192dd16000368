# Runs when a wheel with OAML_PYTHON_BUNDLE is made: copies the shared libraries
# that the package needs, beside it, stripped, and makes each look for others
# there. What every Linux system has stays where it is.
#   patchelf, strip   the programs
#   llvm_dir          where LLVM's libraries are
set(directory "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/oaml")
file(GLOB own "${directory}/*.so" "${directory}/*.so.*")
file(GET_RUNTIME_DEPENDENCIES LIBRARIES ${own}
  RESOLVED_DEPENDENCIES_VAR dependencies
  UNRESOLVED_DEPENDENCIES_VAR missing
  DIRECTORIES "${directory}" "${llvm_dir}"
  PRE_EXCLUDE_REGEXES "^lib(c|m|dl|rt|pthread|resolv|util)\\.so" "^ld-linux" "^lib(gcc_s|stdc\\+\\+)\\.so"
  POST_EXCLUDE_REGEXES "^${directory}/")
if(missing)
  message(FATAL_ERROR "not found: ${missing}")
endif()
foreach(library ${dependencies})
  get_filename_component(name "${library}" NAME)
  file(REAL_PATH "${library}" real)
  file(COPY_FILE "${real}" "${directory}/${name}")
  execute_process(COMMAND "${strip}" --strip-unneeded "${directory}/${name}" COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND "${patchelf}" --set-rpath "$ORIGIN" "${directory}/${name}" COMMAND_ERROR_IS_FATAL ANY)
  message(STATUS "bundled ${name}")
endforeach()
