package analyze

import (
	"fmt"

	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/resolve"
)

// Stats are counts of one run. They depend on the state of the cache and are no
// part of a report.
type Stats struct {
	BaseFiles   int `json:"base_files"` // in the snapshots
	HeadFiles   int `json:"head_files"`
	Blobs       int `json:"blobs"` // with a language, each once for both sides
	CachedFiles int `json:"cached_files"`
	ParsedFiles int `json:"parsed_files"`
	ParsedBytes int `json:"parsed_bytes"`
	BaseNodes   int `json:"base_nodes"`
	BaseEdges   int `json:"base_edges"`
	HeadNodes   int `json:"head_nodes"`
	HeadEdges   int `json:"head_edges"`
	// StoredGraphs counts the sides whose graph the cache had.
	StoredGraphs int `json:"stored_graphs"`
	// ShiftedGraphs counts those that were made of the graph of the other side.
	ShiftedGraphs int `json:"shifted_graphs"`
	// DeltaGraphs counts those that were made of the graph of the other side and the code of some files.
	DeltaGraphs int `json:"delta_graphs"`
	// DamagedValues counts the graphs and the like that the cache had and that were made again.
	DamagedValues int `json:"damaged_values"`
	// DecodedBytes is the length of what was read from the cache: facts and graphs.
	DecodedBytes int `json:"decoded_bytes"`
	// Work is what the graphs of both sides took.
	Work resolve.Work `json:"work"`
}

func (s *line) stats(in *Input, base, head *index.Index) Stats {
	bg, hg, work, counts := base.Graph, head.Graph, base.Work, s.Counts()
	work.Add(head.Work)
	return Stats{
		BaseFiles: len(in.Base.Files), HeadFiles: len(in.Head.Files), Blobs: counts.Blobs, CachedFiles: counts.Cached,
		ParsedFiles: counts.Parsed, ParsedBytes: counts.ParsedBytes,
		BaseNodes: len(bg.Nodes), BaseEdges: bg.EdgeCount(), HeadNodes: len(hg.Nodes), HeadEdges: hg.EdgeCount(),
		StoredGraphs: s.index.Stored(), ShiftedGraphs: s.index.Shifted(), DeltaGraphs: s.index.Deltas(), DamagedValues: in.Cache.Damaged(), DecodedBytes: counts.DecodedBytes + s.index.DecodedBytes(), Work: work,
	}
}

// String returns the counts, one a line.
func (s Stats) String() string {
	return fmt.Sprintf("files(base): %d\nfiles(head): %d\nblobs: %d\ncached_files: %d\nparsed_files: %d\nparsed_bytes: %d\nbase: %d nodes, %d edges\nhead: %d nodes, %d edges\nstored_graphs: %d\nshifted_graphs: %d\ndelta_graphs: %d\ndamaged_values: %d\ndecoded_bytes: %d\nvalues: %d\nmembers: %d\nflows: %d\n",
		s.BaseFiles, s.HeadFiles, s.Blobs, s.CachedFiles, s.ParsedFiles, s.ParsedBytes, s.BaseNodes, s.BaseEdges, s.HeadNodes, s.HeadEdges, s.StoredGraphs, s.ShiftedGraphs, s.DeltaGraphs, s.DamagedValues,
		s.DecodedBytes, s.Work.Values, s.Work.Members, s.Work.Flows)
}
