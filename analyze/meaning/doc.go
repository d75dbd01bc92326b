// Package meaning says which names mean something else in two states of a repository.
//
// In: the facts of the two versions of a file (DifferenceOf), or of a file that did not change with the names that do
// (File.Reached, File.Mentions, File.Led). Out: the names that mean something else because of it, with where they can be
// used (Effect).
package meaning
