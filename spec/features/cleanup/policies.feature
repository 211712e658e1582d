@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Cleanup policies

  Rule: Nothing refers to a deleted entity

    @cleanup-01 @REL-118 @REL-121 @REL-125
    Scenario: By default, entities lose every id that mentions a deleted entity
      Given these facts
        | a | Archer                         |
        | b | (Archer, X), Npc               |
        | c | (R, Archer), (Archer, Archer)  |
        | d | (R, X), Npc                    |
      When Archer is deleted
      Then the changes are
        | - | Archer |                  |
        | - | a      | Archer           |
        | - | b      | (Archer, X)      |
        | - | c      | (R, Archer)      |
        | - | c      | (Archer, Archer) |
      And a is alive
      And c does not have (*, *)

    @cleanup-02 @REL-122 @REL-123 @REL-124 @REL-125
    Scenario: If id, (id, *) and (*, id) were removed from all entities, deleting id removes nothing more
      Given these facts
        | a | Archer            |
        | b | (Archer, X), Npc  |
        | c | (R, Archer)       |
        | d | (R, X), Npc       |
      When every entity loses Archer
      Then the changes are
        | - | a | Archer |
      When every entity loses (Archer, *)
      Then the changes are
        | - | b | (Archer, X) |
      When every entity loses (*, Archer)
      Then the changes are
        | - | c | (R, Archer) |
      When Archer is deleted
      Then the changes are
        | - | Archer | |

    @cleanup-03 @REL-263 @REL-264 @REL-118 @F41-171 @F41-009
    Scenario: A deleted component is removed from all entities
      Given a component Position {x f32}
      And these facts
        | a | Position {x: 1}          |
        | b | Position {x: 2}, Npc     |
        | c | (Slot, Position) {x: 3}  |
        | d | Npc                      |
      When Position is deleted
      Then the changes are
        | - | Position |                         |
        | - | a        | Position {x: 1}         |
        | - | b        | Position {x: 2}         |
        | - | c        | (Slot, Position) {x: 3} |
      When a query queries "Npc"
      Then the result is, in any order
        | $this |
        | b     |
        | d     |
      When a query queries `Position`
      Then the result is empty

    @cleanup-04 @REL-120 @F41-008
    Scenario: Deleting an entity does not change members of components whose value is that entity
      Given a component Target {who entity}
      And these facts
        | a | Target {who: Bob}, (Likes, Bob) |
      When Bob is deleted
      Then the changes are
        | - | Bob |              |
        | - | a   | (Likes, Bob) |
      And the value of Target on a is {who: Bob}

    @cleanup-05 @REL-118
    Scenario: A query that mentions a deleted entity stays valid, and its terms for that entity match nothing
      Given these facts
        | a | (R, T), Npc |
        | b | (R, U), Npc |
      And a cached query q is prepared for "(R, T)"
      And a cached query n is prepared for "Npc, !(R, T)"
      When T is deleted
      And query q is iterated
      Then the result is empty
      When query n is iterated
      Then the result is, in any order
        | $this |
        | a     |
        | b     |
      When a query queries `(R, T)`
      Then the result is empty

    @cleanup-06 @REL-122 @REL-127
    Scenario: All entities with an id can be deleted at once
      Given these facts
        | a | (R, T)      |
        | b | (R, U)      |
        | c | (S, T), Npc |
        | d | (ChildOf, a) |
      When every entity with (R, *) is deleted
      Then the changes are
        | - | a | |
        | - | b | |
        | - | d | |
      When every entity with Npc is deleted
      Then the changes are
        | - | c | |

  Rule: A policy is a pair of a condition and an action

    @cleanup-10 @REL-128 @REL-130 @REL-134
    Scenario: (OnDelete, Remove) removes the deleted id from the entities that have it
      Given a tag Archer with (OnDelete, Remove)
      And these facts
        | e | Archer, Npc |
      When Archer is deleted
      Then the changes are
        | - | Archer |        |
        | - | e      | Archer |

    @cleanup-11 @REL-128 @REL-130 @REL-137
    Scenario: (OnDelete, Delete) deletes the entities that have the deleted id
      Given a tag Archer with (OnDelete, Delete)
      And these facts
        | e | Archer, Npc  |
        | f | (Likes, e)   |
        | g | Npc          |
        | h | (R, Archer)  |
      When Archer is deleted
      Then the changes are
        | - | Archer |             |
        | - | e      |             |
        | - | f      | (Likes, e)  |
        | - | h      | (R, Archer) |
      When g loses Npc
      Then g is alive

    @cleanup-12 @REL-132
    Scenario: OnDelete of a relationship applies to its pairs and to the relationship as a tag, not as a target
      Given a relationship Likes with (OnDelete, Delete)
      And these facts
        | a | Likes          |
        | b | (Likes, Alice) |
        | c | (R, Likes)     |
        | d | (Hates, Alice) |
      When Likes is deleted
      Then the changes are
        | - | Likes |            |
        | - | a     |            |
        | - | b     |            |
        | - | c     | (R, Likes) |
      And Alice is alive

    @cleanup-13 @REL-131 @REL-138
    Scenario: (OnDeleteTarget, Delete) deletes a source together with its target
      Given a relationship PartOf with (OnDeleteTarget, Delete)
      And these facts
        | e | (PartOf, p)          |
        | f | (PartOf, q)          |
        | g | (Likes, p)           |
        | h | PartOf, p            |
      When p is deleted
      Then the changes are
        | - | p |            |
        | - | e |            |
        | - | g | (Likes, p) |
        | - | h | p          |
      When PartOf is deleted
      Then the changes are
        | - | PartOf |             |
        | - | f      | (PartOf, q) |
        | - | h      | PartOf      |

    @cleanup-14 @REL-126 @REL-127
    Scenario: The policy of the relationship decides whether a source is deleted with its target
      Given these facts
        | child | (ChildOf, parent)                 |
        | fan   | (Likes, parent)                   |
        | both  | (Likes, parent), (ChildOf, other) |
      When parent is deleted
      Then child is not alive
      And fan is alive
      And fan does not have (Likes, *)
      And both has (ChildOf, other)

    @cleanup-15 @REL-131
    Scenario: The policy for OnDelete acts if the relationship is deleted, and the policy for OnDeleteTarget if a target is
      Given a relationship PartOf with (OnDelete, Delete), (OnDeleteTarget, Remove)
      And these facts
        | e | (PartOf, p) |
      When p is deleted
      Then the changes are
        | - | p |             |
        | - | e | (PartOf, p) |
      When e gets (PartOf, q)
      And PartOf is deleted
      Then the changes are
        | - | PartOf | |
        | - | e      | |

    @cleanup-16 @REL-119 @REL-130 @cleanup.panic
    Scenario: (OnDelete, Panic) refuses to delete an id, whether an entity has it or not
      Given a tag Archer with (OnDelete, Panic)
      And an entity e
      When Archer is deleted
      Then it fails with policy
      When e gets Archer
      And Archer is deleted
      Then it fails with policy
      And e has Archer
      And Archer is alive

    @cleanup-17 @REL-119 @REL-131 @cleanup.panic
    Scenario: (OnDeleteTarget, Panic) refuses to delete an entity only while it is a target
      Given a relationship Uses with (OnDeleteTarget, Panic)
      And these facts
        | e | (Uses, t) |
      When t is deleted
      Then it fails with policy
      When e loses (Uses, t)
      And t is deleted
      Then t is not alive

    @cleanup-18 @REL-119
    Scenario: A cascade that reaches Panic is refused as a whole
      Given a relationship Uses with (OnDeleteTarget, Panic)
      And these facts
        | Child | (ChildOf, Parent), (Uses, Parent) |
        | Other | (ChildOf, Parent)                 |
      When Parent is deleted
      Then it fails with policy
      And Other is alive
      And Child has (ChildOf, Parent)

    @cleanup-19 @REL-128
    Scenario: A second action for a condition replaces the first
      Given a tag Archer with (OnDelete, Panic)
      And these facts
        | e | Archer |
      When Archer gets (OnDelete, Delete)
      Then the changes are
        | - | Archer | (OnDelete, Panic)  |
        | + | Archer | (OnDelete, Delete) |
      When Archer is deleted
      Then e is not alive

    @cleanup-20 @REL-128
    Scenario: A policy can be removed
      Given a tag Archer with (OnDelete, Delete)
      And these facts
        | e | Archer |
      When Archer loses (OnDelete, Delete)
      And Archer is deleted
      Then the changes are
        | - | Archer |        |
        | - | e      | Archer |

  Rule: A cascade deletes each entity once

    @cleanup-21 @REL-118 @REL-127
    Scenario: A cascade continues with the sources of each entity that it deletes
      Given a relationship PartOf with (OnDeleteTarget, Delete)
      And these facts
        | b | (PartOf, a)             |
        | c | (ChildOf, b)            |
        | d | (PartOf, c)             |
        | e | (Likes, d)              |
        | f | (PartOf, x), (PartOf, c) |
      When a is deleted
      Then the changes are
        | - | a |            |
        | - | b |            |
        | - | c |            |
        | - | d |            |
        | - | f |            |
        | - | e | (Likes, d) |
      And x is alive

    @cleanup-22 @REL-118 @REL-146
    Scenario: A cycle of pairs with (OnDeleteTarget, Delete) is deleted as a whole
      Given a relationship PartOf with (OnDeleteTarget, Delete)
      And these facts
        | a | (PartOf, b) |
        | b | (PartOf, c) |
        | c | (PartOf, a) |
        | d | (PartOf, d) |
      When b is deleted
      Then the changes are
        | - | a | |
        | - | b | |
        | - | c | |
      When d is deleted
      Then the changes are
        | - | d | |

    @cleanup-23 @REL-132 @REL-118
    Scenario: A relationship that has itself as a target is deleted once
      Given a relationship R with (OnDelete, Delete)
      And these facts
        | R | (R, R) |
        | a | (R, R) |
        | b | (S, R) |
      When R is deleted
      Then the changes are
        | - | R |        |
        | - | a |        |
        | - | b | (S, R) |

    @cleanup-24 @REL-119
    Scenario: Deleting a tag with (OnDelete, Delete) does not delete an instance that does not own the tag
      Given a tag Archer with (OnDelete, Delete)
      And these facts
        | inst | (IsA, base) |
      When base gets Archer
      And Archer is deleted
      Then base is not alive
      And inst is alive
      And inst does not have (IsA, *)

    @cleanup-25 @REL-118
    Scenario: Reserved entities cannot be deleted
      Given an entity e
      When ChildOf is deleted
      Then it fails with invalid
      When IsA is deleted
      Then it fails with invalid

    @cleanup-26 @REL-130 @REL-131 @REL-128
    Scenario: A relationship can have one policy for each condition
      Given a relationship Needs with (OnDelete, Remove), (OnDeleteTarget, Delete)
      And a relationship Guards with (OnDelete, Delete), (OnDeleteTarget, Panic)
      And these facts
        | a | (Needs, x)  |
        | b | (Guards, y) |
        | c | (Needs, y)  |
      When x is deleted
      Then the changes are
        | - | x | |
        | - | a | |
      When y is deleted
      Then it fails with policy
      When Needs is deleted
      Then the changes are
        | - | Needs |            |
        | - | c     | (Needs, y) |
      When Guards is deleted
      Then the changes are
        | - | Guards | |
        | - | b      | |
      When y is deleted
      Then the changes are
        | - | y | |
