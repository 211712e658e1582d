@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Clones, and instances with parts

  The operation clone makes an entity that owns the same ids as another entity. The operation instantiate makes an instance
  of a prefab, with copies of everything below the prefab.

  Rule: A clone owns what its original owns

    @copying-01 @prefab.clone
    Scenario: A clone has the ids and values of its original, and neither its name nor its children
      Given a component Mass {value i32}
      And an entity Fleet
      And an entity ship below Fleet
      And an entity cockpit below ship
      And these facts
        | ship | Mass {value: 3}, (Likes, Sea), (Likes, cockpit) |
      When an entity twin cloned from ship
      Then the changes are
        | + | twin |                  |
        | + | twin | without a name   |
        | + | twin | Mass {value: 3}  |
        | + | twin | (ChildOf, Fleet) |
        | + | twin | (Likes, Sea)     |
        | + | twin | (Likes, cockpit) |
      When ship gets Mass {value: 4}
      Then the value of Mass on twin is {value: 3}

    @copying-02 @prefab.clone
    Scenario: A reference of the original to itself becomes a reference of the clone to itself
      Given a component Owner {who entity, other entity}
      And these facts
        | ship | (Likes, ship), (Likes, Sea), Owner {who: ship, other: Sea} |
      When an entity twin cloned from ship
      Then the changes are
        | + | twin |                               |
        | + | twin | without a name                |
        | + | twin | Owner {who: twin, other: Sea} |
        | + | twin | (Likes, Sea)                  |
        | + | twin | (Likes, twin)                 |

    @copying-03 @prefab.clone
    Scenario: A clone has the disabled ids and the override marks of its original
      Given a tag Armed with CanToggle
      And these facts
        | ship | Armed |
      And Armed of ship is disabled
      And Fast of ship is overridden
      When an entity twin cloned from ship
      Then the changes are
        | + | twin |                |
        | + | twin | without a name |
        | + | twin | Armed          |
        | + | twin | off Armed      |
        | + | twin | override Fast  |

    @copying-04 @prefab.clone
    Scenario: A clone gets its ids in type order, each with the effects of its properties
      Given a relationship Married with Exclusive, Symmetric
      And a relationship In with Exclusive
      And a tag Docked
      And Docked gets (With, Tied)
      And these facts
        | Bob | (Married, Ann), Docked |
      And Bob loses Tied
      When an entity twin cloned from Bob
      Then the changes are
        | + | twin |                 |
        | + | twin | without a name  |
        | + | twin | Docked          |
        | + | twin | Tied            |
        | + | twin | (Married, Ann)  |
        | + | Ann  | (Married, twin) |
        | - | Ann  | (Married, Bob)  |
        | - | Bob  | (Married, Ann)  |

    @copying-05 @prefab.clone
    Scenario: A component, a reserved entity and a deleted entity cannot be cloned
      Given a component Mass {value i32}
      And an entity ship
      And an entity old
      And old is deleted
      When an entity twin cloned from Mass
      Then it fails with invalid
      When an entity twin cloned from ChildOf
      Then it fails with invalid
      When an entity twin cloned from old
      Then it fails with not_alive
      When an entity ship cloned from ship
      Then it fails with exists
      When the world is deferred
      And an entity twin cloned from ship
      Then it fails with invalid

    @copying-06 @prefab.clone
    Scenario: If one id of a clone is refused, there is no clone
      Given these facts
        | ship | Npc, (Paint, Red) |
      And Paint is OneOf
      When an entity twin cloned from ship
      Then it fails with one_of
      And the world is unchanged

  Rule: An instance gets copies of the parts of its prefab

    @copying-11 @prefab.instantiate @F41-102 @F41-103
    Scenario: An instance has a copy of everything below its prefab, under the same names
      Given a component Mass {value i32}
      And a prefab Ship
      And an entity Cockpit below Ship
      And an entity Seat below Cockpit
      And these facts
        | Seat | Mass {value: 3}, Soft |
      When an entity ship instantiated from Ship together with cockpit and seat with (In, Sea)
      Then the changes are
        | + | ship    |                    |
        | + | ship    | without a name     |
        | + | ship    | (IsA, Ship)        |
        | + | ship    | (In, Sea)          |
        | + | cockpit |                    |
        | + | cockpit | named "Cockpit"    |
        | + | cockpit | (ChildOf, ship)    |
        | + | seat    |                    |
        | + | seat    | named "Seat"       |
        | + | seat    | Mass {value: 3}    |
        | + | seat    | Soft               |
        | + | seat    | (ChildOf, cockpit) |
      And the lookup of "Cockpit.Seat" from ship is seat

    @copying-12 @prefab.instantiate
    Scenario: An instance needs a handle for the copy of each part, the oldest part first
      Given a prefab Ship
      And an entity Hull
      And an entity Mast below Ship
      And Hull gets (ChildOf, Mast)
      When an entity ship instantiated from Ship together with one
      Then it fails with invalid
      When an entity ship instantiated from Ship together with one and one
      Then it fails with exists
      When an entity ship instantiated from Ship together with one and two
      Then the parent of one is two
      And the parent of two is ship

    @copying-13 @prefab.instantiate
    Scenario: References to the prefab and its parts become references to the instance and its copies of the parts
      Given a component Aim {at entity, by entity}
      And a prefab Ship
      And an entity Gun below Ship
      And an entity Crew below Ship
      And these facts
        | Ship | (Uses, Gun), (Uses, Oil), Aim {at: Crew, by: Sea}     |
        | Gun  | (Serves, Ship), (Near, Crew), Aim {at: Gun, by: Ship} |
      When an entity ship instantiated from Ship together with gun and crew
      Then ship owns (Uses, gun)
      And the value of Aim on ship is {at: crew, by: Sea}
      And the value of Aim on gun is {at: gun, by: ship}
      And gun owns (Serves, ship)
      And gun owns (Near, crew)
      And gun does not own (Serves, Ship)

    @copying-14 @prefab.instantiate
    Scenario: Copies in an ordered relationship have the order of their originals
      Given a relationship Needs with Ordered
      And a prefab Ship
      And an entity Hull below Ship
      And an entity Mast below Ship
      And an entity Sail below Ship
      And these facts
        | Sail | (Needs, Hull) |
        | Mast | (Needs, Hull) |
      When an entity ship instantiated from Ship together with hull and mast and sail
      Then the order of (Needs, hull) is sail, mast

    @copying-15 @prefab.instantiate
    Scenario: An instance of an instance has the parts of the instance
      Given a prefab Ship
      And an entity Gun below Ship
      And an entity ship instantiated from Ship together with gun
      And an entity flag below ship
      When an entity second instantiated from ship together with gun2 and flag2
      Then the children of second are gun2, flag2
      And second owns (IsA, ship)
      When third gets (IsA, ship)
      Then the children of third are none

    @copying-16 @prefab.instantiate
    Scenario: Observers are notified of an instance when it is complete
      Given a component Mass {value i32}
      And a prefab Ship
      And an entity Gun below Ship
      And Gun gets Mass {value: 3}
      And an observer o is prepared for "Mass", on OnAdd and OnSet
      And an observer p is prepared for "Mass, (ChildOf, *)", on OnAdd
      When an entity ship instantiated from Ship together with gun
      Then the events are
        | o | OnAdd | gun | Mass |
        | o | OnSet | gun | Mass |
        | p | OnAdd | gun | Mass |

  Rule: The copy of a part is an entity of its own

    @copying-21 @prefab.parts @F41-104
    Scenario: The copy of a part is not a prefab, and does not inherit from the part
      Given a component Mass {value i32}
      And a prefab Ship
      And an entity Gun below Ship
      And Gun gets Mass {value: 3}
      When an entity ship instantiated from Ship together with gun
      And Gun gets Mass {value: 4}
      And Gun gets Rusty
      Then gun does not have Prefab
      And gun does not have (IsA, Gun)
      And the value of Mass on gun is {value: 3}
      And gun does not have Rusty

    @copying-22 @prefab.parts @F41-100
    Scenario: The copy of a part owns the ids that have an override mark on the part
      Given a component Mass {value i32}
      And a component Speed {value i32}
      And an entity Cannon
      And a prefab Ship
      And an entity Gun below Ship
      And these facts
        | Cannon | Mass {value: 7} |
        | Gun    | (IsA, Cannon)   |
      And Mass of Gun is overridden
      And Speed of Gun is overridden
      And Gun loses Mass
      When an entity ship instantiated from Ship together with gun
      Then gun owns Mass
      And the value of Mass on gun is {value: 7}
      And the value of Speed on gun is {value: 0}
      When an entity copy cloned from gun
      And gun loses Speed
      And third gets (IsA, gun)
      Then third does not own Speed
