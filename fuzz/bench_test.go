package fuzz_test

import (
	"math/rand/v2"
	"testing"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/spec"
)

func BenchmarkGenerate(b *testing.B) {
	g := fuzz.New(spec.Flecs3())
	operations := 0
	for seed := uint64(0); b.Loop(); seed++ {
		operations += len(g.Generate(seed).Entries)
	}
	b.ReportMetric(float64(operations)/b.Elapsed().Seconds(), "operations/s")
}

func BenchmarkDecode(b *testing.B) {
	g := fuzz.New(spec.Flecs3(), fuzz.Operations(10_000))
	data := make([]byte, 4096)
	random := rand.New(rand.NewPCG(1, 1))
	for i := range data {
		data[i] = byte(random.Uint32())
	}
	operations := 0
	for b.Loop() {
		operations += len(g.Decode(data).Entries)
	}
	b.ReportMetric(float64(operations)/b.Elapsed().Seconds(), "operations/s")
	b.ReportMetric(float64(b.N)*float64(len(data))/float64(operations), "bytes/operation")
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		fuzz.New(spec.Flecs3())
	}
}
