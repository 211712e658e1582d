@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: With

  Rule: With adds ids

    @with-01 @REL-231
    Scenario: With adds a second tag
      Given a tag Power with (With, Responsibility)
      When an entity Spider with Power
      Then Spider has Power
      And Spider has Responsibility
      When an entity Uncle with Responsibility
      Then Uncle does not have Power
      When Spider loses Power
      Then Spider has Responsibility

    @with-02 @REL-232
    Scenario: With adds a pair with the same target
      Given a relationship Loves with (With, Likes)
      When Bob gets (Loves, Pears)
      Then the changes are
        | + | Bob | (Loves, Pears) |
        | + | Bob | (Likes, Pears) |

    @with-03 @REL-231
    Scenario: A chain or cycle of With adds each id once
      Given these facts
        | A | (With, B) |
        | B | (With, C) |
        | C | (With, A) |
      When e gets B
      Then the changes are
        | + | e | A |
        | + | e | B |
        | + | e | C |

    @with-04 @REL-231
    Scenario: An id that With added can be removed, and comes back only if the tag is removed and added again
      Given a tag Power with (With, Responsibility)
      And an entity Spider with Power
      When Spider loses Responsibility
      Then Spider has Power
      And Spider does not have Responsibility
      When Spider gets Power
      Then the world is unchanged
      When Spider loses Power
      And Spider gets Power
      Then Spider has Responsibility

    @with-05 @REL-231 @REL-232
    Scenario: A component that With adds starts with zero, and a value that exists stays
      Given a component Position {x f32, y f32}
      And a relationship Distance {metres f32}
      And a tag Solid with (With, Position)
      And a relationship Near with (With, Distance)
      And these facts
        | a | Position {x: 1} |
      When a gets Solid
      And b gets Solid
      And b gets (Near, a)
      Then the value of Position on a is {x: 1}
      And the value of Position on b is {x: 0}
      And the value of (Distance, a) on b is {metres: 0}

    @with-06 @REL-231 @REL-232
    Scenario: With acts on ids that are added afterwards
      Given these facts
        | Spider | Power |
      When Power gets (With, Responsibility)
      Then Spider does not have Responsibility
      When Uncle gets Power
      Then Uncle has Responsibility
      When Power loses (With, Responsibility)
      And Aunt gets Power
      Then Aunt does not have Responsibility

    @with-07 @REL-232 @REL-237 @with.adds
    Scenario: If the id that With adds is refused, nothing is added
      Given a relationship Food with OneOf
      And a relationship Loves with (With, Food)
      And an entity Apples below Food
      When Bob gets (Loves, Fork)
      Then it fails with one_of
      And Bob does not have (Loves, Fork)
      When Bob gets (Loves, Apples)
      Then Bob has (Food, Apples)

    @with-08 @REL-232 @REL-212
    Scenario: A pair that With adds replaces an exclusive target
      Given a relationship Home with Exclusive
      And a relationship Owns with (With, Home)
      When Bob gets (Owns, House)
      And Bob gets (Owns, Boat)
      Then the changes are
        | + | Bob | (Owns, Boat)  |
        | - | Bob | (Home, House) |
        | + | Bob | (Home, Boat)  |
