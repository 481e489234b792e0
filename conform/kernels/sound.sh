#!/bin/sh
# A kernel that does what RFC-0009 asks for, as a shell script: coreutils, util-linux (flock) and bubblewrap.
#
#     sound.sh main|shared WORKSPACE 'AGENT COMMAND'
#
# Its agent gets its prompt on standard input, in a view in which the workspace is empty; at a first boot it is a folder
# out of which SOUL.md and USER.md are taken.
set -eu
export LC_ALL=C
session=$1
ws=$2
agent=$3
header='YAMO-NATIVE KERNEL ACTIVE'

refuse() {
  echo "The boot of $ws is refused: $1" >&2
  exit 1
}

# Whether there is such a name, as `facts`: what it is, how many names it has, how long it is, when it was changed.
look() {
  facts=$(stat -c '%F|%h|%s|%y|%i' "$1" 2>&1) && return 0
  case $facts in
    *': No such file or directory') return 1 ;;
    *) refuse "$1 cannot be looked at: $facts" ;;
  esac
}

fact() { printf %s "$facts" | cut -d '|' -f "$1"; }

note() {
  mkdir -p memory
  [ -e "$log" ] || printf '# Memory — %s\n' "$today" > "$log"
  printf '\n## Session [%s]\n\n- %s\n' "$(date -u +%H:%M)" "$1" >> "$log"
}

# One turn of the agent: what it is told comes from standard input; its workspace is this folder, or an empty one.
turn() {
  bwrap --ro-bind / / --dev /dev --proc /proc "$@" --unshare-pid --unshare-net --die-with-parent -- sh -c "$agent"
}

# Reads instructions into `text`, deletes them, and proves that they are gone.
take() {
  look "$1" || return 0
  case $(fact 1) in
    'regular file' | 'regular empty file') ;;
    *) refuse "$1 is no plain file" ;;
  esac
  [ "$session" = main ] || refuse "$1 is for a main session"
  [ ! -e "$state/born" ] || refuse "$1 came after the first boot"
  [ "$(fact 2)" = 1 ] || refuse "$1 has another name"
  size=$(fact 3)
  [ "$size" -le 1048576 ] || refuse "$1 is too large"
  seen=$(fact 3-5)
  exec 9< "$1"
  read=$(dd bs=2097152 status=none <&9 && printf x) || refuse "$1 cannot be read"
  [ "${#read}" = $((size + 1)) ] || refuse "$1 ended early, or is binary"
  printf %s "${read%x}" | iconv -f UTF-8 -t UTF-8 > /dev/null || refuse "$1 is no text"
  unlink "$1" || refuse "$1 cannot be deleted"
  [ ! -e "$1" ] && [ ! -L "$1" ] || refuse "$1 is there again"
  [ "$(stat -L -c '%h|%s|%y|%i' /proc/self/fd/9)" = "0|$seen" ] || refuse "$1 has another name, or was changed"
  exec 9<&-
  sync . || refuse 'the deletion is not on the disk'
  text=$text${read%x}
  taken=1
}

cd "$ws"
[ "$(stat -c %u .)" = "$(id -u)" ] || refuse 'it belongs to somebody else'
case $(stat -c %a .) in *[2367]) refuse 'everybody can write it' ;; esac
state=$XDG_STATE_HOME/sound/$(printf %s "$ws" | sha256sum | cut -c 1-16)
mkdir -p "$state"
exec 8> "$state/lock"
flock -w 10 8 || refuse 'another kernel is there'
names=$(ls -A) || refuse 'it cannot be listed'
today=$(date -u +%Y-%m-%d)
log=memory/$today.md
if look "$log"; then
  case $(fact 1-2) in 'regular file|1' | 'regular empty file|1') ;; *) refuse "$log is a link" ;; esac
fi

if look AGENTS.md; then
  first=$(sed '1s/^\xef\xbb\xbf//' AGENTS.md | sed -n '/[^[:space:]]/{s/^[[:space:]]*//;s/[[:space:]]*$//;p;q}')
  if [ "$first" != "$header" ]; then
    { printf '%s\n\n' "$header" && cat AGENTS.md; } > .AGENTS.md.tmp
    sync .AGENTS.md.tmp
    mv -f .AGENTS.md.tmp AGENTS.md
    note 'the header of AGENTS.md was put back'
  fi
fi

odd=$(printf '%s\n' "$names" | grep -iE '^\.?bootstrap(\.|~|$)' | grep -vxE 'BOOTSTRAP\.(md|yamo)') || odd=
[ -z "$odd" ] || refuse "$odd looks like a copy of the instructions"
text=
taken=
take BOOTSTRAP.md
take BOOTSTRAP.yamo
if [ -n "$taken" ]; then
  rm -rf "$state/view"
  mkdir "$state/view"
  printf %s "$text" | turn --bind "$state/view" "$ws"
  for name in SOUL.md USER.md; do
    if [ ! -e "$name" ] && [ -f "$state/view/$name" ] && [ ! -L "$state/view/$name" ]; then
      cp "$state/view/$name" "$name"
    fi
  done
  note 'the first boot is done'
  : > "$state/born"
fi
[ -e SOUL.md ] || refuse 'there is neither BOOTSTRAP.md nor SOUL.md'

set -- AGENTS.md SOUL.md
yesterday=memory/$(date -u -d yesterday +%Y-%m-%d).md
[ ! -e USER.md ] || set -- "$@" USER.md
if [ "$session" = main ]; then
  for name in "$log" "$yesterday" MEMORY.md; do
    [ ! -e "$name" ] || set -- "$@" "$name"
  done
fi
context=$(cat "$@") || refuse 'the workspace cannot be read'
printf '%s\n' "$context" | turn --tmpfs "$ws" --remount-ro "$ws"
note 'a session'
