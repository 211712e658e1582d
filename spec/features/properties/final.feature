@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Final entities

  @final-01 @REL-174 @REL-175 @F41-020 @final.no-instances
  Scenario: A final entity cannot have instances
    Given an entity e with Final
    And an entity open
    When i gets (IsA, e)
    Then it fails with final
    And i does not have (IsA, e)
    When i gets (IsA, open)
    Then i has (IsA, open)

  @final-02 @REL-174
  Scenario: A final entity can be an instance, and a target of other relationships
    Given an entity e with Final
    When e gets (IsA, base)
    Then e has (IsA, base)
    When i gets (Likes, e)
    Then i has (Likes, e)

  @final-03 @REL-174 @final.no-instances
  Scenario: Final cannot be added while there are instances
    Given these facts
      | i | (IsA, e) |
    When e is Final
    Then it fails with in_use
    When i loses (IsA, e)
    And e is Final
    And i gets (IsA, e)
    Then it fails with final
    When e is not Final
    And i gets (IsA, e)
    Then i has (IsA, e)

  @final-04 @REL-174
  Scenario: The base of a final entity is not final
    Given an entity e
    And these facts
      | i | (IsA, e) |
      | j | (IsA, i) |
    When j is Final
    Then j has Final
    When k gets (IsA, j)
    Then it fails with final
    And i does not have Final
