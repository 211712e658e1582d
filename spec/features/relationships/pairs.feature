@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Pairs on entities

  Rule: Two entities are related exactly while the source has the pair

    @pairs-01 @REL-001 @REL-002 @REL-003 @REL-013 @QRY-141
    Scenario: A pair is added and removed like a component
      Given an entity Likes
      And an entity Bob
      And an entity Alice
      When Bob gets (Likes, Alice)
      Then the changes are
        | + | Bob | (Likes, Alice) |
      And Bob has (Likes, Alice)
      And Alice does not have (Likes, Bob)
      And Bob does not have (Alice, Likes)
      And Bob does not have Likes
      When Bob loses (Likes, Alice)
      Then the changes are
        | - | Bob | (Likes, Alice) |
      And Bob does not have (Likes, Alice)

    @pairs-02 @REL-016
    Scenario: One relationship can have several targets
      When Bob gets (Eats, Apples)
      And Bob gets (Eats, Pears)
      Then Bob has (Eats, Apples)
      And Bob has (Eats, Pears)
      And Bob does not have (Eats, Bob)
      When Bob loses (Eats, Apples)
      Then Bob does not have (Eats, Apples)
      And Bob has (Eats, Pears)

    @pairs-03 @REL-014
    Scenario: A plain entity can be relationship, source and target
      Given an entity One
      And an entity Two
      And these facts
        | One | (Two, One), (One, Two) |
        | Two | (Two, Two), One        |
      Then One has (Two, One)
      And One has (One, Two)
      And Two has (Two, Two)
      And Two has One
      And Two does not have (One, Two)
      And the ids of One are (Two, One), (One, Two)
      And the ids of Two are One, (Two, Two)

    @pairs-04 @REL-058
    Scenario: An id is on an entity only once
      Given these facts
        | Bob | Npc, (Likes, Alice) |
      When Bob gets Npc
      Then the world is unchanged
      When Bob gets (Likes, Alice)
      Then the world is unchanged
      And the ids of Bob are Npc, (Likes, Alice)

    @pairs-05 @REL-003 @ids.once
    Scenario: Removing an id that the entity does not have does nothing
      Given these facts
        | Bob | (Likes, Alice), Npc |
      When Bob loses (Likes, Bob)
      Then the world is unchanged
      When Bob loses Likes
      Then the world is unchanged
      When Bob loses (Hates, Alice)
      Then the world is unchanged

    @pairs-06 @REL-059 @REL-265
    Scenario: A pair needs no registration
      Given an entity e
      When an entity R
      And an entity T
      And e gets (R, T)
      Then e has (R, T)
      And e does not have (T, R)

  Rule: An entity can be queried for a pair

    Background:
      Given these facts
        | Bob  | (Eats, Apples), (Likes, Alice) |
        | Carl | (Eats, Pears)                  |
        | Dora | Eats, Apples                   |

    @pairs-07 @REL-025
    Scenario: An entity has a pair only with this relationship and this target
      Then Bob has (Eats, Apples)
      And Bob does not have (Eats, Pears)
      And Carl does not have (Eats, Apples)
      And Dora does not have (Eats, Apples)

    @pairs-08 @REL-026
    Scenario: (R, *) finds any pair of a relationship
      Then Bob has (Eats, *)
      And Carl has (Eats, *)
      And Carl does not have (Likes, *)
      And Dora does not have (Eats, *)

    @pairs-09 @REL-066
    Scenario: (*, T) finds any pair with a target, and (*, *) any pair
      Then Bob has (*, Alice)
      And Bob does not have (*, Pears)
      And Carl has (*, Pears)
      And Carl has (*, *)
      And Dora does not have (*, *)

    @pairs-10 @REL-026
    Scenario: In a question, _ means the same as *
      Then Bob has (Eats, _)
      And Carl has (_, Pears)
      And Carl does not have (Likes, _)
      And Bob owns (_, _)
      And Dora does not own (_, _)

    @pairs-11 @REL-003 @ids.wildcard-refused
    Scenario: A wildcard cannot be added
      When Bob gets (Eats, *)
      Then it fails with invalid
      When Bob gets (_, Apples)
      Then it fails with invalid
      When Bob gets *
      Then it fails with invalid

    @pairs-12 @REL-003
    Scenario: A pattern removes the pairs that it matches
      When Bob loses (Eats, *)
      Then the changes are
        | - | Bob | (Eats, Apples) |
      When Carl loses (*, Pears)
      Then the changes are
        | - | Carl | (Eats, Pears) |
      When Dora loses (*, *)
      Then the world is unchanged
      When Bob loses (*, *)
      Then the changes are
        | - | Bob | (Likes, Alice) |

    @pairs-13 @REL-003 @ids.patterns
    Scenario: Removing * alone, or an id with _, removes nothing
      When Dora loses *
      Then the world is unchanged
      When Bob loses (Eats, _)
      Then the world is unchanged

  Rule: The targets of a relationship can be enumerated

    Background:
      Given these facts
        | Bob   | (Eats, Apples), (Eats, Pears), (Likes, Alice) |
        | Alice | (Eats, Apples)                                |

    @pairs-14 @REL-027 @REL-031
    Scenario: Targets can be read by index, until there are no more
      Then the target of Eats on Alice is Apples
      And the target 0 of Eats on Alice is Apples
      And the target 1 of Eats on Alice is none
      And the target of Likes on Alice is none
      And the target 2 of Eats on Bob is none

    @pairs-15 @REL-029 @REL-030
    Scenario: Each target comes once, and the target that was created first comes first
      Given these facts
        | Carl | (Eats, Pears)  |
        | Carl | (Eats, Apples) |
      Then the target 0 of Eats on Carl is Apples
      And the target 1 of Eats on Carl is Pears
      And the target 2 of Eats on Carl is none

    @pairs-16 @REL-030 @REL-074
    Scenario: A question can return all targets
      Then the targets of Eats on Bob are Apples and Pears
      And the targets of Likes on Bob are Alice
      And the targets of Eats on Alice are Apples
      And the targets of Likes on Alice are none

    @pairs-17 @REL-035
    Scenario: A question can return all sources of a pair
      Then the sources of (Eats, Apples) are Bob and Alice
      And the sources of (Eats, Pears) are Bob
      And the sources of (Likes, Apples) are none

  Rule: The ids of an entity include its pairs

    @pairs-18 @REL-032 @REL-034 @REL-035 @REL-036
    Scenario: The ids of an entity are single ids and pairs of two elements
      Given these facts
        | Bob | (Eats, Apples), Npc, (Eats, Pears), Eats |
      Then the ids of Bob are Npc, Eats, (Eats, Apples), (Eats, Pears)

    @pairs-19 @REL-282
    Scenario: Targets have the same order under each relationship
      Given a tag Npc
      And a relationship Likes
      And a relationship Eats
      And an entity Apples
      And an entity Pears
      And an entity Bananas
      And these facts
        | e | (Eats, Pears), (Likes, Bananas), (Likes, Pears), (Eats, Apples), Npc, (Likes, Apples) |
      Then the target 0 of Likes on e is Apples
      And the target 1 of Likes on e is Pears
      And the target 2 of Likes on e is Bananas
      And the target 3 of Likes on e is none
      And the target 0 of Eats on e is Apples
      And the target 1 of Eats on e is Pears
      And the target 2 of Eats on e is none

    @pairs-20 @REL-071 @REL-073 @REL-074
    Scenario: A wildcard query on one entity finds its pairs
      Given these facts
        | Bob   | (Eats, Apples), (Eats, Pears), (Likes, Apples), Npc |
        | Alice | (Eats, Apples)                                      |
      When a query queries "(Eats, *)", with $this = Bob
      Then the result is, in any order
        | $this | 1              |
        | Bob   | (Eats, Apples) |
        | Bob   | (Eats, Pears)  |
      When a query queries "(*, Apples)", with $this = Bob
      Then the result is, in any order
        | $this | 1               |
        | Bob   | (Eats, Apples)  |
        | Bob   | (Likes, Apples) |
      When a query queries "(Hates, *)", with $this = Bob
      Then it fails with unresolved

  Rule: Pairs need living entities

    @pairs-21 @REL-118
    Scenario: A deleted entity cannot be in a new pair
      Given these facts
        | Bob | (Likes, Alice) |
        | Eva | Npc            |
      When Alice is deleted
      And Eva gets (Likes, Alice)
      Then it fails with not_alive
      When Eva gets (Alice, Bob)
      Then it fails with not_alive
      When Alice gets Npc
      Then it fails with not_alive
      And Eva does not have (Likes, Alice)
      And Eva does not have (Likes, *)

    @pairs-22 @REL-118 @F41-163
    Scenario: A new entity is not the deleted one, even if it has the same number
      Given an entity Bob
      And an entity Alice
      And these facts
        | Bob | (Likes, Alice) |
      When Alice is deleted
      And an entity Anna
      And an entity Agnes
      And Bob gets (Likes, Agnes)
      Then the targets of Likes on Bob are Agnes
      And Bob does not have (Likes, Anna)
      And Alice is not alive
      And Anna is alive
      When an entity Alice
      Then it fails with exists

    @pairs-23 @REL-077
    Scenario: Clearing an entity removes its ids and its name and leaves it alive
      Given these facts
        | Bob   | (Likes, Alice), Npc, (ChildOf, House) |
        | Alice | (Likes, Bob)                          |
      When Bob is cleared
      Then the changes are
        | - | Bob | (Likes, Alice)    |
        | - | Bob | Npc               |
        | - | Bob | (ChildOf, House)  |
        | + | Bob | without a name    |
      And Bob is alive
      And Alice has (Likes, Bob)
