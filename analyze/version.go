package analyze

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"io"
	"io/fs"
	"runtime/debug"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/sourcehash"
)

// Stored values have the version of the code that makes them in their keys, so that no
// number has to be raised by hand. The sources are embedded because nothing else is right
// everywhere: hashing the executable takes longer than reading a warm cache, a build ID can
// be stripped, and the commit of the build says nothing of uncommitted changes.

// extractorSources is the code that makes facts of bytes and stores them.
//
//go:embed facts/*.go lang/*.go lang/*/*.go lang/*/*/*.go parse/*.go parse/*.c parse/*.h codec/*.go
var extractorSources embed.FS

// indexSources is the code that makes an Index of facts and stores it; searchSources and
// briefSources are what makes a search index and briefs of an Index.
var (
	//go:embed bloom/*.go cycle/*.go factstore/*.go index/*.go meaning/*.go community/*.go graph/*.go process/*.go resolve/*.go resolve/*/*.go term/*.go
	indexSources embed.FS
	//go:embed search/*.go
	searchSources embed.FS
	//go:embed brief/*.go
	briefSources embed.FS
)

// ExtractorHash is the hash of everything that turns a blob into stored facts: the sources of
// facts and of codec that store them, of lang with all languages, and of parse, and the
// versions of the modules they may use. A test binary does not know its modules, so tests must
// not share a cache directory.
func ExtractorHash() [32]byte { return sourceHash(extractorSources, writeSource) }

// BaseKey is the key of all that the analysis of a commit stores, for a store that machines share.
func BaseKey(commit string) cache.Key {
	extractor, index := sourceHash(extractorSources, writeSource), sourceHash(indexSources, writeSource)
	return cache.KeyOf("base", string(extractor[:]), string(index[:]), commit)
}

// extractorVersion stands for the code behind ExtractorHash, without its comments and layout.
func extractorVersion(c *cache.Cache) string { return version(c, extractorSources) }

// version returns the hash of the tokens of sources. The cache has it for the hash of their
// bytes, which takes a twentieth of the time. Without a cache nobody needs it, and it is empty.
func version(c *cache.Cache, sources fs.FS) string {
	if c == nil {
		return ""
	}
	exact := sourceHash(sources, writeSource)
	key := cache.KeyOf("version", string(exact[:]))
	if data, ok := c.GetLarge(key); ok {
		return string(data)
	}
	tokens := sourceHash(sources, writeTokens)
	c.PutLarge(key, tokens[:])
	return string(tokens[:])
}

// sourceHash returns the hash of sources, each written by write, and of the modules in the
// build.
func sourceHash(sources fs.FS, write func(to io.Writer, path string, content []byte)) [32]byte {
	h, sum := sha256.New(), sha256.New()
	var content bytes.Buffer // one for all files: fs.ReadFile would allocate megabytes
	// WalkDir goes in lexical order and an embedded file system does not fail.
	_ = fs.WalkDir(sources, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !isSource(path) {
			return err
		}
		f, err := sources.Open(path)
		if err != nil {
			return err
		}
		content.Reset()
		_, err = content.ReadFrom(f)
		sum.Reset()
		write(sum, path, content.Bytes())
		h.Write([]byte(path))
		h.Write(sum.Sum(nil))
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

func writeSource(to io.Writer, _ string, content []byte) { _, _ = to.Write(content) }

// writeTokens writes the tokens of a Go file, with the comments that are directives, and all of
// another file.
func writeTokens(to io.Writer, path string, content []byte) {
	if !strings.HasSuffix(path, ".go") {
		writeSource(to, path, content)
		return
	}
	sourcehash.WriteTokens(to, path, content)
}

// isSource reports whether the embedded file at path takes part in a run: tests do not, nor
// does the generator of grammars with its lists, of which the code that it writes is part.
func isSource(path string) bool {
	return !strings.HasSuffix(path, "_test.go") && !strings.HasPrefix(path, "lang/langtest/") &&
		!strings.HasPrefix(path, "lang/grammargen/") && !strings.HasSuffix(path, "/grammar.txt")
}
