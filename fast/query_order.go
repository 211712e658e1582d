package fast

import (
	"iter"
)

// Group is the group of the row: the first own target of the relationship that the query is grouped by, the zero Entity
// for none and where the query is not grouped (QRY-577, QRY-578).
func (r Row) Group() Entity { return r.x.w.entity(r.x.place.group) }

// Block numbers the rows of an ordered query: those that are equal in group, depth and sort key are one block, in any
// order, and blocks ascend from 0.
func (r Row) Block() int { return r.x.place.block }

// GroupRows gives the rows of one group of a grouped query, the zero Entity for those without (QRY-568). It is an
// error with code invalid if the query is not grouped. A dead group has no rows.
func (q *Query) GroupRows(group Entity) (iter.Seq[Row], error) {
	if q.q.ordering == nil || !q.q.ordering.groups {
		return nil, errNotGrouped
	}
	return func(yield func(Row) bool) {
		if group != 0 && !q.w.Alive(group) {
			return
		}
		x := q.q.newExec()
		q.w.hooks.Add(1)
		defer func() {
			q.w.endLoop()
			x.release()
		}()
		only := group.Index()
		s := q.loop(yield)
		x.deliver(&s, false, &only)
	}, nil
}

// Changed reports whether what the query matches has changed since its rows were last seen, and from the first call
// on makes the world mark what is written (QRY-484, QRY-503, P-50). Seen are the tables that a loop over [Query.Rows]
// has come to (QRY-505), and what [Query.Seen] makes so. A restoration writes no values, but entities may come into
// tables and leave them. It is an error with code unsupported if the query is not cached, and invalid where the profile
// wants change detection asked for at creation and that was not done. It writes to the query: from then on only one
// goroutine may loop over it.
func (q *Query) Changed() (bool, error) {
	if err := q.q.checkTracking(); err != nil {
		return false, err
	}
	return q.tracker.changed(), nil
}

// Seen makes the query remember everything that it matches now as seen (QRY-489). Errors are those of [Query.Changed].
func (q *Query) Seen() error {
	if err := q.q.checkTracking(); err != nil {
		return err
	}
	q.tracker.sawAll()
	return nil
}
