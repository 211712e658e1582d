package bench

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// asPeer makes the test binary a program that measures another engine: what it is set to is what
// that prints for a workload.
const asPeer = "RELSPEC_BENCH_TEST_PEER"

func TestMain(m *testing.M) {
	if says := os.Getenv(asPeer); says != "" {
		if os.Args[1] == "list" {
			fmt.Println("hand1 what it does\n\nhand2\niter1_tab")
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

// at is a measurement of fast to compare a peer with.
func at(name string) measured {
	return measured{name: name, line: line{n: 1000, time: 5, check: 1000}, theirs: map[string]float64{}}
}

func TestPeersAreMeasuredBeside(t *testing.T) {
	p := peerThatSays(t, "NAME N 3.5 2.5 5 1000 77")
	require.Equal(t, "ark", p.engine)
	require.Equal(t, map[string]string{"hand1": "hand1", "hand2": "hand2", "iter1tab": "iter1_tab"}, p.knows)
	m := at("Hand1")
	require.Empty(t, peers{p}.measure(&m))
	require.Equal(t, 2.0, m.against(m.theirs["ark"]))
	require.Zero(t, m.against(m.theirs["flecs"]))
	t.Setenv(asPeer, "NAME N 3 2 5 1000 77") // the faster one counts
	require.Empty(t, peers{p}.measure(&m))
	require.Equal(t, 2.5, m.against(m.theirs["ark"]))
	t.Setenv(asPeer, "NAME N 9 8 5 1000 77")
	require.Empty(t, peers{p}.measure(&m))
	require.Equal(t, 2.5, m.against(m.theirs["ark"]))
	t.Setenv(asPeer, "fails")
	m = at("Iter1") // which it does not know
	require.Empty(t, peers{p}.measure(&m))
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
		m := at("Hand1")
		left := peers{p}.measure(&m)
		require.Empty(t, peers{p}.measure(&m), "it is not asked again")
		require.Len(t, left, 1, says)
		require.ErrorContains(t, left[0], want)
		require.Empty(t, m.theirs, says)
	}
}

func TestPeersThatHangAreLeftOut(t *testing.T) {
	p := peerThatSays(t, "hangs")
	before := patience
	patience = 50 * time.Millisecond
	defer func() { patience = before }()
	m := at("Hand1")
	left := peers{p}.measure(&m)
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
