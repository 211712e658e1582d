@profile:flecs-3
Feature: Grouping and cascade

  Rule: The group is the target of a relationship

    Background:
      Given a relationship Region
      And an entity Region_01
      And an entity Region_02
      And an entity Region_03
      And a component Depth {value i32}
      And these facts
        | unit_02 | Unit, (Region, Region_02), Depth {value: 2}         |
        | unit_00 | Unit, Depth {value: 7}                              |
        | unit_01 | Unit, (Region, Region_01), Depth {value: 5}         |
        | unit_12 | Unit, (Region, Region_02), Depth {value: 1}, Extra  |
        | unit_11 | Unit, (Region, Region_01), Extra, Depth {value: 9}  |

    @group-01 @QRY-552 @QRY-553 @QRY-554 @QRY-555 @QRY-556 @QRY-574 @QRY-577 @QRY-578 @order.groups
    Scenario: Rows without a target come first, then the groups in the order in which their targets were created
      When a cached query queries "Unit", grouped by Region
      Then the result is, in blocks
        | block | $this   | group     |
        | 0     | unit_00 | -         |
        | 1     | unit_01 | Region_01 |
        | 1     | unit_11 | Region_01 |
        | 2     | unit_02 | Region_02 |
        | 2     | unit_12 | Region_02 |

    @group-02 @QRY-568 @QRY-569
    Scenario: A query can iterate one group
      Given a cached query q is prepared for "Unit", grouped by Region
      When query q is iterated, in group Region_01
      Then the result is, in any order
        | $this   | group     |
        | unit_01 | Region_01 |
        | unit_11 | Region_01 |
      When query q is iterated, in group none
      Then the result is, in any order
        | $this   | group |
        | unit_00 | -     |
      When query q is iterated, in group Region_03
      Then the result is empty
      When unit_01 loses (Region, *)
      And unit_01 gets (Region, Region_03)
      And query q is iterated, in group Region_03
      Then the result is, in any order
        | $this   | group     |
        | unit_01 | Region_03 |
      When query q is iterated, in group Region_01
      Then the result is, in any order
        | $this   |
        | unit_11 |

    @group-03 @QRY-568
    Scenario: A group can be asked for only if the query has groups, and the group of a deleted target is empty
      Given a cached query q is prepared for "Unit", grouped by Region
      And a cached query p is prepared for "Unit"
      When query p is iterated, in group Region_01
      Then it fails with invalid
      When Region_02 is deleted
      And query q is iterated, in group Region_02
      Then the result is empty
      When query q is iterated
      Then the result is, in blocks
        | block | $this   | group     |
        | 0     | unit_00 | -         |
        | 0     | unit_02 | -         |
        | 0     | unit_12 | -         |
        | 1     | unit_01 | Region_01 |
        | 1     | unit_11 | Region_01 |

    @group-04 @QRY-565
    Scenario: Each group is sorted by itself
      When a cached query queries "Unit, [in] Depth", grouped by Region, ordered by Depth
      Then the result is, in order
        | $this   | group     |
        | unit_00 | -         |
        | unit_01 | Region_01 |
        | unit_11 | Region_01 |
        | unit_12 | Region_02 |
        | unit_02 | Region_02 |
      When a cached query queries "Unit, [in] Depth", grouped by Region, ordered by Depth descending
      Then the result is, in order
        | $this   | group     |
        | unit_00 | -         |
        | unit_11 | Region_01 |
        | unit_01 | Region_01 |
        | unit_02 | Region_02 |
        | unit_12 | Region_02 |

    @group-05 @QRY-557 @QRY-559
    Scenario: Each query has its own groups
      Given a relationship Team
      And these facts
        | unit_01 | (Team, Region_03) |
        | unit_02 | (Team, Region_03) |
      And a cached query q is prepared for "Unit", grouped by Region
      When a cached query queries "Unit", grouped by Team
      Then the result is, in blocks
        | block | $this   | group     |
        | 0     | unit_00 | -         |
        | 0     | unit_11 | -         |
        | 0     | unit_12 | -         |
        | 1     | unit_01 | Region_03 |
        | 1     | unit_02 | Region_03 |
      When query q is iterated, in group Region_02
      Then the result is, in any order
        | $this   |
        | unit_02 |
        | unit_12 |
      And the ids of unit_01 are Unit, (Region, Region_01), (Team, Region_03) and Depth

    @group-06 @QRY-552
    Scenario Outline: Only cached queries have groups
      When <kind> queries "Unit", grouped by Region
      Then it fails with unsupported

      Examples:
        | kind     |
        | a filter |
        | a rule   |

    @group-07 @QRY-560
    Scenario: Entities change groups when their target changes
      Given a cached query q is prepared for "Unit", grouped by Region
      And these facts
        | late | Unit, (Region, Region_03) |
      When query q is iterated, in group Region_03
      Then the result is, in any order
        | $this |
        | late  |
      When late loses (Region, Region_03)
      And late gets (Region, Region_01)
      And query q is iterated
      Then the result is, in blocks
        | block | $this   | group     |
        | 0     | unit_00 | -         |
        | 1     | unit_01 | Region_01 |
        | 1     | unit_11 | Region_01 |
        | 1     | late    | Region_01 |
        | 2     | unit_02 | Region_02 |
        | 2     | unit_12 | Region_02 |

  Rule: Cascade visits a hierarchy level by level

    Background:
      Given a component Position {x f32}
      And these facts
        | leaf    | Position                    |
        | branch1 | Position                    |
        | root    | Position                    |
        | branch2 | Position, (ChildOf, root)   |
        | branch1 | (ChildOf, root)             |
        | leaf    | (ChildOf, branch1)          |
        | other   | Position                    |
        | bare    | (ChildOf, other)            |
        | below   | Position, (ChildOf, bare)   |

    @cascade-01 @QRY-384 @QRY-403 @QRY-432 @QRY-433 @QRY-415 @QRY-423 @QRY-424 @QRY-562 @QRY-563 @order.cascade
    Scenario Outline: Parents come before their children
      When a cached query queries <query>
      Then the result is, in blocks
        | block | $this   | 2                     |
        | 0     | root    | -                     |
        | 0     | other   | -                     |
        | 1     | branch1 | Position from root    |
        | 1     | branch2 | Position from root    |
        | 2     | leaf    | Position from branch1 |
        | 2     | below   | Position from other   |

      Examples:
        | query                                                                                                                      |
        | "Position, ?Position(parent\|cascade)"                                                                                     |
        | "Position, ?Position(cascade(ChildOf))"                                                                                    |
        | "Position, ?Position(up(ChildOf)\|cascade)"                                                                                |
        | [{"first":"Position"},{"first":"Position","oper":"optional","src":{"trav":{"flags":["up","cascade"],"rel":"ChildOf"}}}]    |

    @cascade-02 @QRY-385
    Scenario: With desc, children come before their parents
      When a cached query queries "Position, ?Position(parent|cascade|desc)"
      Then the result is, in blocks
        | block | $this   |
        | 0     | leaf    |
        | 0     | below   |
        | 1     | branch1 |
        | 1     | branch2 |
        | 2     | root    |
        | 2     | other   |

    @cascade-03 @QRY-562 @QRY-566 @QRY-567
    Scenario: Rows are ordered by depth, and a key orders rows of the same depth
      Given these facts
        | draw   | System, (DependsOn, move)  |
        | input  | System                     |
        | move   | System, (DependsOn, input) |
        | ai     | System, (DependsOn, input) |
      When a cached query queries "System, ?System(cascade(DependsOn))", ordered by the entity
      Then the result is, in order
        | $this |
        | input |
        | move  |
        | ai    |
        | draw  |
      When a cached query queries "System, ?System(cascade(DependsOn))", ordered by the entity descending
      Then the result is, in order
        | $this |
        | input |
        | ai    |
        | move  |
        | draw  |
      When input gets (DependsOn, draw)
      Then it fails with cycle
      When draw loses (DependsOn, move)
      And a cached query queries "System, ?System(cascade(DependsOn))", ordered by the entity
      Then the result is, in order
        | $this |
        | draw  |
        | input |
        | move  |
        | ai    |

    @cascade-04 @QRY-403 @QRY-433
    Scenario Outline: Only cached queries have cascade
      When <kind> queries "Position, ?Position(cascade(ChildOf))"
      Then it fails with unsupported

      Examples:
        | kind     |
        | a filter |
        | a rule   |

    @cascade-05 @QRY-563
    Scenario: A cached query follows an entity that moves
      Given a cached query q is prepared for "Position, ?Position(parent|cascade)"
      When branch1 gets (ChildOf, below)
      And branch1 loses (ChildOf, root)
      And query q is iterated
      Then the result is, in blocks
        | block | $this   | 2                     |
        | 0     | root    | -                     |
        | 0     | other   | -                     |
        | 1     | branch2 | Position from root    |
        | 2     | below   | Position from other   |
        | 3     | branch1 | Position from below   |
        | 4     | leaf    | Position from branch1 |
