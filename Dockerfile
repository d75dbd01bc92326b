# docker run --rm --user "$(id -u)" -v "$PWD:/work" IMAGE check --base origin/main --head HEAD
# The digest is that of all platforms: docker buildx imagetools inspect golang:1.26-bookworm
FROM golang:1.26-bookworm@sha256:1ecb7edf62a0408027bd5729dfd6b1b8766e578e8df93995b225dfd0944eb651 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
# With .git, from which the binary has its version.
COPY . .
RUN .ci/build /out/nexus-ci && mkdir --mode=1777 /out/cache

FROM scratch
LABEL org.opencontainers.image.title="nexus-ci" \
      org.opencontainers.image.description="Says what a pull request breaks, what it reaches and how risky it is" \
      org.opencontainers.image.source="https://github.com/nexus-ci/nexus-ci" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build /out /
# Any user may take the place of this one.
ENV XDG_CACHE_HOME=/cache
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["/nexus-ci"]
