@profile:flecs-3-beta
Feature: Transitivity

  Rule: A rule follows a transitive relationship

    Background:
      Given a relationship LocatedIn
      And these facts
        | SanFrancisco | (LocatedIn, US)           |
        | Mission      | (LocatedIn, SanFrancisco) |
        | SOMA         | (LocatedIn, SanFrancisco) |
        | e            | (LocatedIn, Mission)      |

    @beta-transitive-01 @SET-252
    Scenario Outline: A relationship that is not transitive is not followed
      When <kind> queries "(LocatedIn, SanFrancisco)"
      Then the result is, in any order
        | $this   | 1                         |
        | Mission | (LocatedIn, SanFrancisco) |
        | SOMA    | (LocatedIn, SanFrancisco) |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @beta-transitive-02 @SET-253 @SET-254 @SET-255 @SET-257 @SET-259
    Scenario: A transitive relationship is followed over several steps
      Given LocatedIn is Transitive
      When a rule queries "(LocatedIn, SanFrancisco)"
      Then the result is, in any order
        | $this   | 1                         |
        | Mission | (LocatedIn, SanFrancisco) |
        | SOMA    | (LocatedIn, SanFrancisco) |
        | e       | (LocatedIn, Mission)      |
      When a rule queries "(LocatedIn, US)"
      Then the result is, in any order
        | $this        | 1                         |
        | SanFrancisco | (LocatedIn, US)           |
        | Mission      | (LocatedIn, SanFrancisco) |
        | SOMA         | (LocatedIn, SanFrancisco) |
        | e            | (LocatedIn, Mission)      |
      When a rule queries "LocatedIn(e, US)"
      Then the result is, in any order
        | $this | 1                           |
        | -     | (LocatedIn, Mission) from e |
      When LocatedIn is not Transitive
      And a rule queries "(LocatedIn, US)"
      Then the result is, in any order
        | $this        |
        | SanFrancisco |

    @beta-transitive-03 @SET-256 @SET-258 @SET-259
    Scenario Outline: The implicit substitution of the object can be written out
      Given LocatedIn is Transitive
      When <kind> queries "<query>"
      Then the result is, in any order
        | $this   | 1                         |
        | Mission | (LocatedIn, SanFrancisco) |
        | SOMA    | (LocatedIn, SanFrancisco) |
        | e       | (LocatedIn, Mission)      |

      Examples:
        | kind     | query                                          |
        | a rule   | (LocatedIn, SanFrancisco)                      |
        | a rule   | (LocatedIn, SanFrancisco[self\|sub(LocatedIn)]) |
        | a filter | (LocatedIn, SanFrancisco[self\|sub(LocatedIn)]) |

    @beta-transitive-04 @SET-256
    Scenario: A written set replaces the implicit substitution
      Given LocatedIn is Transitive
      When a rule queries "(LocatedIn, SanFrancisco[self])"
      Then the result is, in any order
        | $this   |
        | Mission |
        | SOMA    |
      When a rule queries "(LocatedIn, US[sub(LocatedIn)])"
      Then the result is, in any order
        | $this   |
        | Mission |
        | SOMA    |
        | e       |
      When a rule queries "(LocatedIn, US[self|sub(LocatedIn, 1)])"
      Then the result is, in any order
        | $this        |
        | SanFrancisco |
        | Mission      |
        | SOMA         |

    @beta-transitive-05 @SET-256 @sets.transitive
    Scenario: A variable and a wildcard range over all targets that follow by transitivity
      Given LocatedIn is Transitive
      When a rule queries "LocatedIn(e, $where)"
      Then the result is, in any order
        | $this | $where       | 1                                |
        | -     | Mission      | (LocatedIn, Mission) from e      |
        | -     | SanFrancisco | (LocatedIn, SanFrancisco) from e |
        | -     | US           | (LocatedIn, US) from e           |
      When a rule queries "LocatedIn(e, *)"
      Then the result is, in any order
        | $this | 1                                |
        | -     | (LocatedIn, Mission) from e      |
        | -     | (LocatedIn, SanFrancisco) from e |
        | -     | (LocatedIn, US) from e           |
      When a filter queries "LocatedIn(e, *)"
      Then the result is, in any order
        | $this | 1                           |
        | -     | (LocatedIn, Mission) from e |

    @beta-transitive-06 @SET-256
    Scenario Outline: Filters and cached queries do not follow a transitive relationship by default
      Given LocatedIn is Transitive
      When <kind> queries "(LocatedIn, US)"
      Then the result is, in any order
        | $this        | 1               |
        | SanFrancisco | (LocatedIn, US) |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |

  Rule: A search along a cycle ends

    @beta-transitive-11 @SET-261
    Scenario: A cycle of a transitive relationship can be made and queried
      Given a relationship LocatedIn with Transitive
      And these facts
        | Cup | (LocatedIn, Box) |
        | Box | (LocatedIn, Bag) |
        | Bag | (LocatedIn, Cup) |
      When a rule queries "(LocatedIn, Cup)"
      Then the result is, in any order
        | $this | 1                |
        | Bag   | (LocatedIn, Cup) |
        | Box   | (LocatedIn, Bag) |
        | Cup   | (LocatedIn, Box) |
      When a filter queries "(LocatedIn, Cup[self|sub(LocatedIn)])"
      Then the result is, in any order
        | $this | 1                |
        | Bag   | (LocatedIn, Cup) |
        | Box   | (LocatedIn, Bag) |
        | Cup   | (LocatedIn, Box) |
      When a rule queries "LocatedIn(Cup, $where)"
      Then the result is, in any order
        | $where |
        | Box    |
        | Bag    |
        | Cup    |

    @beta-transitive-12 @SET-261 @sets.candidates
    Scenario Outline: A substitution along a cycle reaches its start again
      Given a relationship LocatedIn with Transitive
      And these facts
        | Cup | (LocatedIn, Box), Mark |
        | Box | (LocatedIn, Bag)       |
        | Bag | (LocatedIn, Cup)       |
      When <kind> queries "Mark(super(LocatedIn))"
      Then the result is, in any order
        | $this | 1             |
        | Cup   | Mark          |
        | Box   | Mark from Cup |
        | Bag   | Mark from Cup |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |
