package cache

import (
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
)

// A large value has a file of its own, named after its key: the value, its CRC 4, magic 8.
// Such values are superseded as a whole, so they must not keep a segment alive, and the
// oldest go first.
const (
	largeSuffix = ".large"
	largeMagic  = "nexularg"
	largeFooter = 12
	// largeParts is the share of maxBytes that they may take, beside the segments.
	largeParts = 4
)

func (c *Cache) largePath(key Key) string {
	return filepath.Join(c.dir, segmentPrefix+hex.EncodeToString(key[:16])+largeSuffix)
}

// GetLarge returns the value that PutLarge stored under key.
func (c *Cache) GetLarge(key Key) ([]byte, bool) {
	if c == nil {
		return nil, false
	}
	path := c.largePath(key)
	data, err := os.ReadFile(path)
	end := len(data) - largeFooter
	if err != nil || end < 0 || string(data[end+4:]) != largeMagic || crc32.Checksum(data[:end], castagnoli) != binary.LittleEndian.Uint32(data[end:]) {
		return nil, false
	}
	touch(path)
	return data[:end], true
}

// HasLarge reports whether there is a value that PutLarge stored under key, by its end: it is
// not read as a whole.
func (c *Cache) HasLarge(key Key) bool {
	if c == nil {
		return false
	}
	f, err := os.Open(c.largePath(key))
	if err != nil {
		return false
	}
	defer f.Close()
	end := make([]byte, len(largeMagic))
	if _, err := f.Seek(-int64(len(end)), io.SeekEnd); err != nil {
		return false
	}
	_, err = io.ReadFull(f, end)
	return err == nil && string(end) == largeMagic
}

// PutLarge stores a value that is looked up often and superseded soon. It is written at
// once; trouble is told by Close.
func (c *Cache) PutLarge(key Key, value []byte) {
	if c == nil {
		return
	}
	err := c.writeLarge(key, value)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.err = cmp.Or(c.err, err)
}

func (c *Cache) writeLarge(key Key, value []byte) error {
	temp, err := os.CreateTemp(c.dir, tempPattern)
	if err != nil {
		return err
	}
	footer := binary.LittleEndian.AppendUint32(nil, crc32.Checksum(value, castagnoli))
	for _, part := range [][]byte{value, append(footer, largeMagic...)} {
		_, werr := temp.Write(part)
		err = cmp.Or(err, werr)
	}
	err = cmp.Or(err, temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), c.largePath(key))
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return err
}

// tidyLarge removes the large values that were not used for longest, while they take more
// than their share.
func tidyLarge(dir string, maxBytes int64) error {
	files, err := list(dir, "*"+largeSuffix)
	if err != nil {
		return err
	}
	_, err = evict(files, maxBytes/largeParts)
	return err
}
