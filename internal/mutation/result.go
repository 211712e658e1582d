package mutation

// Status is what became of a mutant.
type Status string

// What can become of a mutant.
const (
	Killed     Status = "killed"      // something has noticed it
	Survived   Status = "survived"    // its place was run, and nothing has noticed
	NotCovered Status = "not covered" // nothing runs its place
)

// Result is what became of a mutant.
type Result struct {
	Point
	Status  Status  `json:"status"`
	By      string  `json:"by,omitempty"` // what has noticed it
	Seconds float64 `json:"seconds"`
}
