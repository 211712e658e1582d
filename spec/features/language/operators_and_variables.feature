@profile:flecs-4 @profile:flecs-4.1
Feature: Operators, scopes and variables together

  Rule: Properties of relationships act in every kind of query

    Background:
      Given a relationship LocatedIn with Transitive, (OnInstantiate, DontInherit)
      And these facts
        | Manhattan | (LocatedIn, NewYork)           |
        | NewYork   | (LocatedIn, USA)               |
        | USA       | Country                        |
        | ann       | Person, (LocatedIn, Manhattan) |
        | bob       | Person                         |
        | Knight    | (IsA, Person)                  |
        | kay       | Knight, (LocatedIn, USA)       |

    @language-131 @FQL-115 @FQL-120
    Scenario Outline: A transitive term works under Not, Optional, Or and in scopes
      When <kind> queries "Person, !LocatedIn($this, USA)"
      Then the result is, in any order
        | $this | 1      |
        | bob   | Person |
      When <kind> queries "Person, ?LocatedIn($this, $where), Country($where)"
      Then the result is, in any order
        | $this | $where | 1      | 2                |
        | ann   | USA    | Person | (LocatedIn, USA) |
        | kay   | USA    | Knight | (LocatedIn, USA) |
        | bob   | -      | Person | -                |
      When <kind> queries "Person, !{ LocatedIn($this, $where), Country($where) }"
      Then the result is, in any order
        | $this |
        | bob   |
      When <kind> queries "Person, LocatedIn($this, NewYork) || Knight($this)"
      Then the result is, in any order
        | $this | 2                    |
        | ann   | (LocatedIn, NewYork) |
        | kay   | Knight               |
      When <kind> queries "Person|self, (LocatedIn, USA)"
      Then the result is, in any order
        | $this |
        | ann   |
      When <kind> queries "Person, (LocatedIn, USA|self)"
      Then the result is, in any order
        | $this |
        | kay   |
      When <kind> queries "Person, !(LocatedIn, USA|self)"
      Then the result is, in any order
        | $this |
        | ann   |
        | bob   |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |
        | a query        |

  Rule: Lists and equality combine with other operators

    Background:
      Given a prefab list with A, B
      And these facts
        | x | A, B, (Likes, y) |
        | y | A, (Likes, x)    |
        | z | C, (Likes, y)    |

    @language-132 @FQL-029 @FQL-035 @FQL-039 @FQL-124
    Scenario Outline: List and equality terms work in scopes and with variables
      When <kind> queries "(Likes, $who), and|list($who)"
      Then the result is, in any order
        | $this | $who |
        | y     | x    |
      When <kind> queries "(Likes, $who), !{ not|list($who) }"
      Then the result is, in any order
        | $this | $who |
        | x     | y    |
        | y     | x    |
        | z     | y    |
      When <kind> queries "(Likes, $who), !{ and|list($who) }"
      Then the result is, in any order
        | $this | $who |
        | x     | y    |
        | z     | y    |
      When <kind> queries "(Likes, $who), $who == x || $this == z"
      Then it fails with invalid
      When <kind> queries "(Likes, $who), $who == x || $who == z"
      Then the result is, in any order
        | $this | $who |
        | y     | x    |
      When <kind> queries "(Likes, $who), !{ $who == x }, or|list"
      Then the result is, in any order
        | $this | $who |
        | x     | y    |
      When <kind> queries "(Likes, $who), $this ~= \"x\", $who != x"
      Then the result is, in any order
        | $this | $who |
        | x     | y    |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |
