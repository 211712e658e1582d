@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Creating several entities in one operation

  @several-01 @entities.batch
  Scenario: Each entity gets the requested ids
    Given a relationship Likes
    And an entity Ann together with Bob and Cid with Npc and (Likes, Ale)
    Then the ids of Ann are Npc, (Likes, Ale)
    And the ids of Bob are Npc, (Likes, Ale)
    And the ids of Cid are Npc, (Likes, Ale)
    And the sources of (Likes, Ale) are Ann, Bob and Cid
    And the count of Npc is 3

  @several-02 @REL-110
  Scenario: Each new entity is a child of the scope
    Given an entity town
    And the scope is town
    And an entity Ann together with Bob
    Then the parent of Ann is town
    And the parent of Bob is town
    When an entity Cid together with Dan outside the scope
    Then the parent of Cid is none
    And the parent of Dan is none

  @several-03 @REL-212
  Scenario: If two targets of an exclusive relationship are given, each new entity keeps the last
    Given a relationship Likes
    And Likes is Exclusive
    And an entity Ann together with Bob with (Likes, Ale) and (Likes, Tea)
    Then the ids of Ann are (Likes, Tea)
    And the ids of Bob are (Likes, Tea)

  @several-04 @REL-229
  Scenario: If several new entities get a symmetric pair, the target gets a mirror for each
    Given a relationship Likes
    And Likes is Symmetric
    And an entity Zoe
    And an entity Ann together with Bob with (Likes, Zoe)
    Then the targets of Likes on Zoe are Ann, Bob
    And Ann does not have (Likes, Bob)

  @several-05 @entities.batch
  Scenario: If one handle is taken, no entity is created
    Given an entity Bob
    When an entity Ann together with Bob and Cid
    Then it fails with exists
    When an entity Ann together with Dan and Dan
    Then it fails with exists

  @several-06 @entities.batch
  Scenario: The ids cannot mention an entity that the same operation creates
    Given a relationship Likes
    When the operation {"op":"entity","entity":"Ann","more":["Bob"],"ids":[["Likes","Bob"]]}
    Then it fails with unresolved

  @several-07 @entities.batch
  Scenario: Several new entities cannot be given a name
    When the operation {"op":"entity","entity":"Ann","name":"Nan","more":["Bob"]}
    Then it fails with invalid

  @several-08 @QRY-029
  Scenario: Prepared queries find each new entity
    Given a tag Npc
    And an entity Ann with Npc
    And a cached query all is prepared for "Npc"
    When an entity Bob together with Cid with Npc
    And query all is iterated
    Then the result is, in any order
      | $this |
      | Ann   |
      | Bob   |
      | Cid   |

  @several-09 @QRY-009
  Scenario: An observer is notified of each new entity, and acts after the last one is made
    Given a tag Npc
    And an entity Realm
    And a relationship Next with Exclusive
    And an observer o is prepared for "Npc", on OnAdd, doing add Realm (Next, $this)
    When an entity Ann together with Bob with Npc
    Then the events are
      | o | OnAdd | Ann | Npc |
      | o | OnAdd | Bob | Npc |
    And the targets of Next on Realm are Bob

  @several-10 @QRY-102
  Scenario: If the world is deferred, the entities are created at once and their ids wait
    Given a tag Npc
    When the world is deferred
    And an entity Ann together with Bob with Npc
    Then Bob is alive
    And Bob does not have Npc
    When the world is no longer deferred
    Then Ann has Npc
    And Bob has Npc

  @several-11 @REL-095
  Scenario: Each new instance has the component of its base
    Given a component Mass {value i32}
    And these facts
      | Rock | Mass {value: 5} |
    And an entity a together with b with (IsA, Rock)
    When Rock gets Mass {value: 7}
    Then a has Mass
    And b has Mass
