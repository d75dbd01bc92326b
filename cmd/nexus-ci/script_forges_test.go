package main

import "github.com/rogpeppe/go-internal/testscript"

// otherForgeCommand sets the environment of a job for pull request 7 of a forge, without a
// token.
func otherForgeCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: otherforge gitlab|bitbucket|azure BASE HEAD")
	}
	base, head := branch(ts, args[1], "").SHA, branch(ts, args[2], "").SHA
	env := map[string]map[string]string{
		"gitlab": {
			"GITLAB_CI": "true", "CI_PIPELINE_SOURCE": "merge_request_event", "CI_JOB_ID": "5", "CI_COMMIT_SHA": head, "CI_MERGE_REQUEST_IID": "7", "CI_MERGE_REQUEST_DIFF_BASE_SHA": base,
			"CI_API_V4_URL": "https://gitlab.example/api/v4", "CI_PROJECT_URL": "https://gitlab.example/octo/app",
		},
		"bitbucket": {
			"BITBUCKET_BUILD_NUMBER": "5", "BITBUCKET_PIPELINE_UUID": "{p}", "BITBUCKET_REPO_FULL_NAME": "octo/app", "BITBUCKET_COMMIT": head,
			"BITBUCKET_PR_ID": "7", "BITBUCKET_PR_DESTINATION_COMMIT": base[:12],
		},
		"azure": {
			"TF_BUILD": "True", "BUILD_REPOSITORY_PROVIDER": "TfsGit", "SYSTEM_COLLECTIONURI": "https://dev.azure.com/octo/", "SYSTEM_TEAMPROJECT": "app", "BUILD_REPOSITORY_NAME": "app", "BUILD_REPOSITORY_ID": "b",
			"BUILD_BUILDID": "5", "BUILD_SOURCEVERSION": head, "SYSTEM_PULLREQUEST_PULLREQUESTID": "7", "SYSTEM_PULLREQUEST_SOURCECOMMITID": head,
		},
	}[args[0]]
	if env == nil {
		ts.Fatalf("no forge %s", args[0])
	}
	for name, value := range env {
		ts.Setenv(name, value)
	}
}
