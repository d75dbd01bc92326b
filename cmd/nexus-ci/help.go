package main

// The groups of commands in the help.
const (
	groupChange = "change"
	groupCode   = "code"
	groupSetUp  = "setup"
)

var groups = map[string]string{
	"check": groupChange, "demo": groupChange, "explain": groupChange, "replay": groupChange, "report": groupChange,
	"chat": groupCode, "context": groupCode, "cypher": groupCode, "explore": groupCode, "impact": groupCode, "index": groupCode, "query": groupCode, "rename": groupCode, "search": groupCode,
	"augment": groupSetUp, "completion": groupSetUp, "init": groupSetUp, "mcp": groupSetUp, "setup": groupSetUp, "version": groupSetUp,
}
