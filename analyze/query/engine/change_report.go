package engine

// A ChangeReport is the report of check, with bounded lists.
type ChangeReport struct {
	Summary   ChangeSummary   `json:"summary"`
	Symbols   []ChangedSymbol `json:"changed_symbols"`
	Processes []AffectedFlow  `json:"affected_processes"`
	Findings  []ChangeFinding `json:"findings" doc:"what breaks, then what behaves differently, each proven on both graphs"`
	Facts     []ChangeFact    `json:"facts" doc:"what changes outside of code: dependencies, workflows, images, migrations, schemas, settings; what a reviewer must look at first"`
	Clusters  []HitCluster    `json:"affected_clusters"`
	Tests     []ChangeTest    `json:"tests" doc:"tests that reach what changed, nearest first"`
	Untested  []ChangeTest    `json:"untested" doc:"changed functions that no test was found to reach; none in a repository without tests"`
	TestRuns  []string        `json:"test_runs" doc:"commands that run them"`
	Bounds
}

// A ChangeSummary holds counts and the rating of a change.
type ChangeSummary struct {
	Changed  int    `json:"changed_count"`
	Affected int    `json:"affected_count" doc:"flows that run through a changed symbol or what depends on it"`
	Files    int    `json:"changed_files"`
	Level    string `json:"risk_level" enum:"none,low,medium,high,critical"`
	Breaks   int    `json:"breaks" doc:"findings of the class break"`
	Why      string `json:"why" doc:"what decided the level"`
	// Incomplete: the level may be too low, for the reasons in Missing.
	Incomplete bool     `json:"incomplete" doc:"something that changed could not be analysed, so the level may be too low"`
	Missing    []string `json:"missing" doc:"what could not be analysed, and why"`
}

// A ChangeFact is one difference in a file that is no code.
type ChangeFact struct {
	Kind     string `json:"kind" doc:"such as dependency-major"`
	Level    string `json:"level" enum:"low,medium,high,critical" doc:"what it asks of a reviewer"`
	What     string `json:"what"`
	FilePath string `json:"filePath"`
	Line     int    `json:"line"`
	UsedBy   int    `json:"used_by,omitempty" doc:"number of files that import, name or handle it, where that is certain"`
}

// A ChangedSymbol differs between the two states.
type ChangedSymbol struct {
	UID              string `json:"uid"`
	Name             string `json:"name"`
	Type             string `json:"type"`
	FilePath         string `json:"filePath"`
	Line             int    `json:"line"`
	ChangeType       string `json:"change_type" enum:"Added,Modified,Deleted,Moved,Renamed"`
	SignatureChanged bool   `json:"signature_changed"`
	OldUID           string `json:"old_uid,omitempty" doc:"what it was called before"`
}

// An AffectedFlow is a flow that the change affects.
type AffectedFlow struct {
	ID           string        `json:"id"`
	Name         string        `json:"name"`
	Type         string        `json:"process_type"`
	Steps        int           `json:"step_count"`
	State        string        `json:"state" enum:"broken,changed,at_risk,removed,added"`
	Reason       string        `json:"reason"`
	ChangedSteps []ChangedStep `json:"changed_steps"`
}

// A ChangedStep is a step that differs.
type ChangedStep struct {
	Symbol string `json:"symbol"`
	Step   int    `json:"step" doc:"number of the step, from 1"`
	Change string `json:"change" enum:"edited,lost,gained,reordered,reaches"`
}

// A ChangeFinding is a break, or a difference in behaviour.
type ChangeFinding struct {
	Rule     string `json:"rule"`
	Class    string `json:"class" enum:"break,behaviour"`
	FilePath string `json:"filePath"`
	Line     int    `json:"line"`
	Message  string `json:"message"`
}

// A ChangeTest is a test that reaches changed code.
type ChangeTest struct {
	Name     string `json:"name"`
	FilePath string `json:"filePath"`
	Line     int    `json:"line"`
}

// A HitCluster is an area with the target or an affected symbol.
type HitCluster struct {
	Name   string `json:"name"`
	Impact string `json:"impact" enum:"direct,indirect" doc:"direct: with the target or a symbol at depth 1"`
}
