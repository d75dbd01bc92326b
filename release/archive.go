package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"
)

// A program is the program of one platform.
type program struct {
	platform
	archive string // name of the file
	sha256  string // of the archive
	binary  []byte
	license []byte
	pages   []file // for man(1), without a directory
}

// A platform is what programs are made for, as everybody calls it.
type platform struct {
	goos, goarch string
	// npm's names of the system and the processor
	system, cpu string
	wheel       string // tag of Python wheels
}

// platforms are those of a release. Programs for Linux are linked with a C library of their own,
// so they run with any; Go needs macOS 12.
var platforms = []platform{
	{"darwin", "amd64", "darwin", "x64", "macosx_12_0_x86_64"},
	{"darwin", "arm64", "darwin", "arm64", "macosx_12_0_arm64"},
	{"linux", "amd64", "linux", "x64", "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64"},
	{"linux", "arm64", "linux", "arm64", "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64"},
	{"windows", "amd64", "win32", "x64", "win_amd64"},
	{"windows", "arm64", "win32", "arm64", "win_arm64"},
}

// name is what the file of the program is called.
func (p *platform) name() string {
	if p.goos == "windows" {
		return "nexus-ci.exe"
	}
	return "nexus-ci"
}

// readArchives returns the programs of the archives that are there.
func readArchives(version, dist string) ([]program, error) {
	var all []program
	for _, p := range platforms {
		name := fmt.Sprintf("nexus-ci_%s_%s_%s.tar.gz", version, p.goos, p.goarch)
		content, err := os.ReadFile(filepath.Join(dist, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(content)
		prog := program{platform: p, archive: name, sha256: hex.EncodeToString(sum[:])}
		for of, at := range map[string]*[]byte{p.name(): &prog.binary, "LICENSE": &prog.license} {
			if *at, err = member(content, of); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
		if prog.pages, err = pages(content); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, prog)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s has no nexus-ci_%s_OS_ARCH.tar.gz; .ci/archive %s makes that of this machine", dist, version, version)
	}
	return all, nil
}

// member returns a file of a tar.gz.
func member(archive []byte, name string) ([]byte, error) {
	found, err := members(archive, func(n string) bool { return n == name })
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("%s is not in it", name)
	}
	if err != nil {
		return nil, err
	}
	return found[0].content, nil
}

// pages returns the pages for man(1).
func pages(archive []byte) ([]file, error) {
	found, err := members(archive, func(n string) bool { return path.Dir(n) == "man" && path.Ext(n) == ".1" })
	if err == nil && len(found) == 0 {
		err = errors.New("no man/*.1 is in it")
	}
	for i := range found {
		found[i].name = path.Base(found[i].name)
	}
	return found, err
}

// members returns the files of a tar.gz whose names are wanted.
func members(archive []byte, wanted func(name string) bool) ([]file, error) {
	z, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return nil, err
	}
	var found []file
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return found, nil
		case err != nil:
			return nil, err
		case h.Typeflag != tar.TypeReg || !wanted(h.Name):
			continue
		}
		content, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		found = append(found, file{h.Name, content, 0o644})
	}
}

// A file is one to write.
type file struct {
	name    string // with slashes
	content []byte
	mode    fs.FileMode
}

// tarball returns the files as a tar.gz, the same bytes for the same files.
func tarball(files []file) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for _, f := range files {
		h := &tar.Header{Name: f.name, Mode: int64(f.mode), Size: int64(len(f.content)), ModTime: epoch, Format: tar.FormatUSTAR}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.content); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(w.Close(), z.Close()); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// epoch is the time of all files: one that zip can hold too.
var epoch = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)
