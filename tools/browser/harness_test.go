package browser

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/internal/misbehaving"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/adapter"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// asAdapter makes the test binary act as an adapter of an engine with two planted bugs.
const asAdapter = "RELSPEC_BROWSER_TEST_AS_ADAPTER"

func TestMain(m *testing.M) {
	if os.Getenv(asAdapter) != "" {
		info := engine.New(spec.Flecs3()).Apply(spec.Operation{Op: spec.OpHello}).Info
		err := adapter.Serve(context.Background(), os.Stdin, os.Stdout, func(p spec.Profile) spec.Engine {
			return misbehaving.Hiding(engine.New(p))
		}, *info)
		if err != nil {
			os.Exit(1)
		}
		return
	}
	code := m.Run()
	endChromium()
	endPlaying()
	if built := folder; built != "" {
		_ = os.RemoveAll(built)
	}
	os.Exit(code)
}

// checkout is the folder of the repository.
const checkout = "../.."

var folder string

// built is the path of diffcheck, built once for all tests.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "browser")
	if err != nil {
		return "", err
	}
	folder = dir
	c := exec.Command("go", "build", "-o", filepath.Join(dir, "diffcheck"), "./cmd/diffcheck")
	c.Dir = checkout
	if out, err := c.CombinedOutput(); err != nil {
		return "", &exec.Error{Name: string(out), Err: err}
	}
	return filepath.Join(dir, "diffcheck"), nil
})

// diffcheck runs the command with standard input, and returns its output and exit code.
func diffcheck(t *testing.T, stdin string, args ...string) (string, int) {
	t.Helper()
	path, err := built()
	require.NoError(t, err)
	c := exec.Command(path, args...)
	var out, errors strings.Builder
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(stdin), &out, &errors
	c.Env = append(os.Environ(), asAdapter+"=1")
	if err := c.Run(); c.ProcessState == nil {
		require.NoError(t, err)
	}
	require.Contains(t, []int{0, 1}, c.ProcessState.ExitCode(), errors.String())
	return out.String(), c.ProcessState.ExitCode()
}

// runsAsScenario reports whether both engines meet the expectations of a feature with one scenario.
func runsAsScenario(feature string) (bool, error) {
	all, err := scenario.Parse("playground.feature", feature)
	if err != nil {
		return false, err
	}
	agree := len(all) == 1
	for _, s := range all {
		for _, fresh := range []func(spec.Profile) spec.Engine{
			func(p spec.Profile) spec.Engine { return model.New(p) },
			func(p spec.Profile) spec.Engine { return engine.New(p) },
		} {
			agree = agree && scenario.Run(s, fresh).Status == scenario.Passed
		}
	}
	return agree, nil
}
