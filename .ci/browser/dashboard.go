package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// dashboard signs in to a dashboard, looks at its pages, and signs out by keys alone.
func (t *tester) dashboard(address string) {
	for _, screen := range []struct {
		name          string
		width, height int64
	}{{"desktop", 1280, 900}, {"phone", 390, 844}} {
		for _, theme := range []string{"light", "dark"} {
			t.visit(address, screen.name+"-"+theme, false, emulation.SetDeviceMetricsOverride(screen.width, screen.height, 1, screen.name == "phone"),
				emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}))
		}
	}
	t.visit(address, "without scripts", true, emulation.SetScriptExecutionDisabled(true))
}

// visit goes through all pages once. bare: only that they are there.
func (t *tester) visit(address, name string, bare bool, before ...chromedp.Action) {
	ctx, stop := chromedp.NewContext(t.browser)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	var trouble []string
	chromedp.ListenTarget(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			trouble = append(trouble, e.ExceptionDetails.Error())
		case *log.EventEntryAdded:
			if !strings.Contains(e.Entry.Text, "status of 401") && !strings.Contains(e.Entry.Text, "status of 404") { // pages that are tried
				trouble = append(trouble, e.Entry.Text+" "+e.Entry.URL)
			}
		case *network.EventRequestWillBeSent:
			if !strings.HasPrefix(e.Request.URL, address) && !strings.Contains(e.Request.URL, "/login/oauth/authorize?") {
				trouble = append(trouble, "a request of "+e.Request.URL)
			}
		}
	})
	err := chromedp.Run(ctx, append([]chromedp.Action{network.Enable(), log.Enable(), page.BringToFront()}, before...)...)
	t.check("dashboard", name+": begin", err)
	look := func(what, path string) {
		t.check(what, name+": load", chromedp.Run(ctx, chromedp.Navigate(address+path)))
		t.check(what, name+": heading", holds(ctx, `document.querySelector("h1").getBoundingClientRect().height > 10`))
		if bare {
			return
		}
		t.check(what, name+": width", holds(ctx, `document.documentElement.scrollWidth <= innerWidth`))
		t.accessible(ctx, what, name)
		t.shot(ctx, what, name)
		// The first key leads past the navigation.
		err := chromedp.Run(ctx, chromedp.KeyEvent("\t"))
		if err == nil {
			err = holds(ctx, `document.activeElement.className === "skip" && document.activeElement.getBoundingClientRect().left >= 0`)
		}
		if err == nil {
			err = chromedp.Run(ctx, chromedp.KeyEvent("\r"), chromedp.Sleep(100*time.Millisecond))
		}
		if err == nil {
			err = holds(ctx, `document.activeElement.id === "main"`)
		}
		t.check(what, name+": skip by keys", err)
	}
	look("dashboard-signin", "/")
	t.check("dashboard", name+": nobody sees anything", holds(ctx, `!document.body.textContent.includes("octo/")`))
	t.check("dashboard", name+": sign in", chromedp.Run(ctx, chromedp.Click(`a.button`, chromedp.ByQuery), chromedp.WaitVisible(`table`, chromedp.ByQuery)))
	for what, path := range map[string]string{"dashboard-pulls": "/", "dashboard-part": "/?page=2", "dashboard-pull": "/pulls/octo/app/4", "dashboard-repositories": "/repositories", "dashboard-trend": "/trend", "dashboard-absent": "/pulls/octo/hidden/1"} {
		look(what, path)
		t.check(what, name+": nothing hidden, nothing hostile", holds(ctx, `!document.title.includes("hidden") && !document.body.textContent.includes("octo/hidden") && document.querySelectorAll("main script, script").length === 0`))
	}
	t.check("dashboard", name+": sign out", chromedp.Run(ctx, chromedp.Navigate(address+"/"), chromedp.Focus("button", chromedp.ByQuery), chromedp.KeyEvent("\r"), chromedp.WaitVisible(`a.button`, chromedp.ByQuery)))
	if len(trouble) > 0 {
		err = fmt.Errorf("%s", strings.Join(trouble, "; "))
	}
	t.check("dashboard", name+": nothing else happens", err)
}
