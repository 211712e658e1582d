@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1 @profile:flecs-3-beta
Feature: A world that is saved and loaded

  Rule: Loading restores the whole world

    @reload-01 @reload.same
    Scenario: Entities, names, ids and values are restored
      Given a component Mass {value f32, of entity, mark string}
      And a relationship Likes with Exclusive
      And an entity Bob named "Robert"
      And an entity Alice below Bob
      And an entity Carl
      And Carl is deleted
      And Alice gets Mass {value: 1.5, of: Carl, mark: "a b"}
      And Alice gets (Likes, Bob)
      When the world is saved and loaded
      Then the world is unchanged
      And the value of Mass on Alice is {value: 1.5, of: Carl, mark: "a b"}
      And the path of Alice is "Robert.Alice"
      And the targets of Likes on Alice are Bob
      When Alice gets (Likes, Alice)
      Then the targets of Likes on Alice are Alice

    @reload-02 @reload.same
    Scenario: A dead entity stays dead, even if a new one has its number
      Given an entity Ann
      And an entity Bob
      And Ann is deleted
      And Bob is deleted
      When the world is saved and loaded
      Then Ann is not alive
      When an entity Carl with Npc
      And an entity Dora
      Then Ann is not alive
      And Bob is not alive
      When Ann gets Npc
      Then it fails with not_alive
      When the operation {"op":"entity","entity":"Bob"}
      Then it fails with exists
      When the world is saved and loaded
      Then Ann is not alive
      And Carl has Npc

    @reload-03 @reload.same
    Scenario: The type order is still the order of creation
      Given a relationship Likes
      And an entity First
      And an entity Second
      And First is deleted
      And an entity Third
      And an entity Bob with (Likes, Third), (Likes, Second)
      When the world is saved and loaded
      And an entity Fourth
      And Bob gets (Likes, Fourth)
      Then the target of Likes on Bob is Second
      And the target 1 of Likes on Bob is Third
      And the target 2 of Likes on Bob is Fourth

    @reload-04 @reload.same @toggle.life
    Scenario: A disabled id stays disabled
      Given these facts
        | a | Npc, (Likes, b) |
        | c | Npc             |
      And Npc gets CanToggle
      And Likes gets CanToggle
      And Npc of a is disabled
      And (Likes, b) of a is disabled
      When the world is saved and loaded
      Then a has Npc
      When a query queries "Npc"
      Then the result is, in any order
        | $this |
        | c     |
      When a query queries "(Likes, *)"
      Then the result is empty
      When Npc of a is enabled
      And a query queries "Npc"
      Then the result is, in any order
        | $this |
        | a     |
        | c     |

    @reload-10 @reload.same @inheritance.override-mark
    Scenario: An override mark still copies the id to instances
      Given a component Mass {value i32}
      And an entity Base with Npc
      And Base gets Mass {value: 5}
      And Mass of Base is overridden
      When the world is saved and loaded
      And an entity Bob with (IsA, Base)
      Then Bob owns Mass
      And the value of Mass on Bob is {value: 5}

    @reload-05 @reload.same @ordered.sources
    Scenario: The sources of an Ordered relationship keep their order
      Given a relationship PartOf with Ordered
      And an entity Ship
      And these facts
        | Hull | (PartOf, Ship) |
        | Mast | (PartOf, Ship) |
        | Flag | (PartOf, Ship) |
      And Flag is moved before Hull in (PartOf, Ship)
      And an entity Boat with (PartOf, Ship)
      And Boat is deleted
      When the world is saved and loaded
      Then the order of (PartOf, Ship) is Flag, Hull, Mast
      When Hull is moved after Mast in (PartOf, Ship)
      And an entity Sail with (PartOf, Ship)
      Then the order of (PartOf, Ship) is Flag, Mast, Hull, Sail

    @reload-06 @reload.same
    Scenario: Scope, properties and policies still act
      Given a relationship Trusts with Symmetric, (OnDeleteTarget, Delete)
      And an entity Base
      And an entity Ann
      And the scope is Base
      When the world is saved and loaded
      And an entity Bob
      Then the parent of Bob is Base
      When Ann gets (Trusts, Bob)
      Then Bob has (Trusts, Ann)
      When Ann is deleted
      Then Bob is not alive
      When the scope is the root
      Then the answer is Base

    @reload-07 @reload.same @final.components
    Scenario: Final that was removed from a component stays removed
      Given a component Mass {value i32}
      And a component Speed {value i32}
      And Mass is not Final
      When the world is saved and loaded
      And an entity Bob with (IsA, Mass)
      Then Bob has (IsA, Mass)

  Rule: Queries, snapshots and observers end with the saved world

    @reload-08 @reload.ends
    Scenario: Prepared queries and snapshots are gone, and their names are free
      Given an entity Bob with Npc
      And a cached query q is prepared for "Npc"
      And query q is iterated
      And the world is kept as s
      When the world is saved and loaded
      And query q is iterated
      Then it fails with unresolved
      When query q is released
      Then it fails with unresolved
      When the world is taken back to s
      Then it fails with unresolved
      When a query q is prepared for "Npc"
      And query q is iterated
      Then the result is, in any order
        | $this |
        | Bob   |

    @reload-09 @reload.ends
    Scenario: Observers, and events that were not read yet, are gone
      Given an entity Bob
      And an entity Npc
      And an observer o is prepared for "Npc", on OnAdd and OnRemove
      And Bob gets Npc
      When the world is saved and loaded
      Then the events are none
      When Bob loses Npc
      Then the events are none
      When query o is released
      Then it fails with unresolved

  Rule: A world cannot be saved while commands wait or an iterator is open

    @reload-11 @reload.refused @deferral.failures
    Scenario: A world with waiting commands cannot be saved
      Given an entity Bob
      And the world is deferred
      And Bob gets Npc
      When the world is saved and loaded
      Then it fails with invalid
      When the world is no longer deferred
      Then Bob has Npc

    @reload-12 @reload.refused @iterate.iterators
    Scenario: A world with an open iterator cannot be saved
      Given an entity Bob with Npc
      And a cached query q is prepared for "Npc"
      And query q is opened as i
      When the world is saved and loaded
      Then it fails with invalid
      When iterator i is advanced
      Then the result is, in any order
        | $this |
        | Bob   |
      When the world is saved and loaded
      Then it fails with invalid
      When iterator i is closed
      And the world is saved and loaded
      Then Bob has Npc
