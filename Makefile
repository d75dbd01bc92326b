# What people do daily. .ci/run makes all checks.

# Packages whose tests take more than some seconds.
slow = /cmd/nexus-ci$$|/analyze$$|/analyze/resolve$$|/analyze/query$$|/diff/git$$

.PHONY: build test quick lint update fuzz

build:
	go build -o nexus-ci ./cmd/nexus-ci

test:
	go test ./...

quick: lint
	go test $$(go list ./... | grep -vE '$(slow)')

lint:
	@unformatted=$$(gofmt -l .); [ -z "$$unformatted" ] || { echo "not formatted:"; echo "$$unformatted"; exit 1; }
	go vet ./...
	go tool -modfile=tools.mod staticcheck ./...

update:
	go test ./cmd/nexus-ci ./analyze/finding/rules -update

fuzz:
	.ci/fuzz 10s
