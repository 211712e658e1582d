@profile:flecs-3
Feature: Variables

  Background:
    Given these facts
      | Orbiter  | SpaceShip, (DockedTo, Mars), Position       |
      | Lander   | SpaceShip, (DockedTo, Earth)                |
      | Freight  | SpaceShip, (DockedTo, Station), (DockedTo, Earth) |
      | Drifter  | SpaceShip, Position                         |
      | Shuttle  | (DockedTo, Mars), Velocity                  |
      | Mars     | Planet                                      |
      | Earth    | Planet, Position                            |
      | Station  | Velocity                                    |

  Rule: A variable has one value in the whole query

    @variables-01 @QRY-460 @QRY-463 @QRY-468
    Scenario: A variable takes every value that matches
      When a rule queries "SpaceShip($This), DockedTo($This, $Location)"
      Then the result is, in any order
        | $this   | $Location | 2                   |
        | Orbiter | Mars      | (DockedTo, Mars)    |
        | Lander  | Earth     | (DockedTo, Earth)   |
        | Freight | Station   | (DockedTo, Station) |
        | Freight | Earth     | (DockedTo, Earth)   |

    @variables-02 @QRY-464 @QRY-465 @QRY-469
    Scenario: All terms constrain a variable
      When a rule queries "SpaceShip($This), DockedTo($This, $Location), Planet($Location)"
      Then the result is, in any order
        | $this   | $Location | 3                 |
        | Orbiter | Mars      | Planet from Mars  |
        | Lander  | Earth     | Planet from Earth |
        | Freight | Earth     | Planet from Earth |
      When a rule queries "SpaceShip, (DockedTo, $Location), !Planet($Location)"
      Then the result is, in any order
        | $this   | $Location |
        | Freight | Station   |

    @variables-03 @QRY-465
    Scenario: The order of the terms does not matter
      When a rule queries "Planet($Location), (DockedTo, $Location), SpaceShip"
      Then the result is, in any order
        | $this   | $Location |
        | Orbiter | Mars      |
        | Lander  | Earth     |
        | Freight | Earth     |

    @variables-04 @QRY-467
    Scenario Outline: A wildcard in place of a variable that is used once gives the same matches
      When <kind> queries "SpaceShip, (DockedTo, *)"
      Then the result is, in any order
        | $this   | 2                   |
        | Orbiter | (DockedTo, Mars)    |
        | Lander  | (DockedTo, Earth)   |
        | Freight | (DockedTo, Station) |
        | Freight | (DockedTo, Earth)   |
      When <kind> queries "SpaceShip($This), DockedTo($This, *)"
      Then the result is, in any order
        | $this   | 2                   |
        | Orbiter | (DockedTo, Mars)    |
        | Lander  | (DockedTo, Earth)   |
        | Freight | (DockedTo, Station) |
        | Freight | (DockedTo, Earth)   |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @variables-05 @QRY-462 @QRY-465
    Scenario Outline: $This is the default source
      When <kind> queries "Position($This), Velocity($This)"
      Then the result is empty
      When <kind> queries "SpaceShip($This), Position($This)"
      Then the result is, in any order
        | $this   |
        | Orbiter |
        | Drifter |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

  Rule: A variable can be in any part of a term

    @variables-06 @QRY-466 @QRY-470
    Scenario: A variable can be the component
      Given these facts
        | Position | Serializable |
        | Planet   | Serializable |
      When a rule queries "Serializable($Component), $Component($This)"
      Then the result is, in any order
        | $this   | $Component | 2        |
        | Orbiter | Position   | Position |
        | Drifter | Position   | Position |
        | Earth   | Position   | Position |
        | Earth   | Planet     | Planet   |
        | Mars    | Planet     | Planet   |

    @variables-07 @QRY-466
    Scenario: A variable can be the relationship
      Given these facts
        | Drifter  | (Likes, Mars), (DockedTo, Drifter) |
        | Likes    | Symmetrical                        |
        | DockedTo | Loose                              |
      When a rule queries "($rel, Mars), Loose($rel)"
      Then the result is, in any order
        | $this   | $rel     |
        | Orbiter | DockedTo |
        | Shuttle | DockedTo |
      When a rule queries "($rel, Mars)"
      Then the result is, in any order
        | $this   | $rel     |
        | Orbiter | DockedTo |
        | Shuttle | DockedTo |
        | Drifter | Likes    |

    @variables-08 @QRY-466
    Scenario: A variable can be both elements of a pair
      Given these facts
        | Odd | (Mars, Mars), (Mars, Earth) |
      When a rule queries "($x, $x)"
      Then the result is, in any order
        | $this | $x   | 1            |
        | Odd   | Mars | (Mars, Mars) |
      When a rule queries "($x, $y)", with $this = Odd
      Then the result is, in any order
        | $x   | $y    |
        | Mars | Mars  |
        | Mars | Earth |

    @variables-09 @QRY-466
    Scenario: A variable can be the source of all terms
      When a rule queries "DockedTo($ship, Mars), SpaceShip($ship)"
      Then the result is, in any order
        | $this | $ship   | 1.src   |
        | -     | Orbiter | Orbiter |

    @variables-10 @QRY-466
    Scenario: $this can be a target
      When a rule queries "Planet, DockedTo($ship, $this)"
      Then the result is, in any order
        | $this | $ship   |
        | Mars  | Orbiter |
        | Mars  | Shuttle |
        | Earth | Lander  |
        | Earth | Freight |

    @variables-11 @QRY-464
    Scenario: A query can have three variables
      Given these facts
        | Mars  | (Orbits, Sun) |
        | Earth | (Orbits, Sun) |
        | Sun   | Star          |
      When a rule queries "SpaceShip($ship), DockedTo($ship, $planet), Orbits($planet, $star), Star($star)"
      Then the result is, in any order
        | $ship   | $planet | $star |
        | Orbiter | Mars    | Sun   |
        | Lander  | Earth   | Sun   |
        | Freight | Earth   | Sun   |

  Rule: A variable can be preset

    @variables-12 @QRY-471 @QRY-472 @QRY-473
    Scenario: One or more variables can be preset
      Given a rule q is prepared for "SpaceShip($This), DockedTo($This, $Location)"
      When query q is iterated, with $Location = Earth
      Then the result is, in any order
        | $this   | $Location |
        | Lander  | Earth     |
        | Freight | Earth     |
      When query q is iterated, with $this = Freight
      Then the result is, in any order
        | $this   | $Location |
        | Freight | Station   |
        | Freight | Earth     |
      When query q is iterated, with $this = Freight and $Location = Station
      Then the result is, in any order
        | $this   | $Location |
        | Freight | Station   |
      When query q is iterated, with $this = Orbiter and $Location = Earth
      Then the result is empty
      When query q is iterated
      Then the result is, in any order
        | $this   | $Location |
        | Orbiter | Mars      |
        | Lander  | Earth     |
        | Freight | Station   |
        | Freight | Earth     |

    @variables-13 @QRY-478 @QRY-479 @QRY-480 @QRY-481 @QRY-482
    Scenario Outline: A preset variable finds the spaceships that are docked to Earth
      When a rule queries <query>, with $Location = Earth
      Then the result is, in any order
        | $this   | $Location |
        | Lander  | Earth     |
        | Freight | Earth     |

      Examples:
        | query                                                                                                     |
        | "SpaceShip, (DockedTo, $Location), Planet($Location)"                                                     |
        | [{"first":"SpaceShip"},{"first":"DockedTo","second":"$Location"},{"first":"Planet","src":"$Location"}]    |

    @variables-14 @QRY-472 @variables.preset
    Scenario: A preset value that does not match gives no rows
      When a rule queries "SpaceShip, (DockedTo, $Location)", with $Location = Velocity
      Then the result is empty
      When a rule queries "SpaceShip, (DockedTo, $Location)", with $this = Shuttle
      Then the result is empty

    @variables-15 @QRY-472 @variables.preset
    Scenario: An unknown variable, a dead entity or a wildcard cannot be preset
      Given an entity Gone
      And Gone is deleted
      When a rule queries "SpaceShip, (DockedTo, $Location)", with $Place = Earth
      Then it fails with unresolved
      When a rule queries "SpaceShip, (DockedTo, $Location)", with $Location = Gone
      Then it fails with not_alive
      When a rule queries "SpaceShip, (DockedTo, $Location)", with $Location = *
      Then it fails with invalid
      When a rule queries "SpaceShip(Orbiter)", with $this = Orbiter
      Then it fails with unresolved

    @variables-20 @variables.preset
    Scenario: A preset variable has its value in Not and Optional terms, too
      When a rule queries "SpaceShip, !(DockedTo, $Location)", with $Location = Earth
      Then the result is, in any order
        | $this   | $Location |
        | Orbiter | Earth     |
        | Drifter | Earth     |
      When a rule queries "SpaceShip, ?(DockedTo, $Location)", with $Location = Earth
      Then the result is, in any order
        | $this   | $Location | 2                 |
        | Orbiter | Earth     | -                 |
        | Lander  | Earth     | (DockedTo, Earth) |
        | Freight | Earth     | (DockedTo, Earth) |
        | Drifter | Earth     | -                 |
      When a rule queries "SpaceShip, !(DockedTo, $Location)", with $Location = ChildOf
      Then the result is empty

    @variables-16 @QRY-472
    Scenario Outline: $this can be preset in every kind of query
      When <kind> queries "SpaceShip, (DockedTo, *)", with $this = Freight
      Then the result is, in any order
        | $this   | 2                   |
        | Freight | (DockedTo, Station) |
        | Freight | (DockedTo, Earth)   |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @variables-19 @QRY-465 @QRY-472
    Scenario: Presetting $This presets $this
      When a rule queries "SpaceShip, (DockedTo, $Location)", with $This = Lander
      Then the result is, in any order
        | $this  | $Location |
        | Lander | Earth     |
      When a rule queries "SpaceShip", with $This = Mars
      Then the result is empty
      When a rule queries "SpaceShip", with $this = Lander and $This = Lander
      Then it fails with invalid

  Rule: A variable in place of a whole id takes only single ids as values

    @variables-17 @variables.component
    Scenario Outline: A variable in place of a whole id never takes the relationship of a pair
      Given these facts
        | Ferry | (IsA, Freight), Hull |
      When a rule queries <query>
      Then the result is, in any order
        | $c        | 1                      |
        | Hull      | Hull from Ferry        |
        | SpaceShip | SpaceShip from Freight |

      Examples:
        | query                           |
        | "$c(Ferry)"                     |
        | "$c($ship)", with $ship = Ferry |

  Rule: The numbers of terms and variables of a query are limited

    @variables-18 @limits.table
    Scenario: A query of more than 64 terms or 16 variables is refused
      Given an entity e with T
      When a rule queries "T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T"
      Then the result is, in any order
        | $this |
        | e     |
      When a rule queries "T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T"
      Then it fails with limit
      When a rule queries "T, !{ T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T }"
      Then it fails with limit
      When a rule queries "T($a), T($b), T($c), T($d), T($e), T($f), T($g), T($h), T($i), T($j), T($k), T($l), T($m), T($n), T($o), T($p)"
      Then the result is, in any order
        | $a | $p |
        | e  | e  |
      When a rule queries "T($a), T($b), T($c), T($d), T($e), T($f), T($g), T($h), T($i), T($j), T($k), T($l), T($m), T($n), T($o), T($p), T($q)"
      Then it fails with limit
