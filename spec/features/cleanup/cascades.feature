@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Cascades of deletions

  Rule: If one deletion of a cascade is refused, all are

    @reach-01 @REL-119 @REL-131 @cleanup.panic
    Scenario: A cascade over two relationships deletes nothing if Panic protects an entity at its end
      Given a relationship Uses with (OnDeleteTarget, Panic)
      And a relationship PartOf with (OnDeleteTarget, Delete)
      And these facts
        | b | (PartOf, a)  |
        | c | (ChildOf, b) |
        | d | (Uses, c)    |
        | e | (PartOf, a)  |
      When a is deleted
      Then it fails with policy
      And e has (PartOf, a)
      When d loses (Uses, c)
      And a is deleted
      Then the changes are
        | - | a | |
        | - | b | |
        | - | c | |
        | - | e | |
      And d is alive

    @reach-02 @REL-119 @REL-130
    Scenario: If a tag has (OnDelete, Panic), its parent cannot be deleted, even if no entity has the tag
      Given an entity Engine
      And a tag Vital below Engine with (OnDelete, Panic)
      When Engine is deleted
      Then it fails with policy
      When Vital loses (ChildOf, Engine)
      And Engine is deleted
      Then Vital is alive
      And Vital has (OnDelete, Panic)

    @reach-03 @REL-119 @REL-122
    Scenario: If one of the entities with an id cannot be deleted, deleting all entities with the id deletes none
      Given a relationship Uses with (OnDeleteTarget, Panic)
      And these facts
        | a | Npc         |
        | b | Npc         |
        | c | (Uses, b)   |
      When every entity with Npc is deleted
      Then it fails with policy
      And a is alive
      When c gets Npc
      And every entity with Npc is deleted
      Then it fails with policy
      When every entity with (Uses, *) is deleted
      Then the changes are
        | - | c | |
      When every entity with Npc is deleted
      Then the changes are
        | - | a | |
        | - | b | |

    @reach-04 @REL-131 @REL-221
    Scenario: Panic protects the target of a Union pair only while an entity has the pair
      Given a relationship Movement with Union, (OnDeleteTarget, Panic)
      And an entity Walking
      And an entity Running
      And these facts
        | a | (Movement, Walking) |
      When Walking is deleted
      Then it fails with policy
      When Running is deleted
      Then Running is not alive
      When a loses (Movement, Walking)
      And Walking is deleted
      Then Walking is not alive

  Rule: If Remove and Delete both apply to an entity, it is deleted, and the cascade continues from it

    @reach-05 @REL-126 @REL-131
    Scenario: If a source has a pair with Remove and a pair with Delete to the deleted target, it is deleted
      Given a relationship Likes with (OnDeleteTarget, Remove)
      And these facts
        | e | (Likes, p), (ChildOf, p) |
        | f | (Likes, p)               |
        | g | (Likes, e)               |
      When p is deleted
      Then the changes are
        | - | p |            |
        | - | e |            |
        | - | f | (Likes, p) |
        | - | g | (Likes, e) |

    @reach-06 @REL-130 @REL-132 @REL-118
    Scenario: If a tag with (OnDelete, Delete) is deleted with its parent, its entities and their children are deleted
      Given an entity Physics with Module
      And a tag Body below Physics with (OnDelete, Delete)
      And these facts
        | e | Body          |
        | f | (Body, x)     |
        | c | (ChildOf, e)  |
        | g | (Likes, c)    |
        | h | (Likes, Body) |
      When Physics is deleted
      Then the changes are
        | - | Physics |               |
        | - | Body    |               |
        | - | e       |               |
        | - | f       |               |
        | - | c       |               |
        | - | g       | (Likes, c)    |
        | - | h       | (Likes, Body) |

    @reach-07 @REL-137 @REL-118
    Scenario: If a cascade deletes a tag without a policy, the entities that have the tag lose it and stay
      Given a tag Temporary with (OnDelete, Delete)
      And a tag Buff with Temporary
      And these facts
        | e | Buff, Npc         |
        | f | (Buff, x)         |
        | g | (Likes, Buff)     |
      When Temporary is deleted
      Then the changes are
        | - | Temporary |               |
        | - | Buff      |               |
        | - | e         | Buff          |
        | - | f         | (Buff, x)     |
        | - | g         | (Likes, Buff) |

    @reach-08 @REL-229 @REL-131
    Scenario: A cascade follows the pairs of a Symmetric relationship in both directions
      Given a relationship Bond with Symmetric, (OnDeleteTarget, Delete)
      And these facts
        | a | (Bond, b) |
        | c | (Bond, b) |
        | c | (Bond, d) |
        | e | (Likes, d) |
      When a is deleted
      Then the changes are
        | - | a |            |
        | - | b |            |
        | - | c |            |
        | - | d |            |
        | - | e | (Likes, d) |

    @reach-09 @REL-118
    Scenario: An entity that is source, relationship and target of its own pairs is deleted once
      Given these facts
        | e | e, (e, e), (Likes, e), (e, x) |
        | f | (e, f)                        |
      When e is deleted
      Then the changes are
        | - | e |        |
        | - | f | (e, f) |
      And x is alive

  Rule: A policy acts only for the entity that owns it, and only on deletions

    @reach-10 @REL-164 @REL-131
    Scenario: A relationship does not inherit the policy of its base
      Given a relationship Holds with (OnDeleteTarget, Delete)
      And these facts
        | Grips | (IsA, Holds) |
        | e     | (Grips, t)   |
        | f     | (Holds, t)   |
      When t is deleted
      Then the changes are
        | - | t |            |
        | - | f |            |
        | - | e | (Grips, t) |

    @reach-11 @REL-122 @REL-130 @REL-131
    Scenario: Removing an id from all entities causes no cascade
      Given a relationship PartOf with (OnDelete, Delete), (OnDeleteTarget, Delete)
      And these facts
        | e | (PartOf, p), PartOf |
      When every entity loses PartOf
      And every entity loses (PartOf, *)
      Then the changes are
        | - | e | (PartOf, p) |
      And e is alive
      And the ids of e are none

    @reach-12 @REL-131 @REL-118
    Scenario: With (OnDeleteTarget, Delete) on IsA, instances are deleted with their base
      Given these facts
        | inst | (IsA, base) |
        | deep | (IsA, inst) |
        | kin  | (IsA, other) |
      When IsA gets (OnDeleteTarget, Delete)
      And base is deleted
      Then the changes are
        | - | base |  |
        | - | inst |  |
        | - | deep |  |
      When IsA loses (OnDeleteTarget, Delete)
      And other is deleted
      Then the changes are
        | - | other |              |
        | - | kin   | (IsA, other) |

    @reach-13 @REL-128 @REL-138
    Scenario: The policy of ChildOf cannot be changed
      Given these facts
        | c | (ChildOf, p) |
      When ChildOf gets (OnDeleteTarget, Remove)
      Then it fails with invalid
      When ChildOf loses (OnDeleteTarget, Delete)
      Then it fails with invalid
      When p is deleted
      Then c is not alive

    @reach-14 @REL-231 @REL-235 @REL-118
    Scenario: A property that mentions a deleted entity is removed
      Given a tag Power with (With, Responsibility)
      And an entity Shelf
      And a relationship Food with (OneOf, Shelf)
      And an entity Apples below Shelf
      And an entity Fork
      And these facts
        | a | Power, (Food, Apples) |
      When Responsibility is deleted
      Then the changes are
        | - | Responsibility |                        |
        | - | Power          | (With, Responsibility) |
        | - | a              | Responsibility         |
      When b gets Power
      Then the ids of b are Power
      When Shelf is deleted
      Then the changes are
        | - | Shelf  |                |
        | - | Apples |                |
        | - | Food   | (OneOf, Shelf) |
        | - | a      | (Food, Apples) |
      When b gets (Food, Fork)
      Then b has (Food, Fork)

    @reach-15 @REL-235 @REL-138
    Scenario: The children that OneOf allows as targets are deleted with their relationship
      Given a relationship Color with OneOf, Exclusive
      And an entity Red below Color
      And these facts
        | a | (Color, Red), (Likes, Red) |
      When Color is deleted
      Then the changes are
        | - | Color |              |
        | - | Red   |              |
        | - | a     | (Color, Red) |
        | - | a     | (Likes, Red) |

  Rule: A new entity with the number of a deleted one is another entity

    @reach-16 @REL-118
    Scenario Outline: A cached query does not take a new entity for a deleted entity that it mentions
      Given an anonymous entity Alice
      And a relationship Likes
      And a tag Npc
      And these facts
        | Bob | (Likes, Alice), Npc |
      And a cached query q is prepared for `<query>`
      When Alice is deleted
      And an anonymous entity Anna
      And an anonymous entity Agnes
      And Bob gets (Likes, Anna)
      And Bob gets (Anna, Agnes)
      And Anna gets Npc
      And Agnes gets Npc
      And query q is iterated
      Then the result is empty

      Examples:
        | query            |
        | (Likes, Alice)   |
        | (*, Alice)       |
        | (Alice, *)       |
        | Alice            |
        | Npc, Npc(Alice)  |

    @reach-17 @REL-118 @QRY-009 @cleanup.queries
    Scenario: An observer does not take a new entity for a deleted entity that it mentions
      Given an anonymous entity Alice
      And a relationship Likes
      And an entity Bob
      And an observer o is prepared for `(Likes, Alice)`, on OnAdd and OnRemove
      And an observer p is prepared for `Alice || (*, Alice)`, on OnAdd and OnRemove
      When Alice is deleted
      And an anonymous entity Anna
      And Bob gets (Likes, Anna)
      And Bob gets Anna
      Then the events are none

    @reach-18 @REL-118 @entities.dead-element
    Scenario: If an id mentions a deleted entity, no entity has it, and adding it fails
      Given a relationship Eats {amount i32}
      And these facts
        | Bob | (Eats, Apples) {amount: 1} |
      When Apples is deleted
      Then Bob does not have (Eats, Apples)
      And the value of (Eats, Apples) on Bob is none
      And the type of (Eats, Apples) is none
      And the count of (Eats, Apples) is 0
      When the sources of (Eats, Apples) are asked
      Then it fails with not_alive
      When Bob loses (Eats, Apples)
      Then the world is unchanged
      When Bob gets (Eats, Apples) {amount: 2}
      Then it fails with not_alive
      When every entity with (Eats, Apples) is deleted
      Then the world is unchanged
      When Eats is deleted
      Then Bob does not have (Eats, *)
      And the targets of Eats on Bob are none
