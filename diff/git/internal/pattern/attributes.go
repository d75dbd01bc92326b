package pattern

import (
	"bytes"
	"strings"
)

// Attributes are those attributes in .gitattributes that decide what git stores for a
// file on disk (gitattributes(5)). The empty string means unspecified.
type Attributes struct {
	text   string // "set", "unset" or "auto"
	eol    string // "lf" or "crlf"
	Filter string // name of a filter that git would run
}

// An AttributeFile is a .gitattributes file.
type AttributeFile struct {
	File
	values []Attributes // of each rule
}

// ParseAttributes reads a .gitattributes file. Macros other than binary are not supported; they
// are rare.
func ParseAttributes(dir, content string, foldCase bool) AttributeFile {
	f := AttributeFile{File: File{dir: dir}}
	for line := range strings.Lines(strings.TrimPrefix(content, "\ufeff")) {
		pattern, rest := cutPattern(strings.TrimSpace(line))
		if pattern == "" || strings.HasPrefix(pattern, "#") || strings.HasPrefix(pattern, "[attr]") || strings.HasPrefix(pattern, "!") {
			continue
		}
		r, ok := f.parseRule(pattern, foldCase)
		if !ok {
			continue
		}
		f.Rules = append(f.Rules, r)
		f.values = append(f.values, parseValues(strings.Fields(rest)))
	}
	return f
}

// cutPattern splits a line at the end of its pattern, which may be quoted.
func cutPattern(line string) (pattern, rest string) {
	if !strings.HasPrefix(line, `"`) {
		if end := strings.IndexAny(line, " \t"); end >= 0 {
			return line[:end], line[end:]
		}
		return line, ""
	}
	var out []byte
	for i := 1; i < len(line); i++ {
		switch {
		case line[i] == '"':
			return string(out), line[i+1:]
		case line[i] == '\\' && i+1 < len(line):
			i++
		}
		out = append(out, line[i])
	}
	return "", ""
}

func parseValues(words []string) Attributes {
	var a Attributes
	for _, w := range words {
		switch key, value, _ := strings.Cut(w, "="); key {
		case "text", "crlf":
			switch value {
			case "":
				a.text = "set"
			case "auto":
				a.text = "auto"
			case "input": // a value of crlf, the old name of text
				a.text, a.eol = "set", "lf"
			}
		case "-text", "-crlf", "binary":
			a.text = "unset"
		case "!text":
			a.text = "unspecified"
		case "eol":
			a.eol = value
		case "filter":
			a.Filter = value
		case "-filter", "!filter":
			a.Filter = "none"
		}
	}
	return a
}

// AttributesOf combines the attributes of path in files, which have increasing priority.
func AttributesOf(files []AttributeFile, path string, work *Budget) Attributes {
	var a Attributes
	set := func(to *string, value string) {
		if *to == "" {
			*to = value
		}
	}
	for i := len(files) - 1; i >= 0; i-- {
		f := &files[i]
		for j := len(f.Rules) - 1; j >= 0; j-- {
			if !f.Rules[j].matches(f.dir, path, false, work) {
				continue
			}
			set(&a.text, f.values[j].text)
			set(&a.eol, f.values[j].eol)
			set(&a.Filter, f.values[j].Filter)
		}
	}
	return a
}

// An eolRule says whether git stores a file with its line ends normalised.
type eolRule uint8

const (
	eolKeep eolRule = iota
	eolAuto         // if it looks like text
	eolText         // always
)

// EolRule applies the attributes and core.autocrlf.
func (a Attributes) EolRule(autocrlf string) eolRule {
	switch {
	case a.text == "unset":
		return eolKeep
	case a.text == "auto":
		return eolAuto
	case a.text == "set", a.eol != "" && a.text == "":
		return eolText
	}
	switch strings.ToLower(autocrlf) {
	case "true", "input", "yes", "on", "1":
		return eolAuto
	}
	return eolKeep
}

// Normalise returns content with the line ends that git would store. before returns what is
// stored now, or nil: with eolAuto, text that is stored with CRLF keeps it.
func Normalise(content []byte, rule eolRule, before func() []byte) []byte {
	if rule == eolKeep || !bytes.Contains(content, Crlf) {
		return content
	}
	if rule == eolAuto && (looksBinary(content) || bytes.Contains(before(), Crlf)) {
		return content
	}
	return bytes.ReplaceAll(content, Crlf, Crlf[1:])
}

// Crlf is a line end that git may store as "\n".
var Crlf = []byte("\r\n")

// looksBinary is git's test before it converts line ends: a NUL byte, a single carriage
// return, or more than one unprintable byte in 128.
func looksBinary(content []byte) bool {
	printable, unprintable := 0, 0
	for i, c := range content {
		switch {
		case c == 0:
			return true
		case c == '\r':
			if i+1 == len(content) || content[i+1] != '\n' {
				return true
			}
		case c == '\n':
		case c == 0x7f, c < ' ' && c != '\b' && c != '\t' && c != '\f' && c != 0x1b:
			unprintable++
		default:
			printable++
		}
	}
	return printable/128 < unprintable
}
