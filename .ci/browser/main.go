// Command browser tests HTML pages of nexus-ci in a real Chromium: at the width of a phone and of
// a desktop, in both themes, with and without scripts, and as paper.
//
//	browser [-chromium FILE] [-axe axe.min.js] [-shots DIR] [-dashboard URL] PAGE.html...
//
// It prints what is wrong, and one last line that counts. With -axe it also asks axe-core, whose
// script is not part of this repository.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// largest is the size of the largest page that axe-core is asked about and that is printed, in
// bytes: more takes minutes.
const largest = 4 << 20

// frozen is how long a page may not answer while it is read or searched, in milliseconds. A machine
// that does other things too needs more than a reader would bear.
const frozen = 5000

type tester struct {
	browser       context.Context
	axe, shots    string
	passed, wrong int
}

func main() {
	chromium := flag.String("chromium", "", "program of the browser")
	axe := flag.String("axe", "", "script of axe-core")
	shots := flag.String("shots", "", "directory for screenshots")
	dashboard := flag.String("dashboard", "", "address of a dashboard of nexus-ci-server")
	flag.Parse()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU)
	if *chromium != "" {
		options = append(options, chromedp.ExecPath(*chromium))
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	defer stop()
	browser, end := chromedp.NewContext(allocator)
	defer end()
	t := &tester{browser: browser, shots: *shots}
	if *axe != "" {
		content, err := os.ReadFile(*axe)
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		t.axe = string(content)
	}
	if err := chromedp.Run(browser); err != nil {
		fmt.Println("start the browser:", err)
		os.Exit(1)
	}
	for _, file := range flag.Args() {
		t.page(file)
	}
	if *dashboard != "" {
		t.dashboard(*dashboard)
	}
	fmt.Printf("%d passed, %d failed\n", t.passed, t.wrong)
	if t.wrong > 0 || t.passed == 0 {
		os.Exit(1)
	}
}

// check counts, and prints what is wrong.
func (t *tester) check(file, what string, err error) {
	if err == nil {
		t.passed++
		return
	}
	t.wrong++
	fmt.Printf("%s: %s: %v\n", filepath.Base(file), what, err)
}

func (t *tester) page(file string) {
	for _, screen := range []struct {
		name          string
		width, height int64
	}{{"desktop", 1280, 900}, {"phone", 390, 844}} {
		for _, theme := range []string{"light", "dark"} {
			name := screen.name + ", " + theme
			t.open(file, name, func(ctx context.Context) error {
				return chromedp.Run(ctx,
					emulation.SetDeviceMetricsOverride(screen.width, screen.height, 1, screen.name == "phone"),
					emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}))
			}, func(ctx context.Context) {
				t.check(file, name+": width", holds(ctx, `document.documentElement.scrollWidth <= innerWidth`))
				t.check(file, name+": scrolling", t.quick(ctx))
				t.accessible(ctx, file, name)
				t.shot(ctx, file, screen.name+"-"+theme)
				t.themes(ctx, file, name)
				t.search(ctx, file, name)
				t.graph(ctx, file, name)
			})
		}
	}
	t.open(file, "without scripts", func(ctx context.Context) error {
		return chromedp.Run(ctx, emulation.SetScriptExecutionDisabled(true))
	}, func(ctx context.Context) {
		t.check(file, "without scripts: text", holds(ctx, `document.querySelector("h1").getBoundingClientRect().height > 10 && document.querySelectorAll("section").length > 0`))
		t.check(file, "without scripts: no dead controls", holds(ctx, `[...document.querySelectorAll("button, input")].every((e) => e.getBoundingClientRect().height === 0)`))
	})
	t.open(file, "paper", func(ctx context.Context) error { return nil }, func(ctx context.Context) { t.paper(ctx, file) })
}

