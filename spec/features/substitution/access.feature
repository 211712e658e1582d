@profile:flecs-3-beta
Feature: Read and write access

  Background:
    Given a component Position {x f32}
    And a component Velocity {x f32}
    And a component Mass {kg f32}
    And these facts
      | Game | Velocity {x: 9}                       |
      | Base | Prefab, Mass {kg: 10}                 |
      | Root | Mass {kg: 7}                          |
      | own  | Position {x: 1}, Velocity {x: 2}, Mass {kg: 3}, (ChildOf, Root) |
      | inst | Position {x: 4}, (IsA, Base)          |

  @beta-access-01 @SET-142 @SET-144
  Scenario Outline: A term with [in] only reads
    When <kind> queries "Position, [in] Velocity", with values
    Then the result is, in any order
      | $this | 1.access | 1.value | 2.access | 2.value |
      | own   | inout    | {x: 1}  | in       | {x: 2}  |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @beta-access-02 @SET-148 @SET-149 @sets.access
  Scenario Outline: The default is inout on This and in on other subjects
    When <kind> queries "Position, Velocity(Game)", with values
    Then the result is, in any order
      | $this | 1.access | 2                  | 2.access |
      | own   | inout    | Velocity from Game | in       |
      | inst  | inout    | Velocity from Game | in       |
    When <kind> queries "Position, Mass(self|superset)", with values
    Then the result is, in any order
      | $this | 1.access | 2              | 2.access |
      | own   | inout    | Mass           | inout    |
      | inst  | inout    | Mass from Base | in       |
    When <kind> queries "Position, Mass(parent)", with values
    Then the result is, in any order
      | $this | 2              | 2.access |
      | own   | Mass from Root | in       |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @beta-access-03 @SET-150
  Scenario Outline: A modifier overrides both defaults
    When <kind> queries "[<access>] Position, [<access>] Velocity(Game)", with values
    Then the result is, in any order
      | $this | 1.access | 2.access |
      | own   | <access> | <access> |
      | inst  | <access> | <access> |

    Examples:
      | kind           | access |
      | a filter       | in     |
      | a filter       | out    |
      | a filter       | inout  |
      | a cached query | in     |
      | a cached query | out    |
      | a cached query | inout  |
      | a rule         | in     |
      | a rule         | out    |
      | a rule         | inout  |
