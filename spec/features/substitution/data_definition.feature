@profile:flecs-3-beta
Feature: Query text as data

  @beta-data-01 @SET-030 @SET-031 @SET-032
  Scenario: A text defines an entity with its components
    Given a component Position {x f32}
    And a component Velocity {x f32}
    When the text "Position(MyEntity)\nVelocity(MyEntity)" is defined
    Then the answer is MyEntity
    And the changes are
      | + | MyEntity |                 |
      | + | MyEntity | Position {x: 0} |
      | + | MyEntity | Velocity {x: 0} |
    When a filter queries "Position, Velocity"
    Then the result is, in any order
      | $this    |
      | MyEntity |
    When the text "Position(MyEntity)" is defined
    Then the answer is none
    And the world is unchanged

  @beta-data-02 @SET-030 @SET-032 @sets.define
  Scenario: Terms are separated by line breaks or commas
    Given a tag Tall
    And a relationship Likes
    When the text "Tall(Bob), Tall(Ann)\n\nLikes(Ann,\n  Bob)" is defined
    Then the answer is Bob, Ann
    And the changes are
      | + | Bob |              |
      | + | Bob | Tall         |
      | + | Ann |              |
      | + | Ann | Tall         |
      | + | Ann | (Likes, Bob) |
    When the text "Tall(Cid) Tall(Dan)" is defined
    Then it fails with syntax

  @beta-data-09 @SET-030 @text.names
  Scenario: The name of a subject can be in backquotes
    Given a tag Tall
    When the text "Tall(`Bob Smith`)\nTall(Größe)" is defined
    Then the answer is "Bob Smith", Größe
    And the lookup of "Bob Smith" is "Bob Smith"
    When the text "Tall(`*`)" is defined
    Then it fails with unresolved
    When the text "Tall(`@3`)" is defined
    Then it fails with exists

  @beta-data-03 @SET-030
  Scenario: A text adds ids to an existing subject
    Given a tag Tall
    And a relationship Likes with Exclusive
    And these facts
      | Bob | (Likes, Ann) |
    When the text "Tall(Bob)\nLikes(Bob, Cid)\nTall(Cid)" is defined
    Then the answer is Cid
    And the changes are
      | + | Cid |              |
      | + | Cid | Tall         |
      | + | Bob | Tall         |
      | + | Bob | (Likes, Cid) |
      | - | Bob | (Likes, Ann) |

  @beta-data-04 @SET-029 @SET-030
  Scenario Outline: A name that is not a subject must exist
    Given a tag Tall
    And a relationship Likes
    And an entity Bob
    When the text "<text>" is defined
    Then it fails with unresolved
    And the world is unchanged

    Examples:
      | text                    |
      | Speed(Bob)              |
      | Likes(Bob, Nobody)      |
      | Tall(New)\\nSpeed(New)  |

  @beta-data-05 @SET-030 @sets.define
  Scenario Outline: A text is refused as a whole unless each of its terms adds one id to one named entity
    Given a tag Tall
    And a relationship Likes
    And an entity Bob
    When the text "<text>" is defined
    Then it fails with invalid
    And the world is unchanged

    Examples:
      | text                          |
      | Tall                          |
      | (Likes, Bob)                  |
      | Tall($x)                      |
      | Tall(`$x`)                    |
      | Tall(This)                    |
      | Likes(Bob, *)                 |
      | !Tall(New)                    |
      | ?Tall(New)                    |
      | [in] Tall(New)                |
      | Tall(New) \|\| Tall(Bob)      |
      | Tall(New[super(ChildOf)])     |
      | OR \| Bob(New)                |
      | Tall(New)\\nTall              |
      | Tall(Bob.New)                 |

  @beta-data-06 @SET-030
  Scenario: If the id of one term is refused, the whole text is refused
    Given a tag Tall
    And a relationship PartOf with Acyclic
    When the text "Tall(New)\nPartOf(New, New)" is defined
    Then it fails with cycle
    And the world is unchanged

  @beta-data-07 @SET-030
  Scenario: New entities are made below the scope
    Given a tag Tall
    And an entity Room
    When the scope is Room
    And the text "Tall(Chair)" is defined
    Then the answer is Chair
    And the parent of Chair is Room
    And the path of Chair is "Room.Chair"
    When the scope is the root
    And the text "Tall(Room.Chair)\nTall(Room)" is defined
    Then the answer is none
    And Room has Tall
    When the text "Tall(Chair)" is defined
    Then it fails with exists

  @beta-data-08 @SET-030
  Scenario: A text cannot be defined while the world is deferred
    Given a tag Tall
    When the world is deferred
    And the text "Tall(New)" is defined
    Then it fails with invalid
    When the world is no longer deferred
    Then the answer is none
