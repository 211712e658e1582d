@profile:flecs-4 @profile:flecs-4.1
Feature: The query language: variables and sources

  Rule: A variable has one value in the whole query

    Background:
      Given a relationship Likes
      And a relationship Eats
      And these facts
        | e     | (Likes, Dogs), (Likes, Pizza), (Eats, Pizza), (Eats, Salad) |
        | f     | (Likes, Salad), (Eats, Pizza)                               |
        | g     | (Likes, Salad), (Eats, Salad)                               |
        | Salad | Healthy                                                     |

    @language-41 @FQL-072 @FQL-073 @FQL-074 @FQL-077
    Scenario Outline: A variable in two terms finds entities that eat a food that they like
      When <kind> queries "(Likes, $food), (Eats, $food)"
      Then the result is, in any order
        | $this | $food | 1              | 2             |
        | e     | Pizza | (Likes, Pizza) | (Eats, Pizza) |
        | g     | Salad | (Likes, Salad) | (Eats, Salad) |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-42 @FQL-075 @FQL-076
    Scenario: Wildcards in place of a variable that is used twice give more results
      When a query queries "(Likes, *), (Eats, *)"
      Then the result is, in any order
        | $this | 1              | 2             |
        | e     | (Likes, Dogs)  | (Eats, Pizza) |
        | e     | (Likes, Dogs)  | (Eats, Salad) |
        | e     | (Likes, Pizza) | (Eats, Pizza) |
        | e     | (Likes, Pizza) | (Eats, Salad) |
        | f     | (Likes, Salad) | (Eats, Pizza) |
        | g     | (Likes, Salad) | (Eats, Salad) |
      When a query queries "(Likes, $food), (Eats, $food)"
      Then the result is, in any order
        | $this | 1              | 2             |
        | e     | (Likes, Pizza) | (Eats, Pizza) |
        | g     | (Likes, Salad) | (Eats, Salad) |

    @language-43 @FQL-072 @FQL-077
    Scenario: A variable may be used wherever a wildcard may
      When a query queries "($rel, Salad)"
      Then the result is, in any order
        | $this | $rel  | 1              |
        | e     | Eats  | (Eats, Salad)  |
        | f     | Likes | (Likes, Salad) |
        | g     | Likes | (Likes, Salad) |
        | g     | Eats  | (Eats, Salad)  |
      When a query queries "$tag"
      Then the result is, in any order
        | $this | $tag    |
        | Salad | Healthy |
      When a query queries "($r, $t)", with $this = f
      Then the result is, in any order
        | $r    | $t    |
        | Likes | Salad |
        | Eats  | Pizza |

    @language-44 @FQL-078
    Scenario: A variable whose name begins with _ is not reported and cannot be preset
      When a query queries "(Likes, $_food), (Eats, $_food)"
      Then the result is, in any order
        | $this | 1              |
        | e     | (Likes, Pizza) |
        | g     | (Likes, Salad) |
      When a query queries "(Likes, $_food), (Eats, $_food)", with $_food = Pizza
      Then it fails with unresolved

    @language-45 @FQL-101
    Scenario: A Not term with a variable finds entities that eat a healthy food that they do not like
      When a query queries "Eats($this, $food), !Likes($this, $food), Healthy($food)"
      Then the result is, in any order
        | $this | $food |
        | e     | Salad |

  Rule: Every term has a source

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

    @language-46 @FQL-080 @FQL-081 @FQL-082 @FQL-083 @FQL-084 @FQL-097
    Scenario Outline: A term without a source is matched on $this
      When a query queries "<query>"
      Then the result is, in any order
        | $this | 1        | 2        |
        | a     | Position | Velocity |

      Examples:
        | query                               |
        | Position, Velocity                  |
        | Position($this), Velocity($this)    |
        | Position, Velocity($this)           |

    @language-47 @FQL-085 @FQL-086
    Scenario Outline: The source of a pair is written before its target
      When a query queries "<query>"
      Then the result is, in any order
        | $this | 1             | 2             |
        | a     | (Likes, Dogs) | (Eats, Salad) |

      Examples:
        | query                                |
        | (Likes, Dogs), (Eats, Salad)         |
        | Likes($this, Dogs), Eats($this, Salad) |

    @language-48 @FQL-080 @FQL-087 @FQL-088 @FQL-089 @FQL-090
    Scenario Outline: A term on a fixed source applies to every row
      When <kind> queries "TimeOfDay(Game)"
      Then the result is, in any order
        | $this | 1                   | 1.value      |
        | -     | TimeOfDay from Game | {value: 0.5} |
      When <kind> queries "Velocity, TimeOfDay(Game)"
      Then the result is, in any order
        | $this | 1        | 2                   |
        | a     | Velocity | TimeOfDay from Game |
        | c     | Velocity | TimeOfDay from Game |
      When <kind> queries "Velocity, Position(Game)"
      Then the result is empty

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-49 @FQL-088
    Scenario: A fixed source must exist when the query is created
      When a query queries "TimeOfDay(Nobody)"
      Then it fails with unresolved

  Rule: A variable can be a source

    Background:
      Given these facts
        | Orbiter | SpaceShip, (DockedTo, Mars)    |
        | Lander  | SpaceShip, (DockedTo, Station) |
        | Truck   | (DockedTo, Mars)               |
        | Mars    | Planet                         |
        | Venus   | Planet                         |

    @language-52 @FQL-005 @FQL-096 @FQL-098 @FQL-100
    Scenario Outline: A variable source finds spaceships that are docked to a planet
      When <kind> queries "<query>"
      Then the result is, in any order
        | $this   | $planet | 1         | 2                | 3                |
        | Orbiter | Mars    | SpaceShip | (DockedTo, Mars) | Planet from Mars |

      Examples:
        | kind           | query                                                       |
        | a filter       | SpaceShip($this), DockedTo($this, $planet), Planet($planet) |
        | a cached query | SpaceShip($this), DockedTo($this, $planet), Planet($planet) |
        | a rule         | SpaceShip($this), DockedTo($this, $planet), Planet($planet) |
        | a query        | SpaceShip, (DockedTo, $planet), Planet($planet)             |

    @language-53 @FQL-098 @FQL-099
    Scenario: A component variable finds entities with a serializable component
      Given these facts
        | SpaceShip | Serializable |
        | Odd       | Serializable, Rusty |
      When a query queries "Serializable($component), $component($this)"
      Then the result is, in any order
        | $this   | $component | 1.src     | 2         |
        | Orbiter | SpaceShip  | SpaceShip | SpaceShip |
        | Lander  | SpaceShip  | SpaceShip | SpaceShip |

    @language-54 @FQL-096
    Scenario: A source variable that no other term uses takes every entity that matches its term
      When a query queries "Planet($p)"
      Then the result is, in any order
        | $this | $p    | 1                 |
        | -     | Mars  | Planet from Mars  |
        | -     | Venus | Planet from Venus |
      When a query queries "SpaceShip, Planet($p)", with $p = Venus
      Then the result is, in any order
        | $this   | $p    |
        | Orbiter | Venus |
        | Lander  | Venus |

    @language-56 @FQL-084 @FQL-096 @FQL-098
    Scenario Outline: Terms with the same source variable are matched on the same entity
      Given these facts
        | Mars  | Cold |
        | Venus | Hot  |
        | Truck | Cold |
      When <kind> queries "Planet($p), Cold($p), DockedTo($who, $p)"
      Then the result is, in any order
        | $this | $p   | $who    | 1                | 2              |
        | -     | Mars | Orbiter | Planet from Mars | Cold from Mars |
        | -     | Mars | Truck   | Planet from Mars | Cold from Mars |
      When <kind> queries "Planet($p), Cold($q), DockedTo($q, $p)"
      Then the result is, in any order
        | $p   | $q    |
        | Mars | Truck |
      When <kind> queries "Hot($p), !Planet($p)"
      Then the result is empty

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-55 @FQL-081 @FQL-096
    Scenario: $This with a capital is an ordinary variable
      When a query queries "SpaceShip, Planet($This)"
      Then the result is, in any order
        | $this   | $This |
        | Orbiter | Mars  |
        | Orbiter | Venus |
        | Lander  | Mars  |
        | Lander  | Venus |
      When a query queries "SpaceShip, Planet($This)", with $This = Mars
      Then the result is, in any order
        | $this   | $This |
        | Orbiter | Mars  |
        | Lander  | Mars  |
      When a query queries "SpaceShip", with $This = Orbiter
      Then it fails with unresolved
