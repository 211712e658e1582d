@profile:flecs-3 @profile:flecs-4
Feature: Relationships that add to what is added

  Rule: Symmetric mirrors

    @symmetric-01 @REL-229 @REL-230
    Scenario: Adding and removing on one side does it on the other
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

    @symmetric-02 @REL-229 @REL-230 @REL-212
    Scenario: An exclusive one lets go of the partner before
      Given a relationship MarriedTo with Exclusive, Symmetric
      And these facts
        | Bob | (MarriedTo, Alice) |
      When Alice gets (MarriedTo, Carl)
      Then the changes are
        | - | Bob   | (MarriedTo, Alice) |
        | - | Alice | (MarriedTo, Bob)   |
        | + | Alice | (MarriedTo, Carl)  |
        | + | Carl  | (MarriedTo, Alice) |

    @symmetric-03 @REL-229
    Scenario: Of itself no mirror is needed
      Given a relationship Knows with Symmetric
      When Bob gets (Knows, Bob)
      Then the changes are
        | + | Bob | (Knows, Bob) |

  Rule: With adds along

    @with-01 @REL-231
    Scenario: A tag that comes with another
      Given a tag Power with (With, Responsibility)
      When an entity Spider with Power
      Then Spider has Power
      And Spider has Responsibility
      When an entity Uncle with Responsibility
      Then Uncle does not have Power
      When Spider loses Power
      Then Spider has Responsibility

    @with-02 @REL-232
    Scenario: A relationship that comes with another has the same target
      Given a relationship Loves with (With, Likes)
      When Bob gets (Loves, Pears)
      Then the changes are
        | + | Bob | (Loves, Pears) |
        | + | Bob | (Likes, Pears) |

    @with-03 @REL-231
    Scenario: Chains and cycles add each once
      Given these facts
        | A | (With, B) |
        | B | (With, C) |
        | C | (With, A) |
      When e gets B
      Then the changes are
        | + | e | A |
        | + | e | B |
        | + | e | C |

  Rule: OneOf limits the targets

    @oneof-01 @REL-235 @REL-236 @REL-237
    Scenario: To the children of the relationship
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

    @oneof-02 @REL-235 @REL-238 @REL-239
    Scenario: To the children of another entity
      Given a relationship Eats with (OneOf, Food)
      And an entity Apples below Food
      And an entity Fork below Eats
      When a gets (Eats, Apples)
      Then a has (Eats, Apples)
      When b gets (Eats, Fork)
      Then it fails with one_of
      And b does not have (Eats, *)
