package fast_test

import (
	"errors"
	"fmt"

	"github.com/relspec/relspec/fast"
)

// If the last step of a purchase fails, the whole purchase is undone.
func ExampleWorld_Atomically() {
	type Gold int
	w := fast.NewWorld()
	owns := w.NewRelationship("Owns")
	buyer, seller := fast.Spawn1(w, Gold(30)), fast.Spawn1(w, Gold(0))
	ship := w.Spawn()

	err := w.Atomically(func() error {
		if err := w.AddPair(buyer, owns, ship); err != nil {
			return err
		}
		*fast.Get[Gold](w, seller) += 50
		if *fast.Get[Gold](w, buyer) -= 50; *fast.Get[Gold](w, buyer) < 0 {
			return errors.New("not enough gold")
		}
		return nil
	})
	fmt.Println(err, *fast.Get[Gold](w, buyer), *fast.Get[Gold](w, seller), w.HasPair(buyer, owns, ship))
	// Output: not enough gold 30 0 false
}

// An editor undoes and redoes what its user has done.
func ExampleWorld_Record() {
	w := fast.NewWorld()
	house := w.Spawn(fast.Named("House"))
	w.Spawn(fast.Named("Door"), fast.Below(house))

	edit, err := w.Record(func() error { return w.Delete(house) })
	if err != nil {
		return
	}
	_ = edit.Undo()
	door, err := w.Find("House.Door")
	fmt.Println(w.Alive(door), err)
	_ = edit.Redo()
	fmt.Println(w.Alive(door), w.Alive(house))
	// Output:
	// true <nil>
	// false false
}
