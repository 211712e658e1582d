// Package link writes the state of the playground as the part of an address behind '#', so that
// pages can link to a world with its question.
//
//   - [State] is all that the page shows: world, question, choices
//   - [State.Fragment] and [Parse] are its text, which the page reads and writes, too
package link

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/relspec/relspec/spec"
)

// State is a world and a question to it.
type State struct {
	Profile string `json:"profile"`
	// World is in the notation of scenarios, a fact or a step a line, or a trace as JSON Lines.
	World string `json:"world"`
	// At is how many operations of the world are applied; 0 is all.
	At int `json:"at,omitempty"`
	// Query is text in the dialect of the profile.
	Query     string            `json:"query"`
	Kind      string            `json:"kind,omitempty"`
	Vars      map[string]string `json:"vars,omitempty"` // set before the query is asked, without '$'
	OrderBy   string            `json:"order,omitempty"`
	Desc      bool              `json:"desc,omitempty"`
	GroupBy   string            `json:"group,omitempty"`
	Instanced bool              `json:"instanced,omitempty"`
	// Why is the entity of which the page says why it is not in the answer.
	Why string `json:"why,omitempty"`
	// Row is the row of the answer whose proof the page shows, from 0, where it says nothing of Why.
	Row int `json:"row,omitempty"`
	// Long: the engines work as long as they do elsewhere; otherwise they stop where a page would
	// seem to hang.
	Long bool `json:"long,omitempty"`
}

// prefix tells the versions of the text apart.
const prefix = "v1="

// MaxFragment is how many bytes a text of a state has at most that [Parse] reads.
const MaxFragment = 1 << 20

// maxState is how many bytes the state of a text has at most: a short text can be of a very long one.
const maxState = 8 << 20

// packers have tables of a megabyte each, which a new state need not wait for.
var packers = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(nil, flate.BestCompression) // a level that exists
	return w
}}

// Fragment returns the text of a state, without '#': JSON, compressed (RFC 1951), in the letters of
// addresses. Equal states give equal texts in one version of Go.
func (s State) Fragment() (string, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	w, _ := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(&b)
	if _, err = w.Write(text); err != nil {
		return "", err
	}
	if err = w.Close(); err != nil {
		return "", err
	}
	return prefix + base64.RawURLEncoding.EncodeToString(b.Bytes()), nil
}

// Parse reads a text of [State.Fragment], with or without '#'. The error has the code syntax, or
// limit for a text that is too long.
func Parse(fragment string) (State, *spec.Error) {
	var s State
	text, ours := strings.CutPrefix(strings.TrimPrefix(fragment, "#"), prefix)
	if !ours {
		return s, spec.Errorf(spec.CodeSyntax, "the link does not begin with %q", prefix)
	}
	if len(text) > MaxFragment {
		return s, spec.Errorf(spec.CodeLimit, "a link has at most %d bytes", MaxFragment)
	}
	packed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return s, spec.Errorf(spec.CodeSyntax, "the link is not whole")
	}
	plain, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxState+1))
	if err != nil {
		return s, spec.Errorf(spec.CodeSyntax, "the link is not whole")
	}
	if len(plain) > maxState {
		return s, spec.Errorf(spec.CodeLimit, "the world of a link has at most %d bytes", maxState)
	}
	if err := spec.ReadOpenJSON(plain, &s); err != nil {
		return s, spec.Errorf(spec.CodeSyntax, "the link is not of a world: %s", err.Error())
	}
	return s, nil
}

// Port is where diffcheck play serves the page unless it is told otherwise: links of reports go there.
const Port = 7317

// maxLinked is how long the text of a state is at most that stands in a page as a link: browsers
// and mail cut longer ones.
const maxLinked = 16 << 10

// Local returns the address of a state on the page that diffcheck play serves; "" for a state that
// is too long for a link.
func (s State) Local() string {
	text, err := s.Fragment()
	if err != nil || len(text) > maxLinked {
		return ""
	}
	return fmt.Sprintf("http://127.0.0.1:%d/#%s", Port, text)
}
