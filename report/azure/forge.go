package azure

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/markdown"
	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// tokenVariable is the environment variable with the token of a job. A pipeline has to map it.
const tokenVariable = "SYSTEM_ACCESSTOKEN"

// maxIssues is how many annotations are written, so that those of other steps are seen too.
const maxIssues = 50

var commitID = lazyregexp.New(`^[0-9a-f]{40}$`)

// A Forge is Azure DevOps, as seen from a job of Azure Pipelines. It implements publish.Forge.
// Without a token its Client is nil.
type Forge struct {
	publish.Console
	*Client
	job   publish.Job
	pages publish.Pages
}

// Open returns the forge of the job in which this process runs, nil outside of Azure Pipelines
// and for a repository that is not in Azure Repos.
func Open(getenv func(string) string) (publish.Forge, error) {
	if !strings.EqualFold(getenv("TF_BUILD"), "true") || getenv("BUILD_REPOSITORY_PROVIDER") != "TfsGit" {
		return nil, nil
	}
	collection, project, name := getenv("SYSTEM_COLLECTIONURI"), getenv("SYSTEM_TEAMPROJECT"), getenv("BUILD_REPOSITORY_NAME")
	f := &Forge{pages: publish.Pages{URL: pages(collection, project, name), Flavour: markdown.Flavour{
		NoComments: true, NoDiagrams: true, Place: "?path=/{path}&version=GC{commit}", Line: "&line={line}&lineEnd={line}&lineStartColumn=1&lineEndColumn=999",
	}}}
	var err error
	if f.job, err = read(getenv); err != nil {
		return nil, fmt.Errorf("read the job of Azure Pipelines: %w", err)
	}
	token := getenv(tokenVariable)
	_, host, _ := strings.Cut(collection, "://")
	host, _, _ = strings.Cut(host, "/")
	f.job.Login = publish.Login{Host: host, User: "x-access-token", Password: token}
	if token == "" {
		return f, nil
	}
	o := Options{
		Collection: collection, Project: project, Repository: getenv("BUILD_REPOSITORY_ID"), Name: name, Token: token,
		BuildURL: fmt.Sprintf("%s/%s/_build/results?buildId=%d", strings.TrimRight(collection, "/"), strings.ReplaceAll(project, " ", "%20"), f.job.Order.Run),
	}
	if f.job.PullRequest != nil {
		o.PullRequest = f.job.PullRequest.Number
	}
	if f.Client, err = New(o); err != nil {
		return nil, fmt.Errorf("reach Azure DevOps: %w", err)
	}
	return f, nil
}

// read returns the job that the environment describes. For a pull request the build is of a merge
// commit of Azure's: its first parent is the target.
func read(getenv func(string) string) (publish.Job, error) {
	id, err := publish.Number(getenv, "BUILD_BUILDID")
	if err != nil {
		return publish.Job{}, err
	}
	attempt, _ := strconv.Atoi(getenv("SYSTEM_JOBATTEMPT"))
	job := publish.Job{Event: getenv("BUILD_REASON"), Order: publish.Order{Run: id, Attempt: max(attempt, 1)}}
	built, err := publish.CommitID(getenv, "BUILD_SOURCEVERSION", commitID)
	if err != nil {
		return job, err
	}
	repository := getenv("BUILD_REPOSITORY_NAME")
	job.Head = publish.Commit{Ref: branch(getenv("BUILD_SOURCEBRANCH")), ID: built, Repository: repository}
	if getenv("SYSTEM_PULLREQUEST_PULLREQUESTID") == "" {
		return job, nil
	}
	pull, err := publish.Number(getenv, "SYSTEM_PULLREQUEST_PULLREQUESTID")
	if err != nil {
		return job, err
	}
	if job.Head.ID, err = publish.CommitID(getenv, "SYSTEM_PULLREQUEST_SOURCECOMMITID", commitID); err != nil {
		return job, err
	}
	job.Head.Ref = branch(getenv("SYSTEM_PULLREQUEST_SOURCEBRANCH"))
	if strings.EqualFold(getenv("SYSTEM_PULLREQUEST_ISFORK"), "true") {
		job.Head.Repository = "" // no variable names it
	}
	job.Base = publish.Commit{Ref: branch(getenv("SYSTEM_PULLREQUEST_TARGETBRANCH")), ID: built + "^1", Repository: repository}
	job.PullRequest = &publish.PullRequest{Number: int(pull)}
	return job, nil
}

func branch(ref string) string { return strings.TrimPrefix(ref, "refs/heads/") }

// Job returns the job.
func (f *Forge) Job() *publish.Job { return &f.job }

// Limits returns the limits of Azure DevOps. The report is in the log of the job.
func (f *Forge) Limits() publish.Limits { return publish.Limits{Comment: BodyLimit} }

// Pages returns the pages of the repository.
func (f *Forge) Pages() publish.Pages { return f.pages }

// Annotate returns commands that show issues on the page of the build.
func (f *Forge) Annotate(annotations []view.Annotation) []string {
	// There is no such kind of issue.
	annotations = slices.DeleteFunc(slices.Clone(annotations), func(a view.Annotation) bool { return a.Level == "notice" })
	var lines []string
	for _, a := range annotations[:min(maxIssues, len(annotations))] {
		lines = append(lines, issue(a.Level, a.Path, a.Line, a.Title+": "+a.Message))
	}
	if more := len(annotations) - len(lines); more > 0 {
		lines = append(lines, f.Notice(view.Plural(more, "more finding")+": see the report."))
	}
	return lines
}

// Warning returns a command that shows a warning on the page of the build.
func (f *Forge) Warning(sentence string) string { return issue("warning", "", 0, sentence) }

// issue returns a command to the agent, on one line. A path that cannot be shown is part of the
// message.
func issue(level, path string, line int, message string) string {
	place := ""
	if path != "" && report.Clean(path) == path {
		place = fmt.Sprintf(";sourcepath=%s;linenumber=%d", property.Replace(path), line)
	} else if path != "" {
		message = fmt.Sprintf("%s:%d: %s", report.Clean(path), line, message)
	}
	return fmt.Sprintf("##vso[task.logissue type=%s%s]%s", level, place, data.Replace(report.Clean(strings.ReplaceAll(message, "\n", "; "))))
}

// What the agent reads back, as its own library writes it.
var (
	data     = strings.NewReplacer("%", "%AZP25", "\r", "%0D", "\n", "%0A")
	property = strings.NewReplacer("%", "%AZP25", "\r", "%0D", "\n", "%0A", "]", "%5D", ";", "%3B")
)

// Token returns SYSTEM_ACCESSTOKEN if it is not set, else nothing.
func (f *Forge) Token() (missing string) {
	if f.Client == nil {
		return tokenVariable
	}
	return ""
}
