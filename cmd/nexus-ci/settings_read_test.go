package main

import (
	"go/ast"
	"path"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/nexus-ci/nexus-ci/config"
)

// Every key is read by something: its field is selected, other than to be set, outside of
// the files that define keys, in the package that has it, of a variable conf, or of a field
// that has the name of its type, as in e.SearchLimits.K.
func TestEveryKeyIsRead(t *testing.T) {
	c := config.Default()
	type field struct {
		at   unsafe.Pointer
		kind reflect.Type
	}
	fields, ofType := make(map[field]string), make(map[field]string)
	var note func(v reflect.Value)
	note = func(v reflect.Value) {
		for i := range v.NumField() {
			f := v.Field(i)
			at, name := field{f.Addr().UnsafePointer(), f.Type()}, "."+v.Type().Field(i).Name
			fields[at], ofType[at] = packageDir(v.Type())+name, v.Type().Name()+name
			if f.Kind() == reflect.Struct {
				note(f)
			}
		}
	}
	note(reflect.ValueOf(c).Elem())

	reads := make(map[string]bool)
	for _, s := range sources(t) {
		if s.path == "config/config.go" || s.path == "config/search.go" {
			continue
		}
		set := make(map[ast.Node]bool)
		ast.Inspect(s.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, left := range n.Lhs {
					set[left] = true
				}
			case *ast.SelectorExpr:
				if !set[n] {
					reads[path.Dir(s.path)+"."+n.Sel.Name] = true
					if of, ok := n.X.(*ast.SelectorExpr); ok {
						reads[of.Sel.Name+"."+n.Sel.Name] = true
					}
					if of := calledName(&ast.CallExpr{Fun: n.X}); of == "conf" || strings.HasSuffix(of, ".conf") {
						reads["config."+n.Sel.Name] = true
					}
				}
			}
			return true
		})
	}
	for _, s := range c.Settings() {
		v := reflect.ValueOf(s.Value)
		at := field{v.UnsafePointer(), v.Type().Elem()}
		if name := fields[at]; name == "" {
			t.Errorf("%s: is no field of the configuration", s.Key)
		} else if !reads[name] && !reads[ofType[at]] {
			t.Errorf("%s: nothing reads %s", s.Key, name)
		}
	}
}

func packageDir(t reflect.Type) string {
	return strings.TrimPrefix(t.PkgPath(), module+"/")
}
