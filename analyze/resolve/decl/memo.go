package decl

// A Memo has a value for each of the expressions of a file, the zero value at first. It takes memory from the first use
// on: few files of a delta need one.
type Memo[T any] struct{ list []T }

// At returns the place of value i of n.
func (m *Memo[T]) At(i, n int) *T {
	if m.list == nil {
		m.list = make([]T, n)
	}
	return &m.list[i]
}

// Clear sets all values to the zero value.
func (m *Memo[T]) Clear() { clear(m.list) }
