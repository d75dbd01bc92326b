package main

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/gate"
	"github.com/nexus-ci/nexus-ci/report/view"
)

func failOnUsage() string {
	return "exit with 1 if the risk reaches `level`: " + strings.Join(gate.Levels()[1:], ", ") + "; none: never; break: if something\nbreaks; or if a rule, given by name, has a finding; several with commas between, as in high,lost-test"
}

// verdict returns a *gate.Failure when r reaches what fails the check. It warns where a
// check passes that fails on breaks though not all of the change was checked for them.
// unanalysed is an error of the analysis, which is the verdict where there is one.
func (p *program) verdict(r *report.Report, conf *config.Config, unanalysed error) error {
	if unanalysed != nil {
		return unanalysed
	}
	g, err := gate.Parse(conf.FailOn)
	if err != nil {
		return exit.Usagef("check.fail_on: %w", err)
	}
	if err := g.Check(r, conf.UnknownAs); err != nil {
		return err
	}
	if g.Uncertain(r) && !conf.IsDefault("check.fail_on") {
		plain := view.Style{Name: report.Clean, Text: report.Clean}
		p.Warn(fmt.Sprintf("--fail-on %s passes, but not all was checked. %s", report.Clean(conf.FailOn), view.Unchecked(r, plain)))
	}
	return nil
}
