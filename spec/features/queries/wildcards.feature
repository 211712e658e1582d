@profile:flecs-3
Feature: Wildcards and pairs in queries

  Rule: * gives a row for each match

    Background:
      Given a component Position {x f32}
      And a component Velocity {x f32}
      And a relationship Likes
      And a relationship Eats
      And these facts
        | e | Position {x: 1}, Velocity {x: 2}, (Likes, Dogs), (Likes, Cats), (Eats, Pizza), (Eats, Salad) |
        | f | Velocity {x: 3}, (Likes, Cats)                                                              |
        | g | Position {x: 4}                                                                             |
        | h | (Eats, Cats)                                                                                |

    @wildcards-01 @QRY-129 @QRY-130 @QRY-131 @QRY-133 @QRY-134 @wildcard.single
    Scenario Outline: * as a component gives a row for each id that is not a pair
      When <kind> queries "*"
      Then the result is, in any order
        | $this | 1        | 1.value |
        | e     | Position | {x: 1}  |
        | e     | Velocity | {x: 2}  |
        | f     | Velocity | {x: 3}  |
        | g     | Position | {x: 4}  |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @wildcards-02 @QRY-129 @QRY-140 @QRY-142 @QRY-143 @QRY-155 @QRY-168
    Scenario Outline: * as a target gives a row for each pair
      When <kind> queries "(Likes, *)"
      Then the result is, in any order
        | $this | 1             |
        | e     | (Likes, Dogs) |
        | e     | (Likes, Cats) |
        | f     | (Likes, Cats) |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @wildcards-03 @QRY-140 @QRY-142 @QRY-143
    Scenario Outline: * as a relationship gives a row for each pair
      When <kind> queries "(*, Cats)"
      Then the result is, in any order
        | $this | 1             |
        | e     | (Likes, Cats) |
        | f     | (Likes, Cats) |
        | h     | (Eats, Cats)  |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @wildcards-04 @QRY-142 @QRY-143 @QRY-170
    Scenario Outline: (*, *) gives a row for each pair
      When <kind> queries "(*, *), Position"
      Then the result is, in any order
        | $this | 1             | 2        |
        | e     | (Likes, Dogs) | Position |
        | e     | (Likes, Cats) | Position |
        | e     | (Eats, Pizza) | Position |
        | e     | (Eats, Salad) | Position |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @wildcards-05 @QRY-143 @QRY-083
    Scenario: Several wildcards give every combination
      When a query queries "Position, (Likes, *), (Eats, *)"
      Then the result is, in any order
        | $this | 1.value | 2             | 3             |
        | e     | {x: 1}  | (Likes, Dogs) | (Eats, Pizza) |
        | e     | {x: 1}  | (Likes, Dogs) | (Eats, Salad) |
        | e     | {x: 1}  | (Likes, Cats) | (Eats, Pizza) |
        | e     | {x: 1}  | (Likes, Cats) | (Eats, Salad) |

    @wildcards-06 @QRY-133 @QRY-143
    Scenario: Two wildcards in equal terms match independently
      When a query queries "(Likes, *), (Likes, *)"
      Then the result is, in any order
        | $this | 1             | 2             |
        | e     | (Likes, Dogs) | (Likes, Dogs) |
        | e     | (Likes, Dogs) | (Likes, Cats) |
        | e     | (Likes, Cats) | (Likes, Dogs) |
        | e     | (Likes, Cats) | (Likes, Cats) |
        | f     | (Likes, Cats) | (Likes, Cats) |

  Rule: _ gives at most one row for each entity

    Background:
      Given a relationship Likes
      And a relationship Eats
      And these facts
        | e | Npc, Big, (Likes, Dogs), (Likes, Cats), (Eats, Cats) |
        | f | Npc, (Likes, Cats)                                   |
        | g | (Eats, Cats)                                         |

    @wildcards-11 @QRY-132 @QRY-135 @QRY-136 @QRY-129
    Scenario Outline: _ as a component gives one row for each entity
      When <kind> queries "_"
      Then the result is, in any order
        | $this | 1.id | 1.set |
        | e     | *    | yes   |
        | f     | *    | yes   |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @wildcards-12 @QRY-140 @QRY-144 @QRY-169
    Scenario Outline: _ as a target gives one row for each entity
      When <kind> queries "(Likes, _)"
      Then the result is, in any order
        | $this | 1.id       |
        | e     | (Likes, *) |
        | f     | (Likes, *) |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @wildcards-13 @QRY-144
    Scenario: _ as a relationship or as both elements gives one row for each entity, and * in another term one for each match
      When a query queries "(_, Cats)"
      Then the result is, in any order
        | $this | 1.id      |
        | e     | (*, Cats) |
        | f     | (*, Cats) |
        | g     | (*, Cats) |
      When a query queries "(_, _)"
      Then the result is, in any order
        | $this | 1.id   |
        | e     | (*, *) |
        | f     | (*, *) |
        | g     | (*, *) |
      When a query queries "(Likes, _), (*, Cats)"
      Then the result is, in any order
        | $this | 1.id       | 2             |
        | e     | (Likes, *) | (Likes, Cats) |
        | e     | (Likes, *) | (Eats, Cats)  |
        | f     | (Likes, *) | (Likes, Cats) |

    @wildcards-14 @QRY-138
    Scenario: Iterating again gives the same rows
      Given a query q is prepared for "_, (Likes, _)"
      When query q is iterated
      Then the result is, in any order
        | $this | 1.id | 2.id       |
        | e     | *    | (Likes, *) |
        | f     | *    | (Likes, *) |
      When query q is iterated
      Then the result is, in any order
        | $this | 1.id | 2.id       |
        | e     | *    | (Likes, *) |
        | f     | *    | (Likes, *) |

    @wildcards-15 @QRY-137 @wildcard.any
    Scenario: _ does not report the id that it matched
      Given a component Position {x f32}
      And these facts
        | g | Cold, Position {x: 1}, (Likes, Dogs) |
      When a query queries "Cold, _, (Likes, _)"
      Then the result is, in any order
        | $this | 2.id | 2.value | 2.access | 3.id       |
        | g     | *    | none    | none     | (Likes, *) |
      When g gets Warm
      And a query queries "Cold, _, (Likes, _), Position"
      Then the result is, in any order
        | $this | 2.id | 2.value | 3.id       | 4.value |
        | g     | *    | none    | (Likes, *) | {x: 1}  |

  Rule: A pair in a query matches only that pair

    Background:
      Given these facts
        | Ann  | (Likes, Apples), (Likes, Pears)     |
        | Bea  | (Likes, Apples), (Hates, Pears)     |
        | Cleo | (Hates, Apples), (Likes, Pears)     |
        | Dot  | Likes, Apples, Pears, (Apples, Likes) |

    @wildcards-21 @QRY-140 @QRY-141 @QRY-146 @QRY-165 @QRY-166
    Scenario Outline: An entity must have all pairs of the query
      When <kind> queries "(Likes, Apples), (Likes, Pears)"
      Then the result is, in any order
        | $this | 1               | 2              |
        | Ann   | (Likes, Apples) | (Likes, Pears) |
      When <kind> queries "(Likes, Apples)"
      Then the result is, in any order
        | $this |
        | Ann   |
        | Bea   |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @wildcards-22 @QRY-150
    Scenario: A pair of a reserved relationship matches like any other
      Given these facts
        | Eva | (ChildOf, Ann) |
        | Fay | (ChildOf, Bea) |
      When a filter queries "(ChildOf, Ann)"
      Then the result is, in any order
        | $this | 1              |
        | Eva   | (ChildOf, Ann) |
      When a filter queries [{"first":"ChildOf","second":"Ann"}]
      Then the result is, in any order
        | $this | 1              |
        | Eva   | (ChildOf, Ann) |

    @wildcards-23 @QRY-158
    Scenario: The field of a pair has the pair's data
      Given a component EatsAmount {n i32}
      And these facts
        | Ann | (EatsAmount, Apples) {n: 3}, (EatsAmount, Pears) {n: 4} |
        | Bea | (EatsAmount, Apples) {n: 5}                             |
      When a query queries "(EatsAmount, *)"
      Then the result is, in any order
        | $this | 1                    | 1.value |
        | Ann   | (EatsAmount, Apples) | {n: 3}  |
        | Ann   | (EatsAmount, Pears)  | {n: 4}  |
        | Bea   | (EatsAmount, Apples) | {n: 5}  |
