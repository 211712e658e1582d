@profile:flecs-4 @profile:flecs-4.1
Feature: Prefabs in the query language of Flecs 4

  @language-277 @F41-091 @F41-093 @F41-094 @F41-166
  Scenario Outline: A query matches prefabs and disabled entities only if it names the tag
    Given these facts
      | base   | Hot, Prefab   |
      | absent | Hot, Disabled |
      | e      | Hot           |
    When <kind> queries "Hot"
    Then the result is, in any order
      | $this |
      | e     |
    When <kind> queries "Hot, Prefab"
    Then the result is, in any order
      | $this |
      | base  |
    When <kind> queries "Hot, ?Prefab"
    Then the result is, in any order
      | $this | 2      |
      | base  | Prefab |
      | e     | -      |
    When <kind> queries "Hot, ?Disabled"
    Then the result is, in any order
      | $this  | 2        |
      | absent | Disabled |
      | e      | -        |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-278 @F41-092
  Scenario Outline: A prefab matches as a fixed source, as the value of another variable and above the entity
    Given a relationship Near with Traversable
    And these facts
      | base | Npc, Prefab               |
      | top  | Hot, Prefab               |
      | e    | (Likes, base), (Near, top) |
    When <kind> queries "(Likes, $x), Npc($x), Npc(base), Hot(up Near)"
    Then the result is, in any order
      | $this | $x   | 4            |
      | e     | base | Hot from top |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-279 @F41-121
  Scenario Outline: A list term ignores ids of the list that have (OnInstantiate, DontInherit)
    Given a tag Own with (OnInstantiate, DontInherit)
    And a prefab list with Own, Position
    And an entity empty with Own
    And these facts
      | e | Position      |
      | f | Position, Own |
    When <kind> queries "and|list"
    Then the result is, in any order
      | $this |
      | e     |
      | f     |
    When <kind> queries "Position, or|empty"
    Then the result is empty
    When <kind> queries "Position, not|empty"
    Then the result is, in any order
      | $this |
      | e     |
      | f     |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-280 @F41-096 @F41-099
  Scenario: A field reports the owner of an inherited component, and an override mark adds a component that the base lacks
    Given a component Mass {value i32} with (OnInstantiate, Inherit)
    And a component Speed {value i32}
    And these facts
      | base | Mass {value: 1} |
      | mid  | (IsA, base)     |
      | inst | (IsA, mid)      |
    When a query queries "Mass(inst)"
    Then the result is, in any order
      | 1.src |
      | base  |
    When Speed of mid is overridden
    And late gets (IsA, mid)
    Then the changes are
      | + | late | (IsA, mid)       |
      | + | late | Speed {value: 0} |

  @language-284 @F41-116
  Scenario: A term with a fixed source does not split a batch
    Given a component Mass {value i32}
    And these facts
      | a    | Mass {value: 1} |
      | b    | Mass {value: 2} |
      | Game | Hot             |
    When a query queries "Mass, Hot(Game)", with batches
    Then the result is, in any order
      | $this | 2.src | batch |
      | a     | Game  | 0     |
      | b     | Game  | 0     |

  @language-285 @F41-113 @F41-114
  Scenario Outline: A query of any kind notices changes above the source
    Given these facts
      | child  | (ChildOf, parent) |
      | other  | Hot               |
      | parent | Npc               |
    And <kind> q is prepared for "?Hot(up), (ChildOf, *)"
    When parent gets Hot
    And query q is iterated
    Then the result is, in any order
      | $this | 1               |
      | child | Hot from parent |
    When parent loses Hot
    And parent gets (ChildOf, other)
    And query q is iterated
    Then the result is, in any order
      | $this  | 1              |
      | child  | Hot from other |
      | parent | Hot from other |
    When other is deleted
    And query q is iterated
    Then the result is empty

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-286 @F41-107 @F41-109 @F41-110 @F41-111 @F41-112 @query.kinds
  Scenario Outline: A query of any kind can have terms on variables, and notices later changes
    Given these facts
      | Alice | Npc            |
      | Bob   | (Likes, Alice) |
      | Carl  | (Likes, Bob)   |
    And <kind> q is prepared for "(Likes, $x), Npc($x)"
    When Bob gets Npc
    And Alice loses Npc
    And query q is iterated
    Then the result is, in any order
      | $this | $x  |
      | Carl  | Bob |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-287 @F41-115 @iterate.batches
  Scenario: A table without entities has no row
    Given these facts
      | a | Hot, Npc |
      | b | Hot      |
    And a cached query q is prepared for "Hot"
    When b loses Hot
    And query q is iterated, with batches
    Then the result is, in any order
      | $this | batch |
      | a     | 0     |
    When a is deleted
    And query q is iterated
    Then the result is empty

  @language-288 @F41-122
  Scenario Outline: A list inside a list is an ordinary id
    Given an entity inner with Position
    And an entity outer with inner, Velocity
    And these facts
      | a | Position, Velocity |
      | b | inner, Velocity    |
    When <kind> queries "and|outer"
    Then the result is, in any order
      | $this |
      | b     |
      | outer |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |
