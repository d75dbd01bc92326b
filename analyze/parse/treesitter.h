#ifndef NEXUS_CI_TREESITTER_H
#define NEXUS_CI_TREESITTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// count_allocations makes tree-sitter allocate through functions that count. It
// must be called once, before anything else of tree-sitter.
void count_allocations(void);

typedef struct {
	void *tree; // a TSTree, NULL when a limit was hit
	uint32_t node_count;
} parsed;

// parse_source parses a source in a TSLanguage. It stops when that takes more
// than most_work: bytes allocated, and bytes read times a factor. Every token,
// reduction and stack node costs some, so that no parse goes on without end. It
// stops too when another thread sets stopped, and sets it itself. Each source has
// a parser of its own: one that is used again has memory left, and would stop
// elsewhere.
parsed parse_source(const void *language, const char *source, uint32_t length,
                    uint64_t most_work, size_t *stopped);
void tree_delete(void *tree);

// lang.NodeFlags
enum { FLAG_NAMED = 1, FLAG_ERROR = 2, FLAG_MISSING = 4, FLAG_EXTRA = 8 };

// The layout of lang.Node. treesitter_c.go checks the size when it is compiled,
// a test compares the fields.
typedef struct {
	uint16_t kind, field, flags;
	int32_t size;
	uint32_t start, end;
	int32_t row, parent;
} flat_node;

// The language's numbers for those of the grammar.
typedef struct {
	const uint16_t *kinds, *flags, *fields;
	uint32_t symbol_count, field_count;
} symbol_table;

typedef struct {
	uint32_t count; // nodes written
	uint32_t cut; // nodes whose children lie deeper than max_depth and were left out
	int32_t first_cut_row;
	bool complete; // false: there was no room for all
} flat_result;

// flatten writes the nodes of a TSTree in pre-order.
flat_result flatten(const void *tree, const symbol_table *table,
                    flat_node *out, uint32_t capacity, uint32_t max_depth);

#endif
