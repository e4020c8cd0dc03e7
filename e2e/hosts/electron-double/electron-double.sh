#!/bin/sh
# Shaped like the Electron executable: same arguments, same lines on stderr; plain Node and Chromium behind it.
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
inspect=
for argument; do
  shift
  case "$argument" in
    --inspect=* | --inspect-brk=*) inspect="$inspect $argument" ;;
    *) set -- "$@" "$argument" ;;
  esac
done
# shellcheck disable=SC2086 # no inspect flag means no argument
exec node $inspect --disable-warning=ExperimentalWarning "$here/boot.js" "$@"
