//go:build linux && !treesitter_fallback

#include "flatten.h"

// The public, stable C API of tree-sitter, as far as it is used here. The
// functions come from the objects of github.com/smacker/go-tree-sitter.
typedef uint16_t TSSymbol;
typedef uint16_t TSFieldId;

typedef struct {
	uint32_t row, column;
} TSPoint;

typedef struct {
	uint32_t context[4];
	const void *id;
	const void *tree;
} TSNode;

typedef struct {
	const void *tree;
	const void *id;
	uint32_t context[3];
} TSTreeCursor;

extern TSNode ts_tree_root_node(const void *tree);
extern uint32_t ts_node_descendant_count(TSNode);
extern TSSymbol ts_node_symbol(TSNode);
extern uint32_t ts_node_start_byte(TSNode);
extern uint32_t ts_node_end_byte(TSNode);
extern TSPoint ts_node_start_point(TSNode);
extern bool ts_node_is_missing(TSNode);
extern bool ts_node_is_extra(TSNode);
extern TSTreeCursor ts_tree_cursor_new(TSNode);
extern void ts_tree_cursor_delete(TSTreeCursor *);
extern TSNode ts_tree_cursor_current_node(const TSTreeCursor *);
extern TSFieldId ts_tree_cursor_current_field_id(const TSTreeCursor *);
extern bool ts_tree_cursor_goto_first_child(TSTreeCursor *);
extern bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *);
extern bool ts_tree_cursor_goto_parent(TSTreeCursor *);

static const TSSymbol symbol_error = (TSSymbol)-1;

static void fill(flat_node *out, const TSTreeCursor *cursor, int32_t parent,
                 const symbol_table *t)
{
	TSNode node = ts_tree_cursor_current_node(cursor);
	TSSymbol symbol = ts_node_symbol(node);
	TSFieldId field = ts_tree_cursor_current_field_id(cursor);

	out->kind = symbol < t->symbol_count ? t->kinds[symbol] : 0;
	out->field = field < t->field_count ? t->fields[field] : 0;
	out->flags = symbol < t->symbol_count ? t->flags[symbol] : 0;
	if (symbol == symbol_error) out->flags |= FLAG_NAMED | FLAG_ERROR;
	if (ts_node_is_missing(node)) out->flags |= FLAG_MISSING;
	if (ts_node_is_extra(node)) out->flags |= FLAG_EXTRA;
	out->size = 1;
	out->start = ts_node_start_byte(node);
	out->end = ts_node_end_byte(node);
	out->row = (int32_t)ts_node_start_point(node).row;
	out->parent = parent;
}

uint32_t node_count(const void *tree)
{
	return ts_node_descendant_count(ts_tree_root_node(tree));
}

// The walk keeps no stack of its own: the way up is in the parent indices that
// are already written. So depth costs no C stack.
flat_result flatten(const void *tree, const symbol_table *table,
                    flat_node *out, uint32_t capacity, uint32_t max_depth)
{
	flat_result result = {0, 0, -1, false};
	TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
	uint32_t n = 0, depth = 1;
	int32_t parent = -1;
	while (n < capacity) {
		fill(&out[n], &cursor, parent, table);
		int32_t current = (int32_t)n++;
		if (ts_tree_cursor_goto_first_child(&cursor)) {
			if (depth < max_depth) {
				parent = current;
				depth++;
				continue;
			}
			ts_tree_cursor_goto_parent(&cursor);
			if (result.cut++ == 0) result.first_cut_row = out[current].row;
		}
		while (parent >= 0 && !ts_tree_cursor_goto_next_sibling(&cursor)) {
			ts_tree_cursor_goto_parent(&cursor);
			out[parent].size = (int32_t)n - parent;
			parent = out[parent].parent;
			depth--;
		}
		if (parent < 0) {
			result.complete = true;
			break;
		}
	}
	ts_tree_cursor_delete(&cursor);
	result.count = n;
	return result;
}
