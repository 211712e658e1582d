@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: The ChildOf relationship

  Background:
    Given these facts
      | Cockpit | (ChildOf, Spaceship) |
      | Seat    | (ChildOf, Cockpit)   |
      | Engine  | (ChildOf, Spaceship) |

  @childof-01 @REL-077 @REL-099 @REL-102
  Scenario: A hierarchy is made of ordinary pairs
    Then Cockpit has (ChildOf, Spaceship)
    And Spaceship does not have (ChildOf, *)
    And the target of ChildOf on Seat is Cockpit
    And the parent of Seat is Cockpit
    And the parent of Spaceship is none
    And the children of Spaceship are Cockpit and Engine
    And the children of Engine are none
    And the sources of (ChildOf, Spaceship) are Cockpit and Engine

  @childof-02 @REL-100 @F41-061
  Scenario: An entity can be created below its parent
    When an entity Wing below Spaceship
    Then Wing has (ChildOf, Spaceship)
    And the parent of Wing is Spaceship
    And Engine does not have (ChildOf, Cockpit)

  @childof-03 @REL-102 @QRY-150 @QRY-378
  Scenario: ChildOf can be queried and is not transitive
    When a rule queries "(ChildOf, Spaceship)"
    Then the result is, in any order
      | $this   |
      | Cockpit |
      | Engine  |
    When a rule queries "(ChildOf, *)"
    Then the result is, in any order
      | $this   | 1                    |
      | Cockpit | (ChildOf, Spaceship) |
      | Engine  | (ChildOf, Spaceship) |
      | Seat    | (ChildOf, Cockpit)   |

  @childof-04 @REL-101 @REL-126 @REL-127
  Scenario: Children are deleted with their parent
    Given these facts
      | Fan    | (Likes, Spaceship), (ChildOf, Club) |
      | Driver | (Uses, Seat)                        |
    When Spaceship is deleted
    Then the changes are
      | - | Spaceship |                    |
      | - | Cockpit   |                    |
      | - | Engine    |                    |
      | - | Seat      |                    |
      | - | Fan       | (Likes, Spaceship) |
      | - | Driver    | (Uses, Seat)       |
    And Seat is not alive
    And Fan is alive

  @childof-05 @REL-101 @REL-127
  Scenario: Deleting a child does not delete its parent or its siblings
    When Cockpit is deleted
    Then the changes are
      | - | Cockpit |  |
      | - | Seat    |  |
    And the children of Spaceship are Engine

  @childof-06 @REL-213
  Scenario: A second parent replaces the first
    When Seat gets (ChildOf, Engine)
    Then the changes are
      | - | Seat | (ChildOf, Cockpit) |
      | + | Seat | (ChildOf, Engine)  |
    And Seat does not have (ChildOf, Cockpit)
    And the children of Cockpit are none
    And the children of Engine are Seat

  @childof-07 @REL-102 @hierarchy.walks
  Scenario: Depth, ancestors and descendants follow ChildOf
    Then the depth of Seat is 2
    And the depth of Spaceship is 0
    And the ancestors of Seat are Cockpit, Spaceship
    And the ancestors of Spaceship are none
    And the descendants of Spaceship are Engine, Cockpit and Seat
    And the descendants of Spaceship within 1 are Engine, Cockpit and Seat
    And the descendants of Seat are none
    When the ancestors of Seat within 1 are asked
    Then it fails with limit
