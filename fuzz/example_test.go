package fuzz_test

import (
	"fmt"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/spec"
)

func ExampleGenerate() {
	trace := fuzz.Generate(7, spec.Flecs3(), fuzz.Operations(500))
	fmt.Println(trace.Header.Profile, trace.Header.Seed, len(trace.Entries))
	// Output: flecs-3 7 500
}

func ExampleDecode() {
	data := []byte("any string is a trace, and a longer one begins with the same operations")
	short, long := fuzz.Decode(data[:40], spec.Flecs3()), fuzz.Decode(data, spec.Flecs3())
	fmt.Println(len(short.Entries) < len(long.Entries), len(short.Entries) > 0)
	// Output: true true
}

func ExampleParseWeights() {
	w, err := fuzz.ParseWeights("cleanup, delete=300 # and no snapshots\nsnapshot=0")
	fmt.Println(w.Get("delete"), w.Get("snapshot"), err)
	_, err = fuzz.ParseWeights("deletes=1")
	fmt.Println(err)
	// Output:
	// 300 0 <nil>
	// unknown weight "deletes"; WeightKeys lists the weights
}
