package query

// Matches are what a query matches, by table. An entry of Parts, Values and Groups belongs to as many fields as the
// query has, so that matches which share fields share it too.
type Matches struct {
	Tables []TableMatch
	Fields []FieldMatch
	Parts  []Part   // the rows that a match is about; none if all are about all rows
	Values []uint32 // of the variables from 1; none if there are no variables
	Groups []uint32 // of a grouped query
}

// Part is a run of rows of a table; of a match, all if Count is 0.
type Part struct{ From, Count int32 }
