@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: The IsA relationship

  Background:
    Given these facts
      | Apple       | (IsA, Fruit)     |
      | GrannySmith | (IsA, Apple)     |
      | Rock        | (Likes, Fruit)   |

  @isa-01 @REL-077 @REL-080
  Scenario: IsA is added, queried and removed like any other relationship
    Then Apple has (IsA, Fruit)
    And the targets of IsA on Apple are Fruit
    And the target of IsA on Apple is Fruit
    And the sources of (IsA, Fruit) are Apple
    And Apple has (IsA, *)
    And Rock does not have (IsA, *)
    When Apple loses (IsA, Fruit)
    Then the changes are
      | - | Apple | (IsA, Fruit) |
    And Apple does not have (IsA, Fruit)

  @isa-02 @REL-081
  Scenario: An entity can be created as an instance
    When an entity Pear with (IsA, Fruit)
    Then Pear has (IsA, Fruit)
    And Pear owns (IsA, Fruit)
    And Pear does not have (IsA, Apple)

  @isa-03 @REL-082
  Scenario: IsA holds in one direction
    Then Fruit does not have (IsA, Apple)
    And Apple does not have (IsA, GrannySmith)
    When a rule queries "(IsA, Apple)"
    Then the result is, in any order
      | $this       |
      | Apple       |
      | GrannySmith |

  @isa-04 @REL-084
  Scenario: An instance of an instance matches as an instance of the base, although it does not own the pair
    Then GrannySmith owns (IsA, Apple)
    And GrannySmith does not own (IsA, Fruit)
    And the ids of GrannySmith are (IsA, Apple)
    When a rule queries "(IsA, Fruit)", with $this = GrannySmith
    Then the result is, in any order
      | $this       |
      | GrannySmith |

  @isa-05 @REL-085 @REL-087 @REL-188 @QRY-599 @QRY-611
  Scenario: A rule for (IsA, Fruit) finds Fruit itself, its instances and their instances
    When a rule queries "(IsA, Fruit)"
    Then the result is, in any order
      | $this       | 1.id         | 1.set |
      | Fruit       | (IsA, Fruit) | yes   |
      | Apple       | (IsA, Fruit) | yes   |
      | GrannySmith | (IsA, Fruit) | yes   |

  @isa-06 @REL-086 @REL-102
  Scenario: Other relationships are transitive only with the property Transitive
    Given these facts
      | Manhattan | (LocatedIn, NewYork) |
      | NewYork   | (LocatedIn, USA)     |
    When LocatedIn is Transitive
    And a rule queries "(LocatedIn, USA)"
    Then the result is, in any order
      | $this     |
      | NewYork   |
      | Manhattan |
    When a rule queries "(ChildOf, USA)"
    Then the result is empty

  @isa-07 @REL-118 @REL-126
  Scenario: An instance outlives its base and loses the IsA pair
    When Apple is deleted
    Then GrannySmith is alive
    And the ids of GrannySmith are none
    And GrannySmith does not have (IsA, *)
