@profile:flecs-3
Feature: What only rules resolve

  Background:
    Given a relationship LocatedIn with Transitive
    And these facts
      | Manhattan | (LocatedIn, NewYork) |
      | NewYork   | (LocatedIn, USA)     |
      | Oak       | (IsA, Tree)          |
      | Old       | (IsA, Oak)           |
      | MeleeUnit | (IsA, Unit)          |
      | u1        | Unit                 |
      | u2        | MeleeUnit            |

  @support-01 @QRY-591
  Scenario Outline: Filters and cached queries see stored pairs of a transitive relationship only
    When <kind> queries "(LocatedIn, USA)"
    Then the result is, in any order
      | $this   |
      | NewYork |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |

  @support-02 @QRY-591
  Scenario Outline: A rule, and the kind that is chosen where none is, follow it
    When <kind> queries "(LocatedIn, USA)"
    Then the result is, in any order
      | $this     |
      | NewYork   |
      | Manhattan |

    Examples:
      | kind    |
      | a rule  |
      | a query |

  @support-03 @QRY-607
  Scenario Outline: Filters and cached queries know no reflexivity
    When <kind> queries "(IsA, Oak)"
    Then the result is, in any order
      | $this |
      | Old   |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |

  @support-04 @QRY-607 @QRY-610 @QRY-613 @QRY-615
  Scenario: A rule does
    When a rule queries "(IsA, Oak)"
    Then the result is, in any order
      | $this |
      | Oak   |
      | Old   |

  @support-05 @QRY-580
  Scenario Outline: Filters and cached queries know no component inheritance
    When <kind> queries "Unit"
    Then the result is, in any order
      | $this |
      | u1    |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |

  @support-06 @QRY-580 @QRY-582
  Scenario: A rule does, without being asked
    When a rule queries "Unit"
    Then the result is, in any order
      | $this | 1         |
      | u1    | Unit      |
      | u2    | MeleeUnit |

  @support-07 @QRY-475 @QRY-460
  Scenario Outline: Variables other than $this are for rules
    When <kind> queries "(LocatedIn, $place)"
    Then it fails with unsupported
    When <kind> queries "$c($this)"
    Then it fails with unsupported
    When <kind> queries "(LocatedIn, USA), LocatedIn($this, USA)"
    Then the result is, in any order
      | $this   |
      | NewYork |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
