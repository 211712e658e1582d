@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Children of prefabs

  prefab.spreads: a child of a prefab becomes a prefab.

  Rule: A child of a prefab becomes a prefab

    @spreading-01 @REL-102 @prefab.instances
    Scenario: A new child of a prefab and an entity that moves below it are prefabs
      Given a prefab Ship
      And an entity Engine
      When an entity Mast below Ship
      Then the changes are
        | + | Mast |                 |
        | + | Mast | Prefab          |
        | + | Mast | (ChildOf, Ship) |
      When Engine gets (ChildOf, Ship)
      Then the changes are
        | + | Engine | Prefab          |
        | + | Engine | (ChildOf, Ship) |

    @spreading-02 @REL-102 @prefab.spreads
    Scenario: If an entity becomes a prefab, everything below it becomes a prefab, too, down to existing prefabs
      Given an entity Ship
      And an entity Mast below Ship
      And an entity Sail below Mast
      And an entity Flag below Sail
      And an entity Hold below Ship
      When Mast is Prefab
      Then the changes are
        | + | Mast | Prefab |
        | + | Sail | Prefab |
        | + | Flag | Prefab |
      When Flag is not Prefab
      And Ship is Prefab
      Then the changes are
        | + | Ship | Prefab |
        | + | Hold | Prefab |
      And Flag does not have Prefab

    @spreading-03 @REL-102
    Scenario: A branch that moves below a prefab becomes prefabs
      Given a prefab Ship
      And an entity Mast
      And an entity Sail below Mast
      When Mast gets (ChildOf, Ship)
      Then the changes are
        | + | Mast | Prefab          |
        | + | Mast | (ChildOf, Ship) |
        | + | Sail | Prefab          |

    @spreading-04 @REL-110 @REL-111
    Scenario: An entity that is created in the scope of a prefab is a prefab
      Given a prefab Ship
      When the scope is Ship
      And an entity Mast
      And an entity Cargo outside the scope
      Then Mast owns Prefab
      And Cargo does not own Prefab

    @spreading-05 @QRY-103
    Scenario: A deferred operation makes children prefabs only when it is applied
      Given a prefab Ship
      And an entity Port
      And an entity Crane below Port
      When the world is deferred
      And an entity Mast below Ship
      And Port is Prefab
      Then Mast does not have Prefab
      And Crane does not have Prefab
      When the world is no longer deferred
      Then Mast owns Prefab
      And Crane owns Prefab

    @spreading-06 @REL-231 @REL-232
    Scenario: Prefab spreads when With adds the ChildOf pair or the tag
      Given a relationship Docked with (With, ChildOf)
      And a tag Blueprint with (With, Prefab)
      And a prefab Yard
      And an entity Boat
      And an entity Oar below Boat
      When Boat gets (Docked, Yard)
      Then the changes are
        | + | Boat | (Docked, Yard)  |
        | + | Boat | (ChildOf, Yard) |
        | + | Boat | Prefab          |
        | + | Oar  | Prefab          |
      Given an entity Ship
      And an entity Mast below Ship
      When Ship gets Blueprint
      Then the changes are
        | + | Ship | Blueprint |
        | + | Ship | Prefab    |
        | + | Mast | Prefab    |

    @spreading-07 @REL-231
    Scenario: An id that With adds to Prefab spreads with it
      Given an entity Ship
      And an entity Mast below Ship
      When Prefab gets (With, Static)
      And Ship is Prefab
      Then the changes are
        | + | Ship | Prefab |
        | + | Ship | Static |
        | + | Mast | Prefab |
        | + | Mast | Static |

  Rule: Prefab spreads to all children or to none

    @spreading-11 @REL-163 @REL-231
    Scenario: If a child cannot become a prefab, the whole operation is refused
      Given a tag Locked with Prefab
      And an entity Ship
      And an entity Mast below Ship
      And an entity Sail below Mast
      And an entity sloop with (Sail, Ship)
      When Prefab gets (With, Exclusive)
      And Ship is Prefab
      Then it fails with in_use
      When an entity Yard
      And Locked gets (ChildOf, Yard)
      And Yard is Prefab
      And Mast gets (ChildOf, Locked)
      Then it fails with in_use
      And Mast does not have Prefab
      And the parent of Mast is Ship

    @spreading-12 @QRY-057
    Scenario: If the table of one descendant is locked, Prefab is refused for the whole hierarchy
      Given an entity Ship
      And an entity Mast below Ship
      And an entity Sail below Mast with Cloth
      And a filter q is prepared for "Cloth"
      When query q is opened as i
      And iterator i is advanced
      And Ship is Prefab
      Then it fails with locked
      And Mast does not have Prefab

  Rule: Prefab stays until a program removes it

    @spreading-21 @REL-102 @REL-118 @prefab.spreads
    Scenario: A child that leaves or moves, or whose parent loses Prefab, stays a prefab
      Given a prefab Ship
      And an entity Mast below Ship
      And an entity Sail below Ship
      And an entity Flag below Ship
      And an entity Port
      When Mast loses (ChildOf, Ship)
      Then Mast owns Prefab
      When Sail gets (ChildOf, Port)
      Then Sail owns Prefab
      And Port does not have Prefab
      When Ship is not Prefab
      Then Flag owns Prefab

    @spreading-22 @REL-131
    Scenario: A child that left its prefab stays a prefab when the former parent is deleted
      Given a prefab Ship
      And an entity Mast below Ship
      When ChildOf gets (OnDeleteTarget, Remove)
      Then it fails with invalid
      Given a relationship Likes
      When Mast gets (Likes, Ship)
      And Mast loses (ChildOf, Ship)
      And Ship is deleted
      Then the ids of Mast are Prefab

    @spreading-23 @REL-102
    Scenario: A child that lost Prefab does not get it back if its parent, or Prefab on the parent, is added again
      Given a prefab Ship
      And an entity Mast below Ship
      When Mast is not Prefab
      And Mast gets (ChildOf, Ship)
      And Ship is Prefab
      Then the world is unchanged
      And Mast does not have Prefab

    @spreading-24 @REL-102
    Scenario: Restoring a snapshot spreads nothing
      Given a prefab Ship
      And an entity Mast below Ship
      And Mast is not Prefab
      When the world is kept as s
      And Mast is Prefab
      And the world is taken back to s
      Then Mast does not have Prefab
      And Ship has Prefab

  Rule: Only ChildOf spreads Prefab

    @spreading-31 @REL-182
    Scenario: An instance of a prefab becomes a prefab only below a prefab
      Given a prefab Ship
      And a prefab Fleet
      And a relationship Likes
      When frigate gets (IsA, Ship)
      And sloop gets (Likes, Ship)
      Then frigate does not have Prefab
      And sloop does not have Prefab
      When frigate gets (ChildOf, Fleet)
      Then frigate owns Prefab

    @spreading-32 @REL-182 @REL-102
    Scenario: A child of an instance is not a prefab
      Given a prefab Ship
      And an entity frigate with (IsA, Ship)
      When an entity Mast below frigate
      Then Mast does not have Prefab

  Rule: Queries and observers treat Prefab like any tag

    @spreading-41 @QRY-009
    Scenario: Adding Prefab to a parent causes OnAdd for each child
      Given an entity Ship
      And an entity Mast below Ship
      And an observer o is prepared for "Prefab", on OnAdd
      When Ship is Prefab
      Then the events are o OnAdd Ship Prefab and o OnAdd Mast Prefab

    @spreading-42 @QRY-009
    Scenario: If a parent becomes a prefab, a monitor that does not name Prefab reports its children as leaving
      Given an entity Ship
      And an entity Mast below Ship with Cloth
      And an observer o is prepared for "Cloth", on OnAdd and OnRemove, monitoring
      When Ship is Prefab
      Then the events are o OnRemove Mast leaving
      When a query queries "Cloth"
      Then the result is empty
      When a query queries "Cloth, Prefab"
      Then the result is, in any order
        | $this |
        | Mast  |

  Rule: Prepared queries follow the entities that become prefabs

    @spreading-43 @REL-102 @QRY-520
    Scenario: Children that become prefabs leave sorted rows, unless the query names Prefab
      Given a component Depth {value i32}
      And an entity Ship
      And an entity Mast below Ship
      And an entity Flag below Ship
      And these facts
        | Mast | Cloth, Depth {value: 2} |
        | Flag | Cloth, Depth {value: 1} |
        | Rope | Cloth, Depth {value: 3} |
        | Buoy | Cloth, Depth {value: 0} |
      And a cached query q is prepared for "Cloth, [in] Depth", ordered by Depth
      And a cached query all is prepared for "Cloth, [in] Depth, ?Prefab", ordered by Depth descending
      When query q is iterated
      Then the result is, in order
        | $this |
        | Buoy  |
        | Flag  |
        | Mast  |
        | Rope  |
      When Ship is Prefab
      And Buoy gets (ChildOf, Ship)
      And query q is iterated
      Then the result is, in order
        | $this |
        | Rope  |
      When query all is iterated
      Then the result is, in order
        | $this | 3      |
        | Rope  | -      |
        | Mast  | Prefab |
        | Flag  | Prefab |
        | Buoy  | Prefab |
      When Mast is not Prefab
      And query q is iterated
      Then the result is, in order
        | $this |
        | Mast  |
        | Rope  |

    @spreading-44 @REL-102 @QRY-568
    Scenario: Children that become prefabs leave their group, unless the query names Prefab
      Given an entity Ship
      And an entity Mast below Ship with Cloth
      And an entity Port
      And an entity Flag below Port with Cloth
      And a cached query q is prepared for "Cloth", grouped by ChildOf
      And a cached query all is prepared for "Cloth, ?Prefab", grouped by ChildOf
      When Ship is Prefab
      And query q is iterated
      Then the result is, in order
        | $this | group |
        | Flag  | Port  |
      When query all is iterated
      Then the result is, in order
        | $this | group | 2      |
        | Mast  | Ship  | Prefab |
        | Flag  | Port  | -      |
      When Flag gets (ChildOf, Mast)
      And query q is iterated
      Then the result is empty
      When query all is iterated, in group Mast
      Then the result is, in order
        | $this | group | 2      |
        | Flag  | Mast  | Prefab |
