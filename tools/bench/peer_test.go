package bench

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/bench"
)

// asPeer makes the test binary a program that measures another engine: what it is set to is what that prints for a workload.
const asPeer = "RELSPEC_BENCH_TEST_PEER"

func TestMain(m *testing.M) {
	if says := os.Getenv(asPeer); says != "" {
		if os.Args[1] == "bench" { // as this program itself
			os.Args = os.Args[1:]
		}
		if os.Args[1] == "list" {
			fmt.Println("hand1 what it does\n\nhand2")
			os.Exit(0)
		}
		if says == "hangs" {
			time.Sleep(time.Hour)
		}
		if says == "fails" {
			fmt.Fprintln(os.Stderr, "no memory")
			os.Exit(3)
		}
		fmt.Println(strings.NewReplacer("NAME", os.Args[1], "N", os.Args[2]).Replace(says))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func peerThatSays(t *testing.T, says string) *peer {
	t.Helper()
	t.Setenv(asPeer, says)
	p, err := newPeer("ark of a test=" + os.Args[0])
	require.NoError(t, err)
	return p
}

func TestPeersAreMeasuredBeside(t *testing.T) {
	p := peerThatSays(t, "NAME N 3.5 2.5 5 1000 77")
	require.Equal(t, "ark", p.engine)
	require.Equal(t, map[string]bool{"hand1": true, "hand2": true}, p.knows)
	m := measured{work: bench.Find("hand1"), result: result{name: "hand1", n: 1000, min: 5}}
	require.Empty(t, m.beside(peers{p}, 1000))
	require.Equal(t, 2.0, m.against("ark"))
	require.Zero(t, m.against("flecs"))
	require.Equal(t, "  2.00 times ark", (&survey{peers: peers{p, p}}).times(&m))
	t.Setenv(asPeer, "NAME N 3 2 5 1000 77") // the faster one counts
	require.Empty(t, m.beside(peers{p}, 1000))
	require.Equal(t, 2.5, m.against("ark"))
	t.Setenv(asPeer, "NAME N 9 8 5 1000 77")
	require.Empty(t, m.beside(peers{p}, 1000))
	require.Equal(t, 2.5, m.against("ark"))
	own, err := self() // which says what the peer says, being the program of this test
	require.NoError(t, err)
	require.True(t, own.knows["iter1"])
	t.Setenv(asPeer, "NAME N 9 8 5 1000 77")
	require.Empty(t, m.beside(peers{own}, 1000))
	require.Equal(t, 4.0, m.against("ark"), "processes are compared with processes")
	m.name = "iter1" // which it does not know
	t.Setenv(asPeer, "fails")
	require.Empty(t, m.beside(peers{p}, 1000))
}

// What a peer gets wrong is told, and its figure does not count.
func TestFiguresOfPeersThatDoNotCount(t *testing.T) {
	for says, want := range map[string]string{
		"NAME N 3.5 2.5 5 999 77":  "ark of a test: hand1 at 1000 has the check 999, not 1000: it is other work",
		"NAME N 3.5 2.5 5":         `ark of a test: "hand1 1000 3.5 2.5 5" is not a measurement of hand1 at 1000`,
		"NAME 7 3.5 2.5 5 1000 77": `is not a measurement`,
		"NAME N 3.5 x 5 1000 77":   "invalid syntax",
		"NAME N 3.5 0 5 1000 77":   "not positive",
		"NAME N 3.5 1 5 y 77":      "invalid syntax",
		"fails":                    "exit status 3: no memory",
	} {
		p := peerThatSays(t, says)
		m := measured{work: bench.Find("hand1"), result: result{name: "hand1", n: 1000, min: 5}}
		left := m.beside(peers{p}, 1000)
		require.Empty(t, m.beside(peers{p}, 1000), "it is not asked again")
		require.Len(t, left, 1, says)
		require.ErrorContains(t, left[0], want)
		require.Zero(t, m.against("ark"), says)
	}
}

func TestPeersThatHangAreLeftOut(t *testing.T) {
	p := peerThatSays(t, "hangs")
	before := patience
	patience = 50 * time.Millisecond
	defer func() { patience = before }()
	m := measured{work: bench.Find("hand1"), result: result{name: "hand1", n: 1000, min: 5}}
	left := m.beside(peers{p}, 1000)
	require.Len(t, left, 1)
	require.ErrorContains(t, left[0], "ark of a test hand1 1000 5: no answer in 50ms")
}

func TestPeersAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		"":             "is not TITLE=COMMAND",
		"ark":          "is not TITLE=COMMAND",
		"ark=":         "is not TITLE=COMMAND",
		"=ls":          "is not TITLE=COMMAND",
		"ark=/no/such": "no such file",
	} {
		_, err := newPeer(text)
		require.ErrorContains(t, err, want, text)
	}
}

// A table beside a peer shows the ratio, and what is left out.
func TestTableBesideAPeer(t *testing.T) {
	t.Setenv(asPeer, "NAME N 1e9 1e9 5 N 77")
	out, err := command("table", "--quick", "--run", "^hand1$", "--peer", "ark 0="+os.Args[0])
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(out, " times ark\n"), out)
	require.NotContains(t, out, "left out")
	t.Setenv(asPeer, "fails")
	t.Setenv(peersVariable, "ark 0="+os.Args[0])
	out, err = command("table", "--quick", "--run", "^hand1$")
	require.NoError(t, err)
	require.Contains(t, out, "left out: ark 0 hand1 1000 5: exit status 3: no memory\n")
}
