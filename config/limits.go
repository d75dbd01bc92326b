package config

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// JobTimeout is the time limit of check in a CI job: well below what jobs are given, so that
// a report says what a killed job would not.
const JobTimeout = "20m"

// parseTimeout reads the setting check.timeout.
func parseTimeout(s string) (time.Duration, error) {
	if s == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 {
		return 0, errors.New("want a duration such as 90s or 10m; 0: no limit")
	}
	return d, nil
}

// TimeLimit returns the time that check has, 0 for no end.
func (c *Config) TimeLimit() time.Duration {
	limit, _ := parseTimeout(c.Timeout) // checked when it was read
	return limit
}

// memoryShare is the part of the memory of a CI job that check may use.
const memoryShare = 0.75

// parseMemory reads the setting check.memory, in bytes.
func parseMemory(s string) (int64, error) {
	if s == "" {
		return 0, nil
	}
	units := map[string]float64{"": 1, "B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9, "KIB": 1 << 10, "MIB": 1 << 20, "GIB": 1 << 30}
	digits := strings.TrimRight(s, "BGIKMbgikm ")
	n, err := strconv.ParseFloat(digits, 64)
	unit, known := units[strings.ToUpper(strings.TrimSpace(s[len(digits):]))]
	if bytes := n * unit; err == nil && known && bytes >= 0 && bytes < math.MaxInt64/2 {
		return int64(bytes), nil
	}
	return 0, errors.New("want a size such as 800MB or 2GiB; 0: no limit")
}

// MemoryLimit returns how many bytes check may use, 0 for no limit.
func (c *Config) MemoryLimit() int64 {
	limit, _ := parseMemory(c.memory) // checked when it was read
	return limit
}

// memoryOfJob is the setting for a CI job: a share of what its container may use, else of
// what the machine has; empty where neither is known.
func memoryOfJob() string {
	limit, err := memlimit.FromCgroup()
	if all, e := memlimit.FromSystem(); e == nil && (err != nil || all < limit) {
		limit, err = all, nil
	}
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%dMiB", int64(memoryShare*float64(limit))>>20)
}

// LimitJob sets the limits that a CI job has where no setting says so.
func (c *Config) LimitJob() {
	if c.Timeout == "" {
		c.Timeout = JobTimeout
	}
	if c.memory == "" {
		c.memory = memoryOfJob()
	}
}
