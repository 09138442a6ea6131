# SPDX-License-Identifier: MIT
# CMocka::CMocka. Its own CMake package changed names between versions, so look for the two files.
find_path(CMOCKA_INCLUDE_DIR cmocka.h)
find_library(CMOCKA_LIBRARY cmocka)
mark_as_advanced(CMOCKA_INCLUDE_DIR CMOCKA_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CMocka DEFAULT_MSG CMOCKA_LIBRARY CMOCKA_INCLUDE_DIR)
if(CMocka_FOUND AND NOT TARGET CMocka::CMocka)
  add_library(CMocka::CMocka UNKNOWN IMPORTED)
  set_target_properties(CMocka::CMocka PROPERTIES IMPORTED_LOCATION "${CMOCKA_LIBRARY}"
                                                  INTERFACE_INCLUDE_DIRECTORIES "${CMOCKA_INCLUDE_DIR}")
endif()
