package cache

import (
	"bufio"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// A bundle is the files of a cache directory as one value: per file the length of its name (1 byte),
// the name, its size (8 bytes, little-endian) and its content; all compressed.
var bundled = lazyregexp.New(`^v1-[0-9a-f]{32}\.(segment|large)$`)

// maxBundle bounds the files of a bundle, together.
const maxBundle = 1 << 30

// Export writes the files of the closed cache in dir as one value.
func Export(dir string, w io.Writer) error {
	packed, err := flate.NewWriter(w, flate.BestSpeed)
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(dir) // in the order of names
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !bundled.MatchString(e.Name()) || !e.Type().IsRegular() {
			continue
		}
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		header := append([]byte{byte(len(e.Name()))}, e.Name()...)
		header = binary.LittleEndian.AppendUint64(header, uint64(len(content)))
		for _, part := range [][]byte{header, content} {
			if _, err := packed.Write(part); err != nil {
				return err
			}
		}
	}
	return packed.Close()
}

var errBundle = errors.New("damaged bundle")

// Import adds the files of a value that Export has written to the cache in dir, which may be in use. It
// is an error if a name is not one of a file of a cache, or if the files are larger than maxBundle.
func Import(dir string, r io.Reader) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	unpacked := bufio.NewReader(flate.NewReader(r))
	for left := int64(maxBundle); ; {
		length, err := unpacked.ReadByte()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return errBundle
		}
		header := make([]byte, int(length)+8)
		if _, err := io.ReadFull(unpacked, header); err != nil {
			return errBundle
		}
		name, size := string(header[:length]), binary.LittleEndian.Uint64(header[length:])
		if !bundled.MatchString(name) || size > uint64(left) {
			return fmt.Errorf("%w: a file %.40q of %d bytes", errBundle, name, size)
		}
		left -= int64(size)
		err = writeFile(filepath.Join(dir, name), func(w io.Writer) error {
			n, err := io.Copy(w, io.LimitReader(unpacked, int64(size)))
			if err == nil && n != int64(size) {
				err = errBundle
			}
			return err
		})
		if err != nil {
			return err
		}
	}
}
