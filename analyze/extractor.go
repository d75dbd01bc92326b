package analyze

import (
	"crypto/sha256"
	"embed"
	"io/fs"
	"runtime/debug"
	"strings"
)

// extractorSources is the code that makes facts of bytes and stores them.
//
//go:embed facts/*.go lang/*.go lang/*/*.go parse/*.go parse/*.c parse/*.h wire/*.go
var extractorSources embed.FS

// ExtractorHash stands for the version of everything that turns a blob into
// stored facts: the sources of facts and of wire that store them, of lang with all
// languages, and of parse, and the versions of the modules they may use. It is part of the
// key of cached facts, so that no number has to be raised by hand.
//
// The sources are embedded because nothing else is right everywhere: hashing the
// executable takes longer than reading a warm cache, a build ID can be stripped,
// and the commit of the build says nothing of uncommitted changes. A test binary
// does not know its modules, so tests must not share a cache directory.
func ExtractorHash() [32]byte {
	h := sha256.New()
	// WalkDir goes in lexical order and an embedded file system does not fail.
	_ = fs.WalkDir(extractorSources, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !isExtractorSource(path) {
			return err
		}
		content, err := extractorSources.ReadFile(path)
		sum := sha256.Sum256(content)
		h.Write([]byte(path))
		h.Write(sum[:])
		return err
	})
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			for m.Replace != nil {
				m = m.Replace
			}
			h.Write([]byte("\n" + m.Path + " " + m.Version + " " + m.Sum))
		}
	}
	return [32]byte(h.Sum(nil))
}

// isExtractorSource reports whether the embedded file at path takes part in a
// run: tests do not.
func isExtractorSource(path string) bool {
	return !strings.HasSuffix(path, "_test.go") && !strings.HasPrefix(path, "lang/langtest/")
}
