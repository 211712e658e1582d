@profile:flecs-4 @profile:flecs-4.1
Feature: Access modifiers of the query language

  Background:
    Given a component Position {x f32}
    And a component Mass {kg f32}
    And a component Time {s f32}
    And Mass gets (OnInstantiate, Inherit)
    And these facts
      | Time | Time {s: 1}                                   |
      | Base | Prefab, Mass {kg: 10}                         |
      | Root | Position {x: 100}                             |
      | own  | Position {x: 1}, Mass {kg: 1}, (ChildOf, Root) |
      | inst | Position {x: 2}, (IsA, Base)                  |

  Rule: A modifier sets the access of its field

    @language-91 @FQL-044 @FQL-045 @FQL-047 @FQL-048
    Scenario Outline: An access modifier in brackets sets the access of its field
      When <kind> queries "[<access>] Position, Mass", with values
      Then the result is, in any order
        | $this | 1.access |
        | own   | <access> |
        | inst  | <access> |

      Examples:
        | kind           | access |
        | a filter       | in     |
        | a cached query | out    |
        | a rule         | inout  |
        | a query        | none   |

  Rule: Without a modifier, each field of each row has the default access

    @language-92 @FQL-051 @FQL-052 @FQL-053 @F41-117
    Scenario Outline: The default access is inout for an owned component and in for a shared one
      When <kind> queries "Position, Mass, ?Position(up), Time(Time)", with values
      Then the result is, in any order
        | $this | 1.access | 2              | 2.access | 3                  | 3.access | 4              | 4.access |
        | own   | inout    | Mass           | inout    | Position from Root | in       | Time from Time | in       |
        | inst  | inout    | Mass from Base | in       | -                  | -        | Time from Time | in       |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-281 @F41-118
    Scenario: The default access of a tag is none
      Given a tag Hot
      And own gets Hot
      When a query queries "Hot, [in] Hot", with values
      Then the result is, in any order
        | $this | 1.access | 2.access |
        | own   | none     | in       |
