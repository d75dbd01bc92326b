package format

import (
	"fmt"
	"os"
	"path/filepath"
)

// Write writes a file atomically: a reader never sees a partial report.
func Write(path string, content []byte) error {
	// A device or pipe, such as /dev/stdout, cannot be replaced.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		if err := os.WriteFile(path, content, 0); err != nil {
			return fmt.Errorf("write report: %w", err)
		}
		return nil
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	defer os.Remove(tmp.Name()) // fails after the rename, which is fine
	_, err = tmp.Write(content)
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Chmod(tmp.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}
