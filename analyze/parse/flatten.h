#ifndef NEXUS_CI_FLATTEN_H
#define NEXUS_CI_FLATTEN_H

#include <stdbool.h>
#include <stdint.h>

// lang.NodeFlags
enum { FLAG_NAMED = 1, FLAG_ERROR = 2, FLAG_MISSING = 4, FLAG_EXTRA = 8 };

// The layout of lang.Node; flatten_c.go checks the size when it compiles and
// the start-up test the fields.
typedef struct {
	uint16_t kind, field, flags;
	int32_t size;
	uint32_t start, end;
	int32_t row, parent;
} flat_node;

// What the grammar's numbers are called by the language.
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

// node_count returns the number of nodes of a TSTree.
uint32_t node_count(const void *tree);

// flatten writes the nodes of a TSTree in pre-order.
flat_result flatten(const void *tree, const symbol_table *table,
                    flat_node *out, uint32_t capacity, uint32_t max_depth);

#endif
