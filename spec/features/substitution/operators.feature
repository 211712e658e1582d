@profile:flecs-3-beta
Feature: Operators

  Rule: A term is And, Not or Optional

    Background:
      Given a component Position {x f32}
      And a component Velocity {x f32}
      And these facts
        | a | Position           |
        | b | Position, Velocity |
        | c | Velocity           |

    @beta-operators-01 @SET-114 @SET-115 @SET-116
    Scenario Outline: A term without an operator is an And term
      When <kind> queries "Position, Velocity"
      Then the result is, in any order
        | $this | 1        | 2        |
        | b     | Position | Velocity |
      When <kind> queries [{"first":"Position","oper":"and"},{"first":"Velocity","oper":"and"}]
      Then the result is, in any order
        | $this | 1        | 2        |
        | b     | Position | Velocity |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @beta-operators-02 @SET-114 @SET-118 @SET-119
    Scenario Outline: Not reverses the result of a term
      When <kind> queries "Position, !Velocity"
      Then the result is, in any order
        | $this | fields | 1        | 2 |
        | a     | 2      | Position | - |
      When <kind> queries "Position, !Position"
      Then the result is empty

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @beta-operators-03 @SET-122 @SET-123 @SET-124
    Scenario Outline: An Optional term does not change which entities match
      When <kind> queries "Position, ?Velocity"
      Then the result is, in any order
        | $this | 1        | 2        | 2.set |
        | a     | Position | -        | no    |
        | b     | Position | Velocity | yes   |
      When <kind> queries "Position"
      Then the result is, in any order
        | $this |
        | a     |
        | b     |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @beta-operators-04 @SET-119 @SET-123
    Scenario Outline: A term has at most one operator
      When a filter queries "<query>"
      Then it fails with invalid

      Examples:
        | query                   |
        | !?Position              |
        | Position \|\| !Velocity |
        | Position \|\| ?Velocity |
        | !Position \|\| Velocity |

  Rule: Or returns the matches of every alternative

    Background:
      Given a component Position {x f32}
      And a component Velocity {x f32}
      And a tag Mass
      And a tag Speed
      And these facts
        | a | Position                 |
        | b | Velocity                 |
        | c | Position, Velocity       |
        | d | Mass, Speed              |
        | e | Mass, Velocity, Position |

    @beta-operators-11 @SET-130 @SET-131 @sets.or
    Scenario Outline: An entity with both alternatives has a row for each
      When <kind> queries "Position || Velocity"
      Then the result is, in any order
        | $this | fields | 1        |
        | a     | 1      | Position |
        | b     | 1      | Velocity |
        | c     | 1      | Position |
        | c     | 1      | Velocity |
        | e     | 1      | Position |
        | e     | 1      | Velocity |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @beta-operators-12 @SET-132 @SET-133
    Scenario Outline: An entity must match an alternative of every chain
      When <kind> queries "Position || Mass, Speed || Velocity"
      Then the result is, in any order
        | $this | fields | 1        | 2        |
        | c     | 2      | Position | Velocity |
        | d     | 2      | Mass     | Speed    |
        | e     | 2      | Position | Velocity |
        | e     | 2      | Mass     | Velocity |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @beta-operators-13 @SET-134 @SET-135
    Scenario Outline: A chain can be combined with other terms
      Given these facts
        | n | Position, Velocity, NPC        |
        | m | Position, Velocity, Enemy      |
        | o | Position, Velocity, Enemy, NPC |
        | p | Velocity, NPC                  |
      When a cached query queries <query>
      Then the result is, in any order
        | $this | fields | 3     |
        | n     | 3      | NPC   |
        | m     | 3      | Enemy |
        | o     | 3      | NPC   |
        | o     | 3      | Enemy |

      Examples:
        | query                                                                                                |
        | "Position, Velocity, NPC \|\| Enemy"                                                                 |
        | `Position, Velocity, NPC \|\| Enemy`                                                                 |
        | [{"first":"Position"},{"first":"Velocity"},{"or":[{"first":"NPC"},{"first":"Enemy"}]}]                |

    @beta-operators-14 @SET-130
    Scenario Outline: The order and the repetition of alternatives do not matter
      When <kind> queries "<query>"
      Then the result is, in any order
        | $this | 1        |
        | a     | Position |
        | b     | Velocity |
        | c     | Position |
        | c     | Velocity |
        | e     | Position |
        | e     | Velocity |

      Examples:
        | kind           | query                              |
        | a filter       | Velocity \|\| Position             |
        | a cached query | Velocity \|\| Position             |
        | a rule         | Velocity \|\| Position             |
        | a filter       | Position \|\| Velocity \|\| Position |
        | a rule         | Position \|\| Position \|\| Velocity |

  Rule: List operators match the ids of a list

    Background:
      Given a prefab Ingredients with Bacon, Eggs, Tomato, Lettuce
      And these facts
        | Sandwich | Bacon, Eggs, Tomato, Lettuce |
        | Omelette | Eggs, Tomato                 |
        | Salad    | Lettuce, Oil                 |
        | Bread    | Oil                          |

    @beta-operators-21 @SET-136 @SET-137 @SET-138
    Scenario Outline: OR needs one id of the list
      When <kind> queries "OR | Ingredients"
      Then the result is, in any order
        | $this    | 1.set |
        | Sandwich | no    |
        | Omelette | no    |
        | Salad    | no    |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @beta-operators-22 @SET-136 @SET-137 @SET-139
    Scenario Outline: AND matches entities with all ids of the list, and NOT entities with none
      When <kind> queries "AND | Ingredients"
      Then the result is, in any order
        | $this    |
        | Sandwich |
      When <kind> queries "Oil, NOT | Ingredients"
      Then the result is, in any order
        | $this | 1   |
        | Bread | Oil |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |
