package githubtest

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"
)

//go:embed testdata/openapi.json
var description []byte

// A contract is what GitHub says about its API.
type contract struct{ router routers.Router }

func newContract() (*contract, error) {
	doc, err := openapi3.NewLoader().LoadFromData(description)
	if err != nil {
		return nil, err
	}
	router, err := legacy.NewRouter(doc)
	if err != nil {
		return nil, err
	}
	return &contract{router: router}, nil
}

// request checks a request whose path is relative to the URL of the API. It returns the
// operation and what is needed to check the answer.
func (c *contract) request(r *http.Request) (*openapi3filter.RequestValidationInput, error) {
	if strings.HasSuffix(r.URL.Path, "/") { // which the router overlooks
		return nil, routers.ErrPathNotFound
	}
	route, params, err := c.router.FindRoute(r)
	if err != nil {
		return nil, err
	}
	if r.Header.Get("User-Agent") == "" {
		return nil, fmt.Errorf("no User-Agent")
	}
	if v := r.Header.Get("X-GitHub-Api-Version"); v != "2022-11-28" {
		return nil, fmt.Errorf("X-GitHub-Api-Version %q", v)
	}
	for name, values := range r.URL.Query() {
		if route.Operation.Parameters.GetByInAndName(openapi3.ParameterInQuery, name) == nil {
			return nil, fmt.Errorf("unknown query parameter %q", name)
		}
		// GitHub takes a larger one for 100, silently.
		if name == "per_page" && len(values[0]) > 2 && values[0] != "100" {
			return nil, fmt.Errorf("per_page %s is more than 100", values[0])
		}
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	if len(body) > 0 && route.Operation.RequestBody == nil {
		return nil, fmt.Errorf("a body where none belongs")
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	input := &openapi3filter.RequestValidationInput{
		Request: r, PathParams: params, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, SkipSettingDefaults: true},
	}
	if err := openapi3filter.ValidateRequest(context.Background(), input); err != nil {
		return nil, fmt.Errorf("%s", strings.Join(strings.Fields(err.Error()), " "))
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return input, nil
}

// response checks an answer of the fake. Errors are not described in the excerpt.
func (c *contract) response(input *openapi3filter.RequestValidationInput, answer *httptest.ResponseRecorder) error {
	if answer.Code >= http.StatusBadRequest {
		return nil
	}
	return openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input,
		Status:                 answer.Code,
		Header:                 answer.Header(),
		Body:                   io.NopCloser(bytes.NewReader(answer.Body.Bytes())),
		Options:                &openapi3filter.Options{IncludeResponseStatus: true},
	})
}
