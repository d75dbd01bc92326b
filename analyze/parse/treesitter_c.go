//go:build linux && !treesitter_fallback

package parse

// #include "treesitter.h"
import "C"

import (
	"context"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// The C code writes values of type lang.Node: the program does not compile if the sizes differ.
const (
	_ = uint(unsafe.Sizeof(lang.Node{}) - C.sizeof_flat_node)
	_ = uint(C.sizeof_flat_node - unsafe.Sizeof(lang.Node{}))
)

// The C code reads, as a size_t, a word that another goroutine sets.
const (
	_ = uint(unsafe.Sizeof(uintptr(0)) - C.sizeof_size_t)
	_ = uint(C.sizeof_size_t - unsafe.Sizeof(uintptr(0)))
)

// countAllocations enables counting for the whole process.
var countAllocations = sync.OnceFunc(func() { C.count_allocations() })

// A treeParser runs tree-sitter for one grammar. The binding links the runtime and the grammars.
// treeParser calls them directly, to count allocations and to copy the tree in one call.
type treeParser struct{ language unsafe.Pointer }

func newTreeParser(g *sitter.Language) *treeParser {
	countAllocations()
	// The binding keeps the TSLanguage in its only field and has no accessor.
	// UnsafePointer panics if that ever changes.
	return &treeParser{reflect.ValueOf(g).Elem().Field(0).UnsafePointer()}
}

func (p *treeParser) close() {} // nothing to free, unlike cursorParser

// parse parses src and stores the tree in nodes, which it may reallocate. It stops soon after
// ctx is done.
func (p *treeParser) parse(ctx context.Context, src []byte, s *symbols, nodes []lang.Node, lim Limits) flattened {
	most := C.uint64_t(freeWork + lim.MaxWork*len(src))
	stopped := new(uintptr)
	if ctx.Err() != nil {
		*stopped = 1
	}
	defer context.AfterFunc(ctx, func() { atomic.StoreUintptr(stopped, 1) })()
	r := C.parse_source(p.language, (*C.char)(unsafe.Pointer(unsafe.SliceData(src))), C.uint32_t(len(src)), most, (*C.size_t)(unsafe.Pointer(stopped)))
	if r.tree == nil {
		return flattened{nodes: nodes, gaveUp: true}
	}
	defer C.tree_delete(r.tree)

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
	room := min(int(r.node_count), lim.MaxNodes)
	if room > cap(nodes) {
		nodes = make([]lang.Node, room+room/4)
	}
	nodes = nodes[:room]
	flat := C.flatten(r.tree, &table, (*C.flat_node)(unsafe.Pointer(&nodes[0])), C.uint32_t(room), C.uint32_t(lim.MaxDepth))
	return flattened{nodes: nodes[:flat.count], tooMany: !bool(flat.complete), cut: int(flat.cut), cutRow: int32(flat.first_cut_row)}
}
