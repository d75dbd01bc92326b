package diff

// Compare says how head differs from base, sorted by path.
//
// Read returns the content of a blob; the slice may be reused once the next one
// is asked for. Only blobs that differ are read. An *UnreadError becomes the
// Unread of the change, any other error ends the comparison.
func Compare(base, head *Snapshot, read func(blob string) ([]byte, error)) ([]FileChange, error) {
	return nil, nil
}
