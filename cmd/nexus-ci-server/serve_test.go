package main

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/nexus-ci/nexus-ci/server/queue"
)

// A run gets the login of a bucket, from the environment or the home of the user, and nothing else.
func TestLogin(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	for _, name := range []string{"AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_DEFAULT_REGION", "AWS_SESSION_TOKEN", "AWS_PROFILE", "AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"} {
		t.Setenv(name, "")
	}
	t.Setenv("AWS_REGION", "eu-test-1")
	t.Setenv("AWS_ACCESS_KEY_ID", "id")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "key")
	t.Setenv("GITHUB_TOKEN", "token")
	want := []string{
		"AWS_REGION=eu-test-1", "AWS_ACCESS_KEY_ID=id", "AWS_SECRET_ACCESS_KEY=key",
		"AWS_SHARED_CREDENTIALS_FILE=" + filepath.Join(home, ".aws/credentials"), "AWS_CONFIG_FILE=" + filepath.Join(home, ".aws/config"),
	}
	if got := login("s3://bucket/x"); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	for _, store := range []string{"file:///s3:/x", "https://cache.example.com/s3", ""} {
		if got := login(store); got != nil {
			t.Errorf("%s: %q", store, got)
		}
	}
}

// A worker keeps its name as long as it keeps its directory.
func TestWorkerName(t *testing.T) {
	var names []string
	dir, other := t.TempDir(), t.TempDir()
	for _, data := range []string{dir, dir, other} {
		name, err := workerName(data)
		if err != nil || name != queue.WorkerName(name) {
			t.Errorf("%q, %v", name, err)
		}
		names = append(names, name)
	}
	if names[0] != names[1] || names[0] == names[2] {
		t.Errorf("%q", names)
	}
	if _, err := workerName(filepath.Join(dir, "missing")); err == nil {
		t.Error("a directory that is not there has a name")
	}
}
