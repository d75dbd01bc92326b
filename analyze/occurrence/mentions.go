package occurrence

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/nexus-ci/nexus-ci/analyze/bloom"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

const (
	// maxText is the size in bytes above which a file is taken for data and not searched.
	maxText = 512 << 10
	// maxPlaces bounds the mentions of all words in one file.
	maxPlaces = 1000
)

// docs are the extensions of documents, in lower case.
var docs = map[string]bool{".md": true, ".mdx": true, ".markdown": true, ".rst": true, ".txt": true, ".adoc": true, ".asciidoc": true, ".org": true, ".tex": true, ".html": true, ".htm": true}

// Mentions returns the places that mention the words in the text files of a snapshot, by word,
// each sorted by path and line; of those in documented only the places in documents. Vendored,
// generated, minified and binary files are left out.
func Mentions(ctx context.Context, s *factstore.Store, from source.Blobs, snapshot *diff.Snapshot, g *graph.Graph, words, documented []string) (map[string][]finding.Mention, error) {
	if len(words) == 0 && len(documented) == 0 {
		return nil, nil
	}
	all := append(slices.Clone(words), documented...)
	wanted, inDocuments := setOf(words), setOf(all)
	hashes := make([]bloom.Hash, len(all))
	for i, w := range all {
		hashes[i] = bloom.HashOf(w)
	}
	known := filters{s.Cache, s.Version}
	paths := make(map[string][]string) // by blob
	var blobs []string
	for i := range snapshot.Files {
		f := &snapshot.Files[i]
		if len(words) == 0 && !isDocument(f.Path) || !s.Authored(f, g) {
			continue
		}
		if paths[f.Blob] == nil && known.passes(f.Blob, hashes) {
			blobs = append(blobs, f.Blob)
		}
		paths[f.Blob] = append(paths[f.Blob], f.Path)
	}
	found := make(map[string][]finding.Mention)
	var mu sync.Mutex
	parsers := parse.NewPool(ctx, s.Workers)
	defer parsers.Close()
	err := from.Read(ctx, blobs, maxText, func(i int, content []byte, err error) {
		content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
		if err != nil {
			return // what cannot be read says nothing
		}
		if !known.known(blobs[i]) {
			known.put(blobs[i], content)
		}
		if diff.IsBinary(content) {
			return
		}
		inCode := sync.OnceValue(func() []parse.Place { return first(parse.Find(content, wanted)) })
		inText := sync.OnceValue(func() []parse.Place { return first(parse.Find(content, inDocuments)) })
		for _, file := range paths[blobs[i]] {
			places := inCode
			if isDocument(file) {
				places = inText
			}
			at := places()
			if len(at) == 0 {
				continue
			}
			l := s.Languages.ByPath(file)
			if l != nil && l.Grammar != nil {
				p := parsers.Get()
				p.Tell(l, content, at)
				parsers.Put(p)
			}
			var versioned []facts.Span
			if l != nil && l.Versioned != nil {
				versioned = l.Versioned(content)
			}
			mu.Lock()
			for _, p := range at {
				found[p.Word] = append(found[p.Word], finding.Mention{Path: file, Line: p.Line, Kind: mentionKind(l, file, p.In), Versioned: isIn(versioned, p.Line)})
			}
			mu.Unlock()
		}
	})
	if err != nil {
		return nil, fmt.Errorf("read files: %w", err)
	}
	for w := range found {
		slices.SortFunc(found[w], func(a, b finding.Mention) int {
			return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Kind, b.Kind))
		})
		found[w] = slices.Compact(found[w])
	}
	return found, nil
}

func first(places []parse.Place) []parse.Place { return places[:min(len(places), maxPlaces)] }

func setOf(words []string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range words {
		set[w] = true
	}
	return set
}

func isIn(spans []facts.Span, line int) bool {
	return slices.ContainsFunc(spans, func(s facts.Span) bool { return int(s.Start) <= line && line <= int(s.End) })
}

// mentionKind tells what a word is a part of, by the language of the file (nil for
// none), its path, and for code the text around.
func mentionKind(l *lang.Language, file string, in parse.Text) finding.MentionKind {
	switch {
	case l != nil && l.Grammar != nil:
		return [...]finding.MentionKind{parse.Code: finding.InCode, parse.Comment: finding.InComment, parse.String: finding.InString}[in]
	case isDocument(file):
		return finding.InDoc
	}
	return finding.InConfig
}

// isDocument reports whether a file that is no code is a document, by its path.
func isDocument(file string) bool {
	return docs[strings.ToLower(path.Ext(file))] || path.Ext(file) == "" && path.Base(file) == strings.ToUpper(path.Base(file))
}
