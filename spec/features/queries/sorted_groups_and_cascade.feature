@profile:flecs-3
Feature: Sorted groups and cascade

  Rule: An inherited key sorts the rows of each group

    Background:
      Given a component Depth {value i32}
      And a relationship Region
      And an entity r2
      And an entity r1
      And these facts
        | low  | Prefab, Depth {value: 1}              |
        | high | Prefab, Depth {value: 9}              |
        | u1   | Unit, (Region, r1), (IsA, high)       |
        | u2   | Unit, (Region, r1), (IsA, low)        |
        | u3   | Unit, (Region, r2), Depth {value: 5}  |
        | u4   | Unit, (IsA, low)                      |

    @sort-31 @QRY-529 @QRY-565 @QRY-555
    Scenario: Rows are ordered by group, then by key
      When a cached query queries "Unit, [in] Depth", grouped by Region, ordered by Depth, with values
      Then the result is, in order
        | $this | group | 2               | 2.value    |
        | u4    | -     | Depth from low  | {value: 1} |
        | u3    | r2    | Depth           | {value: 5} |
        | u2    | r1    | Depth from low  | {value: 1} |
        | u1    | r1    | Depth from high | {value: 9} |
      When a cached query queries "Unit, [in] Depth", grouped by Region, ordered by Depth descending
      Then the result is, in order
        | $this |
        | u4    |
        | u3    |
        | u1    |
        | u2    |

    @sort-32 @QRY-523 @QRY-529 @QRY-565 @QRY-568
    Scenario: Setting an inherited key on the base sorts its instances again
      Given a cached query q is prepared for "Unit, [in] Depth", grouped by Region, ordered by Depth
      When query q is iterated, in group r1
      Then the result is, in order
        | $this |
        | u2    |
        | u1    |
      When low gets Depth {value: 20}
      And query q is iterated, in group r1
      Then the result is, in order
        | $this |
        | u1    |
        | u2    |
      When u2 gets Depth {value: 3}
      And query q is iterated
      Then the result is, in order
        | $this |
        | u4    |
        | u3    |
        | u2    |
        | u1    |
      When u3 loses (Region, r2)
      And query q is iterated
      Then the result is, in order
        | $this | group |
        | u3    | -     |
        | u4    | -     |
        | u2    | r1    |
        | u1    | r1    |

    @sort-36 @QRY-529 @QRY-565 @QRY-568
    Scenario: Entities that inherit their key from one base stay in their groups
      Given these facts
        | v1 | Ship, (Region, r1), (IsA, low) |
        | v2 | Ship, (Region, r2), (IsA, low) |
        | v3 | Ship, (IsA, low)               |
      And a cached query q is prepared for "Ship, [in] Depth", grouped by Region, ordered by Depth
      When query q is iterated
      Then the result is, in order
        | $this | group | 2              |
        | v3    | -     | Depth from low |
        | v2    | r2    | Depth from low |
        | v1    | r1    | Depth from low |

  Rule: Rows are sorted by depth, then by the key

    Background:
      Given a component P {n i32}
      And these facts
        | root | P {n: 3}                  |
        | k1   | P {n: 2}, (ChildOf, root) |
        | k2   | P {n: 1}, (ChildOf, root) |
        | g    | P {n: 9}, (ChildOf, k1)   |

    @sort-33 @QRY-385 @QRY-563 @order.cascade
    Scenario Outline: Depth comes before the key, ascending or descending
      When a cached query queries "[in] P, ?P(<flags>)", ordered by <key>
      Then the result is, in order
        | $this |
        | <e1>  |
        | <e2>  |
        | <e3>  |
        | <e4>  |

      Examples:
        | flags                  | key          | e1   | e2 | e3 | e4   |
        | parent\|cascade        | P            | root | k2 | k1 | g    |
        | parent\|cascade        | P descending | root | k1 | k2 | g    |
        | parent\|cascade\|desc  | P            | g    | k2 | k1 | root |
        | parent\|cascade\|desc  | P descending | g    | k1 | k2 | root |

    @sort-35 @QRY-520 @QRY-563 @order.limit
    Scenario: limit and skip select a part of the ordered rows
      When a cached query queries "[in] P", ordered by P, limit 2
      Then the result is, in order
        | $this |
        | k2    |
        | k1    |
      When a cached query queries "[in] P", ordered by P, limit 2, skip 1
      Then the result is, in order
        | $this |
        | k1    |
        | root  |
      When a cached query queries "[in] P, ?P(parent|cascade|desc)", skip 3
      Then the result is, in any order
        | $this |
        | root  |
      When a cached query queries "[in] P", ordered by P, skip 4
      Then the result is empty

    @sort-34 @QRY-384 @QRY-553
    Scenario Outline: Contradicting cascades, groups and keys are refused
      When <kind> queries "<query>"<how>
      Then it fails with <code>

      Examples:
        | kind           | query                                        | how                  | code        |
        | a cached query | P, ?P(cascade(ChildOf))                      | , grouped by ChildOf | invalid     |
        | a cached query | P(cascade(ChildOf)), P(cascade(ChildOf))     |                      | invalid     |
        | a cached query | P(up(ChildOf)\|desc)                         |                      | invalid     |
        | a rule         | P(cascade(ChildOf))                          |                      | unsupported |
        | a rule         | P                                            | , grouped by ChildOf | unsupported |

  Rule: Entities of one batch have the same fields

    Background:
      Given a component Position {x f32}
      And these facts
        | base | Prefab, Mass                              |
        | e1   | Position, (Likes, ann), (Likes, bob)      |
        | e2   | Position, (Likes, ann), (Likes, bob)      |
        | e3   | Position, (Likes, bob)                    |
        | i1   | Position, (IsA, base)                     |
        | i2   | Position, (IsA, base)                     |

    @batch-31 @QRY-072 @QRY-143
    Scenario Outline: A wildcard returns a table once for each match
      When <kind> queries "Position, (Likes, *)", with batches
      Then the result is, in any order
        | $this | 2            | batch |
        | e1    | (Likes, ann) | 0     |
        | e2    | (Likes, ann) | 0     |
        | e1    | (Likes, bob) | 1     |
        | e2    | (Likes, bob) | 1     |
        | e3    | (Likes, bob) | 2     |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @batch-32 @QRY-395 @QRY-444 @QRY-447
    Scenario Outline: Without instancing, a shared Optional field splits a batch into single entities, an unset one does not
      When <kind> queries "Position, ?Mass", with batches
      Then the result is, in any order
        | $this | 2              | batch |
        | e1    | -              | 0     |
        | e2    | -              | 0     |
        | e3    | -              | 1     |
        | i1    | Mass from base | 2     |
        | i2    | Mass from base | 3     |
      When <kind> queries "Position, ?Mass", instanced, with batches
      Then the result is, in any order
        | $this | 2              | batch |
        | e1    | -              | 0     |
        | e2    | -              | 0     |
        | e3    | -              | 1     |
        | i1    | Mass from base | 2     |
        | i2    | Mass from base | 2     |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

  Rule: A change of a base is a change of its instances

    Background:
      Given a component Position {x f32}
      And a component Mass {kg f32}
      And these facts
        | base | Prefab, Mass {kg: 1}     |
        | inst | Tag, (IsA, base)         |
        | own  | Tag, Mass {kg: 2}        |
        | bare | Tag                      |

    @changes-32 @QRY-500 @QRY-505
    Scenario: Setting a component of a base changes its instances
      Given a cached query p is prepared for "Tag, [in] Mass"
      Then query p has changed
      When query p is iterated
      And base gets Mass {kg: 3}
      Then query p has changed
      When query p is iterated, with changes
      Then the result is, in any order
        | $this | changed |
        | inst  | yes     |
        | own   | no      |
      When inst gets Mass {kg: 4}
      Then query p has changed
      When query p is iterated
      And base gets Mass {kg: 5}
      Then query p has not changed
      When bare gets Mass
      Then query p has changed
