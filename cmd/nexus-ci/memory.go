package main

import (
	"runtime/debug"
)

// limitMemory makes the garbage collector work harder before the limit, unless the
// environment has asked for that earlier.
func limitMemory(limit int64) {
	if limit > 0 && limit < debug.SetMemoryLimit(-1) {
		debug.SetMemoryLimit(limit)
	}
}
