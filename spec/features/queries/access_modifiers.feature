@profile:flecs-3
Feature: Access modifiers

  Background:
    Given a component Position {x f32}
    And a component Velocity {x f32}
    And a component Mass {kg f32}
    And a tag Npc
    And these facts
      | Base | Prefab, Mass {kg: 10}           |
      | Game | Velocity {x: 9}                 |
      | Root | Position {x: 100}               |
      | own  | Position {x: 1}, Mass {kg: 1}, Npc, (ChildOf, Root) |
      | inst | Position {x: 2}, (IsA, Base), Npc |

  Rule: A modifier sets the access of its field

    @access-01 @QRY-171 @QRY-173 @QRY-174 @QRY-175 @QRY-176 @QRY-186 @QRY-190 @QRY-191 @QRY-193 @QRY-194 @QRY-198
    Scenario Outline: A term can say in, out, inout or none in every kind of query
      When <kind> queries "[<access>] Position, Npc, Mass", with values
      Then the result is, in any order
        | $this | 1.access |
        | own   | <access> |
        | inst  | <access> |
      When <kind> queries [{"first":"Npc"},{"first":"Position","access":"<access>"}], with values
      Then the result is, in any order
        | $this | 2.access |
        | own   | <access> |
        | inst  | <access> |

      Examples:
        | kind           | access |
        | a filter       | in     |
        | a filter       | out    |
        | a filter       | inout  |
        | a filter       | none   |
        | a cached query | in     |
        | a cached query | out    |
        | a rule         | in     |
        | a rule         | none   |

    @access-02 @QRY-186 @QRY-330
    Scenario: A modifier overrides the default of a field that is matched on another entity
      When a filter queries "Npc, [inout] Mass, [out] Velocity(Game), [none] Position", with values
      Then the result is, in any order
        | $this | 2.access | 3.access | 4.access |
        | own   | inout    | out      | none     |
        | inst  | inout    | out      | none     |

  Rule: Without a modifier, the access depends on where the field was matched

    @access-03 @QRY-171 @QRY-177 @QRY-182 @QRY-183 @QRY-187 @access.default
    Scenario Outline: The default is inout for an own component and none for a tag
      When <kind> queries "Position, Npc", with values
      Then the result is, in any order
        | $this | 1.access | 2.access |
        | own   | inout    | none     |
        | inst  | inout    | none     |
      When <kind> queries [{"first":"Position","access":"default"}], with values
      Then the result is, in any order
        | $this | 1.access |
        | own   | inout    |
        | inst  | inout    |
        | Root  | inout    |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @access-04 @QRY-184 @QRY-185
    Scenario Outline: The default is inout for an own component and in for an inherited one
      When <kind> queries "Npc, Mass", with values
      Then the result is, in any order
        | $this | 2              | 2.access |
        | own   | Mass           | inout    |
        | inst  | Mass from Base | in       |
      When inst gets Mass {kg: 2}
      And <kind> queries "Npc, Mass", with values
      Then the result is, in any order
        | $this | 2    | 2.access |
        | own   | Mass | inout    |
        | inst  | Mass | inout    |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @access-05 @QRY-184 @QRY-328 @QRY-393 @access.default
    Scenario Outline: The default is in for a fixed source and for a component that traversal finds
      When <kind> queries "Npc, Velocity(Game), ?Position(parent)", with values
      Then the result is, in any order
        | $this | 2.access | 3                  | 3.access |
        | own   | in       | Position from Root | in       |
        | inst  | in       | -                  | -        |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @access-06 @QRY-187 @QRY-291 @access.no-value
    Scenario: A field without data has access none, and an unset field has no access
      Given a tag T
      And an entity L with Npc
      When a filter queries "Position, !T, ?Velocity, (ChildOf, *)", with values
      Then the result is, in any order
        | $this | 2.access | 3.access | 4.access |
        | own   | -        | -        | none     |
      When a filter queries "Position, AND | L", with values
      Then the result is, in any order
        | $this | 1.access | 2.access |
        | own   | inout    | -        |
        | inst  | inout    | -        |

    @access-07 @QRY-185
    Scenario: The alternative that matched decides the access
      When a filter queries "Npc, [in] Velocity || [out] Mass", with values
      Then the result is, in any order
        | $this | 2              | 2.access |
        | own   | Mass           | out      |
        | inst  | Mass from Base | out      |
      When own gets Velocity {x: 5}
      And a filter queries "Npc, [in] Velocity || Mass", with values
      Then the result is, in any order
        | $this | 2              | 2.access |
        | own   | Velocity       | in       |
        | inst  | Mass from Base | in       |
