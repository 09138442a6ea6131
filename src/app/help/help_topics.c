// SPDX-License-Identifier: MIT
#include "app/help/help.h"

const HelpTopic HELP_TOPICS[] = {
    {"specs", "how a player is named",
     "A spec is a name of `deadwood players`, with settings behind a colon:\n\n"
     "  simple                                  a player as it is\n"
     "  greedy:limit=3                          with another parameter\n"
     "  champion:search=10                      that may think for 10 ms a decision\n"
     "  champion:model=my.safetensors           with other weights\n"
     "  mix:draw=meld-only,discard=points,knock=gin   a composition of policies\n"
     "  exec:./mybot                            a program that speaks the Card Game Protocol\n"
     "  exec:\"python3 bot.py --fast\"            the same with arguments, in quotes of your shell\n"
     "  uct:worlds=60,c=0.2                     Hearts: a search with other settings\n\n"
     "Where several policies of a player have the same parameter, its bare name sets all of them;\n"
     "draw.p=0.2 sets that of one column. docs/PLAYERS.md says how to write a player.\n"},
    {"chance", "seeds, secrets, and results that repeat",
     "All chance of a match comes from --seed S. The same seed gives the same games for any number of\n"
     "threads, on any machine, and the match prints a digest of all actions to compare. Who knows the seed\n"
     "can predict the deals, so it is for experiments and never for a contest.\n\n"
     "With a program at the table and no --seed, chance comes from a secret of 256 bits. Its SHA-256 is\n"
     "printed before the first deal, the secret with the result, and `deadwood verify` checks every card.\n"
     "docs/FAIRNESS.md says how to run a contest that others can verify.\n"},
    {"numbers", "what intervals, ratings and tests mean",
     "Intervals are 95%. Games won have Wilson's interval. Gin is played on duplicate deals: each deal from\n"
     "both seats, with errors over pairs; --plain deals afresh. Hearts plays each deal in all 14 mixed\n"
     "seatings of two players, with errors over deals.\n\n"
     "Ratings are Bradley and Terry's on the Elo scale, with the field's mean 0. --sprt ELO0,ELO1 stops a\n"
     "match as soon as one of two hypotheses is 19 times likelier: A is ELO1 stronger, or only ELO0.\n"
     "docs/RESEARCH.md shows how to report a result.\n"},
    {"files", "what is read and written, and where",
     "Models and recipes are found by name: in the folder that DEADWOOD_MODELS or DEADWOOD_RECIPES names, and\n"
     "nowhere else if it is set; otherwise beside the program, in the source tree around it, or where they\n"
     "were installed (docs/LEARNING.md).\n\n"
     "`play` keeps games in $XDG_DATA_HOME/deadwood/games or ~/.local/share/deadwood/games, `reproduce` writes\n"
     "out/report, `train` out/train. --records FILE holds each hand as a line of text, compressed if FILE ends\n"
     "in .zst; --db FILE is an SQLite database that survives kill -9, from which --resume goes on.\n"
     "docs/FORMATS.md has every format, and the JSON of every command.\n"},
    {"terminal", "colours, symbols, screen readers",
     "`play` needs 80 columns and 24 rows. NO_COLOR turns colours off. --ascii shows letters instead of suit\n"
     "symbols, which is also what happens where the locale is not UTF-8. --plain makes the game lines of text\n"
     "for screen readers and pipes; so it is when standard output is no terminal.\n\n"
     "Results go to standard output, everything else to standard error. --quiet shows no progress.\n"},
    {"exit-codes", "what the program returns",
     "    0  done\n"
     "    1  it failed\n"
     "    2  the command line or an input is wrong\n"
     "    3  a program at the table was suspended\n"
     "  130  stopped by Ctrl-C or SIGTERM; what was done until then is printed\n"},
    {0},
};
