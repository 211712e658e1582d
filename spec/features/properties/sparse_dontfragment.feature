@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Sparse and DontFragment

  @storage-01 @REL-212 @REL-214 @REL-118 @F41-018 @sparse.no-effect
  Scenario Outline: DontFragment or Sparse on an exclusive relationship changes no answer
    Given a relationship Holds {amount i32} with <properties>
    And these facts
      | a | (Holds, X) {amount: 1}, Npc |
      | b | (Holds, Y) {amount: 2}, Npc |
      | c | (Holds, Y) {amount: 3}      |
    When a gets (Holds, Y) {amount: 4}
    Then the changes are
      | - | a | (Holds, X) {amount: 1} |
      | + | a | (Holds, Y) {amount: 4} |
    And the sources of (Holds, Y) are a, b and c
    When b loses (Holds, X)
    Then the world is unchanged
    When a query queries "Npc, (Holds, *)", with values
    Then the result is, in any order
      | $this | 2          | 2.value     |
      | a     | (Holds, Y) | {amount: 4} |
      | b     | (Holds, Y) | {amount: 2} |
    When a query queries "Npc, !(Holds, X)"
    Then the result is, in any order
      | $this |
      | a     |
      | b     |
    When Y is deleted
    Then the changes are
      | - | Y |                        |
      | - | a | (Holds, Y) {amount: 4} |
      | - | b | (Holds, Y) {amount: 2} |
      | - | c | (Holds, Y) {amount: 3} |
    When a query queries "(Holds, *)"
    Then the result is empty

    Examples:
      | properties              |
      | Exclusive               |
      | Exclusive, DontFragment |
      | Exclusive, Sparse       |

  @storage-02 @REL-045 @REL-118 @F41-017 @F41-050 @sparse.no-effect
  Scenario Outline: Sparse and DontFragment on components and pairs change no answer
    Given a component Position {x i32} with <properties>
    And a relationship Eats {amount i32} with <properties>
    And these facts
      | a | Position {x: 1}, (Eats, X) {amount: 1}, (Eats, Y) {amount: 2} |
      | b | Position {x: 2}                                               |
      | c | (Eats, Y) {amount: 3}                                         |
    Then the targets of Eats on a are X and Y
    When a query queries "Position, ?(Eats, Y)", with values
    Then the result is, in any order
      | $this | 1.value | 2.value     |
      | a     | {x: 1}  | {amount: 2} |
      | b     | {x: 2}  | -           |
    When a loses Position
    And a gets Position
    Then the value of Position on a is {x: 0}
    When a loses (Eats, X)
    Then the value of (Eats, Y) on a is {amount: 2}
    When Y is deleted
    Then the changes are
      | - | Y |                       |
      | - | a | (Eats, Y) {amount: 2} |
      | - | c | (Eats, Y) {amount: 3} |

    Examples:
      | properties   |
      | Sparse       |
      | DontFragment |

  @storage-03 @REL-219
  Scenario Outline: A storage property cannot be added or removed while an entity has the id
    Given a relationship Holds {amount i32} with <property>
    And these facts
      | a | (Holds, X) |
    When Holds is not <property>
    Then it fails with in_use
    Given a relationship Carries
    And these facts
      | a | (Carries, X) |
    When Carries is <property>
    Then it fails with in_use

    Examples:
      | property     |
      | Exclusive    |
      | Union        |
      | Sparse       |
      | DontFragment |

  @storage-04 @REL-212 @REL-227 @F41-019
  Scenario Outline: Operators and variables work the same for every storage of the target
    Given a relationship In with <properties>
    And these facts
      | a | (In, x), Npc |
      | b | (In, y), Npc |
      | c | Npc          |
      | x | Room         |
    When a rule queries "Npc, !(In, x)"
    Then the result is, in any order
      | $this |
      | b     |
      | c     |
    When a rule queries "Npc, ?(In, *)"
    Then the result is, in any order
      | $this | 2.set |
      | a     | yes   |
      | b     | yes   |
      | c     | no    |
    When a rule queries "(In, x) || (In, y), Npc"
    Then the result is, in any order
      | $this | 1       |
      | a     | (In, x) |
      | b     | (In, y) |
    When a rule queries "(In, $where), Room($where)"
    Then the result is, in any order
      | $this | $where |
      | a     | x      |
    When a rule queries "Npc, !(In, $where)"
    Then the result is, in any order
      | $this |
      | c     |
    When a rule queries "(*, x), Npc"
    Then the result is, in any order
      | $this | 1       |
      | a     | (In, x) |
    When a rule queries "In(a, $where)"
    Then the result is, in any order
      | $where |
      | x      |
    When a rule queries "Room, ?In($who, x)"
    Then the result is, in any order
      | $this | $who | 2              |
      | x     | a    | (In, x) from a |
    When a rule queries "Room, ?In(*, x)"
    Then the result is, in any order
      | $this | 2              |
      | x     | (In, x) from a |
    When a rule queries "Room, !In($who, y)"
    Then the result is empty
    When a cached query q is prepared for "(In, x)"
    And a gets (In, y)
    And c gets (In, x)
    And query q is iterated
    Then the result is, in any order
      | $this |
      | c     |
    When every entity with (In, y) is deleted
    Then a is not alive
    And b is not alive
    And c is alive

    Examples:
      | properties              |
      | Exclusive               |
      | Exclusive, DontFragment |
      | Union                   |

  @storage-05 @REL-118 @sparse.no-effect
  Scenario Outline: ChildOf can have DontFragment and Sparse, and the answers stay the same
    When ChildOf gets <property>
    And cockpit gets (ChildOf, ship)
    And seat gets (ChildOf, cockpit)
    Then the sources of (ChildOf, ship) are cockpit
    When ChildOf loses <property>
    Then it fails with in_use
    When ship is deleted
    Then seat is not alive

    Examples:
      | property     |
      | DontFragment |
      | Sparse       |

  @storage-06 @F41-010 @F41-011 @F41-051 @sparse.no-effect
  Scenario Outline: Ids with Sparse or DontFragment are listed and make batches like any other id
    Given a component Mass {value i32} with <property>
    And these facts
      | a | Npc |
      | b | Npc |
    When a query queries "Npc", with batches
    Then the result is, in any order
      | $this | batch |
      | a     | 0     |
      | b     | 0     |
    When a gets Mass {value: 1}
    Then the ids of a are Npc and Mass
    When a query queries "Npc", with batches
    Then the result is, in any order
      | $this | batch |
      | a     | 0     |
      | b     | 1     |

    Examples:
      | property     |
      | Sparse       |
      | DontFragment |

  @storage-07 @F41-012 @F41-013 @F41-014 @F41-015 @sparse.no-effect
  Scenario: DontFragment does not limit monitors, targets, operators or inheritance
    Given a tag Hot with DontFragment
    And a relationship In with DontFragment, Transitive
    And these facts
      | Warm | (IsA, Hot) |
      | Kit  | Hot        |
    And an observer m is prepared for "Hot", monitoring
    When a gets Hot
    Then the events are m OnAdd a
    When a gets (In, b)
    And b gets (In, c)
    And e gets Warm
    Then the target of In on a is b
    When a rule queries "(In, c), ?Hot"
    Then the result is, in any order
      | $this | 2   |
      | a     | Hot |
      | b     | -   |
    When a rule queries "Hot || (In, c)"
    Then the result is, in any order
      | $this | 1       |
      | Kit   | Hot     |
      | a     | Hot     |
      | b     | (In, c) |
      | e     | Warm    |
