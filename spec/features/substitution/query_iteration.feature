@profile:flecs-3-beta
Feature: Iteration of queries

  Background:
    Given a component Position {x f32}
    And a component Velocity {x f32}
    And a component Mass {value f32}
    And a tag NPC
    And these facts
      | e1 | Position {x: 1}, Velocity {x: 10}, NPC, Mass {value: 100} |
      | e2 | Position {x: 2}, Velocity {x: 20}, NPC, Mass {value: 200} |
      | e3 | Position {x: 3}, Velocity {x: 30}, NPC                    |
      | e4 | Position {x: 4}, Velocity {x: 40}                         |

  @beta-iteration-01 @SET-046 @SET-047 @SET-052
  Scenario Outline: Each entity comes once with its values
    When <kind> queries "Position, [in] Velocity, NPC", with values
    Then the result is, in any order
      | $this | 1.value | 2.value |
      | e1    | {x: 1}  | {x: 10} |
      | e2    | {x: 2}  | {x: 20} |
      | e3    | {x: 3}  | {x: 30} |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @beta-iteration-02 @SET-050 @SET-051
  Scenario Outline: The entities of a batch have exactly the same ids
    When <kind> queries "Position, Velocity", with batches
    Then the result is, in any order
      | $this | batch |
      | e1    | 0     |
      | e2    | 0     |
      | e3    | 1     |
      | e4    | 2     |
    When e2 loses Mass
    And <kind> queries "Position, Velocity", with batches
    Then the result is, in any order
      | $this | batch |
      | e1    | 0     |
      | e2    | 1     |
      | e3    | 1     |
      | e4    | 2     |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @beta-iteration-03 @SET-049
  Scenario: Two open iterators of a query do not affect each other
    Given a cached query q is prepared for "Mass"
    When query q is opened as i
    And iterator i is advanced
    And query q is opened as j
    And iterator j is advanced
    Then the result is, in any order
      | $this |
      | e1    |
      | e2    |
    When iterator i is advanced
    Then the result is empty
    When query q is iterated
    Then the result is, in any order
      | $this |
      | e1    |
      | e2    |

  @beta-iteration-04 @SET-050 @SET-063
  Scenario Outline: An iterator is advanced from batch to batch
    Given <kind> q is prepared for "NPC, Position"
    When query q is opened as i
    And iterator i is advanced
    Then the result is, in any order
      | $this |
      | e1    |
      | e2    |
    When iterator i is advanced
    Then the result is, in any order
      | $this |
      | e3    |
    When iterator i is advanced
    Then the result is empty

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @beta-iteration-05 @SET-054 @SET-055 @SET-056 @SET-064
  Scenario Outline: Terms have fields that count from 1 in written order
    When <kind> queries "Position, Velocity, Mass", with values
    Then the result is, in any order
      | $this | fields | 1.value | 2.value | 3.id | 3.value      |
      | e1    | 3      | {x: 1}  | {x: 10} | Mass | {value: 100} |
      | e2    | 3      | {x: 2}  | {x: 20} | Mass | {value: 200} |
    When <kind> queries "Mass, Velocity", with values
    Then the result is, in any order
      | $this | fields | 1.value      | 2.value |
      | e1    | 2      | {value: 100} | {x: 10} |
      | e2    | 2      | {value: 200} | {x: 20} |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @beta-iteration-06 @SET-058 @SET-059 @SET-067 @SET-068
  Scenario Outline: A field has the id that was matched
    Given these facts
      | Ann | (Likes, Pears), (Likes, Plums) |
      | Ben | (Likes, Pears)                 |
    When <kind> queries "(Likes, *)"
    Then the result is, in any order
      | $this | 1              |
      | Ann   | (Likes, Pears) |
      | Ann   | (Likes, Plums) |
      | Ben   | (Likes, Pears) |
    When <kind> queries "Mass || (Likes, Plums)"
    Then the result is, in any order
      | $this | 1              |
      | e1    | Mass           |
      | e2    | Mass           |
      | Ann   | (Likes, Plums) |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @beta-iteration-07 @SET-057 @SET-066 @data.set-refused
  Scenario: A value that does not fit its component is refused
    When e1 gets Mass {x: 1}
    Then it fails with invalid
    When e1 gets Mass {value: "heavy"}
    Then it fails with invalid
    When a filter queries "Mass", with values
    Then the result is, in any order
      | $this | 1.value      |
      | e1    | {value: 100} |
      | e2    | {value: 200} |
