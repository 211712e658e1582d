@profile:flecs-3
Feature: Batches and instancing

  Rule: Entities of a table are in one batch

    Background:
      Given a component Position {x f32}
      And a component Velocity {x f32}
      And these facts
        | e1 | Position {x: 1}, Velocity {x: 10} |
        | e2 | Position {x: 2}, Velocity {x: 20} |
        | e3 | Position {x: 3}                   |
        | e4 | Position {x: 4}, Velocity {x: 40} |
        | e5 | Velocity {x: 50}, Position {x: 5} |

    @batch-01 @QRY-072 @QRY-088 @QRY-089 @QRY-090 @QRY-091 @QRY-093 @QRY-094 @QRY-627 @iterate.batches
    Scenario Outline: Each table is a batch
      When <kind> queries "Position", with batches, with values
      Then the result is, in any order
        | $this | 1.value | batch |
        | e1    | {x: 1}  | 0     |
        | e2    | {x: 2}  | 0     |
        | e4    | {x: 4}  | 0     |
        | e5    | {x: 5}  | 0     |
        | e3    | {x: 3}  | 1     |
      When <kind> queries "Position, Velocity", with batches, with values
      Then the result is, in any order
        | $this | 1.value | 2.value | batch |
        | e1    | {x: 1}  | {x: 10} | 0     |
        | e2    | {x: 2}  | {x: 20} | 0     |
        | e4    | {x: 4}  | {x: 40} | 0     |
        | e5    | {x: 5}  | {x: 50} | 0     |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @batch-02 @QRY-072 @QRY-097
    Scenario: An entity with another set of ids is in another table
      When e2 gets Tagged
      And a filter queries "Position, Velocity", with batches
      Then the result is, in any order
        | $this | batch |
        | e1    | 0     |
        | e4    | 0     |
        | e5    | 0     |
        | e2    | 1     |
      When e2 loses Tagged
      And a filter queries "Position, Velocity", with batches
      Then the result is, in any order
        | $this | batch |
        | e1    | 0     |
        | e2    | 0     |
        | e4    | 0     |
        | e5    | 0     |

    @batch-03 @QRY-072 @QRY-080 @QRY-082 @QRY-069 @iterate.iterators
    Scenario Outline: An iterator returns one batch after the other
      Given <kind> q is prepared for "Position"
      When query q is opened as i
      And iterator i is advanced
      Then the result is, in any order
        | $this |
        | e1    |
        | e2    |
        | e4    |
        | e5    |
      When iterator i is advanced
      Then the result is, in any order
        | $this |
        | e3    |
      When iterator i is advanced
      Then the result is empty
      When iterator i is advanced
      Then it fails with unresolved
      When query q is iterated
      Then the result is, in any order
        | $this |
        | e1    |
        | e2    |
        | e3    |
        | e4    |
        | e5    |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @batch-04 @QRY-072
    Scenario: Iterators can be nested and closed early
      Given a filter q is prepared for "Position"
      And a filter p is prepared for "Velocity"
      When query q is opened as i
      And iterator i is advanced
      And query p is opened as j
      And iterator j is advanced
      Then the result is, in any order
        | $this |
        | e1    |
        | e2    |
        | e4    |
        | e5    |
      When query q is opened as k
      And iterator k is advanced
      And iterator i is advanced
      Then the result is, in any order
        | $this |
        | e3    |
      When iterator j is closed
      And iterator k is advanced
      Then the result is, in any order
        | $this |
        | e3    |
      When iterator i is closed
      And iterator i is advanced
      Then it fails with unresolved

  Rule: A batch has one value for a field that is matched on another entity

    Background:
      Given a component Position {x f32}
      And a component Mass {value f32}
      And these facts
        | base   | Prefab, Mass {value: 10} |
        | inst_1 | (IsA, base), Position    |
        | inst_2 | (IsA, base), Position    |
        | ent_1  | Mass {value: 20}, Position |
        | ent_2  | Mass {value: 30}, Position |

    @batch-11 @QRY-440 @QRY-441 @QRY-442 @QRY-443 @QRY-444 @QRY-445 @QRY-394 @QRY-395 @QRY-397 @iterate.instanced
    Scenario Outline: Without instancing, each entity with a shared field is a batch of its own
      When <kind> queries "Position, Mass", with batches, with values
      Then the result is, in any order
        | $this  | 2              | 2.value     | batch |
        | inst_1 | Mass from base | {value: 10} | 0     |
        | inst_2 | Mass from base | {value: 10} | 1     |
        | ent_1  | Mass           | {value: 20} | 2     |
        | ent_2  | Mass           | {value: 30} | 2     |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @batch-12 @QRY-436 @QRY-438 @QRY-447 @QRY-449 @QRY-451 @QRY-398 @QRY-452 @QRY-457 @QRY-401 @QRY-448
    Scenario Outline: With instancing, a batch is a whole table
      When <kind> queries "Position, Mass", instanced, with batches, with values
      Then the result is, in any order
        | $this  | 2              | 2.value     | batch |
        | inst_1 | Mass from base | {value: 10} | 0     |
        | inst_2 | Mass from base | {value: 10} | 0     |
        | ent_1  | Mass           | {value: 20} | 1     |
        | ent_2  | Mass           | {value: 30} | 1     |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @batch-13 @QRY-454 @QRY-458
    Scenario: With instancing, all entities of a batch have a field from the same source
      When a filter queries "Position(self), Mass", instanced, with batches
      Then the result is, in any order
        | $this  | 1.src | 2.src | batch |
        | inst_1 | -     | base  | 0     |
        | inst_2 | -     | base  | 0     |
        | ent_1  | -     | -     | 1     |
        | ent_2  | -     | -     | 1     |
      When base gets Position
      And inst_1 loses Position
      And a filter queries "Position(self), Mass", instanced, with batches
      Then the result is, in any order
        | $this  | batch |
        | inst_2 | 0     |
        | ent_1  | 1     |
        | ent_2  | 1     |

    @batch-14 @QRY-439 @QRY-333 @QRY-342
    Scenario Outline: All entities share a field of a fixed source
      Given a component SimTime {value f32}
      And these facts
        | Game | SimTime {value: 1} |
      When <kind> queries "Position, SimTime(Game)", with batches
      Then the result is, in any order
        | $this  | batch |
        | inst_1 | 0     |
        | inst_2 | 1     |
        | ent_1  | 2     |
        | ent_2  | 3     |
      When <kind> queries "Position, SimTime(Game)", instanced, with batches
      Then the result is, in any order
        | $this  | 2                 | batch |
        | inst_1 | SimTime from Game | 0     |
        | inst_2 | SimTime from Game | 0     |
        | ent_1  | SimTime from Game | 1     |
        | ent_2  | SimTime from Game | 1     |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @batch-15 @QRY-394 @QRY-398
    Scenario: Children share a component of their parent
      Given these facts
        | Sun   | Position       |
        | Earth | (ChildOf, Sun), Position |
        | Mars  | (ChildOf, Sun), Position |
      When a filter queries "Position, Position(parent)", with batches
      Then the result is, in any order
        | $this | 2                 | batch |
        | Earth | Position from Sun | 0     |
        | Mars  | Position from Sun | 1     |
      When a filter queries "Position, Position(parent)", instanced, with batches
      Then the result is, in any order
        | $this | 2                 | batch |
        | Earth | Position from Sun | 0     |
        | Mars  | Position from Sun | 0     |
      When a filter queries "Position, ?Position(parent)", with batches
      Then the result is, in any order
        | $this  | batch |
        | inst_1 | 0     |
        | inst_2 | 0     |
        | ent_1  | 1     |
        | ent_2  | 1     |
        | Sun    | 2     |
        | Earth  | 3     |
        | Mars   | 4     |

  Rule: The table of a batch is locked until the next one

    Background:
      Given a component Position {x f32}
      And a component Velocity {x f32}
      And these facts
        | e1 | Position {x: 1} |
        | e2 | Position {x: 2} |
        | e3 | Velocity {x: 3} |
        | e4 | Position {x: 4}, Velocity {x: 4} |
      And a filter q is prepared for "Position"
      When query q is opened as i
      And iterator i is advanced
      Then the result is, in any order
        | $this |
        | e1    |
        | e2    |

    @batch-21 @QRY-099 @QRY-100 @QRY-101 @QRY-098 @iterate.lock
    Scenario Outline: No entity leaves or enters a locked table
      When <change>
      Then it fails with locked
      And the world is unchanged
      When iterator i is advanced
      Then the result is, in any order
        | $this |
        | e4    |

      Examples:
        | change            |
        | e1 gets Velocity  |
        | e2 loses Position |
        | e1 is deleted     |
        | e2 is cleared     |
        | e4 loses Velocity |
        | e1 is disabled    |
        | every entity loses Position |
        | every entity with Position is deleted |

    @batch-22 @QRY-099 @iterate.lock
    Scenario: While a table is locked, values can be set and other tables can change
      When e3 gets Extra
      And e1 gets Position {x: 10}
      And e1 is named "first"
      And query q is iterated, with values
      Then the result is, in any order
        | $this | 1.value |
        | e1    | {x: 10} |
        | e2    | {x: 2}  |
        | e4    | {x: 4}  |
      When iterator i is closed
      And e1 gets Velocity
      Then e1 has Velocity

    @batch-23 @QRY-099
    Scenario: Only the table of the current batch is locked
      When iterator i is advanced
      Then the result is, in any order
        | $this |
        | e4    |
      When e1 is deleted
      And e4 loses Position
      Then it fails with locked
      When iterator i is advanced
      Then the result is empty
      When e4 loses Position
      Then e4 does not have Position

    @batch-25 @iterate.iterators
    Scenario: An entity that stops matching before its batch is still iterated
      When e4 loses Position
      And iterator i is advanced
      Then the result is, in any order
        | $this |
        | e4    |

    @batch-24 @QRY-102 @QRY-103
    Scenario: Deferred changes are applied after the loop
      When the world is deferred
      And e1 gets Velocity
      And e2 is deleted
      Then e1 does not have Velocity
      And e2 is alive
      When iterator i is advanced
      And iterator i is closed
      And the world is no longer deferred
      Then e1 has Velocity
      And e2 is not alive
