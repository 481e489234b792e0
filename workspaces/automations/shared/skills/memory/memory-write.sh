#!/bin/sh
# sh memory-write.sh fact '{"entity": 1, "text": "…", "source": "…", "trust": "agent"}'
#
# It hands yamo one proposal (an entity, a fact or an episode), by the program memory_write. This version of yamo does not
# have that program yet: until it does, this script says so and ends with 69. No agent opens the databases itself.
if ! command -v memory_write >/dev/null 2>&1; then
  echo 'memory-write.sh: memory_write is not built yet in this version of yamo.' >&2
  exit 69
fi
exec memory_write "$@"
