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
// each sorted by path and line. Vendored, generated, minified and binary files are left out.
func Mentions(ctx context.Context, s *factstore.Store, from source.Blobs, snapshot *diff.Snapshot, g *graph.Graph, words []string) (map[string][]finding.Mention, error) {
	if len(words) == 0 {
		return nil, nil
	}
	wanted := make(map[string]bool)
	for _, w := range words {
		wanted[w] = true
	}
	paths := make(map[string][]string) // by blob
	var blobs []string
	for i := range snapshot.Files {
		f := &snapshot.Files[i]
		if !s.Authored(f, g) {
			continue
		}
		if paths[f.Blob] == nil {
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
		if err != nil || bytes.IndexByte(content[:min(len(content), 8000)], 0) >= 0 {
			return // what cannot be read says nothing
		}
		places := parse.Find(content, wanted)
		if len(places) == 0 {
			return
		}
		places = places[:min(len(places), maxPlaces)]
		for _, file := range paths[blobs[i]] {
			l := s.Languages.ByPath(file)
			if l != nil && l.Grammar != nil {
				p := parsers.Get()
				p.Tell(l, content, places)
				parsers.Put(p)
			}
			var versioned []facts.Span
			if l != nil && l.Versioned != nil {
				versioned = l.Versioned(content)
			}
			mu.Lock()
			for _, at := range places {
				found[at.Word] = append(found[at.Word], finding.Mention{Path: file, Line: at.Line, Kind: mentionKind(l, file, at.In), Versioned: isIn(versioned, at.Line)})
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

func isIn(spans []facts.Span, line int) bool {
	return slices.ContainsFunc(spans, func(s facts.Span) bool { return int(s.Start) <= line && line <= int(s.End) })
}

// mentionKind tells what a word is a part of, by the language of the file (nil for
// none), its path, and for code the text around.
func mentionKind(l *lang.Language, file string, in parse.Text) finding.MentionKind {
	switch {
	case l != nil && l.Grammar != nil:
		return [...]finding.MentionKind{parse.Code: finding.InCode, parse.Comment: finding.InComment, parse.String: finding.InString}[in]
	case docs[strings.ToLower(path.Ext(file))], path.Ext(file) == "" && path.Base(file) == strings.ToUpper(path.Base(file)):
		return finding.InDoc
	}
	return finding.InConfig
}
