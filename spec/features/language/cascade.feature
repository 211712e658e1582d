@profile:flecs-4 @profile:flecs-4.1
Feature: Cascade

  Background:
    Given a component Transform {x f32}
    And these facts
      | leaf   | Transform {x: 3}                  |
      | branch | Transform {x: 2}, (ChildOf, root) |
      | root   | Transform {x: 1}                  |
      | leaf   | (ChildOf, branch)                 |
      | bush   | Transform {x: 2}, (ChildOf, root) |

  Rule: cascade is breadth first, and follows ChildOf by default

    @language-121 @FQL-107 @FQL-108
    Scenario Outline: cascade returns a parent before its children
      When a cached query queries "Transform, <second>", with values
      Then the result is, in blocks
        | block | $this  | 2                     | 2.value |
        | 0     | branch | Transform from root   | {x: 1}  |
        | 0     | bush   | Transform from root   | {x: 1}  |
        | 1     | leaf   | Transform from branch | {x: 2}  |
      When a cached query queries "Transform, ?<second>"
      Then the result is, in blocks
        | block | $this  | 2                     |
        | 0     | root   | -                     |
        | 1     | branch | Transform from root   |
        | 1     | bush   | Transform from root   |
        | 2     | leaf   | Transform from branch |

      Examples:
        | second                      |
        | Transform(cascade)          |
        | Transform(cascade ChildOf)  |
        | Transform($this\|cascade)   |
        | Transform(up\|cascade)      |

    @language-122 @FQL-109
    Scenario: desc returns children before their parents
      Given these facts
        | twig | Transform {x: 4}, (ChildOf, bush) |
      When a cached query queries "Transform, Transform(cascade|desc)"
      Then the result is, in blocks
        | block | $this  | 2                     |
        | 0     | leaf   | Transform from branch |
        | 0     | twig   | Transform from bush   |
        | 1     | branch | Transform from root   |
        | 1     | bush   | Transform from root   |

    @language-123 @FQL-107
    Scenario: cascade can follow another relationship
      Given a relationship Above with Traversable
      And these facts
        | root | (Above, leaf)   |
        | leaf | (Above, bush)   |
      When a cached query queries "Transform, ?Transform(cascade Above)"
      Then the result is, in blocks
        | block | $this  | 2                   |
        | 0     | bush   | -                   |
        | 0     | branch | -                   |
        | 1     | leaf   | Transform from bush |
        | 2     | root   | Transform from leaf |

    @language-291 @FQL-107 @order.cascade
    Scenario: If an entity gets a parent, its children become one level deeper as well
      Given a cached query q is prepared for "Transform, ?Transform(cascade)"
      And these facts
        | seed | Transform          |
        | pot  | Transform          |
        | seed | (ChildOf, pot)     |
      When query q is iterated
      Then the result is, in blocks
        | block | $this  |
        | 0     | root   |
        | 0     | pot    |
        | 1     | branch |
        | 1     | bush   |
        | 1     | seed   |
        | 2     | leaf   |
      When pot gets (ChildOf, root)
      And query q is iterated
      Then the result is, in blocks
        | block | $this  |
        | 0     | root   |
        | 1     | branch |
        | 1     | bush   |
        | 1     | pot    |
        | 2     | leaf   |
        | 2     | seed   |

  Rule: A query without a kind is cached if it has cascade, an order or groups

    @language-276 @FQL-107 @F41-108 @query.auto
    Scenario: Cascade, an order or groups make a query without a kind a cached query
      When a query queries "Transform, Transform(cascade)"
      Then the result is, in blocks
        | block | $this  |
        | 0     | branch |
        | 0     | bush   |
        | 1     | leaf   |
      When a query queries "Transform, (ChildOf, root)", ordered by Transform descending
      Then the result is, in blocks
        | block | $this  |
        | 0     | branch |
        | 0     | bush   |
      When a query queries "Transform", grouped by ChildOf
      Then the result is, in blocks
        | block | $this  | group  |
        | 0     | root   | -      |
        | 1     | leaf   | branch |
        | 2     | branch | root   |
        | 2     | bush   | root   |
      When a filter queries "Transform", grouped by ChildOf
      Then it fails with unsupported

    @language-282 @F41-124
    Scenario Outline: Only a cached query can have cascade
      When <kind> queries "Transform, Transform(<flags>)"
      Then it fails with unsupported

      Examples:
        | kind     | flags         |
        | a filter | cascade       |
        | a rule   | cascade       |
        | a filter | cascade\|desc |
        | a rule   | cascade\|desc |

    @language-283 @F41-125
    Scenario Outline: Traversal with up is allowed only on the source of a term
      When a query queries "<query>"
      Then it fails with syntax

      Examples:
        | query                |
        | (ChildOf, root(up))  |
        | (ChildOf(up), root)  |
