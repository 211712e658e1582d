@profile:flecs-3
Feature: Transitive, reflexive and subclass matches in each kind of query

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

  @support-01 @QRY-591 @query.kinds
  Scenario Outline: Filters and cached queries match stored pairs of a transitive relationship only
    When <kind> queries "(LocatedIn, USA)"
    Then the result is, in any order
      | $this   |
      | NewYork |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |

  @support-02 @QRY-591 @query.auto
  Scenario Outline: A rule follows a transitive relationship, and so does a query without a kind
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
  Scenario Outline: Filters and cached queries do not match reflexively
    When <kind> queries "(IsA, Oak)"
    Then the result is, in any order
      | $this |
      | Old   |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |

  @support-04 @QRY-607 @QRY-610 @QRY-613 @QRY-615
  Scenario: A rule matches reflexively
    When a rule queries "(IsA, Oak)"
    Then the result is, in any order
      | $this |
      | Oak   |
      | Old   |

  @support-05 @QRY-580
  Scenario Outline: Filters and cached queries do not match subclasses of a component
    When <kind> queries "Unit"
    Then the result is, in any order
      | $this |
      | u1    |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |

  @support-06 @QRY-580 @QRY-582
  Scenario: A rule matches subclasses of a component
    When a rule queries "Unit"
    Then the result is, in any order
      | $this | 1         |
      | u1    | Unit      |
      | u2    | MeleeUnit |

  @support-07 @QRY-475 @QRY-460 @query.kinds
  Scenario Outline: Only rules have variables other than $this
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
