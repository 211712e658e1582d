Feature: An engine's own profile

  Rule: An engine's own profile answers like its base, except for the changed fields

    @profile:lone=flecs-3+self_pairs:refuse
    @own-01 @compare.own-profile
    Scenario: A pair of an entity with itself is refused
      Given a relationship Likes
      And an entity Bob
      When Bob gets (Likes, Bob)
      Then it fails with invalid
      When Bob gets (Likes, Alice)
      Then Bob has (Likes, Alice)

    @profile:single=flecs-3+multi_target:no
    @own-02 @compare.own-profile
    Scenario: If an entity may have one target of a relationship, a new target replaces the old one
      Given these facts
        | Bob | (Likes, Alice) |
      And an entity Carl
      When Bob gets (Likes, Carl)
      Then the changes are
        | - | Bob | (Likes, Alice) |
        | + | Bob | (Likes, Carl)  |

    @profile:zero=flecs-3+dead_target:zero @profile:zero-4=flecs-4+dead_target:zero @profile:lone-zero=flecs-3+self_pairs:refuse+dead_target:zero
    @own-03 @compare.own-profile
    Scenario: If the target is deleted, the source keeps the relationship as a tag until it gets another target
      Given these facts
        | Bob | (Likes, Alice) |
      And an entity Carl
      When Alice is deleted
      Then the changes are
        | - | Bob   | (Likes, Alice) |
        | + | Bob   | Likes          |
        | - | Alice |                |
      When Bob gets (Likes, Carl)
      Then the changes are
        | - | Bob | Likes         |
        | + | Bob | (Likes, Carl) |

    @profile:held=flecs-3+panic:held
    @own-04 @compare.own-profile
    Scenario: A policy Panic forbids a deletion only while an entity has the id
      Given a tag Treasure with (OnDelete, Panic)
      And a tag Coin with (OnDelete, Panic)
      And Bob gets Treasure
      When Treasure is deleted
      Then it fails with policy
      When Coin is deleted
      Then Coin is not alive

    @profile:direct=flecs-3+panic_cascade:ignore
    @own-10 @compare.own-profile
    Scenario: Panic forbids only the direct deletion of an entity, not its deletion by a cascade
      Given a relationship Uses with (OnDeleteTarget, Panic)
      And these facts
        | Child | (ChildOf, Parent), (OnDelete, Panic) |
        | Fan   | (Uses, Child)                        |
      When Child is deleted
      Then it fails with policy
      When Parent is deleted
      Then Child is not alive
      And Fan does not have (Uses, *)

    @profile:guarded=flecs-3+panic_relationship:held
    @own-11 @compare.own-profile
    Scenario: A relationship with Panic is not deleted while it has pairs
      Given a relationship Uses with (OnDeleteTarget, Panic)
      And these facts
        | Fan | (Uses, Tool) |
      When Uses is deleted
      Then it fails with policy
      When Fan loses (Uses, Tool)
      And Uses is deleted
      Then Uses is not alive

    @profile:demanding=flecs-3+optional_alone:none
    @own-12 @compare.own-profile
    Scenario: A query of Optional terms alone has no rows
      Given a tag Npc
      And these facts
        | Bob | Npc |
      When a query queries "?Npc"
      Then the result is empty
      When a query queries "Npc, ?Npc"
      Then the result is, in any order
        | $this | 2   |
        | Bob   | Npc |

    @profile:prefabs=flecs-3+prefab_children:own
    @own-06 @compare.own-profile
    Scenario: A child of a prefab is not a prefab
      Given a prefab Ship
      And an entity Hull below Ship
      Then Hull does not have Prefab

    @profile:bare=flecs-3+instantiation:DontInherit
    @own-07 @compare.own-profile
    Scenario: If ids are not inherited by default, an instance does not have the ids of its base
      Given these facts
        | Fruit | Edible       |
        | Apple | (IsA, Fruit) |
      Then Apple does not have Edible

    @profile:rules=flecs-4+transitivity:rule
    @own-08 @compare.own-profile
    Scenario: Kinds of query without transitivity match own pairs only
      Given a relationship LocatedIn with Transitive
      And these facts
        | NewYork   | (LocatedIn, USA)     |
        | Manhattan | (LocatedIn, NewYork) |
      When a rule queries "LocatedIn($this, USA)"
      Then the result is, in any order
        | $this     |
        | NewYork   |
        | Manhattan |
      When a filter queries "LocatedIn($this, USA)"
      Then the result is, in any order
        | $this   |
        | NewYork |

    @profile:once=flecs-3+lists:snapshot
    @own-09 @compare.own-profile
    Scenario: A query uses the list as it was when the query was made
      Given these facts
        | List | Position, Velocity |
        | Bob  | Position, Velocity |
        | Carl | Position           |
      And a cached query q is prepared for "AND | List"
      And List loses Velocity
      When query q is iterated
      Then the result is, in any order
        | $this |
        | Bob   |
