@profile:flecs-3
Feature: Sources

  Background:
    Given a component Position {x f32}
    And a component Velocity {x f32}
    And a component SimTime {value f32}
    And a component SimConfig {value f32}
    And an entity Game
    And an entity Cfg
    And these facts
      | a    | Position {x: 1}, Velocity {x: 10} |
      | b    | Position {x: 2}, Velocity {x: 20} |
      | c    | Position {x: 3}                   |
      | Game | SimTime {value: 0.5}              |
      | Cfg  | SimConfig {value: 4}              |

  Rule: A term is matched on its source

    @source-01 @QRY-317 @QRY-318 @QRY-319 @QRY-320 @QRY-321 @QRY-332 @QRY-336 @QRY-337 @QRY-344 @QRY-351
    Scenario Outline: A query can have terms on $this and on a fixed source
      When <kind> queries "Position, Velocity, SimTime(Game)"
      Then the result is, in any order
        | $this | 1.src | 1.value | 2.value | 3                 | 3.src | 3.value      |
        | a     | -     | {x: 1}  | {x: 10} | SimTime from Game | Game  | {value: 0.5} |
        | b     | -     | {x: 2}  | {x: 20} | SimTime from Game | Game  | {value: 0.5} |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @source-02 @QRY-322 @QRY-352 @QRY-354 @QRY-462 @QRY-331 @QRY-335 @QRY-350 @QRY-353
    Scenario Outline: A term without a source is matched on $This
      Given a relationship Color
      And these facts
        | a    | (Color, Diffuse) |
        | c    | (Color, Diffuse) |
        | b    | (Color, Sky)     |
        | Game | (Color, Sky)     |
      When a filter queries <query>
      Then the result is, in any order
        | $this | 1                | 2                      |
        | a     | (Color, Diffuse) | (Color, Sky) from Game |
        | c     | (Color, Diffuse) | (Color, Sky) from Game |

      Examples:
        | query                                                                                                              |
        | "(Color, Diffuse), Color(Game, Sky)"                                                                               |
        | "Color($This, Diffuse), Color(Game, Sky)"                                                                          |
        | "Color($this, Diffuse), Color(Game, Sky)"                                                                          |
        | [{"first":"Color","second":"Diffuse"},{"first":"Color","second":"Sky","src":"Game"}]                               |
        | [{"first":"Color","second":"Diffuse","src":"$this"},{"first":"Color","second":"Sky","src":{"name":"Game"}}]         |

    @source-03 @QRY-326
    Scenario Outline: If a fixed source does not match, there are no rows
      When <kind> queries "Position, SimConfig(Game)"
      Then the result is empty
      When <kind> queries "Position, SimTime(Game), SimConfig(Cfg), SimTime(Cfg)"
      Then the result is empty
      When <kind> queries "SimTime(Game), SimConfig(Game)"
      Then the result is empty

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @source-04 @QRY-327 @QRY-326
    Scenario Outline: A fixed source need not match when the query is created
      Given <kind> q is prepared for "Position, SimConfig(Game)"
      When query q is iterated
      Then the result is empty
      When Game gets SimConfig {value: 1}
      And query q is iterated
      Then the result is, in any order
        | $this | 2.value    |
        | a     | {value: 1} |
        | b     | {value: 1} |
        | c     | {value: 1} |
      When Game loses SimConfig
      And query q is iterated
      Then the result is empty

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @source-05 @QRY-318 @QRY-326
    Scenario: Not and Optional work on a fixed source
      When a query queries "Velocity, !SimTime(Cfg)"
      Then the result is, in any order
        | $this |
        | a     |
        | b     |
      When a query queries "Velocity, !SimTime(Game)"
      Then the result is empty
      When a query queries "Velocity, ?SimTime(Cfg), ?SimTime(Game)"
      Then the result is, in any order
        | $this | 2 | 3                 |
        | a     | - | SimTime from Game |
        | b     | - | SimTime from Game |

    @source-06 @QRY-320 @source.dead
    Scenario: A deleted fixed source matches nothing
      Given a query q is prepared for "Velocity, SimTime(Game)"
      And a query n is prepared for "Velocity, !SimTime(Game)"
      When Game is deleted
      And query q is iterated
      Then the result is empty
      When query n is iterated
      Then the result is, in any order
        | $this |
        | a     |
        | b     |

  Rule: A query with only fixed sources has at most one row, unless a wildcard or variable gives more

    @source-07 @QRY-324 @QRY-325 @QRY-338 @QRY-339 @QRY-347 @QRY-348 @query.without-this
    Scenario Outline: If all sources are fixed, the query has one row, and $this is unset
      When <kind> queries "SimConfig(Cfg), SimTime(Game)"
      Then the result is, in any order
        | $this | 1                  | 1.value    | 2                 | 2.value      |
        | -     | SimConfig from Cfg | {value: 4} | SimTime from Game | {value: 0.5} |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @source-08 @QRY-325
    Scenario: A wildcard or a variable can give several rows on a fixed source
      Given these facts
        | Game | (Likes, a), (Likes, b) |
      When a query queries "Likes(Game, *)"
      Then the result is, in any order
        | $this | 1                     |
        | -     | (Likes, a) from Game  |
        | -     | (Likes, b) from Game  |
      When a query queries "Likes(Game, _)"
      Then the result is, in any order
        | $this | 1.id       |
        | -     | (Likes, *) |
      When a rule queries "Likes(Game, $who), Velocity($who)"
      Then the result is, in any order
        | $this | $who |
        | -     | a    |
        | -     | b    |

  Rule: A wildcard can be a source

    @source-09 @QRY-321 @wildcard.source
    Scenario: As the source, * gives a row for each entity that matches, and _ gives one row
      When a rule queries "SimConfig(Cfg), Velocity(*)"
      Then the result is, in any order
        | $this | 2.src |
        | -     | a     |
        | -     | b     |
      When a rule queries "SimConfig(Cfg), Velocity(_)"
      Then the result is, in any order
        | 2.id     |
        | Velocity |

  Rule: A singleton is a component that is added to itself

    Background:
      Given a component Input {key i32}
      And a tag Player
      And these facts
        | a | Player |
        | c | Player |

    @singleton-01 @QRY-355 @QRY-356 @QRY-357 @QRY-359 @QRY-361 @QRY-362 @QRY-363
    Scenario Outline: A singleton is matched on itself
      When a filter queries <query>
      Then the result is empty
      When Input gets Input {key: 9}
      And a filter queries <query>
      Then the result is, in any order
        | $this | 2        | 3                | 3.value  |
        | a     | Position | Input from Input | {key: 9} |
        | c     | Position | Input from Input | {key: 9} |

      Examples:
        | query                                                                            |
        | "Player, Position, Input(Input)"                                                 |
        | "Player, Position, Input($)"                                                     |
        | [{"first":"Player"},{"first":"Position"},{"first":"Input","src":"Input"}]         |
        | [{"first":"Player"},{"first":"Position"},{"first":"Input","src":{"singleton":true}}] |

    @singleton-02 @QRY-355 @QRY-359
    Scenario Outline: A singleton can be matched in every kind of query
      Given these facts
        | Input | Input {key: 1} |
        | b     | Input {key: 2} |
      When <kind> queries "Player, Input($)"
      Then the result is, in any order
        | $this | 2.src | 2.value  |
        | a     | Input | {key: 1} |
        | c     | Input | {key: 1} |
      When Input loses Input
      And <kind> queries "Player, Input($)"
      Then the result is empty

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |
