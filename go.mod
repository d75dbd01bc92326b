module github.com/nexus-ci/nexus-ci

go 1.26.0

require (
	github.com/KimMachineGun/automemlimit v0.7.5 // how much memory the container of a job may use
	github.com/elastic/go-seccomp-bpf v1.6.0 // filters of system calls without a C library, for the process that reads what strangers wrote
	github.com/emicklei/proto v1.14.3 // Protobuf files; 0.15 MB of the binary where protocompile takes 3.4
	github.com/go-git/go-billy/v5 v5.9.2 // the file system that go-git reads a repository through
	github.com/go-git/go-git/v5 v5.19.3 // git: references, configuration, fetch
	github.com/google/go-github/v62 v62.0.0 // the GitHub API
	github.com/hmarr/codeowners v1.2.1 // who owns which files
	github.com/klauspost/compress v1.20.3 // zlib of git objects at twice the speed of the standard library
	github.com/landlock-lsm/go-landlock v0.11.0 // closes the file system to that process, all threads of it
	github.com/minio/minio-go/v7 v7.4.1 // buckets of S3 for --cache-url, with signatures and logins as other programs have them; 0.9 MB
	github.com/modelcontextprotocol/go-sdk v1.8.0 // the Model Context Protocol, for agents
	github.com/rivo/uniseg v0.4.7 // width of text on a terminal
	github.com/smacker/go-tree-sitter v0.0.0-20240827094217-dd81d9e9be82 // parser and grammars of all languages
	github.com/sourcegraph/conc v0.3.0 // base and head side by side, without losing a panic
	github.com/spf13/cobra v1.10.2 // commands, help, completion
	github.com/spf13/pflag v1.0.10 // flags that several commands share
	github.com/tailscale/hujson v0.0.0-20260727124030-b80ff77dac4f // settings of editors: JSON with its comments and layout
	github.com/tree-sitter-grammars/tree-sitter-lua v0.2.0 // Lua; the grammar of go-tree-sitter does not read 5 % of the files
	github.com/vektah/gqlparser/v2 v2.5.64 // GraphQL schemas; 0.15 MB
	golang.org/x/sys v0.49.0 // limits of that process, names of what it may do, and advice about its memory
	golang.org/x/term v0.47.0 // is this a terminal, and how wide
	gopkg.in/yaml.v3 v3.0.1 // .nexus-ci.yml, with the line of every mistake
	mvdan.cc/sh/v3 v3.14.1 // command lines that agents search with
)

// The server only: nothing of it is linked into the command nexus-ci.
require (
	github.com/golang-jwt/jwt/v5 v5.3.1 // signs as a GitHub App; has no dependencies
	github.com/nats-io/nats-server/v2 v2.15.2 // the queue inside the process, and the same code as a cluster
	github.com/nats-io/nats.go v1.55.0 // its client: streams, leases, heartbeats
	github.com/prometheus/client_golang v1.25.0 // metrics in the form that Prometheus reads
	golang.org/x/oauth2 v0.37.0 // people sign in through the forge
	golang.org/x/time v0.16.0 // token buckets
)

// Tests only.
require (
	github.com/getkin/kin-openapi v0.152.0 // requests against GitHub's description of its API
	github.com/google/go-cmp v0.7.0 // differences that can be read
	github.com/rogpeppe/go-internal v1.16.0 // testscript and txtar: the command as users run it
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3 // reports against their published schema
	github.com/yuin/goldmark v1.8.7 // the structure of a comment, as a parser sees it
	golang.org/x/net v0.61.0 // the structure of a page, as a parser sees it
)

require (
	github.com/BurntSushi/toml v1.6.0 // manifests of Python and Rust
	golang.org/x/mod v0.42.0 // manifests of Go
)

require (
	dario.cat/mergo v1.0.0 // indirect
	github.com/Microsoft/go-winio v0.6.2 // indirect
	github.com/ProtonMail/go-crypto v1.1.6 // indirect
	github.com/cloudflare/circl v1.6.3 // indirect
	github.com/cyphar/filepath-securejoin v0.6.1 // indirect
	github.com/dustin/go-humanize v1.0.1 // indirect
	github.com/emirpasic/gods v1.18.1 // indirect
	github.com/go-git/gcfg v1.5.1-0.20230307220236-3a3c6141e376 // indirect
	github.com/go-openapi/jsonpointer v0.22.5 // indirect
	github.com/go-openapi/swag/jsonname v0.25.5 // indirect
	github.com/golang/groupcache v0.0.0-20241129210726-2c02b8208cf8 // indirect
	github.com/google/go-querystring v1.1.0 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/jbenet/go-context v0.0.0-20150711004518-d14ea06fba99 // indirect
	github.com/kevinburke/ssh_config v1.2.0 // indirect
	github.com/klauspost/cpuid/v2 v2.4.0 // indirect
	github.com/klauspost/crc32 v1.3.0 // indirect
	github.com/minio/crc64nvme v1.1.1 // indirect
	github.com/minio/md5-simd v1.1.2 // indirect
	github.com/oasdiff/yaml v0.1.1 // indirect
	github.com/oasdiff/yaml3 v0.0.14 // indirect
	github.com/philhofer/fwd v1.2.0 // indirect
	github.com/pjbgf/sha1cd v0.7.0 // indirect
	github.com/rs/xid v1.6.0 // indirect
	github.com/sergi/go-diff v1.3.2-0.20230802210424-5b0b94c5c0d3 // indirect
	github.com/skeema/knownhosts v1.3.1 // indirect
	github.com/tinylib/msgp v1.6.4 // indirect
	github.com/xanzy/ssh-agent v0.3.3 // indirect
	github.com/zeebo/xxh3 v1.1.0 // indirect
	go.uber.org/multierr v1.10.0 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
	gopkg.in/ini.v1 v1.67.3 // indirect
	gopkg.in/warnings.v0 v0.1.2 // indirect
)

require (
	github.com/hashicorp/hcl/v2 v2.25.0
	github.com/pelletier/go-toml/v2 v2.4.3
)

require (
	deps.dev/util/semver v0.0.0-20260727054525-2946ae4a6141 // order of versions in the ecosystems of advisories; its rules differ in each of them
	github.com/agext/levenshtein v1.2.1 // indirect
	github.com/antithesishq/antithesis-sdk-go v0.8.0-default-no-op // indirect
	github.com/apparentlymart/go-textseg/v15 v15.0.0 // indirect
	github.com/apparentlymart/go-textseg/v17 v17.0.1 // indirect
	github.com/beorn7/perks v1.0.1 // indirect
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/google/go-tpm v0.9.8 // indirect
	github.com/google/jsonschema-go v0.4.3 // indirect
	github.com/minio/highwayhash v1.0.4 // indirect
	github.com/mitchellh/go-wordwrap v1.0.1 // indirect
	github.com/munnerz/goautoneg v0.0.0-20191010083416-a7dc8b61c822 // indirect
	github.com/nats-io/jwt/v2 v2.8.2 // indirect
	github.com/nats-io/nkeys v0.4.16 // indirect
	github.com/nats-io/nuid v1.0.1 // indirect
	github.com/pbnjay/memory v0.0.0-20210728143218-7b4eea64cf58 // indirect
	github.com/prometheus/client_model v0.6.3 // indirect
	github.com/prometheus/common v0.72.0 // indirect
	github.com/prometheus/procfs v0.22.0 // indirect
	github.com/segmentio/asm v1.1.3 // indirect
	github.com/segmentio/encoding v0.5.4 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	github.com/zclconf/go-cty v1.19.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	google.golang.org/protobuf v1.36.12 // indirect
	kernel.org/pub/linux/libs/security/libcap/psx v1.2.77 // indirect
)
