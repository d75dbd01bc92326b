package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"strings"
)

// wheels returns a Python wheel for each platform, which holds the program as a script.
func wheels(version string, programs []program) ([]file, error) {
	number := pep440(version)
	var all []file
	for i := range programs {
		p := &programs[i]
		name := "nexus_ci-" + number
		files := []file{
			{name + ".data/scripts/" + p.name(), p.binary, 0o755},
			{name + ".dist-info/METADATA", []byte("Metadata-Version: 2.4\nName: nexus-ci\nVersion: " + number + "\nSummary: " + summary +
				"\nLicense-Expression: Apache-2.0\nLicense-File: LICENSE\nProject-URL: Source, https://github.com/nexus-ci/nexus-ci\nRequires-Python: >=3.8\nDescription-Content-Type: text/markdown\n\n" + readme), 0o644},
			{name + ".dist-info/WHEEL", wheelFile(p.wheel), 0o644},
			{name + ".dist-info/licenses/LICENSE", p.license, 0o644},
		}
		content, err := zipped(append(files, record(files, name+".dist-info/RECORD")))
		if err != nil {
			return nil, err
		}
		all = append(all, file{name + "-py3-none-" + p.wheel + ".whl", content, 0o644})
	}
	return all, nil
}

// pep440 returns a version as Python writes it: 1.2.3rc1 for v1.2.3-rc.1.
func pep440(version string) string {
	m := versionForm.FindStringSubmatch(version)
	return m[1] + map[string]string{"alpha": "a", "beta": "b", "rc": "rc"}[m[2]] + m[3]
}

func wheelFile(tags string) []byte {
	var b strings.Builder
	b.WriteString("Wheel-Version: 1.0\nGenerator: nexus-ci release\nRoot-Is-Purelib: false\n")
	for _, tag := range strings.Split(tags, ".") {
		fmt.Fprintf(&b, "Tag: py3-none-%s\n", tag)
	}
	return []byte(b.String())
}

// record returns the list of files with their hashes that an installer checks.
func record(files []file, name string) file {
	var b strings.Builder
	for _, f := range files {
		sum := sha256.Sum256(f.content)
		fmt.Fprintf(&b, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.content))
	}
	fmt.Fprintf(&b, "%s,,\n", name)
	return file{name, []byte(b.String()), 0o644}
}

// zipped returns the files as a zip, the same bytes for the same files.
func zipped(files []file) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: epoch}
		h.SetMode(f.mode)
		w, err := z.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.content); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
