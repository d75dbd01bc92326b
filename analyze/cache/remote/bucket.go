package remote

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// A bucket is a backend in a service that speaks the protocol of S3.
type bucket struct {
	core   *minio.Core
	name   string
	prefix string
}

// amazon is the service where no other one is named.
const amazon = "https://s3.amazonaws.com"

var (
	bucketName = lazyregexp.New(`^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$`)
	errorCode  = lazyregexp.New(`^[A-Za-z]{1,60}$`)
)

// bucketAt returns the backend of an address s3://bucket/prefix. The service, its region and the logins
// are those that other programs for S3 find: variables of the environment (AWS_ENDPOINT_URL_S3,
// AWS_REGION, AWS_ACCESS_KEY_ID and so on), or the files of the user in ~/.aws. Without a login the
// bucket has to be public.
func bucketAt(u *url.URL) (*bucket, error) {
	if u.User != nil || !bucketName.MatchString(u.Host) {
		return nil, errors.New("the address of a bucket is one such as s3://bucket/nexus-ci; a login comes from the environment or from ~/.aws/credentials")
	}
	service := cmp.Or(os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"), amazon)
	wrong := errors.New("AWS_ENDPOINT_URL_S3 and AWS_ENDPOINT_URL name a service such as https://s3.example.com, without a path")
	endpoint, err := url.Parse(service)
	if err != nil || endpoint.Host == "" || endpoint.Scheme != "http" && endpoint.Scheme != "https" || strings.Trim(endpoint.Path, "/") != "" {
		return nil, wrong
	}
	region := cmp.Or(os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"))
	if region == "" && service != amazon {
		region = "us-east-1" // what other services take; Amazon is asked
	}
	transport, err := minio.DefaultTransport(endpoint.Scheme == "https")
	if err != nil {
		return nil, err
	}
	core, err := minio.NewCore(endpoint.Host, &minio.Options{
		Transport: patient{transport},
		Creds:     credentials.NewChainCredentials([]credentials.Provider{&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}}), Secure: endpoint.Scheme == "https", Region: region, MaxRetries: 1,
	})
	if err != nil {
		return nil, wrong
	}
	return &bucket{core, u.Host, strings.Trim(u.Path, "/")}, nil
}

func (b *bucket) get(ctx context.Context, name string, limit int) ([]byte, error) {
	r, _, _, err := b.core.GetObject(ctx, b.name, path.Join(b.prefix, name), minio.GetObjectOptions{})
	if err != nil {
		return nil, refusal(err)
	}
	defer r.Close()
	return bounded(r, limit)
}

func (b *bucket) put(ctx context.Context, name string, object []byte) error {
	_, err := b.core.PutObject(ctx, b.name, path.Join(b.prefix, name), bytes.NewReader(object), int64(len(object)), "", "", minio.PutObjectOptions{ContentType: "application/octet-stream"})
	if err != nil {
		return refusal(err)
	}
	return nil
}

func (b *bucket) list(ctx context.Context, dir string) ([]string, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var names []string
	for o := range b.core.Client.ListObjects(ctx, b.name, minio.ListObjectsOptions{Prefix: path.Join(b.prefix, dir) + "/"}) {
		if o.Err != nil {
			return nil, refusal(o.Err)
		}
		names = append(names, path.Base(o.Key))
	}
	slices.Sort(names)
	return names, ctx.Err()
}

// refusal is the error of a request, without the words of the service.
func refusal(err error) error {
	var said minio.ErrorResponse
	switch {
	case !errors.As(err, &said):
		return unreachable(err)
	case said.Code == "NoSuchKey":
		return ErrAbsent
	case said.StatusCode == http.StatusOK || !errorCode.MatchString(said.Code):
		return fmt.Errorf("the store answers %d", said.StatusCode)
	}
	return fmt.Errorf("the store answers %d (%s)", said.StatusCode, said.Code)
}
