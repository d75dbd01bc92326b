package remote_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/cache/remote"
)

const (
	accessKey = "AKIAEXAMPLE"
	secretKey = "not-a-secret"
	region    = "eu-test-1"
)

// inBucket says by the environment where the service is and who asks, and returns the address of a
// bucket.
func inBucket(t *testing.T, service string) string {
	t.Helper()
	for name, value := range map[string]string{
		"AWS_ENDPOINT_URL_S3": service, "AWS_ENDPOINT_URL": "", "AWS_REGION": region, "AWS_ACCESS_KEY_ID": accessKey, "AWS_SECRET_ACCESS_KEY": secretKey, "AWS_SESSION_TOKEN": "",
		"AWS_PROFILE": "", "AWS_CONFIG_FILE": os.DevNull, "AWS_SHARED_CREDENTIALS_FILE": os.DevNull,
	} {
		t.Setenv(name, value)
	}
	return "s3://bucket/octo/app"
}

// refuse answers as S3 does.
func refuse(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	fmt.Fprintf(w, "<Error><Code>%s</Code><Message>text of the service</Message></Error>", code)
}

// admitted checks the signature of a request (AWS Signature Version 4) and returns its body without
// the signatures of its parts, or a code of an error.
func admitted(r *http.Request, body []byte) (content []byte, code string) {
	words, ok := strings.CutPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 ")
	if !ok {
		return nil, "AccessDenied"
	}
	given := make(map[string]string)
	for _, word := range strings.Split(words, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(word), "=")
		given[name] = value
	}
	date := r.Header.Get("X-Amz-Date")
	scope := fmt.Sprintf("%.8s/%s/s3/aws4_request", date, region)
	if given["Credential"] != accessKey+"/"+scope {
		return nil, "InvalidAccessKeyId"
	}
	var headers strings.Builder
	for _, name := range strings.Split(given["SignedHeaders"], ";") {
		value := r.Header.Get(name)
		switch name {
		case "host":
			value = r.Host
		case "content-length":
			value = strconv.FormatInt(r.ContentLength, 10)
		}
		fmt.Fprintf(&headers, "%s:%s\n", name, strings.TrimSpace(value))
	}
	payload := r.Header.Get("X-Amz-Content-Sha256")
	request := sha256.Sum256([]byte(strings.Join([]string{r.Method, r.URL.EscapedPath(), r.URL.Query().Encode(), headers.String(), given["SignedHeaders"], payload}, "\n")))
	key := []byte("AWS4" + secretKey)
	for _, part := range append(strings.Split(scope, "/"), "AWS4-HMAC-SHA256\n"+date+"\n"+scope+"\n"+hex.EncodeToString(request[:])) {
		mac := hmac.New(sha256.New, key)
		io.WriteString(mac, part)
		key = mac.Sum(nil)
	}
	if hex.EncodeToString(key) != given["Signature"] {
		return nil, "SignatureDoesNotMatch"
	}
	if strings.HasPrefix(payload, "STREAMING-") {
		return unchunked(body)
	}
	return body, ""
}

// unchunked joins the parts of a body.
func unchunked(body []byte) (content []byte, code string) {
	for {
		head, rest, ok := bytes.Cut(body, []byte("\r\n"))
		size, err := strconv.ParseInt(strings.Split(string(head), ";")[0], 16, 32)
		switch {
		case !ok || err != nil || int(size)+2 > len(rest):
			return nil, "IncompleteBody"
		case size == 0:
			return content, ""
		}
		content, body = append(content, rest[:size]...), rest[size+2:]
	}
}

