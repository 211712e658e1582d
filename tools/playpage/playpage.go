// Package playpage measures the page of the playground in Chromium.
package playpage

import (
	"compress/gzip"
	"context"
	"fmt"
	"io/fs"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/relspec/relspec/internal/playground/link"
	"github.com/relspec/relspec/play"
)

// goals are the limits promised in docs/playground.md.
const (
	coldGoal = 3000.0    // milliseconds
	typeGoal = 100.0     // milliseconds
	sizeGoal = 5_000_000 // bytes
)

// Measure visits the built page, play/dist below the working directory, each time in a new browser.
// It returns a table with the minimum and median time of a cold visit over loopback to the first
// answer, and of an answer while typing in a world of 50 entities, and the bytes of a visit.
func Measure(ctx context.Context, rounds int) (string, error) {
	page := os.DirFS("play/dist")
	if _, err := fs.Stat(page, "index.html"); err != nil {
		return "", fmt.Errorf("the published page is not built; \"make play\" builds it, and needs Node 20 with npm")
	}
	size, err := transferred(page)
	if err != nil {
		return "", err
	}
	server := httptest.NewServer(play.Static(page))
	defer server.Close()
	var cold, typed []float64
	for range max(rounds, 1) {
		first, answers, err := visit(ctx, server.URL)
		if err != nil {
			return "", err
		}
		cold, typed = append(cold, first), append(typed, answers...)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%-44s %9s %9s %9s\n", "", "least", "median", "goal")
	row := func(name string, of []float64, goal float64) {
		slices.Sort(of)
		fmt.Fprintf(&out, "%-44s %6.0f ms %6.0f ms %6.0f ms\n", name, of[0], of[len(of)/2], goal)
	}
	row("cold visit to the first answer", cold, coldGoal)
	row("answer while typing, 50 entities", typed, typeGoal)
	fmt.Fprintf(&out, "%-44s %6.2f MB %9s %6.2f MB\n", "compressed, all files", float64(size)/1e6, "",
		float64(sizeGoal)/1e6)
	return out.String(), nil
}

// transferred returns the size of a page's files as a web server compresses them.
func transferred(page fs.FS) (int, error) {
	total := 0
	err := fs.WalkDir(page, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(page, name)
		if err != nil {
			return err
		}
		var packed counter
		w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		if err != nil {
			return err
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
		err = w.Close()
		total += int(packed)
		return err
	})
	return total, err
}

type counter int

func (c *counter) Write(text []byte) (int, error) {
	*c += counter(len(text))
	return len(text), nil
}

// keys are typed one by one after the first query. At some of them the text is a valid query.
const keys = ", T($x), (R, $y), !(R, e3)"

// visit opens the page in a new browser with an empty cache, and types. Times are in milliseconds.
func visit(ctx context.Context, address string) (cold float64, typed []float64, err error) {
	name := ""
	for _, n := range []string{"chromium", "chromium-browser", "google-chrome-stable", "google-chrome"} {
		if found, lookErr := exec.LookPath(n); lookErr == nil && name == "" {
			name = found
		}
	}
	if name == "" {
		return 0, nil, fmt.Errorf("no Chromium found on this machine; install it with apt-get install chromium")
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	ctx, cancel = chromedp.NewExecAllocator(ctx,
		append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(name), chromedp.NoSandbox,
			chromedp.WSURLReadTimeout(time.Minute))...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	var world strings.Builder
	for i := range 50 {
		fmt.Fprintf(&world, "e%d  T, (R, e%d)\n", i, (i*7+1)%50)
	}
	fragment, err := link.State{Profile: "flecs-3", World: world.String(), Query: "T, (R, $x)"}.Fragment()
	if err != nil {
		return 0, nil, err
	}
	if err := chromedp.Do(ctx, chromedp.Navigate(address+"/#"+fragment),
		chromedp.WaitVisible("html[data-ready][data-state=answered]")); err != nil {
		return 0, nil, err
	}
	if cold, err = number(ctx, `performance.getEntriesByName("first-answer")[0].startTime`); err != nil {
		return 0, nil, err
	}
	if err := chromedp.Do(ctx, chromedp.Click("#query .cm-content"), chromedp.KeyEvent("\ue010")); err != nil { // End
		return 0, nil, err
	}
	time.Sleep(2 * time.Second) // wait until the page is idle, like a user before typing
	for _, key := range keys {
		if err := chromedp.Do(ctx, chromedp.KeyEvent(string(key)),
			chromedp.WaitVisible("html[data-state=answered]")); err != nil {
			return 0, nil, err
		}
		ms, err := number(ctx, `performance.getEntriesByName("answer").at(-1).duration`)
		if err != nil {
			return 0, nil, err
		}
		typed = append(typed, ms)
	}
	return cold, typed, nil
}

func number(ctx context.Context, expression string) (float64, error) {
	return chromedp.Run(ctx, chromedp.Evaluate[float64](expression))
}
