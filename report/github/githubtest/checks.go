package githubtest

import (
	"net/http"
	"slices"
)

// check carries out the operations on check runs.
func (s *Server) check(id string, w http.ResponseWriter, q request) {
	switch id {
	case "checks/list-for-ref":
		var out []any
		for _, c := range slices.Backward(s.checkRuns) {
			name := q.URL.Query().Get("check_name")
			// Only the latest of a name, which is what "filter" says unless told.
			latest := !slices.ContainsFunc(s.checkRuns, func(d CheckRun) bool { return d.ID > c.ID && d.Name == c.Name && d.HeadSHA == c.HeadSHA })
			if c.HeadSHA == q.params["ref"] && (name == "" || name == c.Name) && (latest || q.URL.Query().Get("filter") == "all") {
				out = append(out, checkJSON(c))
			}
		}
		respond(w, http.StatusOK, map[string]any{"total_count": len(out), "check_runs": s.page(w, q, out)})
	case "checks/create":
		c := CheckRun{ID: s.newID()}
		if write(&c, w, q) {
			s.checkRuns = append(s.checkRuns, c)
			respond(w, http.StatusCreated, checkJSON(c))
		}
	default:
		i := slices.IndexFunc(s.checkRuns, func(c CheckRun) bool { return c.ID == q.number("check_run_id") })
		switch {
		case i < 0:
			refuse(w, http.StatusNotFound, "Not Found")
		case id == "checks/list-annotations":
			var out []any
			for _, a := range s.checkRuns[i].Annotations {
				out = append(out, a)
			}
			respond(w, http.StatusOK, s.page(w, q, out))
		default:
			c := s.checkRuns[i]
			if write(&c, w, q) {
				s.checkRuns[i] = c
				respond(w, http.StatusOK, checkJSON(c))
			}
		}
	}
}

// write takes what a request says into a check run. Annotations are added to those that
// are there. It reports false when a value is too long, which the description tells in
// words only.
func write(c *CheckRun, w http.ResponseWriter, q request) bool {
	var body struct {
		Name, Status, Conclusion string
		HeadSHA                  string `json:"head_sha"`
		ExternalID               string `json:"external_id"`
		Output                   struct {
			Title, Summary, Text string
			Annotations          []Annotation
		}
	}
	q.decode(&body)
	for _, a := range body.Output.Annotations {
		if len(a.Title) > 255 || len(a.Message) > 64<<10 || a.StartLine < 1 || a.EndLine < a.StartLine {
			invalid(w, "CheckRun", "annotations", "an annotation is too long, or has no lines")
			return false
		}
	}
	c.Name, c.Status, c.Conclusion, c.ExternalID = body.Name, body.Status, body.Conclusion, body.ExternalID
	if body.HeadSHA != "" {
		c.HeadSHA = body.HeadSHA
	}
	c.Title, c.Summary, c.Text = body.Output.Title, body.Output.Summary, body.Output.Text
	c.Annotations = slices.Concat(c.Annotations, body.Output.Annotations)
	return true
}
