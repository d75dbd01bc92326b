package engine

import "slices"

// A Layer is a part of the project by its configuration.
type Layer struct {
	Name        string
	Description string
	Paths       []string // patterns of paths, such as src/**
}

// Holds returns what tells the files of a layer by their paths.
func (l *Layer) Holds() (func(path string) bool, error) {
	var fits []func(string) bool
	for _, pattern := range l.Paths {
		fit, err := pathFilter("layers", pattern)
		if err != nil {
			return nil, err
		}
		fits = append(fits, fit)
	}
	return func(path string) bool {
		return slices.ContainsFunc(fits, func(fit func(string) bool) bool { return fit(path) })
	}, nil
}
