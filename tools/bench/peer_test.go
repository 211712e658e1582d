package bench

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// asPeer makes the test binary act as a program for another engine. It prints the value of the
// variable as its answer.
const asPeer = "RELSPEC_BENCH_TEST_PEER"

func TestMain(m *testing.M) {
	if says := os.Getenv(asPeer); says != "" {
		if os.Args[1] == "list" {
			fmt.Println("Hand1\nHand2\nIter1Tab")
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
	p, err := newPeer("ark of a test", os.Args[0])
	require.NoError(t, err)
	return p
}

// at returns a measurement of fast to compare a peer with.
func at(name string) measured {
	return measured{name: name, n: 1000, figures: figures{time: 5, check: 1000}, theirs: map[string]figures{}}
}

func TestPeersAreMeasuredBeside(t *testing.T) {
	p := peerThatSays(t, "NAME N 2.5 1000 40")
	require.Equal(t, "ark", p.engine)
	require.Equal(t, []string{"Hand1", "Hand2", "Iter1Tab"}, p.knows)
	m := at("Hand1")
	require.Empty(t, peers{p}.measure(&m))
	require.Equal(t, 2.0, m.against(m.theirs["ark"].time))
	require.Zero(t, m.against(m.theirs["flecs"].time))
	require.Zero(t, m.bytesAgainst("ark"), "fast takes no bytes")
	m.bytes = 20
	require.Equal(t, 0.5, m.bytesAgainst("ark"))
	require.Zero(t, m.bytesAgainst("flecs"))
	t.Setenv(asPeer, "NAME N 2 1000 60") // of two results, the faster one counts
	require.Empty(t, peers{p}.measure(&m))
	require.Equal(t, 2.5, m.against(m.theirs["ark"].time))
	t.Setenv(asPeer, "NAME N 8 1000 50")
	require.Empty(t, peers{p}.measure(&m))
	require.Equal(t, 2.5, m.against(m.theirs["ark"].time))
	require.Equal(t, 0.5, m.bytesAgainst("ark"), "the fewest bytes count")
	t.Setenv(asPeer, "fails")
	m = at("Iter1") // the peer does not have this benchmark
	require.Empty(t, peers{p}.measure(&m))
}

// A wrong answer of a peer is reported, and its result is omitted.
func TestFiguresOfPeersThatDoNotCount(t *testing.T) {
	for says, want := range map[string]string{
		"NAME N 2.5 999 1":  "ark of a test: Hand1 at 1000 has the check 999, not 1000: it does different work",
		"NAME N 2.5":        `ark of a test: "Hand1 1000 2.5" is not a measurement of Hand1 at 1000`,
		"NAME 7 2.5 1000 1": `is not a measurement`,
		"NAME N x 1000 1":   "is not a measurement",
		"NAME N 0 1000 1":   "is not a measurement",
		"NAME N 1 1000 z":   "is not a measurement",
		"NAME N 1 y 1":      "is not a measurement",
		"fails":             "exit status 3: no memory",
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
	require.ErrorContains(t, left[0], "ark of a test Hand1 1000 20: no answer in 50ms")
}

// The programs of engines in bin/engines do the same work as fast: their check values agree.
func TestPeersAgree(t *testing.T) {
	t.Chdir("../..")
	var s survey
	var err error
	s.peers, s.absent, err = findPeers("bin/engines")
	require.NoError(t, err)
	if len(s.peers) == 0 {
		t.Skip(s.absent)
	}
	require.NoError(t, s.check())
	require.Empty(t, s.left)
	operations, err := definitions()
	require.NoError(t, err)
	for _, list := range s.list {
		require.NotEmpty(t, operations[list[0].name], list[0].name)
	}
	if s.absent != "" {
		t.Skip(s.absent)
	}
}

// Missing engines are counted and named.
func TestMissingEnginesAreTold(t *testing.T) {
	out, err := command(t, "table", "--engines", t.TempDir(), "--sizes", "100", "--benchtime", "1x", "--turns", "1", "--run", "^Hand1$")
	require.NoError(t, err)
	require.Contains(t, out, "3 of 3 engines are not compared: ark-0.8.1, flecs-4.1.6, flecs-3.2.12 not in ")
}
