# SPDX-License-Identifier: MIT
# Has the program write its manual pages and its completion for shells. program: the program; made: the folder for them.
file(MAKE_DIRECTORY "${made}/man1")

# write_help(file words...): what `deadwood help WORDS` prints.
function(write_help file)
  execute_process(COMMAND "${program}" help ${ARGN} OUTPUT_FILE "${made}/${file}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

write_help(man1/deadwood.1 --man)
execute_process(COMMAND "${program}" help OUTPUT_VARIABLE overview COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "\nTopics.*" "" overview "${overview}")
string(REGEX MATCHALL "\n  [a-z]+  " commands "${overview}")
foreach(command IN LISTS commands)
  string(STRIP "${command}" command)
  write_help(man1/deadwood-${command}.1 --man ${command})
endforeach()
write_help(deadwood --completion bash)
write_help(_deadwood --completion zsh)
write_help(deadwood.fish --completion fish)
