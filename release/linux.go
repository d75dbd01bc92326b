package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"strings"
	"time"
)

// linuxPackages returns, for each Linux program, a directory with it and with what nfpm has to
// know to make a deb and an rpm: nfpm package --config DIR/nfpm.yaml --packager deb.
func linuxPackages(version string, programs []program) ([]file, error) {
	type content struct {
		Source string         `json:"src"`
		Target string         `json:"dst"`
		Info   map[string]any `json:"file_info"`
	}
	type config struct {
		Name        string    `json:"name"`
		Arch        string    `json:"arch"`
		Platform    string    `json:"platform"`
		Version     string    `json:"version"`
		Section     string    `json:"section"`
		Maintainer  string    `json:"maintainer"`
		Description string    `json:"description"`
		Homepage    string    `json:"homepage"`
		License     string    `json:"license"`
		Recommends  []string  `json:"recommends"`
		MTime       string    `json:"mtime"`
		Contents    []content `json:"contents"`
	}
	mtime := epoch.Format(time.RFC3339)
	var files []file
	for i := range programs {
		p := &programs[i]
		if p.goos != "linux" {
			continue
		}
		dir := p.goarch + "/"
		info := func(mode int) map[string]any {
			return map[string]any{"mode": mode, "mtime": mtime}
		}
		contents := []content{
			{dir + "nexus-ci", "/usr/bin/nexus-ci", info(0o755)},
			{dir + "LICENSE", "/usr/share/doc/nexus-ci/copyright", info(0o644)},
		}
		for _, page := range p.pages {
			packed, err := gzipped(page.content)
			if err != nil {
				return nil, err
			}
			files = append(files, file{dir + page.name + ".gz", packed, 0o644})
			contents = append(contents, content{dir + page.name + ".gz", "/usr/share/man/man1/" + page.name + ".gz", info(0o644)})
		}
		// JSON is YAML.
		c, err := json.MarshalIndent(config{
			Name: "nexus-ci", Arch: p.goarch, Platform: "linux", Version: strings.TrimPrefix(version, "v"), Section: "devel",
			Maintainer: "The nexus-ci authors <noreply@github.com>", Description: summary, Homepage: "https://github.com/nexus-ci/nexus-ci", License: "Apache-2.0",
			Recommends: []string{"git"}, MTime: mtime,
			Contents: contents,
		}, "", "  ")
		if err != nil {
			return nil, err
		}
		files = append(files, file{dir + "nexus-ci", p.binary, 0o755}, file{dir + "LICENSE", p.license, 0o644}, file{dir + "nfpm.yaml", append(c, '\n'), 0o644})
	}
	return files, nil
}

// gzipped packs content without a name and a time.
func gzipped(content []byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = z.Write(content)
	}
	if err == nil {
		err = z.Close()
	}
	return b.Bytes(), err
}
