package engine

import "slices"

// A Layer is a part of the project that the configuration names.
type Layer struct {
	Name        string
	Description string
	Paths       []string // patterns of paths, such as src/**
}

// Holds returns a function that reports whether a path is in the layer.
func (l *Layer) Holds() (func(path string) bool, error) {
	var fits []func(string) bool
	for _, pattern := range l.Paths {
		fit, err := PathFilter("layers", pattern)
		if err != nil {
			return nil, err
		}
		fits = append(fits, fit)
	}
	return func(path string) bool {
		return slices.ContainsFunc(fits, func(fit func(string) bool) bool { return fit(path) })
	}, nil
}
