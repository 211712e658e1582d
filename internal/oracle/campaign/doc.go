// Package campaign compares generated traces on all cores until the time is over or there are
// enough findings ([Run]).
//
//   - [Options], [Progress], [Report], [Finding]
//   - [TraceSeed]: the seed to run one trace again
//   - [Read], [Merge]: join the results of a campaign that was split over machines
package campaign
