@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Observers of patterns

  @pattern-01 @QRY-010 @REL-068 @REL-069
  Scenario: One operation causes an event for each observer whose pattern matches
    Given a relationship Likes
    And a relationship Eats
    And an entity a
    And an entity x
    And an observer r is prepared for "(Likes, *)", on OnAdd and OnRemove
    And an observer t is prepared for "(*, x)", on OnAdd and OnRemove
    And an observer all is prepared for "(*, *)", on OnAdd and OnRemove
    And an observer one is prepared for "(Likes, x)", on OnAdd and OnRemove
    And an observer single is prepared for "*", on OnAdd and OnRemove
    When a gets (Likes, x)
    Then the events are
      | r   | OnAdd | a | (Likes, x) |
      | t   | OnAdd | a | (Likes, x) |
      | all | OnAdd | a | (Likes, x) |
      | one | OnAdd | a | (Likes, x) |
    When a gets (Eats, x)
    And a gets x
    Then the events are
      | t      | OnAdd | a | (Eats, x) |
      | all    | OnAdd | a | (Eats, x) |
      | single | OnAdd | a | x         |
    When Likes is deleted
    Then the events are
      | r   | OnRemove | a | (Likes, x) |
      | t   | OnRemove | a | (Likes, x) |
      | all | OnRemove | a | (Likes, x) |
      | one | OnRemove | a | (Likes, x) |
    When x is deleted
    Then the events are
      | t      | OnRemove | a | (Eats, x) |
      | all    | OnRemove | a | (Eats, x) |
      | single | OnRemove | a | x         |

  @pattern-02 @QRY-010 @QRY-009 @F41-149
  Scenario: A monitor reports entities, not pairs
    Given a relationship Likes
    And an observer m is prepared for "(Likes, *)", monitoring
    When a gets (Likes, x)
    And a gets (Likes, y)
    And a loses (Likes, x)
    Then the events are m OnAdd a
    When y is deleted
    Then the events are m OnRemove a leaving
    When a gets (Likes, x)
    And x is deleted
    Then the events in order are m OnAdd a, m OnRemove a leaving

  @pattern-03 @QRY-009 @REL-029 @observers.yield-existing
  Scenario: Existing pairs are yielded one by one in type order, but a monitor gets each entity once
    Given an entity x
    And an entity y
    And these facts
      | a | (Likes, y), (Eats, x), (Likes, x) |
      | b | (Likes, y)                        |
    When an observer o is prepared for "(Likes, *)", on OnAdd, yielding existing
    Then the events are
      | o | OnAdd | a | (Likes, x) |
      | o | OnAdd | a | (Likes, y) |
      | o | OnAdd | b | (Likes, y) |
    When an observer m is prepared for "(Likes, *)", monitoring, yielding existing
    Then the events are
      | m | OnAdd | a |
      | m | OnAdd | b |
    When an observer n is prepared for "(Likes, *), (Eats, *)", on OnAdd, yielding existing
    Then the events are n OnAdd a (Likes, x)

  @pattern-04 @QRY-009 @QRY-010 @observers.one-event
  Scenario: An event has the id that was added or removed, not the id of another trigger
    Given a tag A
    And a relationship R
    And an observer o is prepared for "A, (R, *)", on OnAdd and OnRemove
    And an entity e
    When e gets (R, x)
    And e gets A
    And e gets (R, y)
    Then the events in order are o OnAdd e A, o OnAdd e (R, y)
    When e loses (R, x)
    And e loses A
    And e loses (R, y)
    Then the events in order are o OnRemove e (R, x), o OnRemove e A
    When e gets A
    And e gets (R, x)
    And e is cleared
    Then the events in order are o OnAdd e (R, x), o OnRemove e A

  @pattern-05 @QRY-009 @QRY-010
  Scenario: If a query excludes a pattern, only the first pair added and the last pair removed cause events
    Given a tag Npc
    And a relationship Likes
    And an observer o is prepared for "Npc, !(Likes, *)", on OnAdd and OnRemove
    When e gets Npc
    And e gets (Likes, x)
    And e gets (Likes, y)
    And e loses (Likes, x)
    Then the events in order are o OnAdd e Npc, o OnRemove e (Likes, x)
    When y is deleted
    Then the events are o OnAdd e (Likes, y)

  @pattern-06 @QRY-009 @REL-229 @REL-212 @REL-230
  Scenario: A new symmetric and exclusive pair causes events for all four partners
    Given a relationship Married with Symmetric, Exclusive
    And these facts
      | a | (Married, b) |
      | c | (Married, d) |
    And an observer o is prepared for "(Married, *)", on OnAdd and OnRemove
    And an observer m is prepared for "(Married, *)", monitoring
    When a gets (Married, c)
    Then the events are
      | o | OnRemove | a | (Married, b) |
      | o | OnAdd    | a | (Married, c) |
      | o | OnRemove | b | (Married, a) |
      | o | OnRemove | c | (Married, d) |
      | o | OnAdd    | c | (Married, a) |
      | o | OnRemove | d | (Married, c) |
      | m | OnRemove | b | leaving      |
      | m | OnRemove | d | leaving      |

  @pattern-07 @QRY-009 @REL-122 @REL-124
  Scenario: An operation on all entities causes an event for each of them
    Given these facts
      | a | (Likes, x), (Likes, y) |
      | b | (Likes, x), Npc        |
    And an observer o is prepared for "(Likes, *)", on OnRemove
    And an observer n is prepared for "Npc", on OnRemove
    When every entity loses (Likes, x)
    Then the events are
      | o | OnRemove | a | (Likes, x) |
      | o | OnRemove | b | (Likes, x) |
    When b gets (Likes, y)
    And every entity with (*, y) is deleted
    Then the events are
      | o | OnRemove | a | (Likes, y) |
      | o | OnRemove | b | (Likes, y) |
      | n | OnRemove | b | Npc        |

  @pattern-08 @QRY-009 @QRY-010 @REL-183
  Scenario: Disabling an entity causes no OnRemove for its ids
    Given a tag Npc
    And an observer o is prepared for "Npc", on OnAdd and OnRemove
    And an observer d is prepared for "Npc, Disabled", on OnAdd and OnRemove
    And an entity e with Npc
    When e is disabled
    Then the events are
      | o | OnAdd | e | Npc      |
      | d | OnAdd | e | Disabled |
    When e is deleted
    Then the events are
      | d | OnRemove | e | Disabled |

  @pattern-09 @QRY-009 @REL-142 @REL-131
  Scenario: If two cascades meet, leaves are deleted first
    Given a relationship PartOf with (OnDeleteTarget, Delete)
    And a tag Node
    And an observer o is prepared for "Node", on OnRemove
    And an entity root with Node
    And an entity left below root with Node
    And an entity leaf below left with Node
    And these facts
      | part | (PartOf, leaf), Node |
    When root is deleted
    Then the events in order are
      | o | OnRemove | part | Node |
      | o | OnRemove | leaf | Node |
      | o | OnRemove | left | Node |
      | o | OnRemove | root | Node |
