// Package link encodes the state of the playground in the fragment of an address (after '#'), so that
// pages can link to a world with a query.
//
//   - [State] is everything that the page shows: world, query, choices
//   - [State.Fragment] and [Parse] encode and decode it; the page does the same
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

// State is a world and a query.
type State struct {
	Profile string `json:"profile"`
	// World is a world in the notation of scenarios, one fact or step per line, or a trace as JSON Lines.
	World string `json:"world"`
	// At is the number of operations of the world to apply; 0 means all.
	At int `json:"at,omitempty"`
	// Query is text in the dialect of the profile.
	Query     string            `json:"query"`
	Kind      string            `json:"kind,omitempty"`
	Vars      map[string]string `json:"vars,omitempty"` // set before the query is asked, without '$'
	OrderBy   string            `json:"order,omitempty"`
	Desc      bool              `json:"desc,omitempty"`
	GroupBy   string            `json:"group,omitempty"`
	Instanced bool              `json:"instanced,omitempty"`
	// Why is the entity for which the page explains why it is not in the answer.
	Why string `json:"why,omitempty"`
	// Row is the index of the row whose proof the page shows, if Why is "".
	Row int `json:"row,omitempty"`
	// Long raises the limits of an answer a hundredfold. The usual limits keep the page responsive.
	Long bool `json:"long,omitempty"`
}

// prefix is the version of the encoding.
const prefix = "v1="

// MaxFragment is the maximum number of bytes of a fragment that [Parse] accepts.
const MaxFragment = 1 << 20

// maxState is the maximum number of bytes of a decoded state. A short fragment can decompress to a very
// long state.
const maxState = 8 << 20

// packers reuses compressors, which have tables of a megabyte each.
var packers = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(nil, flate.BestCompression) // fails only for an invalid level
	return w
}}

// Fragment encodes a state, without '#': JSON, compressed (RFC 1951), in URL-safe base64. With one
// version of Go, equal states give equal fragments.
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

// Parse decodes the result of [State.Fragment], with or without '#'. The error has code limit if the
// text is too long, and otherwise code syntax.
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
		return s, spec.Errorf(spec.CodeSyntax, "the link is incomplete; copy it again")
	}
	plain, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxState+1))
	if err != nil {
		return s, spec.Errorf(spec.CodeSyntax, "the link is incomplete; copy it again")
	}
	if len(plain) > maxState {
		return s, spec.Errorf(spec.CodeLimit, "the world of a link has at most %d bytes", maxState)
	}
	if err := spec.ReadOpenJSON(plain, &s); err != nil {
		return s, spec.Errorf(spec.CodeSyntax, "the link does not contain a world: %s", err.Error())
	}
	return s, nil
}

// Port is the default port of diffcheck play. Links in reports use it.
const Port = 7317

// maxLinked is the maximum length of a fragment in a link. Browsers and mail programs truncate longer
// links.
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
