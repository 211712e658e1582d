@profile:flecs-3
Feature: List operators

  Background:
    Given a prefab type_list with Position, Velocity
    And these facts
      | a | Position, Velocity |
      | b | Position           |
      | c | Velocity, Mass     |
      | d | Mass               |

  @lists-01 @QRY-207 @QRY-281 @QRY-283 @QRY-284 @QRY-285 @QRY-287 @QRY-292 @QRY-298
  Scenario Outline: AND needs all ids of the list
    When <kind> queries "AND | type_list"
    Then the result is, in any order
      | $this | 1.set |
      | a     | no    |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |

  @lists-02 @QRY-208 @QRY-281 @QRY-283 @QRY-287 @QRY-289 @QRY-293 @QRY-298
  Scenario Outline: OR needs at least one id of the list
    When <kind> queries "OR | type_list"
    Then the result is, in any order
      | $this | 1.set |
      | a     | no    |
      | b     | no    |
      | c     | no    |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |

  @lists-03 @QRY-209 @QRY-281 @QRY-283 @QRY-287 @QRY-289 @QRY-294 @QRY-298
  Scenario Outline: NOT matches entities with no id of the list
    When <kind> queries "Mass, NOT | type_list"
    Then the result is, in any order
      | $this | 2.set |
      | d     | no    |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |

  @lists-11 @QRY-295
  Scenario Outline: AND and OR on one list can both match, but together with NOT they match nothing
    When <kind> queries "AND | type_list, OR | type_list"
    Then the result is, in any order
      | $this |
      | a     |
    When <kind> queries "AND | type_list, OR | type_list, NOT | type_list"
    Then the result is empty

    Examples:
      | kind           |
      | a filter       |
      | a cached query |

  @lists-04 @QRY-286 @list.operators
  Scenario: A list term ignores ids of the list that cannot be inherited
    Given a tag Marker with DontInherit
    And these facts
      | type_list | Marker, (ChildOf, d) |
    When a filter queries "AND | d.type_list"
    Then the result is, in any order
      | $this |
      | a     |

  @lists-05 @QRY-283 @list.when
  Scenario: The list is read when the query is evaluated
    Given a cached query q is prepared for "AND | type_list"
    When type_list loses Velocity
    And query q is iterated
    Then the result is, in any order
      | $this |
      | a     |
      | b     |
    When type_list gets Mass
    And query q is iterated
    Then the result is empty

  @lists-06 @QRY-281
  Scenario Outline: Rules have no list operators
    When a rule queries "<query>"
    Then it fails with unsupported

    Examples:
      | query            |
      | AND \| type_list |
      | OR \| type_list  |
      | NOT \| type_list |

  @lists-07 @QRY-290 @QRY-291
  Scenario: The only access modifier that a list can have is none
    When a filter queries "[in] AND | type_list"
    Then it fails with invalid
    When a filter queries "[none] AND | type_list"
    Then the result is, in any order
      | $this |
      | a     |

  @lists-08 @QRY-288 @list.nested
  Scenario Outline: A list that is an id of another list counts as one id
    Given a prefab inner with Mass, Velocity
    And these facts
      | e | Position, Velocity, Mass |
    When <kind> queries "AND | type_list, OR | inner"
    Then the result is, in any order
      | $this |
      | a     |
      | e     |
    When <kind> queries "OR | type_list, AND | inner"
    Then the result is, in any order
      | $this |
      | c     |
      | e     |
    When <kind> queries "OR | type_list, NOT | inner"
    Then the result is, in any order
      | $this |
      | b     |
    When type_list gets inner
    And <kind> queries "AND | type_list"
    Then the result is empty
    When e gets inner
    And <kind> queries "AND | type_list"
    Then the result is, in any order
      | $this |
      | e     |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |

  @lists-09 @QRY-283 @QRY-284
  Scenario Outline: A list can be empty or deleted
    Given a prefab nothing
    And these facts
      | x | Marked |
    When nothing loses Prefab
    And <kind> queries "Marked, AND | nothing"
    Then the result is, in any order
      | $this |
      | x     |
    When <kind> queries "Marked, OR | nothing"
    Then the result is empty
    When <kind> queries "Marked, NOT | nothing"
    Then the result is, in any order
      | $this |
      | x     |
    Given <kind> "all" is prepared for "Marked, AND | nothing"
    And <kind> "some" is prepared for "Marked, OR | nothing"
    And <kind> "none" is prepared for "Marked, NOT | nothing"
    When nothing gets Mass
    And query "all" is iterated
    Then the result is empty
    When query "none" is iterated
    Then the result is, in any order
      | $this |
      | x     |
    When nothing is deleted
    And query "all" is iterated
    Then the result is, in any order
      | $this |
      | x     |
    When query "some" is iterated
    Then the result is empty
    When query "none" is iterated
    Then the result is, in any order
      | $this |
      | x     |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |

  @lists-10 @QRY-283 @QRY-286
  Scenario Outline: A list has the ids that it owns, and inherited ids of an entity match
    Given a prefab base with Mass
    And a prefab heir with Position
    And these facts
      | heir | (IsA, base) |
      | f    | (IsA, base), Position |
      | g    | Position, Velocity, (IsA, type_list) |
    When <kind> queries "OR | heir, !Velocity"
    Then the result is, in any order
      | $this |
      | b     |
      | f     |
    When <kind> queries "AND | base"
    Then the result is, in any order
      | $this |
      | c     |
      | d     |
      | f     |
    When <kind> queries "AND | heir"
    Then the result is, in any order
      | $this |
      | f     |
    When <kind> queries "NOT | base, Position"
    Then the result is, in any order
      | $this |
      | a     |
      | b     |
      | g     |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
