@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Events of the program

  A program can emit its own events. They change nothing, and only the observers that listen to them are notified.

    @emitted-01 @observers.emit @F41-160
    Scenario: An observer gets an event of the program about an entity that it matches
      Given a tag Ship
      And an entity Hit
      And an entity Repaired
      And an entity cutter with Ship
      And an observer o is prepared for "Ship", on OnAdd and Hit
      And an observer p is prepared for "Ship", on Repaired
      When Hit is emitted of cutter
      And Hit is emitted of rock
      Then the events are o Hit cutter
      When an entity frigate with Ship
      And Repaired is emitted of frigate
      Then the events are
        | o | OnAdd    | frigate | Ship |
        | p | Repaired | frigate |      |

    @emitted-02 @observers.emit @F41-161
    Scenario: An event about several ids reaches an observer once for each id that one of its triggers matches
      Given a tag Ship
      And a tag Sunk
      And a relationship Needs
      And an entity Hit
      And these facts
        | cutter | Ship, (Needs, Wind), (Needs, Crew) |
      And an observer o is prepared for "Ship", on Hit
      And an observer p is prepared for "(Needs, *)", on Hit
      And an observer n is prepared for "Ship, !Sunk", on Hit
      When Hit is emitted of cutter about Ship, (Needs, Crew), (Needs, Wind), Sunk, (Needs, Coal)
      Then the events in order are
        | o | Hit | cutter | Ship          |
        | n | Hit | cutter | Ship          |
        | p | Hit | cutter | (Needs, Crew) |
        | p | Hit | cutter | (Needs, Wind) |
        | p | Hit | cutter | (Needs, Coal) |

    @emitted-03 @observers.emit
    Scenario: An event along ChildOf also reaches the children of its entity, and their children
      Given a tag Npc
      And an entity Fire
      And an entity house with Npc
      And an entity room below house
      And an entity guest below room
      And guest gets Npc
      And an observer o is prepared for "Npc", on Fire
      When Fire is emitted of house along ChildOf
      Then the events in order are
        | o | Fire | house |            |
        | o | Fire | guest | from house |

    @emitted-04 @observers.emit
    Scenario: A deferred event is reported at the end, unless an entity that it names is dead by then
      Given a tag Npc
      And an entity Hit
      And an entity bob with Npc
      And an entity ann with Npc
      And an entity Gone
      And an observer o is prepared for "Npc", on Hit and Gone and OnRemove
      When the world is deferred
      And Hit is emitted of bob
      And Hit is emitted of bob about Old
      And Hit is emitted of ann
      And Old is deleted
      And Gone is emitted of bob
      And Gone is deleted
      And Gone is emitted of bob
      And ann is deleted
      And Hit is emitted of ann
      Then the events are none
      When the world is no longer deferred
      Then the events in order are
        | o | Hit      | bob |     |
        | o | Hit      | ann |     |
        | o | Gone     | bob |     |
        | o | OnRemove | ann | Npc |

    @emitted-05 @observers.emit
    Scenario: An event with a dead entity, a wildcard or a relationship that is not Traversable is refused
      Given an entity Hit
      And an entity bob
      And an entity old
      And a relationship Knows
      And old is deleted
      When Hit is emitted of old
      Then it fails with not_alive
      When old is emitted of bob
      Then it fails with not_alive
      When * is emitted of bob
      Then it fails with invalid
      When Hit is emitted of bob about (Knows, *)
      Then it fails with invalid
      When Hit is emitted of bob along Knows
      Then it fails with not_traversable
      When an observer o is prepared for "Knows", on old
      Then it fails with not_alive

    @emitted-06 @observers.emit @F41-162
    Scenario: An event without ids reaches every observer of the event whose query matches the entity
      Given an entity Click
      And a tag Button
      And an entity ok with Button
      And an observer o is prepared for "_", on Click
      When Click is emitted of ok
      And Click is emitted of plain
      Then the events are o Click ok

    @emitted-07 @observers.emit @acts.operations
    Scenario: An observer can act on an event of the program
      Given a tag Npc
      And a tag Hurt
      And an entity Hit
      And an entity bob with Npc
      And an observer o is prepared for "Npc", on Hit, doing add $this Hurt
      When Hit is emitted of bob
      Then bob has Hurt