// open loads a page in a tab of its own, in front. Anything that the page asks for elsewhere, that its policy
// forbids, or that its script fails with is wrong.
func (t *tester) open(file, name string, before func(context.Context) error, test func(context.Context)) {
	ctx, stop := chromedp.NewContext(t.browser)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	var trouble []string
	address, err := filepath.Abs(file)
	address = "file://" + filepath.ToSlash(address)
	chromedp.ListenTarget(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			trouble = append(trouble, e.ExceptionDetails.Error())
		case *log.EventEntryAdded:
			trouble = append(trouble, e.Entry.Text)
		case *network.EventRequestWillBeSent:
			if !strings.HasPrefix(e.Request.URL, address) && !strings.HasPrefix(e.Request.URL, "data:") {
				trouble = append(trouble, "a request of "+e.Request.URL)
			}
		}
	})
	if err == nil {
		err = chromedp.Run(ctx, network.Enable(), log.Enable(), page.BringToFront())
	}
	if err == nil {
		err = before(ctx)
	}
	if err == nil {
		err = chromedp.Run(ctx, chromedp.Navigate(address))
	}
	t.check(file, name+": load", err)
	if err != nil {
		return
	}
	test(ctx)
	if len(trouble) > 0 {
		err = fmt.Errorf("%s", strings.Join(trouble, "; "))
	}
	t.check(file, name+": nothing else happens", err)
}

// holds reports whether a condition is true on the page.
func holds(ctx context.Context, condition string) error {
	var ok bool
	if err := chromedp.Run(ctx, chromedp.Evaluate(condition, &ok)); err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("not true: %s", condition)
	}
	return nil
}

