@profile:flecs-3-beta
Feature: Variables

  @beta-variables-01 @SET-201 @SET-203 @SET-204
  Scenario: A variable is the same entity in every term
    Given these facts
      | Bob | (Likes, Ann), (Likes, Pears), (Colleague, Ann), (Colleague, Dan) |
      | Cid | (Likes, Pears), (Colleague, Ann)                                 |
    When a rule queries "(Likes, $X), (Colleague, $X)"
    Then the result is, in any order
      | $this | $X  | 1            | 2                |
      | Bob   | Ann | (Likes, Ann) | (Colleague, Ann) |
    When a rule queries "(Likes, $X), (Colleague, $Y)"
    Then the result is, in any order
      | $this | $X    | $Y  |
      | Bob   | Ann   | Ann |
      | Bob   | Ann   | Dan |
      | Bob   | Pears | Ann |
      | Bob   | Pears | Dan |
      | Cid   | Pears | Ann |

  @beta-variables-02 @SET-205
  Scenario: An identifier that begins with a dollar sign is a variable
    Given these facts
      | Bob | (Likes, X), (Likes, Y) |
    When a rule queries "(Likes, X)"
    Then the result is, in any order
      | $this | 1          |
      | Bob   | (Likes, X) |
    When a rule queries "(Likes, $X)"
    Then the result is, in any order
      | $this | $X |
      | Bob   | X  |
      | Bob   | Y  |
    When a rule queries "(Likes, $X)", with $X = Y
    Then the result is, in any order
      | $this | $X | 1          |
      | Bob   | Y  | (Likes, Y) |

  @beta-variables-03 @SET-206 @SET-207
  Scenario: A predicate can be a variable
    Given these facts
      | Bob | (Likes, Ann), (Knows, Ann), (Hates, Ben) |
    When a rule queries "(Likes, $X), ($R, $X)"
    Then the result is, in any order
      | $this | $X  | $R    | 1            | 2            |
      | Bob   | Ann | Likes | (Likes, Ann) | (Likes, Ann) |
      | Bob   | Ann | Knows | (Likes, Ann) | (Knows, Ann) |

  @beta-variables-04 @SET-206 @SET-208
  Scenario: A variable can be the target of one term and the component of another
    Given a component Burning {heat f32}
    And these facts
      | Torch  | (ExpiryTimer, Burning), Burning {heat: 1} |
      | Candle | (ExpiryTimer, Burning)                    |
      | Potion | (ExpiryTimer, Glowing), Glowing           |
    When a rule queries "(ExpiryTimer, $C), $C"
    Then the result is, in any order
      | $this  | $C      | 1                      | 2       |
      | Torch  | Burning | (ExpiryTimer, Burning) | Burning |
      | Potion | Glowing | (ExpiryTimer, Glowing) | Glowing |

  @beta-variables-05 @SET-209 @SET-210 @SET-211
  Scenario: Variables can form a cycle that ends at This
    Given these facts
      | Ann | (Likes, Bob)                |
      | Cid | (Likes, Ann), (Enemy, Bob)  |
      | Dan | (Likes, Ann), (Enemy, Ann)  |
      | Eve | (Likes, Ann)                |
    And Ann gets (Enemy, Dan)
    When a rule queries "(Likes, $Friend), Likes($Friend, $Enemy), (Enemy, $Enemy)"
    Then the result is, in any order
      | $this | $Friend | $Enemy | 1            | 2                     | 3            |
      | Cid   | Ann     | Bob    | (Likes, Ann) | (Likes, Bob) from Ann | (Enemy, Bob) |

  @beta-variables-06 @sets.object-substitution
  Scenario: A constant is substituted, but the value of a preset variable is not
    Given these facts
      | Apple | (IsA, Fruit)   |
      | Bob   | (Likes, Apple) |
      | Ann   | (Likes, Fruit) |
    When a rule queries "(Likes, Fruit)"
    Then the result is, in any order
      | $this | 1              |
      | Bob   | (Likes, Apple) |
      | Ann   | (Likes, Fruit) |
    When a rule queries "(Likes, $x)", with $x = Fruit
    Then the result is, in any order
      | $this | $x    | 1              |
      | Ann   | Fruit | (Likes, Fruit) |
