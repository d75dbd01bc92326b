//go:build linux && !treesitter_fallback

#include "treesitter.h"

#include <stdio.h>
#include <stdlib.h>

// The public, stable C API of tree-sitter, as far as it is used here. The
// functions come from the objects of github.com/smacker/go-tree-sitter.
typedef uint16_t TSSymbol;
typedef uint16_t TSFieldId;

typedef struct {
	uint32_t row, column;
} TSPoint;

typedef struct {
	void *payload;
	const char *(*read)(void *payload, uint32_t byte, TSPoint, uint32_t *bytes_read);
	int encoding; // 0: UTF-8
} TSInput;

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

extern void *ts_parser_new(void);
extern void ts_parser_delete(void *);
extern bool ts_parser_set_language(void *, const void *language);
extern void ts_parser_set_cancellation_flag(void *, const size_t *);
extern void *ts_parser_parse(void *, const void *old_tree, TSInput);
extern void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *));
extern void ts_tree_delete(void *);
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

// What the parse that runs on this thread may still spend, and what tells it
// to stop. Outside of a parse nothing is counted.
static __thread uint64_t budget;
static __thread size_t *stop;

static void spend(uint64_t work)
{
	if (!stop) return;
	budget = work < budget ? budget - work : 0;
	if (budget == 0) __atomic_store_n(stop, 1, __ATOMIC_RELAXED);
}

static void *spend_memory(void *memory, size_t size)
{
	if (size > 0 && !memory) {
		fprintf(stderr, "out of memory: parser needs %zu bytes\n", size);
		abort(); // as tree-sitter does: it cannot go on
	}
	spend(size);
	return memory;
}

static void *spend_malloc(size_t size)
{
	return spend_memory(malloc(size), size);
}

static void *spend_calloc(size_t count, size_t size)
{
	return spend_memory(calloc(count, size), count * size);
}

static void *spend_realloc(void *memory, size_t size)
{
	return spend_memory(realloc(memory, size), size);
}

void count_allocations(void)
{
	ts_set_allocator(spend_malloc, spend_calloc, spend_realloc, free);
}

// The source is handed out in pieces, so that reading it again is noticed:
// scanners may look ahead as far as they like, for every token.
enum { PIECE = 1024, WORK_PER_BYTE_READ = 16 };

typedef struct {
	const char *text;
	uint32_t length;
} source_text;

static const char *read_piece(void *payload, uint32_t byte, TSPoint point, uint32_t *bytes_read)
{
	(void)point;
	const source_text *source = payload;
	*bytes_read = 0;
	if (__atomic_load_n(stop, __ATOMIC_RELAXED) || byte >= source->length) return "";
	uint32_t rest = source->length - byte;
	*bytes_read = rest < PIECE ? rest : PIECE;
	spend(*bytes_read * WORK_PER_BYTE_READ);
	return source->text + byte;
}

parsed parse_source(const void *language, const char *source, uint32_t length,
                    uint64_t most_work, size_t *stopped)
{
	parsed result = {NULL, 0};
	void *parser = ts_parser_new();
	ts_parser_set_cancellation_flag(parser, stopped);
	// A language of an unsupported version is not set, and then the parse fails.
	ts_parser_set_language(parser, language);

	source_text text = {source, length};
	TSInput input = {&text, read_piece, 0};
	budget = most_work;
	stop = stopped;
	result.tree = ts_parser_parse(parser, NULL, input);
	stop = NULL;
	ts_parser_delete(parser);
	if (result.tree && __atomic_load_n(stopped, __ATOMIC_RELAXED)) {
		// It came to the end of what it was given of the source.
		ts_tree_delete(result.tree);
		result.tree = NULL;
	}
	if (result.tree)
		result.node_count = ts_node_descendant_count(ts_tree_root_node(result.tree));
	return result;
}

void tree_delete(void *tree)
{
	ts_tree_delete(tree);
}

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
