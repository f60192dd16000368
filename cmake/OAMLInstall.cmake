# What `cmake --install` adds for those who build on OAML: libraries, headers, a CMake
# package (find_package(OAML COMPONENTS Runtime Compiler), targets OAML::oaml-rt and
# OAML::oaml-compiler) and pkg-config files of the same names. The installed tree may
# be moved.
include(CMakePackageConfigHelpers)

set(_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/OAML)
foreach(_headers oaml oaml-c oaml-cpp oaml-rt)
  foreach(_root ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
    # The compiler's C++ headers are installed only with the compiler.
    if(EXISTS ${_root}/include/${_headers} AND
       (OAML_BUILD_COMPILER OR NOT _headers STREQUAL "oaml"))
      install(DIRECTORY ${_root}/include/${_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc" PATTERN "*.fbs"
        PATTERN "CMakeFiles" EXCLUDE)
    endif()
  endforeach()
endforeach()

file(RELATIVE_PATH OAML_PREFIX_FROM_PKGCONFIG
  /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
set(_libraries)
if(TARGET oaml-rt)
  list(APPEND _libraries oaml-rt)
  set(_description_oaml-rt "Loads and runs programs that OAML compiled, on any Vulkan device")
endif()
if(TARGET oaml-compiler)
  list(APPEND _libraries oaml-compiler)
  set(_description_oaml-compiler "Compiles machine-learning graphs to Vulkan programs")
endif()
foreach(_library ${_libraries})
  set_property(TARGET ${_library} APPEND PROPERTY INTERFACE_INCLUDE_DIRECTORIES
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  set(_description ${_description_${_library}})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/oaml.pc.in ${PROJECT_BINARY_DIR}/${_library}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${_library}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

if(_libraries)
  install(TARGETS ${_libraries} EXPORT OAMLTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT OAMLTargets NAMESPACE OAML:: DESTINATION ${_package_dir})
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/OAMLConfig.cmake.in
    ${PROJECT_BINARY_DIR}/OAMLConfig.cmake INSTALL_DESTINATION ${_package_dir})
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/OAMLConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/OAMLConfig.cmake ${PROJECT_BINARY_DIR}/OAMLConfigVersion.cmake
    DESTINATION ${_package_dir})
endif()
