package object

// deltaSizes reads the header of a delta. It returns the sizes of its base and of its result, and
// the instructions.
func deltaSizes(delta []byte) (base, result int64, rest []byte, err error) {
	base, rest, ok := deltaSize(delta)
	if ok {
		result, rest, ok = deltaSize(rest)
	}
	if !ok {
		return 0, 0, nil, Corrupt("delta is cut short")
	}
	return base, result, rest, nil
}

func deltaSize(b []byte) (n int64, rest []byte, ok bool) {
	for shift := 0; shift < 56; shift += 7 {
		if len(b) == 0 {
			return 0, nil, false
		}
		c := b[0]
		b = b[1:]
		n |= int64(c&0x7f) << shift
		if c&0x80 == 0 {
			return n, b, true
		}
	}
	return 0, nil, false
}

// applyDelta appends the result of applying delta to base to dst, which is empty. The
// result never grows beyond the declared size.
func applyDelta(dst, base, delta []byte) ([]byte, error) {
	baseSize, size, rest, err := deltaSizes(delta)
	if err != nil {
		return nil, err
	}
	if baseSize != int64(len(base)) {
		return nil, Corrupt("delta does not fit its base")
	}
	for len(rest) > 0 {
		op := rest[0]
		rest = rest[1:]
		var piece []byte
		switch {
		case op == 0:
			return nil, Corrupt("delta with an unknown instruction")
		case op < 0x80: // the next op bytes are new
			if int(op) > len(rest) {
				return nil, Corrupt("delta is cut short")
			}
			piece, rest = rest[:op], rest[op:]
		default: // copy from base
			var at, n int64
			for bit := range 7 {
				if op&(1<<bit) == 0 {
					continue
				}
				if len(rest) == 0 {
					return nil, Corrupt("delta is cut short")
				}
				if bit < 4 {
					at |= int64(rest[0]) << (8 * bit)
				} else {
					n |= int64(rest[0]) << (8 * (bit - 4))
				}
				rest = rest[1:]
			}
			if n == 0 {
				n = 0x10000
			}
			if at+n > int64(len(base)) {
				return nil, Corrupt("delta copies from beyond its base")
			}
			piece = base[at : at+n]
		}
		if int64(len(dst)+len(piece)) > size {
			return nil, Corrupt("delta makes more than it declares")
		}
		dst = append(dst, piece...)
	}
	if int64(len(dst)) != size {
		return nil, Corrupt("delta makes less than it declares")
	}
	return dst, nil
}
