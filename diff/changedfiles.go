package diff

// ChangedFiles returns the files of both sides of some changes.
func ChangedFiles(changes []FileChange) []File {
	var files []File
	for i := range changes {
		c := &changes[i]
		if c.OldPath != "" {
			files = append(files, File{Path: c.OldPath, Blob: c.OldBlob, Mode: c.OldMode})
		}
		if c.NewPath != "" {
			files = append(files, File{Path: c.NewPath, Blob: c.NewBlob, Mode: c.NewMode})
		}
	}
	return files
}
