#!/usr/bin/env bash
# The first step of action.yml: puts nexus-ci on the PATH of the job.
#
# It takes the archive of a release, compares it with the checksums of that release, and
# keeps nothing between jobs: what one job left behind would run in the next.
# Input is VERSION, BUILD, ACTION_REPOSITORY and ACTION_REF beside the variables of the runner.
set -euo pipefail

fail() {
	echo "::error title=nexus-ci::$1"
	exit 1
}

# release_at prints the newest release of the commit that a branch, a tag or an id names.
release_at() {
	GIT_TERMINAL_PROMPT=0 git ls-remote "$repository" "refs/heads/$1" 'refs/tags/*' | awk -v ref="$1" '
		{ name = $2; sub("^refs/(heads|tags)/", "", name); sub(/\^\{\}$/, "", name); commit[name] = $1 }
		END {
			wanted = ref in commit ? commit[ref] : ref
			for (name in commit) if (commit[name] == wanted && name ~ /^v[0-9]+\.[0-9]+\.[0-9]+$/) print name
		}' | sort -V | tail -n 1
}

download() {
	curl --fail --silent --show-error --location --retry 4 --retry-connrefused --connect-timeout 20 --output "$1" \
		"$repository/releases/download/$version/$1" ||
		fail "$repository has no $1 in a release $version; choose another version, or set build-from-source: true after actions/setup-go"
}

checksum() {
	if command -v sha256sum > /dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

repository=$GITHUB_SERVER_URL/$ACTION_REPOSITORY
mkdir -p "$RUNNER_TEMP/nexus-ci"
cd "$RUNNER_TEMP/nexus-ci" # names without a drive, which tar takes for a host
program=nexus-ci
[ "$RUNNER_OS" != Windows ] || program=nexus-ci.exe

if [ "$BUILD" = true ]; then
	command -v go > /dev/null || fail "build-from-source needs Go and a C compiler: put actions/setup-go before this step"
	(cd "$GITHUB_ACTION_PATH" && go build -trimpath -o "$RUNNER_TEMP/nexus-ci/$program" ./cmd/nexus-ci)
else
	version=$VERSION
	[ -n "$version" ] || [[ ! $ACTION_REF =~ ^v[0-9]+\.[0-9]+\.[0-9]+ ]] || version=$ACTION_REF
	[ -n "$version" ] || [ -z "$ACTION_REF" ] || version=$(release_at "$ACTION_REF")
	[ -n "$version" ] || fail "there is no release of ${ACTION_REF:-a local action}; use nexus-ci/nexus-ci at a release, name one as version, or set build-from-source: true after actions/setup-go"
	[[ $version =~ ^v[0-9]+\.[0-9]+\.[0-9]+[-.0-9A-Za-z]*$ ]] || fail "version: want one such as v1.2.3"
	case $RUNNER_OS in Linux) os=linux ;; macOS) os=darwin ;; Windows) os=windows ;; *) os=$RUNNER_OS ;; esac
	case $RUNNER_ARCH in X64) arch=amd64 ;; ARM64) arch=arm64 ;; *) arch=$RUNNER_ARCH ;; esac
	archive=nexus-ci_${version}_${os}_$arch.tar.gz

	download checksums.txt
	download "$archive"
	expected=$(awk -v name="$archive" '$2 == name { print $1 }' checksums.txt)
	[ -n "$expected" ] || fail "checksums.txt of release $version does not name $archive"
	[ "$(checksum "$archive")" = "$expected" ] || fail "$archive differs from checksums.txt of release $version"
	tar -xzf "$archive" "$program"
	rm "$archive" checksums.txt
	# Who names a commit means its code.
	commit=$("./$program" version | awk '$1 == "commit" { print $2 }')
	[[ ! $ACTION_REF =~ ^[0-9a-f]{40}$ ]] || [ -n "$VERSION" ] || [ "$commit" = "$ACTION_REF" ] ||
		fail "release $version was built from $commit, not from $ACTION_REF"
fi

"./$program" version
echo "$RUNNER_TEMP/nexus-ci" >> "$GITHUB_PATH"
echo "extractor=$("./$program" version | awk '$1 == "extractor" { print $2 }')" >> "$GITHUB_OUTPUT"
