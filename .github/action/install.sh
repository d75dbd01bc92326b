#!/usr/bin/env bash
# The first step of action.yml: puts nexus-ci on the PATH of the job.
#
# It takes the archive of a release and runs nothing of it before it knows whose it is. The
# release of this action is known by digests.txt, which its tag has beside this script: who
# pins the action by a commit pins the program. Another release has to have the attestation
# of the workflow that makes releases, which gh checks. Where neither can be had it fails.
# Nothing is kept between jobs: what one job left behind would run in the next.
#
# Input is VERSION, BUILD, ACTION_REPOSITORY, ACTION_REF and, for gh, GH_TOKEN beside the
# variables of the runner.
set -euo pipefail

fail() {
	echo "::error title=nexus-ci::$1"
	exit 1
}

download() {
	curl --fail --silent --show-error --location --proto-redir =https --retry 4 --retry-connrefused --connect-timeout 20 --output "$1" \
		"$repository/releases/download/$version/$1" ||
		fail "$repository has no $1 in a release $version; choose another version, or set build-from-source: true after actions/setup-go"
}

digest() {
	if command -v sha256sum > /dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

# attested fails unless the archive was made by the release workflow.
attested() {
	command -v gh > /dev/null ||
		fail "release $version is not the one of this action${own:+, $own}, and without gh nothing proves who built it; leave out version, or set build-from-source: true after actions/setup-go"
	gh attestation verify "$1" --repo "$ACTION_REPOSITORY" --signer-workflow "$ACTION_REPOSITORY/.github/workflows/release.yml" --deny-self-hosted-runners ||
		fail "$1 of release $version was not built by the release workflow of $ACTION_REPOSITORY"
}

repository=$GITHUB_SERVER_URL/$ACTION_REPOSITORY
digests=$GITHUB_ACTION_PATH/.github/action/digests.txt
mkdir -p "$RUNNER_TEMP/nexus-ci"
cd "$RUNNER_TEMP/nexus-ci" # names without a drive, which tar takes for a host
program=nexus-ci
[ "$RUNNER_OS" != Windows ] || program=nexus-ci.exe

if [ "$BUILD" = true ]; then
	command -v go > /dev/null || fail "build-from-source needs Go and a C compiler: put actions/setup-go before this step"
	(cd "$GITHUB_ACTION_PATH" && go build -trimpath -o "$RUNNER_TEMP/nexus-ci/$program" ./cmd/nexus-ci)
else
	own=
	[ ! -f "$digests" ] || own=$(sed -n 's/^[0-9a-f]\{64\}  nexus-ci_\(v[^_]*\)_linux_amd64\.tar\.gz$/\1/p' "$digests")
	version=${VERSION:-$own}
	[ -n "$version" ] || fail "${ACTION_REF:-a local action} is no release; use nexus-ci/nexus-ci at a release, name one as version, or set build-from-source: true after actions/setup-go"
	[[ $version =~ ^v[0-9]+\.[0-9]+\.[0-9]+[-.0-9A-Za-z]*$ ]] || fail "version: want one such as v1.2.3"
	case $RUNNER_OS in Linux) os=linux ;; macOS) os=darwin ;; Windows) os=windows ;; *) os=$RUNNER_OS ;; esac
	case $RUNNER_ARCH in X64) arch=amd64 ;; ARM64) arch=arm64 ;; *) arch=$RUNNER_ARCH ;; esac
	archive=nexus-ci_${version}_${os}_$arch.tar.gz

	download "$archive"
	if [ "$version" = "$own" ]; then
		expected=$(awk -v name="$archive" '$2 == name { print $1 }' "$digests")
		[ -n "$expected" ] || fail "release $version has no $archive that this action knows"
		[ "$(digest "$archive")" = "$expected" ] || fail "$archive is not the one that this action was released with"
	else
		attested "$archive"
	fi
	tar -xzf "$archive" "$program"
	rm "$archive"
	# An attested archive may be that of an older release under another name.
	[ "$("./$program" version | head -n 1)" = "nexus-ci $version" ] || fail "$archive holds another version"
fi

"./$program" version
echo "$RUNNER_TEMP/nexus-ci" >> "$GITHUB_PATH"
echo "extractor=$("./$program" version | awk '$1 == "extractor" { print $2 }')" >> "$GITHUB_OUTPUT"
