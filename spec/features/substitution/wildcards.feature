@profile:flecs-3-beta
Feature: Wildcards

  Background:
    Given a relationship Likes
    And a relationship Colleague
    And a tag Tall
    And an entity Alice
    And an entity Apples
    And these facts
      | Bob | Tall, (Likes, Alice), (Likes, Apples), (Colleague, Alice) |
      | Cid | (Colleague, Bob)                                          |

  @beta-wildcards-01 @SET-191 @SET-192 @SET-193
  Scenario Outline: A wildcard object gives a row for each object
    When <kind> queries "(Likes, *)"
    Then the result is, in any order
      | $this | 1               |
      | Bob   | (Likes, Alice)  |
      | Bob   | (Likes, Apples) |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @beta-wildcards-02 @SET-194
  Scenario Outline: A wildcard predicate matches every relationship with the object
    When <kind> queries "(*, Alice)"
    Then the result is, in any order
      | $this | 1                  |
      | Bob   | (Likes, Alice)     |
      | Bob   | (Colleague, Alice) |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @beta-wildcards-03 @SET-191 @SET-195 @SET-197
  Scenario Outline: (*, *) matches pairs and no single ids
    When <kind> queries "(*, *)"
    Then the result is, in any order
      | $this | 1                  |
      | Bob   | (Likes, Alice)     |
      | Bob   | (Likes, Apples)    |
      | Bob   | (Colleague, Alice) |
      | Cid   | (Colleague, Bob)   |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @beta-wildcards-04 @SET-196 @SET-198
  Scenario Outline: * alone matches single ids and no pairs
    When <kind> queries "*"
    Then the result is, in any order
      | $this | 1    |
      | Bob   | Tall |
    When <kind> queries "*(Cid)"
    Then the result is empty

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @beta-wildcards-05 @SET-199
  Scenario Outline: An Or chain of (*, *) and * matches every id
    When <kind> queries "(*, *) || *"
    Then the result is, in any order
      | $this | 1                  |
      | Bob   | Tall               |
      | Bob   | (Likes, Alice)     |
      | Bob   | (Likes, Apples)    |
      | Bob   | (Colleague, Alice) |
      | Cid   | (Colleague, Bob)   |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @beta-wildcards-06 @SET-202
  Scenario Outline: Wildcards of two terms are independent of each other
    Given these facts
      | Dan | (Likes, Alice), (Likes, Apples), (Colleague, Bob), (Colleague, Cid) |
    When <kind> queries "(Likes, *), (Colleague, *)"
    Then the result is, in any order
      | $this | 1               | 2                  |
      | Bob   | (Likes, Alice)  | (Colleague, Alice) |
      | Bob   | (Likes, Apples) | (Colleague, Alice) |
      | Dan   | (Likes, Alice)  | (Colleague, Bob)   |
      | Dan   | (Likes, Alice)  | (Colleague, Cid)   |
      | Dan   | (Likes, Apples) | (Colleague, Bob)   |
      | Dan   | (Likes, Apples) | (Colleague, Cid)   |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |
