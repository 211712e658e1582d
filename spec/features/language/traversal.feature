@profile:flecs-4 @profile:flecs-4.1
Feature: Traversal

  Rule: Traversal follows a relationship

    Background:
      Given a component Transform {x f32}
      And these facts
        | root  | Transform {x: 1}                  |
        | mid   | (ChildOf, root), Transform {x: 2} |
        | gap   | (ChildOf, root)                   |
        | leaf  | (ChildOf, gap), Transform {x: 3}  |
        | loose | Transform {x: 4}                  |

    @language-71 @FQL-102 @FQL-103 @FQL-104 @FQL-105 @FQL-106
    Scenario Outline: up ChildOf finds the component of the nearest ancestor that has it
      When <kind> queries "<query>"
      Then the result is, in any order
        | $this | 1.value | 2                   | 2.value |
        | mid   | {x: 2}  | Transform from root | {x: 1}  |
        | leaf  | {x: 3}  | Transform from root | {x: 1}  |

      Examples:
        | kind           | query                                             |
        | a filter       | Transform($this), Transform($this\|up ChildOf)    |
        | a cached query | Transform($this), Transform($this\|up ChildOf)    |
        | a rule         | Transform($this), Transform($this\|up ChildOf)    |
        | a filter       | Transform, Transform(up ChildOf)                  |
        | a filter       | Transform, Transform(up)                          |

    @language-72 @FQL-110 @FQL-111
    Scenario: self|up begins at the entity itself
      Given these facts
        | root | (Style, Round), Fancy |
        | mid  | Fancy                 |
      When a query queries "Transform, Fancy(self|up)"
      Then the result is, in any order
        | $this | 2               |
        | root  | Fancy           |
        | mid   | Fancy           |
        | leaf  | Fancy from root |

    @language-73 @FQL-114
    Scenario: Any traversable relationship can be followed
      Given these facts
        | loose | (In, mid) |
      When a query queries "Transform, Transform(up In)"
      Then it fails with not_traversable
      When In is Traversable
      And a query queries "Transform, Transform(up In)"
      Then the result is, in any order
        | $this | 2                  |
        | loose | Transform from mid |

    @language-74 @FQL-113
    Scenario Outline: An inherited component is found whether or not the term says up IsA
      Given a tag Style with (OnInstantiate, Inherit)
      And these facts
        | root | Style                        |
        | e    | (IsA, root)                  |
        | f    | (IsA, root), Style           |
      When a query queries "Transform, <term>"
      Then the result is, in any order
        | $this | 2               |
        | root  | Style           |
        | e     | Style from root |
        | f     | Style           |

      Examples:
        | term                  |
        | Style                 |
        | Style(self\|up IsA)   |
