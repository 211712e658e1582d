package hash

import (
	"encoding/json"
	"hash/fnv"
)

// Mix returns a pseudo-random number whose bits depend on all bits of its argument (SplitMix64).
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Of hashes the JSON text of a value. It returns 0 if the value has none. If a variant uses the
// hash of an operation as its random seed, it rewrites the operation in the same way at every
// index. So the failure survives a reduction.
func Of(v any) uint64 {
	b, err := json.Marshal(v)
	if err != nil {
		return 0
	}
	h := fnv.New64a()
	h.Write(b)
	return h.Sum64()
}
