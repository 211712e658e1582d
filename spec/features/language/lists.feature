@profile:flecs-4 @profile:flecs-4.1
Feature: Lists of components

  Rule: List operators use the components of another entity

    Background:
      Given a prefab MyType with Velocity, Mass
      And these facts
        | a | Position, Velocity, Mass |
        | b | Position, Velocity       |
        | c | Position                 |
        | d | Velocity, Mass           |

    @language-85 @FQL-029 @FQL-031 @FQL-032 @FQL-033
    Scenario Outline: and| needs all components of the list
      When <kind> queries "Position, and|MyType"
      Then the result is, in any order
        | $this |
        | a     |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-273 @FQL-030
    Scenario Outline: A prefab that lists components does not match the list
      Given a prefab Kit with Position, Velocity
      And an entity kit2 with Position, Velocity
      When <kind> queries "Position, and|Kit"
      Then the result is, in any order
        | $this |
        | a     |
        | b     |
        | kit2  |
      When <kind> queries "Position, and|kit2"
      Then the result is, in any order
        | $this |
        | a     |
        | b     |
        | kit2  |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-86 @FQL-035 @FQL-037 @FQL-038
    Scenario Outline: not| matches entities with no component of the list
      When <kind> queries "Position, not|MyType"
      Then the result is, in any order
        | $this |
        | c     |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-87 @FQL-039 @FQL-041 @FQL-042
    Scenario Outline: or| needs at least one component of the list
      When <kind> queries "Position, or|MyType"
      Then the result is, in any order
        | $this |
        | a     |
        | b     |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |
