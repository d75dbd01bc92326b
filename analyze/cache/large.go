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

// A large value has its own file, named after its key: the value, its CRC (4 bytes), magic (8
// bytes). Such a value is replaced as a whole by a newer one. In a segment it would keep other
// values alive. The least recently used are evicted first.
const (
	largeSuffix = ".large"
	largeMagic  = "nexularg"
	largeFooter = 12
	// largeParts limits them to this fraction of maxBytes (1/largeParts), in addition to the segments.
	largeParts = 4
)

func (c *Cache) largePath(key Key) string {
	return filepath.Join(c.dir, segmentPrefix+hex.EncodeToString(key[:16])+largeSuffix)
}

// GetLarge returns the value stored by PutLarge under key.
func (c *Cache) GetLarge(key Key) ([]byte, bool) {
	if c == nil {
		return nil, false
	}
	path := c.largePath(key)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, false
	}
	end := len(data) - largeFooter
	if end < 0 || string(data[end+4:]) != largeMagic || crc32.Checksum(data[:end], castagnoli) != binary.LittleEndian.Uint32(data[end:]) {
		c.damaged.Add(1)
		return nil, false
	}
	touch(path)
	return data[:end], true
}

// Damaged counts the values that GetLarge found, and found damaged.
func (c *Cache) Damaged() int {
	if c == nil {
		return 0
	}
	return int(c.damaged.Load())
}

// HasLarge reports whether PutLarge stored a value under key. It reads only the end of the
// file.
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

// PutLarge stores a value that is read often and soon replaced. It is written immediately;
// Close reports errors.
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
	footer := binary.LittleEndian.AppendUint32(nil, crc32.Checksum(value, castagnoli))
	return writeFile(c.largePath(key), inOrder(value, append(footer, largeMagic...)))
}

// tidyLarge evicts the least recently used large values while they take more than their
// share.
func tidyLarge(dir string, maxBytes int64) error {
	files, err := list(dir, "*"+largeSuffix)
	if err != nil {
		return err
	}
	_, err = evict(files, maxBytes/largeParts)
	return err
}
