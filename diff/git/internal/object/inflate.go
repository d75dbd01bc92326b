package object

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zlib"
)

// An inflater decompresses one zlib stream after another.
type inflater struct {
	stream io.ReadCloser
	head   *bufio.Reader // for the header of loose objects
}

func (z *inflater) reset(src io.Reader) error {
	var err error
	if z.stream == nil {
		z.stream, err = zlib.NewReader(src)
	} else {
		err = z.stream.(zlib.Resetter).Reset(src, nil)
	}
	return inflateError(err)
}

// inflate appends a stream of exactly size bytes to dst, which is empty.
func (z *inflater) inflate(src io.Reader, dst []byte, size int64) ([]byte, error) {
	if err := z.reset(src); err != nil {
		return nil, err
	}
	return z.fill(z.stream, dst, size)
}

// fill reads size bytes and then the end of the stream, which verifies its checksum.
func (z *inflater) fill(src io.Reader, dst []byte, size int64) ([]byte, error) {
	dst = slices.Grow(dst, int(size))[:size]
	if _, err := io.ReadFull(src, dst); err != nil {
		return nil, inflateError(err)
	}
	var more [1]byte
	if n, err := io.ReadFull(src, more[:]); n > 0 {
		return nil, Corrupt("object is longer than it declares")
	} else if err != io.EOF {
		return nil, inflateError(err)
	}
	return dst, nil
}

func inflateError(err error) error {
	if err == nil {
		return nil
	}
	return Corrupt("decompress object: %v", err)
}

// openLoose reads the header of a loose object: its type, its size and a NUL.
func (z *inflater) openLoose(src io.Reader) (kind, int64, error) {
	if err := z.reset(src); err != nil {
		return 0, 0, err
	}
	if z.head == nil {
		z.head = bufio.NewReaderSize(nil, 512)
	}
	z.head.Reset(z.stream)
	header, err := z.head.ReadSlice(0)
	if err != nil {
		return 0, 0, Corrupt("object without a header")
	}
	name, digits, _ := strings.Cut(string(header[:len(header)-1]), " ")
	size, err := strconv.ParseInt(digits, 10, 64)
	k := map[string]kind{"commit": Commit, "tree": Tree, "blob": Blob, "tag": Tag}[name]
	if err != nil || size < 0 || k == 0 {
		return 0, 0, Corrupt("object with the header %q", header)
	}
	return k, size, nil
}

// rest appends the content of the loose object opened last to dst.
func (z *inflater) rest(dst []byte, size int64) ([]byte, error) {
	return z.fill(z.head, dst, size)
}
