package valueflow

// pages is a list that grows by pages: no element is ever copied, so pointers to them stay valid.
// The zero value is empty.
type pages[T any] struct {
	list [][]T
	n    int32
}

const page = 1 << 10

// at returns element i.
func (p *pages[T]) at(i int32) *T { return &p.list[i/page][i%page] }

// add appends an element and returns its number.
func (p *pages[T]) add(v T) int32 {
	if int(p.n) == len(p.list)*page {
		p.list = append(p.list, make([]T, page))
	}
	p.n++
	*p.at(p.n - 1) = v
	return p.n - 1
}
