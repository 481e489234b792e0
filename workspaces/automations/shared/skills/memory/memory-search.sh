#!/bin/sh
# sh memory-search.sh 'select text, source, trust from facts limit 5'
#
# It asks yamo for the rows of one SELECT, by the program memory_query. The tables are in SCHEMA.md. No agent opens the
# databases itself: where there is no memory_query, as in your own shell, this script says so and ends with 69.
program=$(command -v memory_query) || program="$HOME/.yamo-bin/memory_query"
if [ ! -x "$program" ]; then
  echo 'memory-search.sh: memory_query is there in sessions of automations alone.' >&2
  exit 69
fi
exec "$program" "$@"
