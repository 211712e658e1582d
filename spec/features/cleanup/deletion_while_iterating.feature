@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Deletion while a query is iterated

  Background:
    Given a tag Npc
    And an entity p with Npc
    And an entity c below p
    And these facts
      | r | (Likes, Npc) |
    And a cached query q is prepared for "Npc"
    And query q is opened as i

  @deletion-01 @QRY-100 @REL-101 @REL-118
  Scenario: While a table is iterated, its entities cannot be deleted or lose ids
    When iterator i is advanced
    Then the result is, in any order
      | $this |
      | p     |
    When p is deleted
    Then it fails with locked
    When Npc is deleted
    Then it fails with locked
    When every entity loses Npc
    Then it fails with locked
    When every entity with Npc is deleted
    Then it fails with locked
    When p is cleared
    Then it fails with locked
    When r is deleted
    Then r is not alive
    When c is deleted
    Then c is not alive
    When iterator i is closed
    And p is deleted
    Then p is not alive

  @deletion-02 @QRY-102 @QRY-103 @REL-118
  Scenario: A deferred deletion from an iterated table fails if the iteration has not ended when the deferral ends
    When iterator i is advanced
    And the world is deferred
    And p is deleted
    And r is deleted
    Then p is alive
    When the world is no longer deferred
    Then the answer is delete p locked
    And r is not alive
    When the world is deferred
    And Npc is deleted
    And iterator i is closed
    And the world is no longer deferred
    Then the answer is none
    And Npc is not alive
    And p does not have *

  @deletion-03 @QRY-100 @REL-118 @iterate.iterators
  Scenario: Deleting the tag of a query does not change the rows of an open iterator, only those of later iterators
    When Npc is deleted
    And iterator i is advanced
    Then the result is, in any order
      | $this |
      | p     |
    When iterator i is closed
    And query q is opened as j
    And iterator j is advanced
    Then the result is empty
    When iterator j is closed
    Then it fails with unresolved
    When query q is released
    Then the count of Npc is 0
