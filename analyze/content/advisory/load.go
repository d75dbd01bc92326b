package advisory

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// The bounds of a database: the size of a file with advisories, and of all of them, in bytes.
const (
	maxFile = 64 << 20
	maxAll  = 4 << 30
)

// wire is an advisory in the OSV format, as far as it is used.
type wire struct {
	ID        string     `json:"id"`
	Aliases   []string   `json:"aliases"`
	Withdrawn string     `json:"withdrawn"`
	Affected  []affected `json:"affected"`
}

// affected is what an advisory says of one package.
type affected struct {
	Package struct {
		Ecosystem string `json:"ecosystem"`
		Name      string `json:"name"`
	} `json:"package"`
	Ranges []struct {
		Type   string              `json:"type"`
		Events []map[string]string `json:"events"`
	} `json:"ranges"`
	Versions []string `json:"versions"`
}

// Load reads a JSON file with an advisory or a list of them, a directory of such files, or a zip
// archive of such files, as osv.dev offers for each ecosystem.
func Load(name string) (*Database, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	db := &Database{entries: make(map[packageID][]entry)}
	switch {
	case info.IsDir():
		err = db.tree(os.DirFS(name))
	case strings.HasSuffix(name, ".zip"):
		var archive *zip.ReadCloser
		if archive, err = zip.OpenReader(name); err == nil {
			defer archive.Close()
			err = db.tree(archive)
		}
	default:
		var f *os.File
		if f, err = os.Open(name); err == nil {
			defer f.Close()
			_, err = db.read(name, f)
		}
	}
	if err != nil {
		return nil, err
	}
	if db.Entries == 0 {
		return nil, fmt.Errorf("%s holds no advisory in the OSV format", name)
	}
	for _, entries := range db.entries {
		slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.id, b.id) })
	}
	return db, nil
}

// tree reads the JSON files of a directory or archive.
func (db *Database) tree(files fs.FS) error {
	left := int64(maxAll)
	return fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".json") {
			return err
		}
		f, err := files.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		n, err := db.read(name, f)
		if left -= n; err == nil && left < 0 {
			err = fmt.Errorf("the advisories have more than %d bytes", int64(maxAll))
		}
		return err
	})
}

// read adds the advisories of one file and returns its size.
func (db *Database) read(name string, from io.Reader) (int64, error) {
	content, err := io.ReadAll(io.LimitReader(from, maxFile+1))
	size := int64(len(content))
	if err != nil {
		return size, fmt.Errorf("%s: %w", name, err)
	}
	if size > maxFile {
		return size, fmt.Errorf("%s has more than %d bytes", name, maxFile)
	}
	list := []wire{{}}
	if content = bytes.TrimSpace(content); bytes.HasPrefix(content, []byte("[")) {
		err = json.Unmarshal(content, &list)
	} else {
		err = json.Unmarshal(content, &list[0])
	}
	if err != nil {
		return size, fmt.Errorf("%s is no advisory in the OSV format: %w", name, err)
	}
	for i := range list {
		db.add(&list[i])
	}
	return size, nil
}

// add adds one advisory that was not withdrawn.
func (db *Database) add(w *wire) {
	if w.ID == "" || w.Withdrawn != "" {
		return
	}
	db.Entries++
	for i := range w.Affected {
		a := &w.Affected[i]
		ecosystem, _, _ := strings.Cut(a.Package.Ecosystem, ":")
		for format, s := range systems {
			if s.osv == ecosystem {
				id := idOf(format, a.Package.Name)
				db.entries[id] = append(db.entries[id], entry{id: w.ID, aliases: w.Aliases, ranges: a.ranges(), versions: a.Versions})
			}
		}
	}
}

// ranges returns the ranges of versions; those of commits are left out.
func (a *affected) ranges() (out [][]event) {
	for _, r := range a.Ranges {
		if r.Type == "GIT" {
			continue
		}
		var in []event
		for _, of := range r.Events {
			for _, what := range events {
				if version, ok := of[what]; ok {
					in = append(in, event{version, what})
				}
			}
		}
		out = append(out, in)
	}
	return out
}
