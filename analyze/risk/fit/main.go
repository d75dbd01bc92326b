// Command fit fits the weights of the likelihood models of package risk, and measures how
// well they rank the changes of projects that they were not fitted to.
//
//	go run ./analyze/risk/fit -data ../shared/risk -repos clones [-measures file]
//
// In: data/train/<owner>__<name>.csv, one change a row with the columns base, head,
// y_trouble, y_hard and churn, and a clone of each project at repos/<owner>__<name>; a
// project without a clone is left out. Out: the weights for analyze/risk/likelihood.go and
// the tables of docs/rating.md. What the models look at is measured by analyze.Run on
// the changed files alone, and kept in the file of measures: it takes most of the time.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
)

func main() {
	data := flag.String("data", "", "`directory` of the labelled changes")
	repos := flag.String("repos", "", "`directory` of the clones")
	measures := flag.String("measures", "", "keep what was measured in `file`, and read it from there the next time")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, *data, *repos, *measures); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, data, repos, measures string) error {
	units, err := load(measures)
	if errors.Is(err, os.ErrNotExist) {
		if units, err = measure(ctx, data, repos); err == nil && measures != "" {
			err = save(measures, units)
		}
	}
	if err != nil {
		return err
	}
	fmt.Fprint(out, "typical:")
	for _, in := range inputs {
		fmt.Fprintf(out, " %s %.1f", in.name, in.median(units))
	}
	fmt.Fprintln(out)
	for _, m := range []struct {
		name   string
		inputs []input
	}{{"with history", inputs}, {"alone", slices.DeleteFunc(slices.Clone(inputs), func(in input) bool { return in.name == "recent fixes" })}} {
		fmt.Fprintf(out, "\n== %s\n", m.name)
		f := fit(units, m.inputs)
		fmt.Fprintln(out, f.text(m.inputs))
		evaluate(out, units, m.inputs)
	}
	return nil
}

// load reads measures; without a file there are none.
func load(file string) ([]unit, error) {
	if file == "" {
		return nil, os.ErrNotExist
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var units []unit
	if err := json.Unmarshal(content, &units); err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	return units, nil
}

func save(file string, units []unit) error {
	content, err := json.Marshal(units)
	if err != nil {
		return err
	}
	return os.WriteFile(file, content, 0o666)
}
