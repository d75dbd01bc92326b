package main

import (
	"slices"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A shell completes the value of every flag that takes one of few words, or tells what
// kind of file it is.
func TestFlagsAreCompleted(t *testing.T) {
	anyFile := []string{"output"}
	flags := 0
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.NoOptDefVal != "" || slices.Contains(anyFile, f.Name) {
				return
			}
			flags++
			if _, ok := cmd.GetFlagCompletionFunc(f.Name); !ok {
				t.Errorf("%s --%s: nothing completes its value", cmd.CommandPath(), f.Name)
			}
		})
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	visit((&program{}).command())
	if flags < 10 {
		t.Errorf("only %d flags", flags)
	}
}
