#!/bin/sh
# A kernel as short as the pattern that RFC-0009 §6.3 was first written down with: look, read, delete, look again.
#
#     shell.sh main|shared WORKSPACE 'AGENT COMMAND'
#
# The agent gets its prompt on standard input. Nothing holds it.
session=$1
agent=$3
cd "$2" || exit 1

prompt=
if [ -e BOOTSTRAP.md ]; then
  prompt=$(cat BOOTSTRAP.md) || { echo "BOOTSTRAP.md cannot be read" >&2; exit 1; }
  rm -f BOOTSTRAP.md
  if [ -e BOOTSTRAP.md ]; then
    echo "BOOTSTRAP.md could not be deleted: the boot is refused" >&2
    exit 1
  fi
  printf '%s\n' "$prompt" | sh -c "$agent" || exit 1
fi

if [ ! -e SOUL.md ]; then
  echo "neither BOOTSTRAP.md nor SOUL.md: provide one of them" >&2
  exit 1
fi

today=$(date -u +%Y-%m-%d)
yesterday=$(date -u -d yesterday +%Y-%m-%d)
mkdir -p memory
log=memory/$today.md
{
  cat AGENTS.md SOUL.md USER.md
  for day in "$today" "$yesterday"; do
    if [ -e "memory/$day.md" ]; then cat "memory/$day.md"; fi
  done
  if [ "$session" = main ] && [ -e MEMORY.md ]; then cat MEMORY.md; fi
} | sh -c "$agent" || exit 1
[ -e "$log" ] || printf '# Memory — %s\n' "$today" > "$log"
printf '\n## Session [%s]\n' "$(date -u +%H:%M)" >> "$log"
