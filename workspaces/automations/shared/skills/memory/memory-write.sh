#!/bin/sh
# sh memory-write.sh fact '{"text": "Ada prefers tea.", "about": "Ada"}'
#
# It hands yamo one proposal (an entity, a fact or an episode), by the program memory_write; the owner decides about it. Where
# it was learnt and whom it comes from is noted by yamo. No agent opens the databases itself: where there is no memory_write,
# as in your own shell, this script says so and ends with 69.
program=$(command -v memory_write) || program="$HOME/.yamo-bin/memory_write"
if [ ! -x "$program" ]; then
  echo 'memory-write.sh: memory_write is there in sessions of automations alone.' >&2
  exit 69
fi
exec "$program" "$@"
