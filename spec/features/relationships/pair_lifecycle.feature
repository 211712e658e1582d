@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: The lifecycle of pairs

  @again-01 @REL-001 @REL-003 @REL-213 @REL-104
  Scenario: Removing every pair also removes parent and base, and keeps the name
    Given these facts
      | e | Npc, (Likes, a), (ChildOf, p), (IsA, Stone) |
    When e loses (*, *)
    Then the changes are
      | - | e | (Likes, a)   |
      | - | e | (ChildOf, p) |
      | - | e | (IsA, Stone) |
    And the path of e is "e"
    When e gets (ChildOf, p)
    And e gets (Likes, p)
    And e loses (*, p)
    Then the ids of e are Npc
    And the parent of e is none

  @again-02 @REL-014 @REL-025
  Scenario: An entity can be source, relationship and target at once
    Given these facts
      | e | e, (e, e), (e, R), (R, e), R |
    Then e has e
    And e has (e, *)
    And e has (*, e)
    And the targets of e on e are R and e
    And the sources of (e, e) are e
    When a rule queries "(*, $this)"
    Then the result is, in any order
      | $this | 1      |
      | e     | (e, e) |
      | e     | (R, e) |
    When e loses (e, *)
    Then the ids of e are e, R, (R, e)

  @again-03 @REL-030 @REL-029 @REL-031
  Scenario: Deleting a target lowers the index of each later target
    Given an entity a
    And an entity b
    And an entity c
    And an entity d
    And these facts
      | e | (R, d), (R, b), (R, a), (R, c) |
    When b is deleted
    Then the targets of R on e are a, c and d
    And the target 3 of R on e is none
    When an entity n
    And e gets (R, n)
    Then the targets of R on e are a, c, d and n
    When R is deleted
    Then the targets of R on e are none

  @again-04 @REL-026 @REL-066
  Scenario: The count of a pattern counts each entity once
    Given these facts
      | a | (R, x), (R, y), (S, x) |
      | b | (R, x)                 |
      | c | R                      |
    Then the count of (R, *) is 2
    And the count of (*, x) is 2
    And the count of (R, x) is 2
    And the count of (S, *) is 1
    And the count of R is 1
    And the count of (*, *) is 2

  @again-05 @REL-047 @REL-048 @REL-263
  Scenario: Deleting the component of a pair removes the pair with its value
    Given a component Position {x i32}
    And a component Eats {amount i32}
    And these facts
      | e | (Begin, Position) {x: 1}, (Eats, Position) {amount: 2}, (Eats, a) {amount: 3} |
    When Position is deleted
    Then the changes are
      | - | Position |                           |
      | - | e        | (Begin, Position) {x: 1}  |
      | - | e        | (Eats, Position) {amount: 2} |
    And the value of (Eats, a) on e is {amount: 3}

  @again-06 @REL-045 @REL-058
  Scenario: Values stay while their entity changes tables
    Given a relationship Eats {amount i32}
    And a component Position {x i32}
    And these facts
      | e | (Eats, a) {amount: 1}, Position {x: 9} |
      | f | (Eats, a) {amount: 2}, Position {x: 8} |
      | g | (Eats, a) {amount: 3}, Position {x: 7} |
    When f gets (Eats, b) {amount: 5}
    And e loses Position
    And g gets Npc
    And f loses (Eats, a)
    Then the value of (Eats, a) on e is {amount: 1}
    And the value of (Eats, b) on f is {amount: 5}
    And the value of Position on f is {x: 8}
    And the value of (Eats, a) on g is {amount: 3}
    And the value of Position on g is {x: 7}
    When f is deleted
    And e gets Position
    Then the value of Position on e is {x: 0}
    And the value of Position on g is {x: 7}

  @again-07 @REL-001 @REL-014
  Scenario: A reserved entity can be an element of a pair
    Given these facts
      | e | (Likes, Exclusive), (Likes, Transitive), (Knows, Final) |
    Then e has (Likes, Exclusive)
    And the targets of Likes on e are Transitive and Exclusive
    When a query queries "(Likes, *)"
    Then the result is, in any order
      | $this | 1                   |
      | e     | (Likes, Exclusive)  |
      | e     | (Likes, Transitive) |
    When a rule queries "(Likes, $what)"
    Then the result is empty
    When e loses (*, Exclusive)
    Then the changes are
      | - | e | (Likes, Exclusive) |

  @again-08 @REL-017 @REL-118
  Scenario: A query keeps the entity that had the name when it was created
    Given an entity first named "Alice"
    And a relationship Likes
    And these facts
      | Bob | (Likes, first) |
    And a cached query q is prepared for "(Likes, Alice)"
    When first is named "Anna"
    And an entity second named "Alice"
    And Carl gets (Likes, second)
    And query q is iterated
    Then the result is, in any order
      | $this | 1              |
      | Bob   | (Likes, first) |
    When a query queries "(Likes, Alice)"
    Then the result is, in any order
      | $this | 1               |
      | Carl  | (Likes, second) |

  @again-09 @REL-118 @snapshot.restore
  Scenario: Restoring a snapshot brings back deleted entities and removes new ones
    Given a relationship Married with Symmetric, Exclusive
    And these facts
      | a | (Married, b), (Likes, c) |
    And a cached query q is prepared for "(Married, *)"
    When the world is kept as s
    And b is deleted
    And a gets (Married, c)
    And an entity d with (Married, a)
    And the world is taken back to s
    Then a has (Married, b)
    And b has (Married, a)
    And d is not alive
    When query q is iterated
    Then the result is, in any order
      | $this | 1            |
      | a     | (Married, b) |
      | b     | (Married, a) |
    When an entity b
    Then it fails with exists

  @again-10 @REL-029 @REL-030 @REL-282 @QRY-009
  Scenario: Targets come in order of creation, even if a new entity has the number of a deleted one
    Given an anonymous entity spare
    And an entity x
    And a relationship Likes
    And an entity e
    When spare is deleted
    And an entity y
    And an entity z
    And these facts
      | e | (Likes, z), (Likes, y), (Likes, x) |
    Then the target 0 of Likes on e is x
    And the target 1 of Likes on e is y
    And the target 2 of Likes on e is z
    When an observer o is prepared for "(Likes, *)", on OnRemove
    And e loses (Likes, *)
    Then the events in order are
      | o | OnRemove | e | (Likes, x) |
      | o | OnRemove | e | (Likes, y) |
      | o | OnRemove | e | (Likes, z) |
