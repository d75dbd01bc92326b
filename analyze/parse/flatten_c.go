//go:build linux && !treesitter_fallback

package parse

// #include "flatten.h"
import "C"

import (
	"runtime"
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// The C code writes lang.Nodes: compiling fails when the sizes differ.
const (
	_ = uint(unsafe.Sizeof(lang.Node{}) - C.sizeof_flat_node)
	_ = uint(C.sizeof_flat_node - unsafe.Sizeof(lang.Node{}))
)

// flatten fills nodes, which it may grow, with the tree.
func flatten(t *sitter.Tree, s *symbols, nodes []lang.Node, maxNodes, maxDepth int) flattened {
	// The binding keeps the C tree in the first field of BaseTree and has no
	// accessor. TestFlattenAgrees and every parse of langtest would notice.
	tree := *(*unsafe.Pointer)(unsafe.Pointer(t.BaseTree))
	defer runtime.KeepAlive(t)

	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&s.kinds[0])
	pin.Pin(&s.flags[0])
	pin.Pin(&s.fields[0])
	table := C.symbol_table{
		kinds:        (*C.uint16_t)(&s.kinds[0]),
		flags:        (*C.uint16_t)(&s.flags[0]),
		fields:       (*C.uint16_t)(&s.fields[0]),
		symbol_count: C.uint32_t(len(s.kinds)),
		field_count:  C.uint32_t(len(s.fields)),
	}
	room := min(int(C.node_count(tree)), maxNodes)
	if room > cap(nodes) {
		nodes = make([]lang.Node, room+room/4)
	}
	nodes = nodes[:room]
	r := C.flatten(tree, &table, (*C.flat_node)(unsafe.Pointer(&nodes[0])), C.uint32_t(room), C.uint32_t(maxDepth))
	return flattened{nodes: nodes[:r.count], tooMany: !bool(r.complete), cut: int(r.cut), cutRow: int32(r.first_cut_row)}
}
