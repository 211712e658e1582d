@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Exclusive relationships

  @exclusive-01 @REL-212 @REL-214
  Scenario: A second target replaces the first
    Given a relationship MarriedTo with Exclusive
    And these facts
      | e | (MarriedTo, A), (Likes, A) |
      | f | (MarriedTo, A)             |
    When e gets (MarriedTo, B)
    Then the changes are
      | - | e | (MarriedTo, A) |
      | + | e | (MarriedTo, B) |
    And the targets of MarriedTo on e are B
    And the targets of MarriedTo on f are A
    When e gets (Likes, B)
    Then the targets of Likes on e are A and B

  @exclusive-02 @REL-212
  Scenario: Adding the target again changes nothing
    Given a relationship MarriedTo with Exclusive
    And these facts
      | e | (MarriedTo, A) |
    When e gets (MarriedTo, A)
    Then the world is unchanged
    When e loses (MarriedTo, B)
    Then the world is unchanged
    When e loses (MarriedTo, A)
    Then e does not have (MarriedTo, *)

  @exclusive-03 @REL-213
  Scenario: ChildOf is exclusive
    Given these facts
      | child | (ChildOf, parent_a) |
    When child gets (ChildOf, parent_b)
    Then the changes are
      | - | child | (ChildOf, parent_a) |
      | + | child | (ChildOf, parent_b) |
    And child has (ChildOf, parent_b)
    And child does not have (ChildOf, parent_a)

  @exclusive-04 @REL-212
  Scenario: If a target is replaced, the value of the old pair is lost
    Given a relationship Holds {amount i32} with Exclusive
    And these facts
      | e | (Holds, A) {amount: 5} |
    When e gets (Holds, B)
    Then the value of (Holds, B) on e is {amount: 0}
    And the value of (Holds, A) on e is none
    When e gets (Holds, A) {amount: 7}
    Then the changes are
      | - | e | (Holds, B)             |
      | + | e | (Holds, A) {amount: 7} |

  @exclusive-05 @REL-212 @exclusive.refused
  Scenario: A pair that is refused replaces no target
    Given a relationship Above with Exclusive, Acyclic
    And these facts
      | a | (Above, b) |
      | b | (Above, c) |
    When b gets (Above, a)
    Then it fails with cycle
    And the targets of Above on b are c

  @exclusive-06 @REL-212 @properties.change
  Scenario: Exclusive cannot be added or removed while pairs exist
    Given these facts
      | e | (MarriedTo, A) |
    When MarriedTo is Exclusive
    Then it fails with in_use
    When e loses (MarriedTo, A)
    And MarriedTo is Exclusive
    And e gets (MarriedTo, B)
    And MarriedTo is not Exclusive
    Then it fails with in_use

  @exclusive-07 @REL-212
  Scenario: A query finds only the new target
    Given a relationship MarriedTo with Exclusive
    And these facts
      | e | (MarriedTo, A) |
      | f | (MarriedTo, B) |
    And a cached query q is prepared for "(MarriedTo, *)"
    When e gets (MarriedTo, B)
    And query q is iterated
    Then the result is, in any order
      | $this | 1              |
      | e     | (MarriedTo, B) |
      | f     | (MarriedTo, B) |

  @exclusive-08 @REL-212
  Scenario: After the target is deleted, another one can be added
    Given a relationship MarriedTo with Exclusive
    And these facts
      | e | (MarriedTo, A) |
    When A is deleted
    Then e does not have (MarriedTo, *)
    When e gets (MarriedTo, B)
    Then the targets of MarriedTo on e are B
