package elixir

import (
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// unit is the key of the scope that all files share.
const unit = "elixir"

// A linker finds the files of modules.
type linker struct{ modules map[string]string }

func newLinker(p lang.Project) lang.Linker {
	l := linker{modules: make(map[string]string)}
	for _, file := range p.Paths() {
		f := p.Facts(file)
		if f == nil {
			continue
		}
		for i := range f.Defs {
			if d := &f.Defs[i]; d.Parent == facts.None && d.Kind.IsType() && l.modules[d.Name] == "" {
				l.modules[d.Name] = file
			}
		}
	}
	return l
}

// Link returns the file that defines the module source.
func (l linker) Link(_, source, _ string) lang.Target {
	if file := l.modules[source]; file != "" {
		return lang.Target{Unit: file}
	}
	return lang.Target{External: true}
}

// isTest reports whether a file contains tests.
func isTest(file string) bool {
	return strings.HasSuffix(path.Base(file), "_test.exs") || strings.HasPrefix(file, "test/") || strings.Contains(file, "/test/")
}

// universe returns the functions and macros of Kernel and of ExUnit, and the modules that come with Elixir.
func universe() map[string]string {
	names := make(map[string]string)
	for name := range strings.FieldsSeq(`abs alias and apply assert assert_raise assert_receive assert_received binary_part binary_slice binding bit_size
		byte_size case catch_error catch_exit catch_throw ceil cond dbg def defdelegate defexception defguard defguardp defimpl defmacro defmacrop
		defmodule defoverridable defp defprotocol defstruct describe destructure div doctest elem exit flunk floor for function_exported? get_and_update_in
		get_in hd if import in inspect is_atom is_binary is_bitstring is_boolean is_exception is_float is_function is_integer is_list is_map
		is_map_key is_nil is_number is_pid is_port is_reference is_struct is_tuple length macro_exported? make_ref map_size match? max min node not on_exit
		pop_in property put_elem put_in quote raise receive refute refute_receive refute_received rem require reraise round self send setup setup_all
		sigil_D sigil_c sigil_r sigil_s sigil_w spawn spawn_link spawn_monitor start_supervised start_supervised! struct struct! super tag tap test
		then throw tl to_charlist to_string to_timeout trunc try tuple_size unless unquote unquote_splicing update_in use var! with
		Access Agent Application ArgumentError Atom Base Bitwise Calendar Calendar.ISO Code Date DateTime DynamicSupervisor EEx Enum Enumerable Exception
		ExUnit ExUnit.Assertions ExUnit.Callbacks ExUnit.Case ExUnit.CaptureIO ExUnit.CaptureLog File File.Stat File.Stream Float Function GenServer IO
		IO.ANSI Inspect Inspect.Algebra Integer JSON Kernel Kernel.SpecialForms Keyword KeyError List Logger Macro Macro.Env Map MapSet MatchError Mix
		Mix.Config Mix.Project Mix.Shell Mix.Task Module NaiveDateTime Node OptionParser Path Port Process Protocol Range Record Regex Registry
		RuntimeError Stream String String.Chars StringIO Supervisor System Task Task.Supervisor Time Tuple URI Version`) {
		names[name] = ""
	}
	return names
}