// A login comes from the environment or the file of the user; a wrong one is refused, and what is said
// holds no word of the service.
func TestBucketLogin(t *testing.T) {
	public, private := keys(t, 1)
	s, address := newShelf(t)
	s.s3, address = true, inBucket(t, strings.TrimSuffix(address, "/octo/app"))
	load := func() error { return open(t, address, public).Load(t.Context(), base, t.TempDir()) }
	if err := open(t, address, private).Save(t.Context(), base, filled(t, "facts")); err != nil {
		t.Fatal(err)
	}
	if len(s.objects) != 1 {
		t.Fatalf("%d objects", len(s.objects))
	}
	for at := range s.objects {
		if !strings.HasPrefix(at, "/bucket/octo/app/ac/") {
			t.Errorf("the object is at %s", at)
		}
	}
	t.Setenv("AWS_SECRET_ACCESS_KEY", "another")
	if err := load(); err == nil || err.Error() != "the store answers 403 (SignatureDoesNotMatch)" {
		t.Error(err)
	}
	t.Setenv("AWS_ACCESS_KEY_ID", "")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "")
	if err := load(); err == nil || err.Error() != "the store answers 403 (AccessDenied)" {
		t.Error(err)
	}
	file := filepath.Join(t.TempDir(), "credentials")
	if err := os.WriteFile(file, []byte("[default]\naws_access_key_id = "+accessKey+"\naws_secret_access_key = "+secretKey+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("AWS_SHARED_CREDENTIALS_FILE", file)
	if err := load(); err != nil {
		t.Error(err)
	}
}

// A service that is no address is an error before anything is asked.
func TestBucketService(t *testing.T) {
	public, _ := keys(t, 1)
	for _, service := range []string{"s3.example.com", "ftp://s3.example.com", "https://", "https://s3.example.com/path"} {
		address := inBucket(t, service)
		if _, err := remote.Open(address, public); err == nil || !strings.Contains(err.Error(), "AWS_ENDPOINT_URL_S3") {
			t.Errorf("%s: %v", service, err)
		}
	}
}

// Records lie in a bucket too: it can be listed, over more pages than one.
func TestBucketRecords(t *testing.T) {
	public, private := keys(t, 1)
	s, address := newShelf(t)
	s.s3, address = true, inBucket(t, strings.TrimSuffix(address, "/octo/app"))
	reader, writer := open(t, address, public), open(t, address, private)
	if members, err := reader.List(t.Context(), group); len(members) != 0 || err != nil {
		t.Errorf("an empty bucket lists %v, %v", members, err)
	}
	if err := writer.Put(t.Context(), other, base, []byte("of another group")); err != nil {
		t.Fatal(err)
	}
	want := []cache.Key{base, other, value}
	slices.SortFunc(want, func(a, b cache.Key) int { return slices.Compare(a[:], b[:]) })
	for _, member := range want {
		if err := writer.Put(t.Context(), group, member, []byte("value")); err != nil {
			t.Fatal(err)
		}
	}
	if members, err := reader.List(t.Context(), group); err != nil || !slices.Equal(members, want) {
		t.Errorf("listed %v, %v, want %v", members, err, want)
	}
	if got, err := reader.Get(t.Context(), group, base); string(got) != "value" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	s.change = func(w http.ResponseWriter, _ *http.Request, _ []byte) {
		refuse(w, http.StatusForbidden, "AccessDenied")
	}
	if members, err := reader.List(t.Context(), group); err == nil {
		t.Errorf("a refused list is %v", members)
	}
}

// listing answers the request for a list, two names at a time.
func (s *shelf) listing(w http.ResponseWriter, query url.Values) {
	var keys []string
	for at := range s.objects {
		if key := strings.TrimPrefix(at, "/bucket/"); strings.HasPrefix(key, query.Get("prefix")) && key > query.Get("continuation-token") {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	more := len(keys) > 2
	keys = keys[:min(len(keys), 2)]
	fmt.Fprintf(w, "<ListBucketResult><Name>bucket</Name><Prefix>%s</Prefix><IsTruncated>%t</IsTruncated>", query.Get("prefix"), more)
	if more {
		fmt.Fprintf(w, "<NextContinuationToken>%s</NextContinuationToken>", keys[1])
	}
	for _, key := range keys {
		fmt.Fprintf(w, "<Contents><Key>%s</Key><Size>1</Size></Contents>", key)
	}
	fmt.Fprint(w, "</ListBucketResult>")
}
