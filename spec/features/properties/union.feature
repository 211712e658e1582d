@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Union relationships

  Background:
    Given a relationship Movement with Union
    And these facts
      | a | (Movement, Running), Npc |
      | b | (Movement, Walking), Npc |
      | c | (Movement, Walking)      |
      | d | Npc                      |

  Rule: An entity has at most one target

    @union-01 @REL-219 @REL-220
    Scenario: A second target replaces the first
      When a gets (Movement, Walking)
      Then the changes are
        | - | a | (Movement, Running) |
        | + | a | (Movement, Walking) |
      And the targets of Movement on a are Walking
      And a does not have (Movement, Running)
      And the sources of (Movement, Running) are none
      And the sources of (Movement, Walking) are a, b and c
      When a loses (Movement, Walking)
      Then a does not have (Movement, *)

    @union-02 @REL-223 @union.remove
    Scenario: Removing a pair with any target removes the pair that the entity has
      When a loses (Movement, Walking)
      Then the changes are
        | - | a | (Movement, Running) |
      When d loses (Movement, Walking)
      Then the world is unchanged

    @union-03 @REL-223
    Scenario: Removing a pair from all entities removes only pairs with that target
      When every entity loses (Movement, Running)
      Then the changes are
        | - | a | (Movement, Running) |

    @union-04 @REL-226
    Scenario: A union pair has no data, whatever its elements are
      Given a component Speed {value f32}
      And a relationship Gait {steps i32} with Union
      When d gets (Movement, Speed)
      Then the type of (Movement, Speed) is none
      When d gets (Movement, Speed) {value: 1}
      Then it fails with invalid
      When d gets (Gait, Walking)
      Then the type of (Gait, Walking) is none
      When d gets (Gait, Walking) {steps: 1}
      Then it fails with invalid

    @union-05 @REL-219
    Scenario: Union cannot be added or removed while pairs exist
      When Movement is not Union
      Then it fails with in_use
      When every entity loses (Movement, *)
      And Movement is not Union
      And a gets (Movement, Running)
      And a gets (Movement, Walking)
      Then the targets of Movement on a are Running and Walking
      When Movement is Union
      Then it fails with in_use

  Rule: Union pairs are cleaned up like other pairs

    @union-11 @REL-221 @REL-118
    Scenario: Deleting a target removes the pair
      When Walking is deleted
      Then the changes are
        | - | Walking |                     |
        | - | b       | (Movement, Walking) |
        | - | c       | (Movement, Walking) |
      And b does not have (Movement, *)
      When a query queries "(Movement, *)"
      Then the result is, in any order
        | $this |
        | a     |

    @union-12 @REL-221 @REL-118
    Scenario: Deleting the relationship removes the pairs
      When Movement is deleted
      Then the changes are
        | - | Movement |                     |
        | - | a        | (Movement, Running) |
        | - | b        | (Movement, Walking) |
        | - | c        | (Movement, Walking) |

    @union-13 @REL-221 @REL-131
    Scenario: Cleanup policies act on union pairs
      Given Movement gets (OnDeleteTarget, Delete)
      When Walking is deleted
      Then the changes are
        | - | Walking | |
        | - | b       | |
        | - | c       | |
      When Movement gets (OnDelete, Panic)
      And Movement is deleted
      Then it fails with policy

    @union-14 @REL-221
    Scenario: Deleting a replaced target does not delete the source
      Given Movement gets (OnDeleteTarget, Delete)
      When b gets (Movement, Running)
      And Walking is deleted
      Then the changes are
        | - | Walking | |
        | - | c       | |

  Rule: Every kind of query finds union pairs, with every operator

    @union-21 @REL-224 @REL-225
    Scenario Outline: A query for a target finds the entities that have it
      When <kind> queries "(Movement, Walking), Npc"
      Then the result is, in any order
        | $this | 1                   | 2   |
        | b     | (Movement, Walking) | Npc |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |
        | a query        |

    @union-23 @REL-227
    Scenario Outline: Union pairs work under Not, Optional and Or
      When <kind> queries "Npc, !(Movement, Running)"
      Then the result is, in any order
        | $this |
        | b     |
        | d     |
      When <kind> queries "Npc, !(Movement, *)"
      Then the result is, in any order
        | $this |
        | d     |
      When <kind> queries "Npc, ?(Movement, Running)"
      Then the result is, in any order
        | $this | 2                   |
        | a     | (Movement, Running) |
        | b     | -                   |
        | d     | -                   |
      When <kind> queries "(Movement, Running) || (Movement, Walking)"
      Then the result is, in any order
        | $this | 1                   |
        | a     | (Movement, Running) |
        | b     | (Movement, Walking) |
        | c     | (Movement, Walking) |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @union-24 @REL-225
    Scenario: The value of a variable can be the target of a union pair
      When a rule queries "(Movement, $how), Npc"
      Then the result is, in any order
        | $this | $how    |
        | a     | Running |
        | b     | Walking |
      When a rule queries "(Movement, $how), Npc", with $how = Walking
      Then the result is, in any order
        | $this | $how    |
        | b     | Walking |
      When a rule queries "($what, Walking), Npc"
      Then the result is, in any order
        | $this | $what    |
        | b     | Movement |

    @union-25 @REL-219 @REL-224
    Scenario: A cached query follows changes of union pairs
      Given a cached query q is prepared for "(Movement, Walking)"
      When a gets (Movement, Walking)
      And c gets (Movement, Running)
      And query q is iterated
      Then the result is, in any order
        | $this |
        | a     |
        | b     |
      When Walking is deleted
      And query q is iterated
      Then the result is empty
