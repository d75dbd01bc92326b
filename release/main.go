// Command release makes packages for package managers from the archives of a release: npm, pip,
// Homebrew, deb and rpm.
//
//	go run ./release VERSION DIST
//
// In: DIST/nexus-ci_VERSION_OS_ARCH.tar.gz, as .ci/archive makes them, of one or more platforms.
// Out: DIST/npm with a package for each platform and one that depends on all of them, DIST/pip
// with a wheel for each, DIST/nexus-ci.rb, and DIST/linux with what nfpm needs to make a deb and
// an rpm for each.
//
// Invariants: nothing is built or downloaded, and the same archives give the same bytes; every
// package holds the program of the archive, byte by byte, and the license.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "release: want VERSION DIST, such as v1.2.3 dist")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// versionForm is how a release is called.
var versionForm = regexp.MustCompile(`^v(\d+\.\d+\.\d+)(?:-(alpha|beta|rc)\.(\d+))?$`)

func run(version, dist string) error {
	if !versionForm.MatchString(version) {
		return fmt.Errorf("%s: want a version such as v1.2.3 or v1.2.3-rc.1", version)
	}
	programs, err := readArchives(version, dist)
	if err != nil {
		return err
	}
	for _, kind := range []struct {
		dir  string
		make func(version string, programs []program) ([]file, error)
	}{
		{"npm", npmPackages},
		{"pip", wheels},
		{".", formula},
		{"linux", linuxPackages},
	} {
		files, err := kind.make(version, programs)
		if err != nil {
			return err
		}
		for _, f := range files {
			path := filepath.Join(dist, kind.dir, filepath.FromSlash(f.name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(path, f.content, f.mode); err != nil {
				return err
			}
		}
	}
	return nil
}
