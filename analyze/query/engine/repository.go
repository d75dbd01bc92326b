package engine

// A Repository is an indexed repository.
type Repository struct {
	Name    string `json:"name" doc:"what the parameter repo takes"`
	Path    string `json:"path"`
	Commit  string `json:"commit" doc:"HEAD when it was indexed, empty before the first commit"`
	Indexed string `json:"indexed_at" doc:"when, as RFC 3339; empty where nothing is kept"`

	Files    int `json:"files"`
	Symbols  int `json:"symbols"`
	Edges    int `json:"edges"`
	Clusters int `json:"clusters"`
	Flows    int `json:"processes"`
}
