package annotation

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/names"
)

// A typeForm is how a generic type of the standard library is represented in the facts.
type typeForm uint8

const (
	plainForm     typeForm = iota
	listForm               // a list of the first argument
	mapForm                // a map from the first to the second argument
	itemsForm              // list of pairs
	tupleForm              // tuple[A, B], tuple[A, ...]
	unionForm              // Union, Optional
	callableForm           // Callable[[A], R]
	classForm              // type[A]
	awaitableForm          // A after await
	coroutineForm          // the third argument after await
	firstForm              // the first argument: Annotated, Final, …
	annotatedForm          // the same; the other arguments are values
	literalForm            // the type of literal values
	selfForm               // an instance of the enclosing class
	boolForm               // TypeGuard[A]
	strForm                // AnyStr, LiteralString
	unknownForm            // no known type: Any, Never
	contextForm            // with, as a context manager, gives the first argument
	valueForm              // a container whose get returns the first argument
)

// typeForms are the types of builtins, typing and collections.abc, by name.
var typeForms = map[string]typeForm{
	"list": listForm, "List": listForm, "Sequence": listForm, "MutableSequence": listForm,
	"Iterable": listForm, "Iterator": listForm, "Collection": listForm, "Container": listForm, "Reversible": listForm,
	"set": listForm, "Set": listForm, "MutableSet": listForm, "AbstractSet": listForm,
	"frozenset": listForm, "FrozenSet": listForm, "deque": listForm, "Deque": listForm,
	"Generator": listForm, "AsyncIterable": listForm, "AsyncIterator": listForm, "AsyncGenerator": listForm,
	"KeysView": listForm, "ValuesView": listForm,
	"dict": mapForm, "Dict": mapForm, "Mapping": mapForm, "MutableMapping": mapForm,
	"defaultdict": mapForm, "DefaultDict": mapForm, "OrderedDict": mapForm, "ChainMap": mapForm,
	"ItemsView": itemsForm,
	"tuple":     tupleForm, "Tuple": tupleForm,
	"Union": unionForm, "Optional": unionForm,
	"Callable": callableForm,
	"type":     classForm, "Type": classForm,
	"Awaitable": awaitableForm, "Future": awaitableForm, "Task": awaitableForm,
	"Coroutine": coroutineForm,
	"ClassVar":  firstForm, "Final": firstForm, "Required": firstForm, "NotRequired": firstForm,
	"ReadOnly": firstForm, "InitVar": firstForm, "Unpack": firstForm,
	"Annotated": annotatedForm,
	"Literal":   literalForm,
	"Self":      selfForm,
	"TypeGuard": boolForm, "TypeIs": boolForm,
	"AnyStr": strForm, "Text": strForm, "LiteralString": strForm,
	"Any": unknownForm, "NoReturn": unknownForm, "Never": unknownForm, "Concatenate": unknownForm,
	"ContextManager": contextForm, "AbstractContextManager": contextForm,
	"AsyncContextManager": contextForm, "AbstractAsyncContextManager": contextForm,
	"ContextVar": valueForm, "Queue": valueForm, "SimpleQueue": valueForm, "LifoQueue": valueForm, "PriorityQueue": valueForm,
}

// form returns the form of a type name. A class that the file defines or imports from elsewhere has
// none, even if it has such a name.
func (r *Reader) form(qualifier, name string) typeForm {
	form, ok := typeForms[name]
	if !ok {
		return plainForm
	}
	if qualifier != "" {
		o := r.names.Origins[qualifier]
		if o.Name != "" || o.Module == "" {
			return plainForm
		}
		return libraryForm(o.Module, form)
	}
	if o, imported := r.names.Origins[name]; imported {
		switch name {
		case "Literal", "Annotated", "Optional", "Union", "Any", "ClassVar": // nearly always those of typing
			return form
		}
		return libraryForm(o.Module, form)
	}
	if r.names.Defined[name] {
		return plainForm
	}
	if id, defined := r.names.Member(facts.None, name); defined && r.f.Defs[id].Kind != facts.TypeDef {
		return plainForm
	}
	return form
}

func libraryForm(module string, form typeForm) typeForm {
	switch module {
	case "collections", "asyncio", "contextlib", "contextvars", "dataclasses", "builtins", "concurrent.futures", "queue":
		return form
	}
	if names.IsTyping(module) {
		return form
	}
	return plainForm
}
