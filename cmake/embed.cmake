# SPDX-License-Identifier: MIT
# cmake -DINPUT=FILE -DOUTPUT=FILE.c -DNAME=symbol -P embed.cmake: a text file as `const char NAME[]`, ended by a NUL, so
# that the program needs no file to run.
file(READ "${INPUT}" bytes HEX)
string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}")
file(WRITE "${OUTPUT}" "// Made from ${NAME}'s text by cmake/embed.cmake.\nextern const char ${NAME}[];\nconst char ${NAME}[] = {\n${bytes}0};\n")
