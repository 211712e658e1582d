@profile:flecs-3
Feature: Sorting

  Rule: Rows are in the order of a component's values

    Background:
      Given a component Position {value i32}
      And these facts
        | E8 | Position {value: 11}          |
        | E5 | Position {value: 7}, Velocity |
        | E1 | Position {value: 1}           |
        | E6 | Position {value: 8}, Mass     |
        | E3 | Position {value: 4}           |
        | E2 | Position {value: 3}           |
        | E4 | Velocity, Position {value: 5} |
        | E7 | Position {value: 10}          |

    @sort-01 @QRY-519 @QRY-520 @QRY-534 @QRY-535 @QRY-543 @QRY-546 @QRY-532 @QRY-533
    Scenario: Entities of several tables are sorted together
      When a cached query queries "[in] Position", ordered by Position, with values
      Then the result is, in order
        | $this | 1.value     |
        | E1    | {value: 1}  |
        | E2    | {value: 3}  |
        | E3    | {value: 4}  |
        | E4    | {value: 5}  |
        | E5    | {value: 7}  |
        | E6    | {value: 8}  |
        | E7    | {value: 10} |
        | E8    | {value: 11} |
      When a cached query queries "[in] Position, Velocity", ordered by Position descending
      Then the result is, in order
        | $this |
        | E5    |
        | E4    |

    @sort-02 @QRY-536 @QRY-538
    Scenario: Consecutive rows of one table form a sorted batch
      When a cached query queries "[in] Position", ordered by Position, with batches
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
      Given a cached query q is prepared for "[in] Position", ordered by Position
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

    @sort-03 @QRY-522 @QRY-523 @QRY-539 @QRY-528
    Scenario: A query is sorted again when it is iterated after a change
      Given a cached query q is prepared for "[in] Position, Velocity", ordered by Position
      When E5 gets Position {value: 2}
      And query q is iterated
      Then the result is, in order
        | $this |
        | E5    |
        | E4    |
      When E1 gets Velocity
      And query q is iterated
      Then the result is, in order
        | $this |
        | E1    |
        | E5    |
        | E4    |
      When E5 loses Velocity
      And E1 gets Position {value: 6}
      And query q is iterated
      Then the result is, in order
        | $this |
        | E4    |
        | E1    |
      When E4 is deleted
      And query q is iterated
      Then the result is, in order
        | $this |
        | E1    |

    @sort-04 @QRY-523
    Scenario: The order is fixed when the iterator is created
      Given a cached query q is prepared for "[in] Position, Velocity", ordered by Position
      When query q is opened as i
      And E4 gets Position {value: 100}
      And iterator i is advanced
      Then the result is, in order
        | $this |
        | E4    |
        | E5    |
      When iterator i is closed
      And query q is opened as i
      And iterator i is advanced
      Then the result is, in order
        | $this |
        | E5    |
        | E4    |

    @sort-05 @QRY-528
    Scenario: A query that may write its key can be sorted
      Given a cached query q is prepared for "Position, Velocity", ordered by Position
      When query q is iterated
      And query q is iterated
      Then the result is, in order
        | $this |
        | E4    |
        | E5    |

  Rule: The key can be the entity, an inherited component, or a component of a parent

    @sort-11 @QRY-547 @QRY-548 @QRY-551 @order.key
    Scenario: Without a component, the key is the entity
      Given an entity a
      And an entity b
      And an entity c
      And an entity d
      And these facts
        | d | Position      |
        | b | Position, Tag |
        | a | Position      |
        | c | Position      |
      When a cached query queries "Position", ordered by the entity
      Then the result is, in order
        | $this |
        | a     |
        | b     |
        | c     |
        | d     |
      When a cached query queries "Position", ordered by the entity descending
      Then the result is, in order
        | $this |
        | d     |
        | c     |
        | b     |
        | a     |

    @sort-12 @QRY-529
    Scenario: An inherited component, or one of the parent, can be the key
      Given a component Depth {value i32}
      And these facts
        | low   | Prefab, Depth {value: 1} |
        | high  | Prefab, Depth {value: 9} |
        | a     | (IsA, high), Position    |
        | b     | (IsA, low), Position     |
        | c     | Depth {value: 5}, Position |
        | d     | (IsA, low), Position     |
        | child | (ChildOf, c), Position   |
        | kid   | (ChildOf, b), Position   |
      When a cached query queries "Position, [in] Depth", ordered by Depth
      Then the result is, in blocks
        | block | $this |
        | 0     | b     |
        | 0     | d     |
        | 1     | c     |
        | 2     | a     |
      When a cached query queries "Position, [in] Depth(parent)", ordered by Depth descending
      Then the result is, in blocks
        | block | $this |
        | 0     | child |
        | 1     | kid   |

    @sort-13 @QRY-543 @QRY-546
    Scenario: Equal values come in any order, and members are compared one after the other
      Given a component Name {last string, first string, old bool}
      And these facts
        | a | Name {last: "B", first: "A"}            |
        | b | Name {last: "A", first: "Z"}            |
        | c | Name {last: "B", first: "A", old: true} |
        | d | Name {last: "B", first: "A"}            |
      When a cached query queries "[in] Name", ordered by Name
      Then the result is, in blocks
        | block | $this |
        | 0     | b     |
        | 1     | a     |
        | 1     | d     |
        | 2     | c     |

  Rule: A query that cannot sort by a key is refused

    @sort-21 @QRY-519
    Scenario Outline: Only cached queries sort
      Given a component Position {value i32}
      When <kind> queries "Position", ordered by Position
      Then it fails with unsupported
      When <kind> queries "Position", ordered by the entity
      Then it fails with unsupported

      Examples:
        | kind     |
        | a filter |
        | a rule   |

    @sort-22 @QRY-520
    Scenario Outline: The key must be a term that always has a value
      Given a component Position {value i32}
      And a component Mass {value i32}
      And a relationship Likes
      When a cached query queries "<query>", ordered by Position
      Then it fails with invalid

      Examples:
        | query                 |
        | Mass                  |
        | Mass, ?Position       |
        | Mass, !Position       |
        | Mass, Position \|\| Mass |
        | (Position, Likes)     |
        | Position(*)           |
