@profile:flecs-4 @profile:flecs-4.1
Feature: The query language: wildcards

  Background:
    Given a component Position {x f32}
    And a relationship Likes
    And a relationship Eats
    And these facts
      | e | Position {x: 1}, (Likes, Dogs), (Likes, Cats), (Eats, Pizza), (Eats, Salad) |
      | f | Position {x: 2}, (Fears, Dogs)                                               |
      | g | (Likes, Dogs), Npc                                                           |
      | h | Position {x: 3}, Npc                                                         |

  @language-21 @FQL-054 @FQL-055 @FQL-056 @FQL-060 @FQL-061 @FQL-062
  Scenario Outline: * as a target gives a result for each pair
    When <kind> queries "Position, (Likes, *)"
    Then the result is, in any order
      | $this | 2             |
      | e     | (Likes, Dogs) |
      | e     | (Likes, Cats) |
    When <kind> queries "(Likes, *)"
    Then the result is, in any order
      | $this | 1             |
      | e     | (Likes, Dogs) |
      | e     | (Likes, Cats) |
      | g     | (Likes, Dogs) |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-22 @FQL-055 @FQL-057 @FQL-060
  Scenario Outline: * as a relationship gives a result for each pair
    When <kind> queries "Position, (*, Dogs)"
    Then the result is, in any order
      | $this | 2             |
      | e     | (Likes, Dogs) |
      | f     | (Fears, Dogs) |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-23 @FQL-055 @FQL-058 @FQL-060
  Scenario Outline: (*, *) gives a result for each pair
    When <kind> queries "Position, (*, *)"
    Then the result is, in any order
      | $this | 2             |
      | e     | (Likes, Dogs) |
      | e     | (Likes, Cats) |
      | e     | (Eats, Pizza) |
      | e     | (Eats, Salad) |
      | f     | (Fears, Dogs) |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-24 @FQL-054 @FQL-059 @FQL-060
  Scenario Outline: * as a component gives a result for each id that is not a pair
    When <kind> queries "Position, *"
    Then the result is, in any order
      | $this | 2        |
      | e     | Position |
      | f     | Position |
      | h     | Position |
      | h     | Npc      |
    When <kind> queries "Npc(*), (Fears, Dogs)"
    Then the result is, in any order
      | $this | 1          |
      | f     | Npc from g |
      | f     | Npc from h |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-25 @FQL-063 @FQL-064 @FQL-075
  Scenario Outline: Several * give every combination
    When <kind> queries "(Likes, *), (Eats, *)"
    Then the result is, in any order
      | $this | 1             | 2             |
      | e     | (Likes, Dogs) | (Eats, Pizza) |
      | e     | (Likes, Dogs) | (Eats, Salad) |
      | e     | (Likes, Cats) | (Eats, Pizza) |
      | e     | (Likes, Cats) | (Eats, Salad) |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-26 @FQL-066 @FQL-067 @FQL-068 @FQL-069
  Scenario Outline: _ gives one result for each entity, and its field shows *
    When <kind> queries "(Likes, _)"
    Then the result is, in any order
      | $this | 1.id       | 1.set |
      | e     | (Likes, *) | yes   |
      | g     | (Likes, *) | yes   |
    When <kind> queries "(_, Dogs)"
    Then the result is, in any order
      | $this | 1.id      |
      | e     | (*, Dogs) |
      | f     | (*, Dogs) |
      | g     | (*, Dogs) |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-27 @FQL-070 @FQL-071
  Scenario Outline: Several _ still give one result for each entity
    When <kind> queries "(Likes, _), (Eats, _)"
    Then the result is, in any order
      | $this | 1.id       | 2.id      |
      | e     | (Likes, *) | (Eats, *) |
    When <kind> queries "(Likes, _), (Eats, *)"
    Then the result is, in any order
      | $this | 1.id       | 2             |
      | e     | (Likes, *) | (Eats, Pizza) |
      | e     | (Likes, *) | (Eats, Salad) |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |
