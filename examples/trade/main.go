// Trade simulates merchant ships. Ports sell and buy goods, ships carry profitable goods to a port
// nearby, and prices follow the sales. One query finds all offers. The position and cargo of a ship
// are pairs.
//
//	go run ./examples/trade -ships 20000 -days 30
//	go run ./examples/trade -days 1000 -inspect localhost:7318
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"time"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/inspect"
)

type (
	// Ship has the room of a ship, in tons.
	Ship struct{ Hold int }
	// Gold is the money of a trading house.
	Gold struct{ Coins int }
	// Sells is the relationship of a port to a good that it makes, with the price and the tons sold
	// today.
	Sells struct{ Price, Sold int }
	// Buys is the relationship of a port to a good that it wants, with the price and the tons bought
	// today.
	Buys struct{ Price, Bought int }
	// Carries is the relationship of a ship to the good in its hold, with the tons and what they
	// cost.
	Carries struct{ Tons, Paid int }
)

type trade struct {
	w       *fast.World
	gold    *fast.Component[Gold]
	sells   *fast.Component[Sells]
	buys    *fast.Component[Buys]
	carries *fast.Component[Carries]

	docked, owner *fast.Relationship
	ports, houses []fast.Entity

	offers   fast.Query0
	to, good fast.Entity // variables of offers
	laden    fast.Query2[Ship, Carries]
	empty    fast.Query1[Ship]
	selling  fast.Query1[Sells]
	buying   fast.Query1[Buys]
}

func newTrade(ships int, random *rand.Rand) *trade {
	w := fast.NewWorld()
	t := &trade{
		w: w, gold: fast.Register[Gold](w), sells: fast.Register[Sells](w), buys: fast.Register[Buys](w),
		carries: fast.Register[Carries](w),
	}
	lane := w.NewRelationship("Lane", fast.Symmetric)
	// Ships change ports often. Docked is stored outside the tables, so a new port does not move
	// the ship to another table.
	t.docked = w.Relationship(w.NewRelationship("Docked", fast.Exclusive, fast.DontFragment))
	t.owner = w.Relationship(w.NewRelationship("OwnedBy", fast.Exclusive))

	goods := named(w, "wine", "salt", "cloth", "iron", "spice")
	t.ports = named(w, "Genoa", "Venice", "Ragusa", "Tunis", "Acre", "Candia")
	t.houses = named(w, "Doria", "Contarini", "Gondola")
	for _, house := range t.houses {
		must(t.gold.Set(house, Gold{1000}))
	}
	for i, port := range t.ports {
		must(w.AddPair(port, lane, t.ports[(i+1)%len(t.ports)]), w.AddPair(port, lane, t.ports[(i+2)%len(t.ports)]))
		for j, good := range goods {
			switch (i + 2*j) % 3 {
			case 0:
				must(t.sells.SetPair(port, good, Sells{Price: 20 + random.IntN(30)}))
			case 1:
				must(t.buys.SetPair(port, good, Buys{Price: 40 + random.IntN(40)}))
			}
		}
	}
	for range ships {
		fast.Spawn1(w, Ship{Hold: 10 + random.IntN(90)},
			t.docked.Pair(t.ports[random.IntN(len(t.ports))]), t.owner.Pair(t.houses[random.IntN(len(t.houses))]))
	}

	// The query is a join over three relationships: port A has a lane to port B, sells a good, and
	// B buys it.
	t.offers = fast.NewQuery0(w, fast.Text("(Lane, $to), (Sells, $good), Buys($to, $good)"))
	t.to, t.good = t.offers.Variable("to"), t.offers.Variable("good")
	anything := t.carries.Pair(fast.Wildcard)
	t.laden = fast.NewQuery2[Ship, Carries](w, fast.Field[Carries](anything))
	t.empty = fast.NewQuery1[Ship](w, fast.Not(anything))
	t.selling = fast.NewQuery1[Sells](w, fast.Field[Sells](t.sells.Pair(fast.Wildcard)))
	t.buying = fast.NewQuery1[Buys](w, fast.Field[Buys](t.buys.Pair(fast.Wildcard)))
	return t
}

// offer is a good that a ship in a port can trade with profit.
type offer struct {
	good, to fast.Entity
	profit   int // per ton
}

// open returns the profitable offers of every port, the best first.
func (t *trade) open() map[fast.Entity][]offer {
	open := map[fast.Entity][]offer{}
	for batch := range t.offers.Batches() {
		good, to := batch.Variable(t.good), batch.Variable(t.to)
		for _, port := range batch.Entities() {
			if profit := t.buys.GetPair(to, good).Price - t.sells.GetPair(port, good).Price; profit > 0 {
				open[port] = append(open[port], offer{good, to, profit})
			}
		}
	}
	for _, offers := range open {
		slices.SortFunc(offers, func(a, b offer) int {
			return cmp.Or(cmp.Compare(b.profit, a.profit), cmp.Compare(a.to, b.to), cmp.Compare(a.good, b.good))
		})
	}
	return open
}

// day sells the cargoes that have arrived, loads the empty ships, each with one of the three most
// profitable offers of its port, and adjusts the prices. It returns the number of tons sold.
func (t *trade) day() (sold int) {
	// A loop locks the world, so structural changes are deferred until it is over.
	must(t.w.Defer(func() {
		for batch := range t.laden.Batches() {
			_, cargoes := batch.Fields()
			for i, ship := range batch.Entities() {
				sold += t.unload(ship, batch.Target(1), cargoes[i])
			}
		}
	}))
	open := t.open()
	must(t.w.Defer(func() {
		for ship, s := range t.empty.All() {
			if offers := open[t.docked.Target(ship)]; len(offers) > 0 {
				t.load(ship, offers[int(ship.Index())%min(len(offers), 3)], s.Hold) // so that captains choose differently
			}
		}
	}))
	t.movePrices()
	return sold
}

// unload sells the cargo of a ship that has arrived.
func (t *trade) unload(ship, good fast.Entity, cargo Carries) int {
	price := t.buys.GetPair(t.docked.Target(ship), good)
	price.Bought += cargo.Tons
	t.gold.Own(t.owner.Target(ship)).Coins += cargo.Tons*price.Price - cargo.Paid
	must(t.w.Remove(ship, t.carries.Pair(good)))
	return cargo.Tons
}

// load buys a cargo on credit and sends the ship to the buyer.
func (t *trade) load(ship fast.Entity, o offer, tons int) {
	price := t.sells.GetPair(t.docked.Target(ship), o.good)
	price.Sold += tons
	must(t.carries.SetPair(ship, o.good, Carries{Tons: tons, Paid: tons * price.Price}), t.docked.Add(ship, o.to))
}

// movePrices raises the prices of goods that were bought often, and lowers those of goods that were
// sold often.
func (t *trade) movePrices() {
	for _, price := range t.selling.All() {
		price.Price, price.Sold = min(price.Price+cmp.Compare(price.Sold, 0)*3-1, 90), 0
	}
	for _, price := range t.buying.All() {
		price.Price, price.Bought = max(price.Price-cmp.Compare(price.Bought, 0)*3+1, 10), 0
	}
}

func run(out io.Writer, ships, days int, seed uint64, inspected string) {
	t := newTrade(ships, rand.New(rand.NewPCG(seed, 0)))
	pause := func() {}
	if inspected != "" {
		inspector := inspect.New(t.w, inspect.Options{})
		inspector.Show("offers", t.offers)
		inspector.Show("laden ships", t.laden)
		inspector.Show("empty ships", t.empty)
		go func() { must(http.ListenAndServe(inspected, inspector)) }()
		fmt.Fprintln(out, "look at", inspector.Address(inspected))
		pause = func() { // a day takes a second, during which requests are answered
			for range 50 {
				inspector.Poll()
				time.Sleep(20 * time.Millisecond)
			}
		}
	}
	for day := 1; day <= days; day++ {
		fmt.Fprintf(out, "day %2d: %6d tons sold\n", day, t.day())
		pause()
	}
	for _, port := range t.ports {
		fmt.Fprintf(out, "%-8s", t.w.Name(port))
		for _, good := range t.w.Targets(port, t.sells.Entity()) {
			fmt.Fprintf(out, " sells %s at %d,", t.w.Name(good), t.sells.GetPair(port, good).Price)
		}
		fmt.Fprintf(out, " %d ships\n", len(slices.Collect(t.docked.Sources(port))))
	}
	for _, house := range t.houses {
		ships := len(slices.Collect(t.owner.Sources(house)))
		fmt.Fprintf(out, "%-10s %7d coins, %d ships\n", t.w.Name(house), t.gold.Own(house).Coins, ships)
	}
}

func named(w *fast.World, names ...string) []fast.Entity {
	entities := make([]fast.Entity, len(names))
	for i, name := range names {
		entities[i] = w.NewTag(name)
	}
	return entities
}

// must panics on an error, because in this program a refused change is a bug.
func must(errs ...error) {
	for _, err := range errs {
		if err != nil {
			panic(err)
		}
	}
}

func main() {
	ships, days := flag.Int("ships", 200, "number of ships"), flag.Int("days", 10, "number of days")
	seed := flag.Uint64("seed", 1, "seed of the random numbers")
	inspected := flag.String("inspect", "", "host and port of a page that shows the world; none unless given")
	flag.Parse()
	run(os.Stdout, *ships, *days, *seed, *inspected)
}
