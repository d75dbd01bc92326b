package git

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	goconfig "github.com/go-git/go-git/v5/config"
	"github.com/go-git/go-git/v5/plumbing/format/config"

	"github.com/nexus-ci/nexus-ci/diff/git/internal/object"
)

// settings are the configuration files, in order of increasing priority: system, user,
// repository, work tree. Included files are not followed.
type settings struct {
	files []*config.Config
	local []*config.Config // those of the repository
}

func readConfig(l layout) (*settings, error) {
	s := &settings{}
	for _, scope := range []goconfig.Scope{goconfig.SystemScope, goconfig.GlobalScope} {
		paths, err := goconfig.Paths(scope)
		if err != nil {
			continue // no home directory
		}
		for _, path := range paths {
			// A damaged file of the user does not concern this repository.
			if c, err := readConfigFile(path); err == nil {
				s.files = append(s.files, c)
			}
		}
	}
	paths := []string{filepath.Join(l.commonDir, "config"), filepath.Join(l.gitDir, "config.worktree")}
	for i, path := range paths {
		c, err := readConfigFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read config: %w", err)
		}
		s.files, s.local = append(s.files, c), append(s.local, c)
		if i == 0 && !s.bool("extensions", "worktreeConfig") {
			break
		}
	}
	return s, nil
}

func readConfigFile(path string) (*config.Config, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c := config.New()
	if err := decodeConfig(content, c); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// decodeConfig turns a panic of the decoder on malformed input into an error: the file is
// untrusted.
func decodeConfig(content []byte, c *config.Config) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = object.Corrupt("%v", p)
		}
	}()
	return config.NewDecoder(bytes.NewReader(content)).Decode(c)
}

// get returns the last value of a variable, empty when it is not set.
func (s *settings) get(section, key string) string { return s.getIn(section, "", key) }

func (s *settings) getIn(section, subsection, key string) string {
	for i := len(s.files) - 1; i >= 0; i-- {
		if v, ok := lookUp(s.files[i], section, subsection, key); ok {
			return v
		}
	}
	return ""
}

func lookUp(c *config.Config, section, subsection, key string) (string, bool) {
	if !c.HasSection(section) {
		return "", false
	}
	options := c.Section(section).Options
	if subsection != "" {
		if !c.Section(section).HasSubsection(subsection) {
			return "", false
		}
		options = c.Section(section).Subsection(subsection).Options
	}
	return options.Get(key), options.Has(key)
}

// bool reads a boolean as git does: a variable without a value is true.
func (s *settings) bool(section, key string) bool {
	for i := len(s.files) - 1; i >= 0; i-- {
		v, ok := lookUp(s.files[i], section, "", key)
		if !ok {
			continue
		}
		switch strings.ToLower(v) {
		case "false", "no", "off", "0":
			return false
		}
		return true
	}
	return false
}

// path reads a file name and expands ~.
func (s *settings) path(section, key string) string {
	path := s.get(section, key)
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		return filepath.Join(home, rest)
	}
	return path
}

// remote returns the name and the URL of the remote to fetch from: origin, or the only one.
func (s *settings) remote() (name, url string) {
	for _, c := range s.local {
		if !c.HasSection("remote") {
			continue
		}
		for _, sub := range c.Section("remote").Subsections {
			if name == "" || sub.Name == "origin" {
				name, url = sub.Name, sub.Option("url")
			}
		}
	}
	return name, url
}

// remotes returns the first address of every remote.
func (s *settings) remotes() map[string]string {
	all := make(map[string]string)
	for _, c := range s.local {
		if !c.HasSection("remote") {
			continue
		}
		for _, sub := range c.Section("remote").Subsections {
			all[sub.Name] = sub.Option("url")
		}
	}
	return all
}

// harmlessExtensions do not affect reading (gitrepository-layout, "extensions").
var harmlessExtensions = []string{"noop", "noop-v1", "partialclone", "preciousobjects", "worktreeconfig", "relativeworktrees"}

// checkFormat returns an error for a repository format that is not supported.
func (s *settings) checkFormat() error {
	for _, c := range s.local {
		if v, ok := lookUp(c, "core", "", "repositoryformatversion"); ok && v != "0" && v != "1" {
			return fmt.Errorf("%w: version %s", object.ErrUnsupported, v)
		}
		if !c.HasSection("extensions") {
			continue
		}
		for _, o := range c.Section("extensions").Options {
			if err := checkExtension(strings.ToLower(o.Key), strings.ToLower(o.Value)); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkExtension(key, value string) error {
	switch {
	case key == "objectformat" && value != "sha1":
		return fmt.Errorf("%w: its object ids are %s, only sha1 can be read", object.ErrUnsupported, value)
	case key == "refstorage" && value != "files":
		return fmt.Errorf("%w: its refs are stored as %s, only plain files can be read (try: git refs migrate --ref-format=files)", object.ErrUnsupported, value)
	case key == "objectformat", key == "refstorage":
		return nil
	}
	for _, known := range harmlessExtensions {
		if key == known {
			return nil
		}
	}
	return fmt.Errorf("%w: unknown extension %q", object.ErrUnsupported, key)
}
