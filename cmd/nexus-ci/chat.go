package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/serve"
	"github.com/nexus-ci/nexus-ci/chat"
	"github.com/nexus-ci/nexus-ci/chat/model"
	"github.com/nexus-ci/nexus-ci/check"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/conversation"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff/compare"
	"github.com/nexus-ci/nexus-ci/report"
)

type chatFlags struct {
	analysisFlags
	ask, change, allowWrite   bool
	stats                     bool
	printPrompt, printConfig  bool
	rounds                    int
	format, provider, model   string
	question, revisions, head string
}

func (p *program) chatCommand() *cobra.Command {
	var f chatFlags
	cmd := &cobra.Command{
		Use:   "chat [QUESTION]",
		Short: "Ask a language model about the code; without a model, look it up",
		Long: `chat answers questions about the code base. With a question it answers that one, else it takes
questions from standard input until that ends; /help lists its commands there. Ctrl-C ends an
answer, not the conversation.

A language model answers, which asks the tools of nexus-ci: any service in the form of
OpenAI's, or Anthropic. The provider is that of --provider, of the variable
NEXUS_CI_CHAT_PROVIDER, of your own configuration, or the first whose key is in the
environment (ANTHROPIC_API_KEY, OPENAI_API_KEY, OPENROUTER_API_KEY). Without one, and with
--provider none, the answer is what search and the code graph find, and says so. Nothing in
a repository chooses a provider.

The model can read the repository through the tools, and nothing else. Each place that its
answer names (path:line) is looked up first, and marked if it is not there.

With --ask the answer is made in fixed steps: the model plans searches, ranks what they
find, and answers from the best results.

With --change the conversation is about a change: REVISIONS are BASE..HEAD, or BASE for the
work tree compared with it; without them it is what check looks at. The model knows the
report; the risk level is that of the report.`,
		Example: `  nexus-ci chat                                       a conversation
  nexus-ci chat "how does a login work?"              one question
  nexus-ci chat --ask "where is the session created?"
  nexus-ci chat --change "is it safe to merge?"
  nexus-ci chat --change main..HEAD "what breaks?"
  nexus-ci chat --provider ollama --model qwen3       a model on this machine
  nexus-ci chat --provider none "password hashing"    no model`,
		Args: cobra.MaximumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.take(args); err != nil {
				return err
			}
			return p.chat(cmd.Context(), &f)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVar(&f.ask, "ask", false, "answer in fixed steps: plan searches, search, rank, answer")
	flags.IntVar(&f.rounds, "rounds", 1, "with --ask: plan and search up to `n` times, each time for what is missing")
	flags.BoolVar(&f.change, "change", false, "talk about a change; REVISIONS may stand before the question")
	flags.StringVar(&f.provider, "provider", "", "`name` of the provider: "+strings.Join(config.Providers(), ", "))
	flags.StringVar(&f.model, "model", "", "`name` of the model")
	flags.BoolVar(&f.allowWrite, "allow-write", false, "let the model write new files reports/NAME.md")
	flags.StringVar(&f.format, "format", "text", "`format` of an answer: "+strings.Join(chatForms(), ", ")+". json is an object in one line, with its places, tools and\ncounts; jsonl a line for each step: what the model says (reasoning, content), each tool_call and tool_result, error and done")
	flags.BoolVar(&f.stats, "stats", false, "print counts to standard error")
	flags.BoolVar(&f.printPrompt, "print-prompt", false, "print what the model is told before the first question, and exit")
	flags.BoolVar(&f.printConfig, "print-config", false, "print the provider, the model and the settings with their origins, and exit")
	f.analysisFlags.register(flags)
	_ = cmd.RegisterFlagCompletionFunc("provider", cobra.FixedCompletions(config.Providers(), cobra.ShellCompDirectiveNoFileComp)) // the flag is there
	return cmd
}

// chatForms are the forms of answers.
func chatForms() []string { return []string{"text", "json", "jsonl"} }

// take reads the arguments: a question, and with --change revisions before it.
func (f *chatFlags) take(args []string) error {
	if f.change && len(args) > 0 && (len(args) == 2 || strings.Contains(args[0], "..") && !strings.Contains(args[0], " ")) {
		f.revisions, args = args[0], args[1:]
	}
	switch {
	case len(args) > 1:
		return exit.Usagef("put the question in quotes, so that it is one argument")
	case len(args) == 1 && strings.TrimSpace(args[0]) == "":
		return exit.Usagef("the question is empty")
	case f.rounds < 1 || f.rounds > chat.MaxRounds:
		return exit.Usagef("--rounds %d: want 1 to %d", f.rounds, chat.MaxRounds)
	case f.rounds > 1 && !f.ask:
		return exit.Usagef("--rounds: needs --ask")
	case !slices.Contains(chatForms(), f.format):
		return exit.Usagef("--format %s: want one of %s", f.format, strings.Join(chatForms(), ", "))
	}
	if len(args) == 1 {
		f.question = args[0]
	}
	return nil
}

func (p *program) chat(ctx context.Context, f *chatFlags) error {
	own, err := config.LoadServices()
	if err != nil {
		return err
	}
	endpoint, err := own.Endpoint(f.provider, f.model, p.getenv)
	if err != nil && !f.printPrompt {
		return err
	}
	if f.printConfig {
		if err := endpoint.Print(p.Out); err != nil {
			return err
		}
		return own.Print(p.Out)
	}
	o := chat.Options{Limits: own.Chat.Limits, Tools: chat.QueryTools(), Progress: func(line string) { p.Tell(report.Clean(line)) }}
	if endpoint != nil && endpoint.Options.Model != "" {
		endpoint.Options.Idle = time.Duration(own.Chat.IdleSeconds) * time.Second
		endpoint.Options.Wait = chat.ToldWait(o.Progress)
		o.Model = model.New(endpoint.Options)
	}
	repo, err := p.workspace(&f.analysisFlags).Open()
	if err != nil {
		return err
	}
	root := repo.Root()
	repo.Close()
	switch {
	case f.allowWrite && root == "":
		return exit.Usagef("--allow-write: a bare repository has no work tree to write to")
	case f.allowWrite:
		o.Tools = append(o.Tools, chat.WriteMarkdown(root))
	}
	web, err := own.Chat.WebAddress()
	if err != nil {
		return err
	}
	if web != "" {
		o.Tools = append(o.Tools, chat.WebSearch(web))
	}
	if f.change {
		if o.Change, err = p.chatChange(ctx, f, own.Chat.ResultTokens); err != nil {
			return err
		}
	}
	var closeEngine func()
	if o.Engine, closeEngine, err = p.chatEngine(ctx, f); err != nil {
		return err
	}
	defer closeEngine()
	if endpoint != nil && endpoint.Provider.Origin == "default" {
		p.Tell("no language model is set up; nexus-ci chat --help says how")
	}
	return p.converse(ctx, f, chat.New(o))
}

// converse answers the question, or all that come.
func (p *program) converse(ctx context.Context, f *chatFlags, s *chat.Session) error {
	if f.printPrompt {
		return conversation.PrintPrompt(ctx, s, p.Out)
	}
	c := &chat.Console{Session: s, In: p.In, Out: p.Out, Err: p.Err, JSON: f.format == "json", Events: f.format == "jsonl", Stats: f.stats, Explain: exit.Advised}
	if f.ask {
		c.Rounds = f.rounds
	}
	if f.question != "" {
		_, err := c.Answer(ctx, f.question)
		return err
	}
	if in, ok := p.In.(*os.File); ok && p.ErrTerm {
		c.Terminal = term.IsTerminal(int(in.Fd()))
	}
	if p.interrupts != nil {
		p.interrupts.Converse(func() { fmt.Fprint(p.Err, "\nnothing is going on; /quit ends the conversation\n> ") })
		defer p.interrupts.Converse(nil)
		c.Turn = p.interrupts.Turn
	}
	return c.Run(ctx)
}

// chatEngine returns what answers about the work tree as it is at each question, or about the
// head of the change.
func (p *program) chatEngine(ctx context.Context, f *chatFlags) (chat.Engine, func(), error) {
	env := p.workspace(&f.analysisFlags).Environment()
	if f.head == "" {
		live := serve.NewLive(ctx, env)
		return live.Engine, live.Close, nil
	}
	e, closeEngine, err := env.Engine(ctx, f.head)
	if err != nil {
		return nil, nil, err
	}
	return func(context.Context) (*engine.Engine, func(), error) { return e, func() {}, nil }, closeEngine, nil
}

// chatChange checks the change that a conversation is about.
func (p *program) chatChange(ctx context.Context, f *chatFlags, budget int) (*chat.Change, error) {
	repo, err := p.workspace(&f.analysisFlags).Open()
	if err != nil {
		return nil, err
	}
	defer repo.Close()
	base, head, _ := strings.Cut(strings.Replace(f.revisions, "...", "..", 1), "..")
	f.head = head
	scope := compare.Scope{Base: base, Head: head}
	conf, err := check.Settings(ctx, repo, &scope, "")
	if err != nil {
		return nil, err
	}
	if scope.Base == "" {
		scope.Base = conf.Base
	}
	at, stop := p.Progress("comparing")
	found, err := p.workspace(&f.analysisFlags).Check(ctx, check.Input{Repo: repo, Config: conf, Scope: scope, Progress: at})
	stop()
	if err != nil {
		return nil, err
	}
	return conversation.About(found, budget), nil
}
