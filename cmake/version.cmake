# SPDX-License-Identifier: MIT
# cmake -DSOURCE= -DOUTPUT= -DVERSION= -P version.cmake: writes base/version.h, only if its content changes.
# A source tree that is no git checkout of its own (a tarball, a copy inside another repository) has no revision.
set(revision "")
if(EXISTS "${SOURCE}/.git")
  find_program(GIT git)
  if(GIT)
    execute_process(COMMAND ${GIT} -C ${SOURCE} describe --always --dirty --abbrev=10 --exclude=*
                    OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(failed)
      set(revision "")
    endif()
  endif()
endif()
set(content "// SPDX-License-Identifier: MIT
// Written by the build.
#ifndef DEADWOOD_BASE_VERSION_H
#define DEADWOOD_BASE_VERSION_H

#define DEADWOOD_VERSION  \"${VERSION}\"
#define DEADWOOD_REVISION \"${revision}\" // of git; empty when built from elsewhere

#endif
")
set(before "")
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" before)
endif()
if(NOT before STREQUAL content)
  file(WRITE "${OUTPUT}" "${content}")
endif()
