@profile:flecs-3
Feature: Properties of relationships under every operator

  Rule: A transitive term works under every operator

    Background:
      Given a relationship LocatedIn with Transitive
      And these facts
        | Manhattan | (LocatedIn, NewYork) |
        | NewYork   | (LocatedIn, USA)     |
        | Delft     | (LocatedIn, Holland) |
        | ann       | Person, (LocatedIn, Manhattan) |
        | bob       | Person, (LocatedIn, Delft)     |
        | cat       | Person                         |
        | USA       | Country |
        | Holland   | Country |

    @combine-01 @QRY-592 @QRY-605
    Scenario: A transitive term works under Not, Optional and Or
      When a rule queries "Person, !LocatedIn($this, USA)"
      Then the result is, in any order
        | $this |
        | bob   |
        | cat   |
      When a rule queries "Person, !LocatedIn($this, *)"
      Then the result is, in any order
        | $this |
        | cat   |
      When a rule queries "Person, ?LocatedIn($this, USA)"
      Then the result is, in any order
        | $this | 2                |
        | ann   | (LocatedIn, USA) |
        | bob   | -                |
        | cat   | -                |
      When a rule queries "Person, LocatedIn($this, USA) || LocatedIn($this, Holland)"
      Then the result is, in any order
        | $this | 2                    |
        | ann   | (LocatedIn, USA)     |
        | bob   | (LocatedIn, Holland) |
      When a rule queries "Person, ?LocatedIn($this, $where), Country($where)"
      Then the result is, in any order
        | $this | $where  | 2                    | 3                    |
        | ann   | USA     | (LocatedIn, USA)     | Country from USA     |
        | bob   | Holland | (LocatedIn, Holland) | Country from Holland |
        | cat   | -       | -                    | -                    |

    @combine-02 @QRY-592 @QRY-300
    Scenario: A transitive term works in scopes, with variables from inside and outside the scope
      When a rule queries "Person, !{ LocatedIn($this, USA) }"
      Then the result is, in any order
        | $this |
        | bob   |
        | cat   |
      When a rule queries "Person, !{ LocatedIn($this, $where), Country($where), $where == USA }"
      Then the result is, in any order
        | $this |
        | bob   |
        | cat   |
      When a rule queries "Country($c), !{ Person($p), LocatedIn($p, $c) }"
      Then the result is empty
      When ann is deleted
      And a rule queries "Country($c), !{ Person($p), LocatedIn($p, $c) }"
      Then the result is, in any order
        | $this | $c  |
        | -     | USA |
      When a rule queries "Person, !{ LocatedIn($this, *) }"
      Then the result is, in any order
        | $this |
        | cat   |

    @combine-03 @QRY-592
    Scenario: The written order of And and Not terms does not matter
      When a rule queries "!Person($this), LocatedIn($this, $c), Country($c)"
      Then the result is, in any order
        | $this     | $c      |
        | Manhattan | USA     |
        | NewYork   | USA     |
        | Delft     | Holland |
      When a rule queries "Country($c), LocatedIn($this, $c), !Person($this)"
      Then the result is, in any order
        | $this     | $c      |
        | Manhattan | USA     |
        | NewYork   | USA     |
        | Delft     | Holland |

  Rule: A reflexive term works under every operator

    Background:
      Given a relationship PartOf with Reflexive
      And these facts
        | engine | (PartOf, car), Machine |
        | car    | Machine                |
        | tree   | Plant                  |

    @combine-11 @QRY-608 @QRY-609
    Scenario: A reflexive term works under Not, Optional, Or and in scopes
      When a rule queries "Machine, !PartOf($this, car)"
      Then the result is empty
      When a rule queries "Machine, !PartOf($this, engine)"
      Then the result is, in any order
        | $this |
        | car   |
      When a rule queries "Machine, ?PartOf($this, engine)"
      Then the result is, in any order
        | $this  | 2                |
        | engine | (PartOf, engine) |
        | car    | -                |
      When a rule queries "PartOf($this, tree) || Machine($this)"
      Then the result is, in any order
        | $this  | 1              |
        | tree   | (PartOf, tree) |
        | engine | Machine        |
        | car    | Machine        |
      When a rule queries "Machine, !{ PartOf($this, $whole), Machine($whole), $whole != car }"
      Then the result is, in any order
        | $this |
        | car   |

  Rule: Component inheritance works under every operator

    Background:
      Given these facts
        | MeleeUnit  | (IsA, Unit)      |
        | Knight     | (IsA, MeleeUnit) |
        | RangedUnit | (IsA, Unit)      |
        | k          | Knight           |
        | m          | MeleeUnit, Tired |
        | r          | RangedUnit       |
        | n          | Tired            |

    @combine-21 @QRY-581 @QRY-588
    Scenario: Component inheritance works under Not, Optional, Or and in scopes
      When a rule queries "Unit, !MeleeUnit"
      Then the result is, in any order
        | $this | 1          |
        | r     | RangedUnit |
      When a rule queries "Tired, ?Unit"
      Then the result is, in any order
        | $this | 2         |
        | m     | MeleeUnit |
        | n     | -         |
      When a rule queries "Tired, !Unit"
      Then the result is, in any order
        | $this |
        | n     |
      When a rule queries "MeleeUnit || RangedUnit"
      Then the result is, in any order
        | $this | 1          |
        | k     | Knight     |
        | m     | MeleeUnit  |
        | r     | RangedUnit |
      When a rule queries "Tired, !{ MeleeUnit }"
      Then the result is, in any order
        | $this |
        | n     |
      When a rule queries "Unit, !{ Tired, Unit }"
      Then the result is, in any order
        | $this |
        | k     |
        | r     |

  Rule: An Or chain can be at any position of the query

    Background:
      Given these facts
        | a | A, (R, x) |
        | b | B, (R, y) |
        | c | A, B, C   |
        | x | D         |

    @combine-31 @QRY-201 @QRY-217 @QRY-221
    Scenario Outline: An Or chain has one field, at every position in the query
      When <kind> queries "A || B, C"
      Then the result is, in any order
        | $this | fields | 1 | 2 |
        | c     | 2      | A | C |
      When <kind> queries "C, B || A"
      Then the result is, in any order
        | $this | fields | 1 | 2 |
        | c     | 2      | C | B |
      When <kind> queries "A || B, C || D || (R, y)"
      Then the result is, in any order
        | $this | fields | 1 | 2      |
        | b     | 2      | B | (R, y) |
        | c     | 2      | A | C      |
      When <kind> queries "?C, A || B, (R, *)"
      Then the result is, in any order
        | $this | fields | 1 | 2 | 3      |
        | a     | 3      | - | A | (R, x) |
        | b     | 3      | - | B | (R, y) |
      When <kind> queries "!C, (R, *), A || D"
      Then the result is, in any order
        | $this | fields | 2      | 3 |
        | a     | 3      | (R, x) | A |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @combine-32 @QRY-201 @QRY-472
    Scenario: An Or chain can bind variables
      When a rule queries "R($this, $t) || A($this), D($t)"
      Then the result is, in any order
        | $this | $t | 1      | 2        |
        | a     | x  | (R, x) | D from x |
        | c     | -  | A      | -        |
      When a rule queries "(R, $t), D($t) || B($t)"
      Then the result is, in any order
        | $this | $t |
        | a     | x  |
      When a rule queries "R($this, $t) || A($this), D($t)", with $t = y
      Then the result is empty
      When a rule queries "R($this, $t) || A($this), D($t)", with $t = x
      Then the result is, in any order
        | $this | $t | 1      |
        | a     | x  | (R, x) |
        | c     | x  | A      |
