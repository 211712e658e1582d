@profile:flecs-3-beta
Feature: Sorted queries

  Rule: A component decides the order

    Background:
      Given a component Position {x f32}
      And these facts
        | E8 | Position {x: 11}          |
        | E3 | Position {x: 4}           |
        | E1 | Position {x: 1}           |
        | E6 | Position {x: 8}, Mass     |
        | E2 | Position {x: 3}           |
        | E5 | Position {x: 7}, Velocity |
        | E7 | Position {x: 10}          |
        | E4 | Velocity, Position {x: 5} |

    @beta-sorting-01 @SET-071 @SET-074 @SET-088 @SET-092 @SET-093
    Scenario: Entities of several tables are sorted together
      When a cached query queries "Position", ordered by Position, with values
      Then the result is, in order
        | $this | 1.value |
        | E1    | {x: 1}  |
        | E2    | {x: 3}  |
        | E3    | {x: 4}  |
        | E4    | {x: 5}  |
        | E5    | {x: 7}  |
        | E6    | {x: 8}  |
        | E7    | {x: 10} |
        | E8    | {x: 11} |

    @beta-sorting-02 @SET-094 @SET-096 @SET-098
    Scenario: Consecutive rows of one table form a sorted batch
      When a cached query queries "Position", ordered by Position, with batches
      Then the result is, in order
        | $this | batch |
        | E1    | 0     |
        | E2    | 0     |
        | E3    | 0     |
        | E4    | 1     |
        | E5    | 1     |
        | E6    | 2     |
        | E7    | 3     |
        | E8    | 3     |
      Given a cached query q is prepared for "Position", ordered by Position
      When query q is opened as i
      And iterator i is advanced
      Then the result is, in order
        | $this |
        | E1    |
        | E2    |
        | E3    |
      When iterator i is advanced
      Then the result is, in order
        | $this |
        | E4    |
        | E5    |

    @beta-sorting-03 @SET-076 @SET-077 @SET-081 @SET-082 @SET-083 @SET-084 @SET-085
    Scenario: Changes of the ordered component change the order
      Given a cached query q is prepared for "Position, Velocity", ordered by Position
      When query q is iterated
      Then the result is, in order
        | $this |
        | E4    |
        | E5    |
      When E4 gets Position {x: 9}
      And query q is iterated
      Then the result is, in order
        | $this |
        | E5    |
        | E4    |
      When E9 gets Velocity
      And E9 gets Position {x: 8}
      And query q is iterated
      Then the result is, in order
        | $this |
        | E5    |
        | E9    |
        | E4    |
      Given an entity E0 with Position, Velocity
      When query q is iterated
      Then the result is, in order
        | $this |
        | E0    |
        | E5    |
        | E9    |
        | E4    |
      When E5 loses Position
      And query q is iterated
      Then the result is, in order
        | $this |
        | E0    |
        | E9    |
        | E4    |
      When E0 is deleted
      And query q is iterated
      Then the result is, in order
        | $this |
        | E9    |
        | E4    |

    @beta-sorting-04 @SET-079 @SET-080
    Scenario: The order is decided when the iterator is obtained
      Given a cached query q is prepared for "Position, Velocity", ordered by Position
      When query q is opened as i
      And E4 gets Position {x: 100}
      And iterator i is advanced
      Then the result is, in order
        | $this |
        | E4    |
        | E5    |
      When iterator i is closed
      And query q is opened as j
      And iterator j is advanced
      Then the result is, in order
        | $this |
        | E5    |
        | E4    |

    @beta-sorting-05 @SET-086
    Scenario: Values that a loop writes change the order
      Given a cached query w is prepared for "[out] Position, Velocity"
      And a cached query q is prepared for "Position, Velocity", ordered by Position
      When query w is opened as i
      And iterator i is advanced
      And E4 gets Position {x: 20}
      And E5 gets Position {x: 10}
      And iterator i is closed
      And query q is iterated, with values
      Then the result is, in order
        | $this | 1.value |
        | E5    | {x: 10} |
        | E4    | {x: 20} |

    @beta-sorting-06 @SET-091
    Scenario: Sorting a query does not order the rows of another query
      Given a cached query p is prepared for "Position, Velocity"
      And a cached query q is prepared for "Position", ordered by Position descending
      When query q is iterated
      And query p is iterated
      Then the result is, in any order
        | $this |
        | E4    |
        | E5    |

  Rule: Without a component, the entity decides the order

    Background:
      Given a component Position {x f32}
      And these facts
        | first  | Position {x: 30}       |
        | second | Position {x: 10}, Mass |
        | third  | Position {x: 20}       |

    @beta-sorting-11 @SET-099 @SET-100
    Scenario: Entities come in the order of their ids
      When a cached query queries "Position", ordered by the entity
      Then the result is, in order
        | $this  |
        | first  |
        | second |
        | third  |
      When a cached query queries "Position", ordered by the entity descending
      Then the result is, in order
        | $this  |
        | third  |
        | second |
        | first  |

    @beta-sorting-12 @SET-102 @SET-103
    Scenario: Values do not change the order of entities
      Given a cached query q is prepared for "Position", ordered by the entity
      And a cached query w is prepared for "[out] Position"
      When third gets Position {x: 1}
      And query w is opened as i
      And iterator i is advanced
      And first gets Position {x: 99}
      And iterator i is closed
      And query q is iterated, with values
      Then the result is, in order
        | $this  | 1.value |
        | first  | {x: 99} |
        | second | {x: 10} |
        | third  | {x: 1}  |
