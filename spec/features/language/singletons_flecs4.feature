@profile:flecs-4
Feature: Singletons in the notation of v4.0

  Rule: $ as the source means the first element

    Background:
      Given a component Position {x f32}
      And a component Velocity {x f32}
      And a component TimeOfDay {value f32}
      And an entity Game
      And these facts
        | a    | Position {x: 1}, Velocity {x: 10}, (Likes, Dogs), (Eats, Salad) |
        | b    | Position {x: 2}, (Likes, Dogs)                                  |
        | c    | Velocity {x: 3}, (Eats, Salad)                                  |
        | Game | TimeOfDay {value: 0.5}                                          |

    @language-50 @FQL-091 @FQL-092 @FQL-093
    Scenario Outline: A singleton is its own source
      When a query queries "Position, <singleton>"
      Then the result is empty
      When TimeOfDay gets TimeOfDay {value: 7}
      And a query queries "Position, <singleton>"
      Then the result is, in any order
        | $this | 2                        | 2.value    |
        | a     | TimeOfDay from TimeOfDay | {value: 7} |
        | b     | TimeOfDay from TimeOfDay | {value: 7} |

      Examples:
        | singleton            |
        | TimeOfDay($)         |
        | TimeOfDay(TimeOfDay) |

    @language-51 @FQL-094 @FQL-095
    Scenario Outline: $ as the second element means the first element
      Given these facts
        | a | (TimeOfDay, TimeOfDay) {value: 8} |
        | b | (TimeOfDay, Game) {value: 9}      |
      When a query queries "<query>"
      Then the result is, in any order
        | $this | 1                      | 1.value    |
        | a     | (TimeOfDay, TimeOfDay) | {value: 8} |

      Examples:
        | query                       |
        | TimeOfDay($this, $)         |
        | TimeOfDay($this, TimeOfDay) |
        | (TimeOfDay, $)              |
