@profile:flecs-4 @profile:flecs-4.1
Feature: Properties of relationships under every operator

  Rule: A relationship can be transitive and reflexive

    Background:
      Given a relationship PartOf with Transitive, Reflexive
      And these facts
        | wheel | T, (PartOf, car)   |
        | car   | T, (PartOf, fleet) |
        | fleet | T                  |
        | rock  | T                  |

    @language-251 @FQL-120 @QRY-592 @QRY-608
    Scenario Outline: A transitive and reflexive term works with constants and wildcards under every operator
      When <kind> queries "T, (PartOf, fleet)"
      Then the result is, in any order
        | $this | 2               |
        | wheel | (PartOf, fleet) |
        | car   | (PartOf, fleet) |
        | fleet | (PartOf, fleet) |
      When <kind> queries "T, !(PartOf, fleet)"
      Then the result is, in any order
        | $this |
        | rock  |
      When <kind> queries "T, ?(PartOf, car)"
      Then the result is, in any order
        | $this | 2             |
        | wheel | (PartOf, car) |
        | car   | (PartOf, car) |
        | fleet | -             |
        | rock  | -             |
      When <kind> queries "T, (PartOf, car) || (PartOf, rock)"
      Then the result is, in any order
        | $this | 2              |
        | wheel | (PartOf, car)  |
        | car   | (PartOf, car)  |
        | rock  | (PartOf, rock) |
      When <kind> queries "T, (PartOf, *)"
      Then the result is, in any order
        | $this | 2               |
        | wheel | (PartOf, car)   |
        | wheel | (PartOf, fleet) |
        | car   | (PartOf, fleet) |
      When <kind> queries "T, !(PartOf, *)"
      Then the result is, in any order
        | $this |
        | fleet |
        | rock  |
      When <kind> queries "T, (PartOf, _)"
      Then the result is, in any order
        | $this | 2.id        |
        | wheel | (PartOf, *) |
        | car   | (PartOf, *) |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-252 @FQL-120 @QRY-597 @QRY-609
    Scenario Outline: A transitive and reflexive term works with variables
      When <kind> queries "T, (PartOf, $x), T($x)"
      Then the result is, in any order
        | $this | $x    |
        | wheel | wheel |
        | wheel | car   |
        | wheel | fleet |
        | car   | car   |
        | car   | fleet |
        | fleet | fleet |
        | rock  | rock  |
      When <kind> queries "PartOf(wheel, $x)"
      Then the result is, in any order
        | $this | $x    | 1.src |
        | -     | wheel | wheel |
        | -     | car   | wheel |
        | -     | fleet | wheel |
      When <kind> queries "T, !{ (PartOf, $x), $x != $this }"
      Then the result is, in any order
        | $this |
        | fleet |
        | rock  |
      When <kind> queries "T, (PartOf, $x), $this != $x, !{ PartOf($this, $y), PartOf($y, $x), $y != $this, $y != $x }"
      Then the result is, in any order
        | $this | $x    |
        | wheel | car   |
        | car   | fleet |
      When <kind> queries "T, (PartOf, $x)", with $x = rock
      Then the result is, in any order
        | $this |
        | rock  |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-253 @FQL-121 @FQL-122
    Scenario Outline: self on the target excludes transitive and reflexive matches
      When <kind> queries "T, (PartOf, fleet|self)"
      Then the result is, in any order
        | $this |
        | car   |
      When <kind> queries "T, !(PartOf, fleet|self), ?(PartOf, car|self)"
      Then the result is, in any order
        | $this | 3             |
        | wheel | (PartOf, car) |
        | fleet | -             |
        | rock  | -             |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

  Rule: Terms match subclasses of their components and relationships

    Background:
      Given these facts
        | Melee | (IsA, Unit)         |
        | Loves | (IsA, Likes)        |
        | a     | Melee, (Loves, x)   |
        | b     | Unit, (Likes, x)    |
        | c     | (Likes, y)          |

    @language-254 @FQL-115 @FQL-117 @FQL-118
    Scenario Outline: Component inheritance works with and without self under every operator
      When <kind> queries "Unit|self || Melee|self"
      Then the result is, in any order
        | $this | 1     |
        | a     | Melee |
        | b     | Unit  |
      When <kind> queries "(Likes, x)"
      Then the result is, in any order
        | $this | 1          |
        | a     | (Loves, x) |
        | b     | (Likes, x) |
      When <kind> queries "Likes|self($this, x)"
      Then the result is, in any order
        | $this | 1          |
        | b     | (Likes, x) |
      When <kind> queries "!Unit|self, Melee"
      Then the result is, in any order
        | $this |
        | a     |
      When <kind> queries "(Likes, _), ?Unit|self"
      Then the result is, in any order
        | $this | 2    |
        | a     | -    |
        | b     | Unit |
        | c     | -    |
      When <kind> queries "(Likes, x), !{ Unit|self }"
      Then the result is, in any order
        | $this |
        | a     |
      When <kind> queries "(Likes, $who), !(Loves, $who)"
      Then the result is, in any order
        | $this | $who |
        | b     | x    |
        | c     | y    |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |
