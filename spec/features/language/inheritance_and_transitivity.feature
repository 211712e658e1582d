@profile:flecs-4 @profile:flecs-4.1
Feature: The query language: inheritance and transitivity

  Rule: A term for a component also matches its subclasses, unless it says self

    Background:
      Given these facts
        | MeleeUnit  | (IsA, Unit) |
        | RangedUnit | (IsA, Unit) |
        | u1         | MeleeUnit   |
        | u2         | RangedUnit  |
        | u3         | Unit        |
        | tree       | Wood        |

    @language-61 @FQL-115 @FQL-116 @F41-022 @F41-130
    Scenario Outline: Every kind of query finds entities with a subclass of the component
      When <kind> queries "Unit"
      Then the result is, in any order
        | $this | 1          |
        | u1    | MeleeUnit  |
        | u2    | RangedUnit |
        | u3    | Unit       |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-62 @FQL-117 @FQL-118 @FQL-119
    Scenario Outline: self on a component excludes its subclasses
      When <kind> queries "Unit|self"
      Then the result is, in any order
        | $this | 1    |
        | u3    | Unit |
      When <kind> queries "Unit|self($this)"
      Then the result is, in any order
        | $this | 1    |
        | u3    | Unit |
      When <kind> queries "MeleeUnit|self || Unit"
      Then the result is, in any order
        | $this |
        | u1    |
        | u2    |
        | u3    |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-63 @FQL-115
    Scenario: A component can have subclasses by default
      Given a component Base {n i32}
      And a component Derived {n i32}
      When Derived gets (IsA, Base)
      And a gets Derived {n: 3}
      And a query queries "Base"
      Then the result is, in any order
        | $this | 1       | 1.value |
        | a     | Derived | {n: 3}  |

  Rule: A transitive relationship is followed, unless the target says self

    Background:
      Given a relationship LocatedIn with Transitive
      And these facts
        | GoldenGateBridge | (LocatedIn, SanFrancisco)     |
        | Toll             | (LocatedIn, GoldenGateBridge) |
        | SanFrancisco     | (LocatedIn, USA)              |
        | Bob              | (LocatedIn, Oakland)          |

    @language-64 @FQL-120 @F41-131
    Scenario Outline: Every kind of query follows a transitive relationship
      When <kind> queries "LocatedIn($this, SanFrancisco)"
      Then the result is, in any order
        | $this            |
        | GoldenGateBridge |
        | Toll             |
      When <kind> queries "LocatedIn(Toll, $place)"
      Then the result is, in any order
        | $place           |
        | GoldenGateBridge |
        | SanFrancisco     |
        | USA              |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-65 @FQL-121 @FQL-122
    Scenario Outline: self on the target excludes transitive matches
      When <kind> queries "LocatedIn($this, SanFrancisco|self)"
      Then the result is, in any order
        | $this            | 1                         |
        | GoldenGateBridge | (LocatedIn, SanFrancisco) |
      When <kind> queries "(LocatedIn, SanFrancisco|self)"
      Then the result is, in any order
        | $this            |
        | GoldenGateBridge |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-66 @FQL-120 @FQL-096
    Scenario: A cached query notices a new transitive step
      Given a cached query q is prepared for "(LocatedIn, USA)"
      When Oakland gets (LocatedIn, SanFrancisco)
      And query q is iterated
      Then the result is, in any order
        | $this            |
        | SanFrancisco     |
        | GoldenGateBridge |
        | Toll             |
        | Oakland          |
        | Bob              |
