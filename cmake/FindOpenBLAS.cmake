# SPDX-License-Identifier: MIT
# OpenBLAS::OpenBLAS. Not just any BLAS: the reference one, which is called libblas too, is slower than our own kernel.
find_path(OPENBLAS_INCLUDE_DIR openblas_config.h
          PATH_SUFFIXES openblas openblas-pthread ${CMAKE_LIBRARY_ARCHITECTURE}/openblas-pthread
                        ${CMAKE_LIBRARY_ARCHITECTURE}/openblas-serial ${CMAKE_LIBRARY_ARCHITECTURE}/openblas-openmp)
find_library(OPENBLAS_LIBRARY openblas PATH_SUFFIXES openblas-pthread openblas-serial openblas-openmp)
mark_as_advanced(OPENBLAS_INCLUDE_DIR OPENBLAS_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(OpenBLAS DEFAULT_MSG OPENBLAS_LIBRARY OPENBLAS_INCLUDE_DIR)
if(OpenBLAS_FOUND AND NOT TARGET OpenBLAS::OpenBLAS)
  add_library(OpenBLAS::OpenBLAS UNKNOWN IMPORTED)
  set_target_properties(OpenBLAS::OpenBLAS PROPERTIES IMPORTED_LOCATION "${OPENBLAS_LIBRARY}"
                                                      INTERFACE_INCLUDE_DIRECTORIES "${OPENBLAS_INCLUDE_DIR}")
endif()
