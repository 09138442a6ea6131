# SPDX-License-Identifier: MIT
# libdeadwood, shared and static: the room api and the rooms below it. Both show the functions of src/api/deadwood.h and
# nothing else: src/api/deadwood.symbols lists them. Installed with the header, deadwood.pc and a package for
# find_package(deadwood); all of them find each other from where they lie, so that the tree may be moved.

# All rooms at and below one, each once.
function(deadwood_rooms_below variable folder)
  string(REPLACE "/" "_" name "${folder}")
  set(rooms ${name})
  foreach(below IN LISTS DEADWOOD_BELOW_${folder})
    foreach(room IN LISTS DEADWOOD_FOLDERS)
      string(REPLACE "/" "_" other "${room}")
      if(other STREQUAL below)
        deadwood_rooms_below(more "${room}")
        list(APPEND rooms ${more})
      endif()
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES rooms)
  set(${variable} "${rooms}" PARENT_SCOPE)
endfunction()
deadwood_rooms_below(library_rooms api)

set(library_objects "")
foreach(room IN LISTS library_rooms)
  list(APPEND library_objects $<TARGET_OBJECTS:${room}>)
endforeach()

# ---- Shared ----

# The version script: the symbols under the name of the ABI, everything else local.
set(symbols "${PROJECT_SOURCE_DIR}/src/api/deadwood.symbols")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${symbols}" "${PROJECT_SOURCE_DIR}/src/api/deadwood.h")
file(STRINGS "${symbols}" symbol_lines REGEX "^deadwood_")
list(JOIN symbol_lines ";\n    " symbol_text)
file(STRINGS "${PROJECT_SOURCE_DIR}/src/api/deadwood.h" abi_line REGEX "^#define DEADWOOD_ABI ")
string(REGEX MATCH "[0-9]+" DEADWOOD_ABI "${abi_line}")
file(CONFIGURE OUTPUT "${DEADWOOD_GENERATED}/deadwood.map"
     CONTENT "DEADWOOD_${DEADWOOD_ABI} {\n  global:\n    ${symbol_text};\n  local:\n    *;\n};\n")

add_library(libdeadwood SHARED ${library_objects})
target_link_libraries(libdeadwood PRIVATE api)
target_link_options(libdeadwood PRIVATE "LINKER:--version-script=${DEADWOOD_GENERATED}/deadwood.map"
                                        LINKER:--as-needed)
if(NOT DEADWOOD_SANITIZE) # a sanitizer's functions come with the program
  target_link_options(libdeadwood PRIVATE LINKER:--no-undefined)
endif()
set_target_properties(libdeadwood PROPERTIES OUTPUT_NAME deadwood LINKER_LANGUAGE C VERSION ${PROJECT_VERSION}
                                             SOVERSION ${DEADWOOD_ABI} LINK_DEPENDS "${DEADWOOD_GENERATED}/deadwood.map")
install(TARGETS libdeadwood LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})

# ---- Static ----

# One object of all of them, in which every other name is local: a program may have functions of the same names. The
# compiler, not ld, puts it together, for it knows the target. Without objcopy the names stay, and clashes may happen.
set(archive "${PROJECT_BINARY_DIR}/libdeadwood.a")
set(keep_symbols "${DEADWOOD_GENERATED}/deadwood.keep")
list(JOIN symbol_lines "\n" symbol_text)
file(CONFIGURE OUTPUT "${keep_symbols}" CONTENT "${symbol_text}\n")
if(CMAKE_OBJCOPY)
  set(hide COMMAND ${CMAKE_OBJCOPY} --keep-global-symbols=${keep_symbols} deadwood.o)
else()
  set(hide "")
  message(STATUS "  objcopy: not found; libdeadwood.a does not hide its inner names")
endif()
add_custom_command(OUTPUT "${archive}"
  COMMAND ${CMAKE_C_COMPILER} -r -nostdlib -o deadwood.o ${library_objects}
  ${hide}
  COMMAND ${CMAKE_COMMAND} -E rm -f "${archive}"
  COMMAND ${CMAKE_AR} rcs "${archive}" deadwood.o
  DEPENDS ${library_rooms} "${keep_symbols}"
  WORKING_DIRECTORY "${DEADWOOD_GENERATED}" COMMAND_EXPAND_LISTS VERBATIM)
add_custom_target(libdeadwood_static ALL DEPENDS "${archive}")
install(FILES "${archive}" DESTINATION ${CMAKE_INSTALL_LIBDIR})

# ---- For who uses it ----

install(FILES src/api/deadwood.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

file(RELATIVE_PATH DEADWOOD_PREFIX_FROM_PC "/p/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/p")
string(REGEX REPLACE "/$" "" DEADWOOD_PREFIX_FROM_PC "${DEADWOOD_PREFIX_FROM_PC}")
configure_file(cmake/deadwood.pc.in deadwood.pc @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/deadwood.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

set(package "${CMAKE_INSTALL_LIBDIR}/cmake/deadwood")
string(REPLACE " " ";" DEADWOOD_LINK_LIST "${DEADWOOD_LINK}")
configure_package_config_file(cmake/deadwoodConfig.cmake.in deadwoodConfig.cmake INSTALL_DESTINATION ${package}
                              PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/deadwoodConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/deadwoodConfig.cmake" "${PROJECT_BINARY_DIR}/deadwoodConfigVersion.cmake"
        DESTINATION ${package})
