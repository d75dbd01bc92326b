package object

// An object is the type and the content of a stored object.
type object struct {
	kind    kind
	content []byte
}

// maxBases is the number of bytes of delta bases kept per reader. Trees need it most: the root
// trees of neighbouring commits form one long chain.
const maxBases = 16 << 20

// A baseCache keeps recently used bases of deltas, in two generations: when the younger one is
// full, it replaces the older one.
type baseCache struct {
	young, old map[Place]object
	size       int // of young
}

func (c *baseCache) get(at Place) (object, bool) {
	if o, ok := c.young[at]; ok {
		return o, true
	}
	o, ok := c.old[at]
	if ok {
		c.put(at, o)
	}
	return o, ok
}

func (c *baseCache) put(at Place, o object) {
	if len(o.content) > maxBases/2 {
		return
	}
	if c.young == nil || c.size+len(o.content) > maxBases/2 {
		c.young, c.old, c.size = make(map[Place]object), c.young, 0
	}
	c.young[at] = o
	c.size += len(o.content)
}
