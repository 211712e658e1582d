@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Symmetric, With and OneOf

  Rule: Symmetric adds and removes mirrors

    @symmetric-01 @REL-229 @REL-230 @symmetric.mirror
    Scenario: Adding or removing a symmetric pair adds or removes its mirror
      Given a relationship MarriedTo with Symmetric
      And an entity Bob
      And an entity Alice
      When Bob gets (MarriedTo, Alice)
      Then the changes are
        | + | Bob   | (MarriedTo, Alice) |
        | + | Alice | (MarriedTo, Bob)   |
      When Alice loses (MarriedTo, Bob)
      Then the changes are
        | - | Bob   | (MarriedTo, Alice) |
        | - | Alice | (MarriedTo, Bob)   |

    @symmetric-02 @REL-229 @REL-230 @REL-212 @symmetric.exclusive
    Scenario: A relationship that is exclusive too removes the former partners
      Given a relationship MarriedTo with Exclusive, Symmetric
      And these facts
        | Bob | (MarriedTo, Alice) |
      When Alice gets (MarriedTo, Carl)
      Then the changes are
        | - | Bob   | (MarriedTo, Alice) |
        | - | Alice | (MarriedTo, Bob)   |
        | + | Alice | (MarriedTo, Carl)  |
        | + | Carl  | (MarriedTo, Alice) |

    @symmetric-03 @REL-229 @symmetric.mirror
    Scenario: A pair of an entity with itself has no mirror
      Given a relationship Knows with Symmetric
      When Bob gets (Knows, Bob)
      Then the changes are
        | + | Bob | (Knows, Bob) |

    @symmetric-04 @REL-229 @REL-230
    Scenario: Clearing or deleting an entity removes the mirrors of its pairs
      Given a relationship MarriedTo with Symmetric
      And these facts
        | Bob   | (MarriedTo, Alice), (MarriedTo, Carl) |
        | Carl  | (MarriedTo, Alice)                    |
      When Bob is cleared
      Then the changes are
        | + | Bob   | without a name     |
        | - | Bob   | (MarriedTo, Alice) |
        | - | Bob   | (MarriedTo, Carl)  |
        | - | Alice | (MarriedTo, Bob)   |
        | - | Carl  | (MarriedTo, Bob)   |
      When Carl is deleted
      Then the changes are
        | - | Carl  |                   |
        | - | Alice | (MarriedTo, Carl) |

    @symmetric-05 @REL-229 @REL-230
    Scenario: Symmetric acts on pairs that are added or removed while it is there
      Given these facts
        | Bob | (Trades, Alice) |
      When Trades is Symmetric
      And Carl gets (Trades, Alice)
      Then the changes are
        | + | Carl  | (Trades, Alice) |
        | + | Alice | (Trades, Carl)  |
      When Bob loses (Trades, Alice)
      Then the changes are
        | - | Bob | (Trades, Alice) |
      When Trades is not Symmetric
      And Carl loses (Trades, Alice)
      Then the changes are
        | - | Carl | (Trades, Alice) |

    @symmetric-06 @REL-229 @symmetric.value
    Scenario: A mirror has its own value, which starts with zero
      Given a relationship Trust {level i32} with Symmetric
      When Bob gets (Trust, Alice) {level: 5}
      Then the value of (Trust, Alice) on Bob is {level: 5}
      And the value of (Trust, Bob) on Alice is {level: 0}
      When Alice gets (Trust, Bob) {level: 3}
      Then the value of (Trust, Alice) on Bob is {level: 5}

    @symmetric-07 @REL-229 @REL-203
    Scenario: If the mirror is refused the pair is not added
      Given a relationship Above with Symmetric, Acyclic
      When a gets (Above, b)
      Then it fails with cycle
      Given a relationship Kind with Symmetric, OneOf
      And an entity Child below Kind
      When a gets (Kind, Child)
      Then it fails with one_of

    @symmetric-08 @REL-164 @REL-229
    Scenario: An inherited property does not act
      Given a relationship Bond with Symmetric, Exclusive, (With, Extra)
      And these facts
        | Marriage | (IsA, Bond) |
      When Bob gets (Marriage, Alice)
      And Bob gets (Marriage, Carl)
      Then the targets of Marriage on Bob are Alice and Carl
      And Alice does not have (Marriage, *)
      And Bob does not have (Extra, *)

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
    Scenario: An id that With added can be removed, and the next addition adds it again
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
    Scenario: A component that With adds is zero, and keeps a value that it has
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
    Scenario: If the id that With adds is refused nothing is added
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

  Rule: OneOf limits the targets

    @oneof-01 @REL-235 @REL-236 @REL-237 @F41-026
    Scenario: OneOf allows the children of the relationship
      Given a relationship Food with OneOf
      And an entity Apples below Food
      And an entity Peel below Apples
      And an entity Fork
      When a gets (Food, Apples)
      Then a has (Food, Apples)
      When b gets (Food, Fork)
      Then it fails with one_of
      When b gets (Food, Peel)
      Then it fails with one_of

    @oneof-02 @REL-235 @REL-238 @REL-239 @F41-027
    Scenario: (OneOf, X) allows the children of X
      Given a relationship Eats with (OneOf, Food)
      And an entity Apples below Food
      And an entity Fork below Eats
      When a gets (Eats, Apples)
      Then a has (Eats, Apples)
      When b gets (Eats, Fork)
      Then it fails with one_of
      And b does not have (Eats, *)

    @oneof-03 @REL-235 @one-of.children
    Scenario: OneOf is checked when a pair is added, not later
      Given a relationship Food with OneOf
      And an entity Apples below Food
      And these facts
        | a | (Food, Apples) |
      When Apples gets (ChildOf, Shelf)
      Then a has (Food, Apples)
      When b gets (Food, Apples)
      Then it fails with one_of
      When Food is not OneOf
      And b gets (Food, Apples)
      Then b has (Food, Apples)

    @oneof-04 @REL-235 @REL-237
    Scenario: A refused target does not replace an exclusive one
      Given a relationship Color with OneOf, Exclusive
      And an entity Red below Color
      And an entity Loud
      And these facts
        | a | (Color, Red) |
      When a gets (Color, Loud)
      Then it fails with one_of
      And the targets of Color on a are Red
