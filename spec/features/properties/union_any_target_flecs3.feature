@profile:flecs-3
Feature: Union relationships and any target

  Background:
    Given a relationship Movement with Union
    And these facts
      | a | (Movement, Running), Npc |
      | b | (Movement, Walking), Npc |
      | c | (Movement, Walking)      |
      | d | Npc                      |

  Rule: A term for any target reports (R, *), with one match for each source

    @union-22 @REL-228 @REL-224 @REL-225 @wildcard.union
    Scenario Outline: (R, *) reports the wildcard in every kind of query, and (*, T) reports the pair
      When <kind> queries "(Movement, *)", with values
      Then the result is, in any order
        | $this | 1             | 1.access | 1.value |
        | a     | (Movement, *) | none     | none    |
        | b     | (Movement, *) | none     | none    |
        | c     | (Movement, *) | none     | none    |
      When <kind> queries "(*, Walking), Npc"
      Then the result is, in any order
        | $this | 1                   |
        | b     | (Movement, Walking) |
      When <kind> queries "(*, *), Npc"
      Then the result is, in any order
        | $this | 1                   |
        | a     | (Movement, Running) |
        | b     | (Movement, Walking) |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @union-31 @REL-228
    Scenario: A variable reports the target and the pair
      When a rule queries "(Movement, $how), Npc"
      Then the result is, in any order
        | $this | $how    | 1                   |
        | a     | Running | (Movement, Running) |
        | b     | Walking | (Movement, Walking) |
      When a rule queries "($what, Walking), Npc"
      Then the result is, in any order
        | $this | $what    | 1                   |
        | b     | Movement | (Movement, Walking) |

    @union-32 @REL-228 @REL-088
    Scenario: An inherited union pair reports the wildcard
      Given an entity e with (IsA, a)
      When a query queries "(Movement, *), Npc"
      Then the result is, in any order
        | $this | 1                    | 2          |
        | a     | (Movement, *)        | Npc        |
        | b     | (Movement, *)        | Npc        |
        | e     | (Movement, *) from a | Npc from a |

    @union-33 @REL-228 @QRY-581
    Scenario: Pairs of the relationship and of its subclasses count as one match
      Given a relationship Swims {depth i32} with (IsA, Movement)
      And these facts
        | a | (Swims, Lake), (Swims, Sea) |
        | d | (Swims, Lake), (Swims, Sea) |
      When a rule queries "(Movement, *), Npc", with values
      Then the result is, in any order
        | $this | 1             | 1.access |
        | a     | (Movement, *) | none     |
        | b     | (Movement, *) | none     |
        | d     | (Movement, *) | none     |

    @union-34 @REL-228 @QRY-592
    Scenario: Targets that follow by transitivity count as one match
      Given Movement is Transitive
      And Running gets (Movement, Walking)
      When a rule queries "(Movement, *), Npc"
      Then the result is, in any order
        | $this | 1             |
        | a     | (Movement, *) |
        | b     | (Movement, *) |

    @union-35 @REL-228 @QRY-243 @QRY-201
    Scenario: Under Optional and Or, on fixed sources and in traversal, (R, *) reports the wildcard
      Given an entity child below a with Npc
      When a filter queries "Npc, ?(Movement, *)"
      Then the result is, in any order
        | $this | 2             |
        | a     | (Movement, *) |
        | b     | (Movement, *) |
        | d     | -             |
        | child | -             |
      When a filter queries "Npc, (Movement, Running) || (Movement, *)"
      Then the result is, in any order
        | $this | 2                   |
        | a     | (Movement, Running) |
        | b     | (Movement, *)       |
      When a filter queries "Npc, Movement(a, *), !(Movement, *)"
      Then the result is, in any order
        | $this | 2                    |
        | d     | (Movement, *) from a |
        | child | (Movement, *) from a |
      When a filter queries [{"first":"Movement","second":"*","src":{"trav":{"flags":["self","up"],"rel":"ChildOf"}}},{"first":"Npc"}]
      Then the result is, in any order
        | $this | 1                    |
        | a     | (Movement, *)        |
        | b     | (Movement, *)        |
        | child | (Movement, *) from a |

    @union-36 @REL-228 @QRY-009
    Scenario: Events and the ids of an entity have the pair, not the wildcard
      Given an observer o is prepared for "(Movement, *)", on OnAdd and OnRemove
      When a gets (Movement, Walking)
      Then the events are o OnRemove a (Movement, Running) and o OnAdd a (Movement, Walking)
      And the ids of a are Npc, (Movement, Walking)

    @union-37 @REL-228 @REL-219
    Scenario: A cached query for (R, *) reports the wildcard after the relationship becomes a Union relationship
      Given a relationship Gait
      And a cached query q is prepared for "(Gait, *)"
      And a gets (Gait, Running)
      When query q is iterated
      Then the result is, in any order
        | $this | 1               |
        | a     | (Gait, Running) |
      When a loses (Gait, *)
      And Gait is Union
      And a gets (Gait, Walking)
      And query q is iterated
      Then the result is, in any order
        | $this | 1         |
        | a     | (Gait, *) |
