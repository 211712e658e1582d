@profile:flecs-3
Feature: Filters and cached queries

  Background:
    Given a component Position {x f32}
    And a component Velocity {x f32}
    And these facts
      | e1 | Position {x: 1}                  |
      | e2 | Position {x: 2}, Velocity {x: 2} |
      | e3 | Velocity {x: 3}                  |

  Rule: A filter is evaluated when it is used

    @kinds-01 @QRY-619 @QRY-620 @QRY-621
    Scenario: A filter can be evaluated for all entities or for one given entity
      Given a filter f is prepared for "Velocity"
      When query f is iterated
      Then the result is, in any order
        | $this |
        | e2    |
        | e3    |
      When query f is iterated, with $this = e2
      Then the result is, in any order
        | $this | 1        |
        | e2    | Velocity |
      When query f is iterated, with $this = e1
      Then the result is empty
      When a filter queries "Position"
      Then the result is, in any order
        | $this |
        | e1    |
        | e2    |
      When e1 gets Velocity
      And query f is iterated, with $this = e1
      Then the result is, in any order
        | $this |
        | e1    |

    @kinds-02 @QRY-629
    Scenario Outline: A filter finds the children of an entity
      Given these facts
        | Sun   | Star                     |
        | Earth | (ChildOf, Sun), Position |
        | Moon  | (ChildOf, Earth)         |
        | Mars  | (ChildOf, Sun)           |
      When a filter queries <query>
      Then the result is, in any order
        | $this | 1              |
        | Earth | (ChildOf, Sun) |
        | Mars  | (ChildOf, Sun) |
      And the children of Sun are Earth and Mars

      Examples:
        | query                                    |
        | "(ChildOf, Sun)"                         |
        | [{"first":"ChildOf","second":"Sun"}]     |

  Rule: A cached query matches existing and new entities

    @kinds-11 @QRY-642 @QRY-643 @QRY-636
    Scenario: A cached query matches existing tables and new ones
      Given a cached query q is prepared for "Position, Velocity"
      When query q is iterated
      Then the result is, in any order
        | $this |
        | e2    |
      When e3 gets Position
      And e1 gets Velocity
      And e1 gets Tag
      And query q is iterated
      Then the result is, in any order
        | $this |
        | e1    |
        | e2    |
        | e3    |
      When e2 is deleted
      And e1 loses Velocity
      And query q is iterated
      Then the result is, in any order
        | $this |
        | e3    |

    @kinds-12 @QRY-644
    Scenario: A cached query can be created before its entities
      Given a component Mass {kg f32}
      And a cached query q is prepared for "Mass, Position"
      When query q is iterated
      Then the result is empty
      Given these facts
        | e | Position {x: 5}, Mass {kg: 5} |
      When query q is iterated, with values
      Then the result is, in any order
        | $this | 1.value | 2.value |
        | e     | {kg: 5} | {x: 5}  |

    @kinds-13 @QRY-648
    Scenario Outline: A prepared query follows a component of a parent
      Given these facts
        | parent | Position {x: 9}     |
        | c1     | (ChildOf, parent)   |
        | c2     | (ChildOf, c1), Tag  |
      And <kind> q is prepared for "Position(up(ChildOf))"
      When query q is iterated
      Then the result is, in any order
        | $this | 1                    |
        | c1    | Position from parent |
        | c2    | Position from parent |
      When parent loses Position
      And query q is iterated
      Then the result is empty
      When c1 gets Position
      And query q is iterated
      Then the result is, in any order
        | $this | 1                |
        | c2    | Position from c1 |
      When c1 loses (ChildOf, *)
      And c1 loses Position
      And parent gets Position
      And query q is iterated
      Then the result is empty
      When c2 gets (ChildOf, parent)
      And c2 loses (ChildOf, c1)
      And query q is iterated
      Then the result is, in any order
        | $this | 1                    |
        | c2    | Position from parent |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |
