@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Symmetric relationships

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
    Scenario: A symmetric relationship that is also exclusive removes the former partners
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
    Scenario: Symmetric acts only on pairs that are added or removed while the relationship owns it
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
    Scenario: If the mirror is refused, the pair is not added
      Given a relationship Above with Symmetric, Acyclic
      When a gets (Above, b)
      Then it fails with cycle
      Given a relationship Kind with Symmetric, OneOf
      And an entity Child below Kind
      When a gets (Kind, Child)
      Then it fails with one_of

    @symmetric-08 @REL-164 @REL-229
    Scenario: Symmetric, Exclusive and With of a base do not act on its instances
      Given a relationship Bond with Symmetric, Exclusive, (With, Extra)
      And these facts
        | Marriage | (IsA, Bond) |
      When Bob gets (Marriage, Alice)
      And Bob gets (Marriage, Carl)
      Then the targets of Marriage on Bob are Alice and Carl
      And Alice does not have (Marriage, *)
      And Bob does not have (Extra, *)

    @symmetric-09 @F41-132
    Scenario: A term matches a symmetric pair from both sides
      Given a relationship MarriedTo with Symmetric
      And these facts
        | Bob | (MarriedTo, Alice) |
      When a query queries "(MarriedTo, *)"
      Then the result is, in any order
        | $this | 1                  |
        | Bob   | (MarriedTo, Alice) |
        | Alice | (MarriedTo, Bob)   |
