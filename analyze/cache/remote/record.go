package remote

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
)

// MaxRecord bounds a record, in bytes.
const MaxRecord = 4 << 20

// ErrNoList means that a store cannot say what it holds, as servers with Bazel's HTTP cache protocol
// cannot. Such a store keeps no records.
var ErrNoList = errors.New("the store cannot list its objects; a directory or a bucket can")

// Put stores a record: a small value, named by a key in a group that can be listed. A record with the
// same names is replaced, whole; who reads meanwhile gets one of both.
func (s *Store) Put(ctx context.Context, group, member cache.Key, value []byte) error {
	if s.private == nil {
		return errors.New("without a private key nothing is written")
	}
	if _, ok := s.backend.(lister); !ok {
		return ErrNoList // nobody would find it
	}
	if len(value) > MaxRecord {
		return fmt.Errorf("a record of %d bytes is larger than %d MB", len(value), MaxRecord>>20)
	}
	limited, cancel := context.WithTimeout(ctx, saveTime)
	defer cancel()
	return s.backend.put(limited, recordName(group, member), s.seal(recordKey(group, member), value))
}

// Get returns a record that one of the trusted keys has signed for these names. The error is
// ErrAbsent where there is none. The caller limits the time.
func (s *Store) Get(ctx context.Context, group, member cache.Key) ([]byte, error) {
	return within(ctx, func() ([]byte, error) {
		object, err := s.backend.get(ctx, recordName(group, member), MaxRecord+headerSize)
		if err != nil {
			return nil, err
		}
		return s.open(recordKey(group, member), object)
	})
}

// List returns the names of the records of a group, sorted. Whether a record can be used is known when
// it is read. The caller limits the time.
func (s *Store) List(ctx context.Context, group cache.Key) ([]cache.Key, error) {
	l, ok := s.backend.(lister)
	if !ok {
		return nil, ErrNoList
	}
	names, err := within(ctx, func() ([]string, error) { return l.list(ctx, groupName(group)) })
	if err != nil {
		return nil, err
	}
	var members []cache.Key
	for _, name := range names {
		if key, err := hex.DecodeString(name); err == nil && len(key) == len(cache.Key{}) && hex.EncodeToString(key) == name {
			members = append(members, cache.Key(key))
		}
	}
	return members, nil
}

func groupName(group cache.Key) string { return "records/" + hex.EncodeToString(group[:]) }

func recordName(group, member cache.Key) string {
	return groupName(group) + "/" + hex.EncodeToString(member[:])
}

// recordKey is what a record is signed for.
func recordKey(group, member cache.Key) cache.Key {
	return cache.KeyOf("record", string(group[:]), string(member[:]))
}
