#!/bin/sh
# sh memory-search.sh memory.db 'select text from facts limit 5'
#
# It asks yamo for the rows of one SELECT, by the program memory_query. This version of yamo does not have that program
# yet: until it does, this script says so and ends with 69. No agent opens the databases itself.
if ! command -v memory_query >/dev/null 2>&1; then
  echo 'memory-search.sh: memory_query is not built yet in this version of yamo.' >&2
  exit 69
fi
exec memory_query "$@"
