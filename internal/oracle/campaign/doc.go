// Package campaign compares generated traces on all cores until the time is over or enough findings are there ([Run]).
//
//   - [Options], [Progress], [Report], [Finding]
//   - [TraceSeed]: any trace can be run again alone
//   - [Read], [Merge]: campaigns that were split over machines
package campaign
