package bash

import (
	"strings"
	"sync"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// isTestName reports whether a function of a test file is a test.
func isTestName(d *facts.Def) bool { return strings.HasPrefix(d.Name, "test") }

// mayBeProgram reports whether a name may be that of a program: one that is written in small letters
// without an underscore, or is a known one.
func mayBeProgram(name string) bool {
	if _, known := programs()[name]; known {
		return true
	}
	if strings.Contains(name, "_") || strings.Contains(name, "::") {
		return false
	}
	return name == "" || strings.ToLower(name[1:]) == name[1:]
}

// universe returns the names that exist everywhere: builtins of the shell and usual programs.
func universe() map[string]string { return programs() }

// programs returns the builtins of the shell and usual programs.
var programs = sync.OnceValue(func() map[string]string {
	names := make(map[string]string)
	for name := range strings.FieldsSeq(`. : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo
		enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read
		readarray readonly return set shift shopt source suspend test time times trap true type typeset ulimit umask unalias unset until wait
		apk apt apt-get apt-cache ar arch awk aws az base32 base64 basename bash bc brew bunzip2 bzip2 cargo cat chgrp chmod chown chroot cksum clang
		clear cmake cmp column comm composer cp cpio cron crontab csplit curl cut cygpath date dd deno df diff dig dir dirname dmesg dnf
		docker docker-compose dotnet dpkg du egrep env expand expect expr fdisk fgrep file find flock fmt fold free ftp fuser gawk gcc g++ gcloud gem
		getconf getent getopt gh git go gofmt gpg gradle grep groupadd gsed gunzip gzip head helm hexdump host hostname iconv id ifconfig
		install ip iptables java javac jq journalctl kubectl ldconfig ldd less ln locale logger login logname ls lscpu lsof lua make man
		md5 md5sum mkdir mkfifo mknod mktemp mount mv mvn mysql mysqldump nc netstat nginx nice nl node nohup npm npx nproc nslookup od openssl
		open pacman passwd paste patch perl pg_basebackup pg_config pg_ctl pg_ctlcluster pg_dump pg_dumpall pg_isready pg_lsclusters pg_restore pg_upgrade
		pgrep php pidof ping pip pip3 pkg-config pkill pnpm ps psql python python2 python3 readelf readlink realpath reboot redis-cli rename reset
		rev rm rmdir rpm rsync ruby rustc rustup scp screen sed seq service sh sha1sum sha256sum sha512sum shasum shuf shutdown sleep sort
		split ssh ssh-keygen stat strace strings strip stty su sudo sum sw_vers sync sysctl system_profiler systemctl tac tail tar tee terraform timeout tmux
		touch tput tr traceroute truncate tty uname unexpand uniq unlink unxz unzip update_rc.d uptime useradd usermod users uuidgen vi
		vim watch wc wget whereis which who whoami xargs xattr xxd xz yarn yes yq yum zcat zip zsh zypper`) {
		names[name] = ""
	}
	return names
})
