#!/bin/sh
# Starts nexus-ci for the plugin: that of the PATH, or else the one that wrote this.
# A hook without it says nothing and does no harm.
program=$(command -v nexus-ci) || program=@BINARY@
if [ -x "$program" ]; then
	exec "$program" "$@"
fi
[ "$1" = augment ] && exit 0
echo "nexus-ci: not found; install it, or put it in the PATH" >&2
exit 3
