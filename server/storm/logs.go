package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A told is what the logs of workers and sweeps say.
type told struct {
	restored []int                  // by each sweep
	refused  map[string][]time.Time // when which worker refused an object of the store
	bases    map[string]int         // analyses by what became of their base
	memory   []int64                // the most of each analysis, in bytes
	canceled int                    // analyses that were ended because the lease was lost
}

// readLogs reads the logs in a directory.
func readLogs(dir string) (*told, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.log"))
	if err != nil {
		return nil, err
	}
	t := &told{refused: make(map[string][]time.Time), bases: make(map[string]int)}
	for _, file := range files {
		if err := t.read(file); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func (t *told) read(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var line struct {
			Time                   time.Time
			Msg, Said, Base, Error string
			Memory                 int64
			Restored               *int
		}
		if json.Unmarshal(lines.Bytes(), &line) != nil {
			continue // half a line of a worker that was killed
		}
		switch {
		case line.Restored != nil:
			t.restored = append(t.restored, *line.Restored)
		case strings.HasPrefix(line.Said, "working without --cache-url: what the store has is "):
			worker := strings.TrimSuffix(filepath.Base(file), ".log")
			t.refused[worker] = append(t.refused[worker], line.Time)
		case line.Msg == "analysed":
			t.bases[line.Base]++
			t.memory = append(t.memory, line.Memory)
		case strings.Contains(line.Error, "the lease is lost"):
			t.canceled++
		}
	}
	return lines.Err()
}

func (t *told) String() string {
	total := 0
	for _, n := range t.bases {
		total += n
	}
	slices.Sort(t.memory)
	at := func(q float64) int64 {
		if len(t.memory) == 0 {
			return 0
		}
		return t.memory[int(q*float64(len(t.memory)-1))] >> 20
	}
	return fmt.Sprintf("%d, by their base: %s; most memory of one process: p50 %d MB, p95 %d MB, most %d MB", total, counts(t.bases), at(.5), at(.95), at(1))
}
