#!/bin/sh
# nexus-ci pre-commit hook. Written by "nexus-ci setup --pre-commit", which replaces it
# as a whole; "nexus-ci setup --pre-commit --remove" takes it out.

if command -v nexus-ci >/dev/null 2>&1; then
	program=nexus-ci
else
	program=@BINARY@
fi
if ! command -v "$program" >/dev/null 2>&1; then
	echo "nexus-ci: not found, so this commit was NOT CHECKED; install it, or take out the hook $0" >&2
	exit 0
fi

"$program" check --staged --quiet --fail-on @FAIL_ON@
case $? in
0) ;;
1)
	echo "nexus-ci: the commit is refused; to commit all the same: git commit --no-verify" >&2
	exit 1
	;;
*)
	# Trouble with the tool, said above: it must be seen, and must lock nobody out.
	echo "nexus-ci: this commit was NOT CHECKED, and goes through" >&2
	;;
esac
