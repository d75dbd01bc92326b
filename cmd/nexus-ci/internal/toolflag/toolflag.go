// Package toolflag makes command line flags of the parameters of query tools.
//
// In: a tool with its parameters as their schema describes them, and a command. Out: flags of the
// command, and the question that the user asks with them.
package toolflag

import (
	"encoding/json"
	"strings"

	"github.com/spf13/pflag"

	"github.com/nexus-ci/nexus-ci/analyze/query/schema"
)

// Add adds the flag of a parameter and returns the function that reads its value.
func Add(flags *pflag.FlagSet, parameter schema.Property) func() any {
	name, usage := Name(parameter), parameter.Description
	var about []string
	if len(parameter.Enum) > 0 {
		about = append(about, "`"+strings.Join(parameter.Enum, "|")+"`")
	}
	if parameter.Default != nil {
		about = append(about, "default: "+strings.Trim(string(parameter.Default), `"`))
	}
	if len(about) > 0 {
		usage += " (" + strings.Join(about, ", ") + ")"
	}
	switch parameter.Type {
	case "boolean":
		v := flags.Bool(name, false, usage)
		return func() any { return *v }
	case "integer":
		v := flags.Int(name, 0, usage)
		return func() any { return *v }
	case "number":
		v := flags.Float64(name, 0, usage)
		return func() any { return *v }
	case "array":
		v := flags.StringSlice(name, nil, usage)
		return func() any { return *v }
	case "object":
		v := flags.StringArray(name, nil, usage+" (`name=value`, any number of times)")
		return func() any { return entries(*v) }
	}
	v := flags.String(name, "", usage)
	return func() any { return *v }
}

// Name is the name of a parameter as a flag. Of an object, a flag gives one entry.
func Name(parameter schema.Property) string {
	name := strings.ReplaceAll(parameter.Name, "_", "-")
	if parameter.Type == "object" {
		name = strings.TrimSuffix(name, "s")
	}
	return name
}

// entries makes an object of name=value. A value that is no JSON is a string.
func entries(given []string) map[string]any {
	object := make(map[string]any)
	for _, entry := range given {
		name, text, _ := strings.Cut(entry, "=")
		var value any
		if json.Unmarshal([]byte(text), &value) != nil {
			value = text
		}
		object[name] = value
	}
	return object
}
