package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/playground/link"
	"github.com/relspec/relspec/play"
	"github.com/relspec/relspec/spec"
)

type playFlags struct {
	port    int
	profile string
	open    bool
	print   bool
}

func (a *app) playCommand() *cobra.Command {
	var flags playFlags
	c := &cobra.Command{
		Use:   "play [WORLD]",
		Short: "Open the playground in the browser",
		Long: `Serve the playground on this machine and open it in the browser. If you name a WORLD, the page shows it. Both engines
run inside this program. Ctrl-C ends it.

WORLD is ` + worldHelp + `

Links in reports use port 7317.`,
		Example: `  diffcheck play
  diffcheck play transitive-01
  diffcheck play findings/3f9c2a41
  diffcheck play --print city.jsonl`,
		Args:              arguments(0, 1),
		ValidArgsFunction: a.completeWorld,
		RunE:              func(c *cobra.Command, args []string) error { return a.play(c.Context(), args, flags) },
	}
	c.Flags().IntVar(&flags.port, "port", link.Port, "port on this machine (0: any free port)")
	c.Flags().StringVar(&flags.profile, "profile", "", worldProfileFlag)
	c.Flags().BoolVar(&flags.open, "open", true, "open the browser")
	c.Flags().BoolVar(&flags.print, "print", false, "print the link without serving the page")
	return c
}

func (a *app) play(ctx context.Context, args []string, flags playFlags) error {
	fragment := ""
	if len(args) > 0 {
		world, err := a.openWorld(args[0], flags.profile)
		if err != nil {
			return err
		}
		state, err := world.state()
		if err != nil {
			return err
		}
		if fragment, err = state.Fragment(); err != nil {
			return err
		}
		if len(fragment) > link.MaxFragment {
			return spec.Errorf(spec.CodeLimit, "%s is too long for a link; open the file in the page", args[0])
		}
		fragment = "#" + fragment
	}
	if flags.print {
		return a.Print(served{Address: fmt.Sprintf("http://127.0.0.1:%d/%s", flags.port, fragment)})
	}
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", flags.port))
	if err != nil {
		return fmt.Errorf("cannot open port %d (%w); use --port 0 for any free port", flags.port, err)
	}
	address := fmt.Sprintf("http://%s/%s", listener.Addr(), fragment)
	if err := a.Print(served{Address: address}); err != nil {
		return errors.Join(err, listener.Close())
	}
	if flags.open {
		openBrowser(address)
	}
	ctx, stop := console.Interruptible(ctx)
	defer stop()
	return serve(ctx, listener, play.Handler())
}

// serve serves HTTP until ctx is done.
func serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	context.AfterFunc(ctx, func() { _ = server.Close() }) // the command ends in any case
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// served is the address of the page.
type served struct {
	Address string `json:"address"`
}

// Text writes only the address, ready to be pasted.
func (s served) Text(w *strings.Builder) { fmt.Fprintln(w, s.Address) }

// openBrowser asks the system to open an address. If that fails, the user can still copy the
// address from the terminal.
func openBrowser(address string) {
	program := map[string][]string{
		"darwin":  {"open"},
		"windows": {"rundll32", "url.dll,FileProtocolHandler"},
	}[runtime.GOOS]
	if program == nil {
		program = []string{"xdg-open"}
	}
	c := exec.Command(program[0], append(program[1:], address)...)
	if c.Start() == nil {
		go func() { _ = c.Wait() }() // avoid a zombie process
	}
}