// soon waits until a condition is true.
func soon(ctx context.Context, condition string) error {
	var err error
	for range 300 {
		if err = holds(ctx, condition); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

// quick scrolls through the page and measures the longest step, with its layout.
func (t *tester) quick(ctx context.Context) error {
	var longest float64
	err := chromedp.Run(ctx, chromedp.Evaluate(`new Promise((done) => {
		let last = performance.now(), longest = 0, steps = 0;
		const step = () => {
			const now = performance.now();
			longest = Math.max(longest, now - last);
			last = now;
			scrollTo(0, (document.body.scrollHeight * steps) / 20);
			void document.body.offsetHeight;
			if (++steps > 20) { scrollTo(0, 0); done(longest); } else setTimeout(step);
		};
		setTimeout(step);
	})`, &longest, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	if err == nil && longest > frozen {
		err = fmt.Errorf("a step took %.0f ms", longest)
	}
	return err
}

// accessible asks axe-core.
func (t *tester) accessible(ctx context.Context, file, name string) {
	if info, err := os.Stat(file); t.axe == "" || err == nil && info.Size() > largest {
		return
	}
	var result string
	err := chromedp.Run(ctx, chromedp.Evaluate(t.axe+"; 0", nil), chromedp.Evaluate(`axe.run(document, { resultTypes: ["violations"] }).then((r) => JSON.stringify(
		r.violations.map((v) => ({ id: v.id, help: v.help, at: v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + " " + n.failureSummary) }))))`,
		&result, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	var violations []struct {
		ID, Help string
		At       []string
	}
	if err == nil {
		err = json.Unmarshal([]byte(result), &violations)
	}
	if err == nil && len(violations) > 0 {
		var all []string
		for _, v := range violations {
			all = append(all, fmt.Sprintf("%s (%s) at %s", v.ID, v.Help, strings.Join(v.At, " | ")))
		}
		err = fmt.Errorf("%s", strings.Join(all, "\n\t"))
	}
	t.check(file, name+": axe-core", err)
}

func (t *tester) shot(ctx context.Context, file, name string) {
	if t.shots == "" {
		return
	}
	var picture []byte
	err := chromedp.Run(ctx, chromedp.CaptureScreenshot(&picture))
	if err == nil {
		base := strings.TrimSuffix(filepath.Base(file), ".html")
		err = os.WriteFile(filepath.Join(t.shots, base+"-"+name+".png"), picture, 0o644)
	}
	t.check(file, name+": screenshot", err)
}

// themes presses the button for the theme: the colours change, and change back.
func (t *tester) themes(ctx context.Context, file, name string) {
	const colour = `getComputedStyle(document.body).backgroundColor + document.getElementById("theme").getAttribute("aria-pressed")`
	var before, other, after string
	err := chromedp.Run(ctx, chromedp.Evaluate(colour, &before), chromedp.Click("#theme", chromedp.ByQuery), chromedp.Evaluate(colour, &other),
		chromedp.Click("#theme", chromedp.ByQuery), chromedp.Evaluate(colour, &after))
	if err == nil && (before == other || before != after) {
		err = fmt.Errorf("%s, then %s, then %s", before, other, after)
	}
	t.check(file, name+": theme", err)
	_ = chromedp.Run(ctx, chromedp.Evaluate(`localStorage.clear(); delete document.documentElement.dataset.theme; 0`, nil)) // the next page begins anew
}

// search opens the search box by its key, enters the beginning of the first row, and goes to what is
// found by keys alone. While it searches the page answers.
func (t *tester) search(ctx context.Context, file, name string) {
	var word string
	err := chromedp.Run(ctx, chromedp.Evaluate(`(document.querySelector("[data-row]") ?? document.body).textContent.trim().split(/\s+/)[0].slice(0, 12)`, &word),
		chromedp.Evaluate(`window.longest = 0; window.last = performance.now(); setInterval(() => { const now = performance.now(); window.longest = Math.max(window.longest, now - window.last); window.last = now; }, 10); 0`, nil),
		input.DispatchKeyEvent(input.KeyRawDown).WithKey("/").WithCode("Slash"), input.DispatchKeyEvent(input.KeyUp).WithKey("/").WithCode("Slash"))
	if err == nil {
		err = holds(ctx, `document.activeElement.id === "search" && document.activeElement.value === ""`)
	}
	if err == nil {
		err = chromedp.Run(ctx, input.InsertText(word))
	}
	if err == nil {
		err = soon(ctx, `document.querySelector("[data-row]") === null || document.querySelectorAll("#hits button").length > 0 && document.getElementById("search").value !== "" && /\d+ of \d+/.test(document.getElementById("found").textContent)`)
	}
	t.check(file, name+": search", err)
	t.check(file, name+": the page answers while it searches", holds(ctx, fmt.Sprintf(`window.longest < %d`, frozen)))
	if holds(ctx, `document.querySelectorAll("#hits button").length > 0`) != nil {
		return
	}
	err = chromedp.Run(ctx, chromedp.KeyEvent(kb.ArrowDown), chromedp.Sleep(100*time.Millisecond))
	if err == nil {
		err = holds(ctx, `document.activeElement === document.querySelector("#hits button")`)
	}
	if err == nil {
		err = chromedp.Run(ctx, chromedp.KeyEvent("\r"), chromedp.Sleep(100*time.Millisecond))
	}
	if err == nil {
		err = holds(ctx, `document.activeElement.matches("[data-row]") && document.querySelectorAll("#hits button").length === 0`)
	}
	t.check(file, name+": go to what was found", err)
}

// graph zooms the drawing, and follows a box to its row.
func (t *tester) graph(ctx context.Context, file, name string) {
	if holds(ctx, `document.querySelector(".graph") !== null`) != nil {
		return
	}
	const width = `document.querySelector(".graph svg").width.baseVal.value`
	var before, larger float64
	err := chromedp.Run(ctx, chromedp.Evaluate(width, &before), chromedp.Click(`[data-zoom="in"]`, chromedp.ByQuery), chromedp.Evaluate(width, &larger), chromedp.Click(`[data-zoom="fit"]`, chromedp.ByQuery))
	if err == nil && larger <= before {
		err = fmt.Errorf("%.0f wide, then %.0f", before, larger)
	}
	t.check(file, name+": zoom", err)
	if holds(ctx, `document.querySelector(".graph a[href^='#']") !== null`) != nil {
		return
	}
	err = chromedp.Run(ctx, chromedp.Evaluate(`document.querySelector(".graph a[href^='#']").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })); 0`, nil), chromedp.Sleep(300*time.Millisecond))
	if err == nil {
		err = holds(ctx, `location.hash.length > 1 && document.activeElement.id === location.hash.slice(1) && document.activeElement.getBoundingClientRect().top >= 0 && document.activeElement.getBoundingClientRect().top < innerHeight`)
	}
	t.check(file, name+": a box leads to its row", err)
}

// paper prints the page.
func (t *tester) paper(ctx context.Context, file string) {
	if info, err := os.Stat(file); err == nil && info.Size() > largest {
		return
	}
	var pdf []byte
	err := chromedp.Run(ctx, chromedp.ActionFunc(func(ctx context.Context) (err error) {
		pdf, _, err = page.PrintToPDF().WithPrintBackground(true).Do(ctx)
		return err
	}))
	if err == nil && t.shots != "" {
		err = os.WriteFile(filepath.Join(t.shots, strings.TrimSuffix(filepath.Base(file), ".html")+".pdf"), pdf, 0o644)
	}
	t.check(file, "paper", err)
	err = chromedp.Run(ctx, emulation.SetEmulatedMedia().WithMedia("print"))
	if err == nil {
		err = holds(ctx, `[".contents", ".search", "#theme"].every((s) => getComputedStyle(document.querySelector(s)).display === "none")`)
	}
	t.check(file, "paper: no controls", err)
}
