@profile:flecs-4 @profile:flecs-4.1
Feature: The self flag

  Background:
    Given a relationship In with Transitive, (OnInstantiate, Inherit)
    And these facts
      | town  | (In, land)   |
      | house | (In, town)   |
      | copy  | (IsA, house) |
      | room  | (In, copy)   |
      | Near  | (IsA, In)    |
      | shed  | (Near, town) |

  @itself-51 @FQL-110 @FQL-120
  Scenario Outline: self on the source excludes inherited ids
    When <kind> queries "In($this|self, land)"
    Then the result is, in any order
      | $this | 1          |
      | town  | (In, land) |
      | house | (In, land) |
      | room  | (In, land) |
      | shed  | (In, land) |
    When <kind> queries "In(copy|self, $x)"
    Then the result is empty

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @itself-52 @FQL-121 @FQL-122
  Scenario: self on the second element excludes transitive matches
    When a query queries "In($this, town|self)"
    Then the result is, in any order
      | $this | 1                     |
      | house | (In, town)            |
      | copy  | (In, town) from house |
      | shed  | (Near, town)          |
    When a query queries "In($this|self, town|self)"
    Then the result is, in any order
      | $this | 1            |
      | house | (In, town)   |
      | shed  | (Near, town) |
    When a query queries "In($this|self, land|self)"
    Then the result is, in any order
      | $this | 1          |
      | town  | (In, land) |

  @itself-53 @FQL-117 @FQL-119
  Scenario: self on the first element excludes subclasses of the relationship
    When a query queries "In|self($this, land)"
    Then the result is, in any order
      | $this | 1                     |
      | town  | (In, land)            |
      | house | (In, land)            |
      | copy  | (In, land) from house |
      | room  | (In, land)            |
    When a query queries "In|self($this|self, land)"
    Then the result is, in any order
      | $this | 1          |
      | town  | (In, land) |
      | house | (In, land) |
      | room  | (In, land) |

  @itself-54 @QRY-406
  Scenario: The first and the second element have no other flag than self
    When a query queries [{"first":"In","second":{"entity":"land","trav":{"flags":["up"]}}}]
    Then it fails with unsupported
    When a query queries [{"first":{"entity":"In","trav":{"flags":["up"]}},"second":"land"}]
    Then it fails with unsupported
