@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Acyclic relationships

  @acyclic-01 @REL-203 @acyclic.cycle
  Scenario: A cycle is refused
    Given a relationship Above with Acyclic
    And these facts
      | a | (Above, b) |
      | b | (Above, c) |
    When c gets (Above, a)
    Then it fails with cycle
    And c does not have (Above, a)
    When a gets (Above, a)
    Then it fails with cycle
    When a gets (Above, c)
    Then a has (Above, c)
    When c gets (Above, d)
    Then c has (Above, d)

  @acyclic-02 @REL-201 @REL-203
  Scenario: ChildOf is acyclic
    Given these facts
      | b | (ChildOf, a) |
      | c | (ChildOf, b) |
    When a gets (ChildOf, c)
    Then it fails with cycle
    When a gets (ChildOf, a)
    Then it fails with cycle
    And the parent of a is none

  @acyclic-03 @REL-202 @REL-203
  Scenario: IsA is acyclic
    Given these facts
      | b | (IsA, a) |
      | c | (IsA, b) |
    When a gets (IsA, c)
    Then it fails with cycle
    When a gets (IsA, a)
    Then it fails with cycle
    And a does not have (IsA, *)

  @acyclic-04 @REL-203 @REL-210
  Scenario: Other relationships may have cycles
    Given these facts
      | a | (Likes, b) |
      | b | (Likes, a) |
    When a gets (Likes, a)
    Then a has (Likes, a)
    And the targets of Likes on a are a and b
    When the depth of a along Likes is asked
    Then it fails with cycle

  @acyclic-05 @REL-203
  Scenario: A pair of another relationship closes no cycle
    Given a relationship Above with Acyclic
    And these facts
      | a | (Above, b) |
    When b gets (Likes, a)
    Then b has (Likes, a)
    When b gets (Below, a)
    Then b has (Below, a)

  @acyclic-06 @REL-203
  Scenario: Acyclic is refused for a relationship that has a cycle
    Given these facts
      | a | (Likes, b) |
      | b | (Likes, a) |
    When Likes is Acyclic
    Then it fails with cycle
    When b loses (Likes, a)
    And Likes is Acyclic
    And b gets (Likes, a)
    Then it fails with cycle

  @acyclic-07 @REL-203
  Scenario: A new parent is checked for cycles against the current parents, not against earlier ones
    Given these facts
      | b | (ChildOf, a) |
      | c | (ChildOf, b) |
    When c gets (ChildOf, a)
    And b gets (ChildOf, c)
    Then the parent of b is c
    And the parent of c is a
    When a gets (ChildOf, b)
    Then it fails with cycle

  @acyclic-08 @REL-203 @REL-205 @F41-059
  Scenario: A traversable relationship is acyclic even without the property Acyclic
    Given a relationship In with Traversable
    And these facts
      | a | (In, b) |
    When b gets (In, a)
    Then it fails with cycle
    When b gets (In, b)
    Then it fails with cycle
    And In does not have Acyclic
    When In is not Traversable
    And b gets (In, a)
    Then b has (In, a)
    When In is Traversable
    Then it fails with cycle
    When In is Acyclic
    Then it fails with cycle

  @acyclic-09 @REL-203 @REL-210
  Scenario: A cycle over many entities is found
    Given a relationship In with Acyclic
    And these facts
      | e1 | (In, e2), (In, x) |
      | e2 | (In, e3), (In, x) |
      | e3 | (In, e4), (In, x) |
      | e4 | (In, e5), (In, x) |
      | e5 | (In, e6), (In, x) |
    When e6 gets (In, e1)
    Then it fails with cycle
    When e3 loses (In, e4)
    And e6 gets (In, e1)
    Then e6 has (In, e1)
    When x gets (In, e2)
    Then it fails with cycle
