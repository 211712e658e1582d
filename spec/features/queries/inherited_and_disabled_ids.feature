@profile:flecs-3
Feature: Inherited and disabled ids in queries

  Rule: A query finds inherited ids

    Background:
      Given a relationship Owner with Exclusive
      And these facts
        | MeleeUnit | (IsA, Unit)                                        |
        | base      | Armor, MeleeUnit, (Owner, ann), (Likes, cake)      |
        | mid       | (IsA, base)                                        |
        | inst      | (IsA, mid), (Owner, bob), (Likes, tea), Mark       |
        | lone      | Armor, Mark                                        |

    @having-01 @QRY-133 @QRY-143 @QRY-389 @QRY-390
    Scenario Outline: A wildcard finds each inherited id once, and only one target of an exclusive relationship
      When <kind> queries "Mark, *"
      Then the result is, in any order
        | $this | 1    | 2                    |
        | inst  | Mark | Mark                 |
        | inst  | Mark | Armor from base      |
        | inst  | Mark | MeleeUnit from base  |
        | lone  | Mark | Mark                 |
        | lone  | Mark | Armor                |
      When <kind> queries "Mark, (Likes, *)"
      Then the result is, in any order
        | $this | 2                       |
        | inst  | (Likes, tea)            |
        | inst  | (Likes, cake) from base |
      When <kind> queries "Mark, (Owner, *)"
      Then the result is, in any order
        | $this | 2            |
        | inst  | (Owner, bob) |
      When <kind> queries "(Owner, ann)"
      Then the result is, in any order
        | $this | 1                      |
        | base  | (Owner, ann)           |
        | mid   | (Owner, ann) from base |
      When <kind> queries "Mark, !Armor(self)"
      Then the result is, in any order
        | $this |
        | inst  |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @having-02 @QRY-581 @QRY-598 @QRY-611
    Scenario: A term matches an inherited subclass of its component, and (IsA, $b) finds all bases
      When a rule queries "Mark, Unit"
      Then the result is, in any order
        | $this | 2                   |
        | inst  | MeleeUnit from base |
      When a rule queries "Mark, (IsA, $b), $b != $this"
      Then the result is, in any order
        | $this | $b   |
        | inst  | mid  |
        | inst  | base |
      When a rule queries "Mark, (IsA, *)"
      Then the result is, in any order
        | $this | 2.id        |
        | inst  | (IsA, mid)  |
        | inst  | (IsA, base) |
      When a rule queries "Mark, (*, base)"
      Then the result is, in any order
        | $this | 2                    |
        | inst  | (IsA, base) from mid |
      When a rule queries "Mark, ($r, base)"
      Then the result is empty
      When a rule queries "Mark, ?Armor(self), !Armor(up(IsA))"
      Then the result is, in any order
        | $this | 2     |
        | lone  | Armor |

    @having-03 @QRY-234 @QRY-243 @QRY-390
    Scenario Outline: A disabled id is not matched, and hides the id of the base
      When inst gets Armor
      And Armor of inst is disabled
      And <kind> queries "Mark, Armor"
      Then the result is, in any order
        | $this | 2     |
        | lone  | Armor |
      When <kind> queries "Mark, ?Armor"
      Then the result is, in any order
        | $this | 2     |
        | lone  | Armor |
        | inst  | -     |
      When Armor of inst is enabled
      And <kind> queries "Mark, Armor"
      Then the result is, in any order
        | $this | 2     |
        | lone  | Armor |
        | inst  | Armor |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

  Rule: Two variables can have the same entity as their value

    Background:
      Given a relationship LocatedIn with Transitive
      And a relationship Team with OneOf
      And these facts
        | red     | (ChildOf, Team)       |
        | a       | (Likes, a), T         |
        | b       | (Likes, a), T, (Team, red) |
        | nyc     | (LocatedIn, usa)      |
        | block   | (LocatedIn, nyc)      |
        | x       | (Next, y)             |
        | y       | (Next, x)             |
        | Next    | Transitive            |

    @having-11 @QRY-466 @QRY-597
    Scenario: $this can be a target, and a variable can be used twice
      When a rule queries "(Likes, $this)"
      Then the result is, in any order
        | $this | 1          |
        | a     | (Likes, a) |
      When a rule queries "Likes($x, $x)"
      Then the result is, in any order
        | $this | $x |
        | -     | a  |
      When a rule queries "ChildOf($x, $x)"
      Then the result is empty
      When a rule queries "(Next, $n)"
      Then the result is, in any order
        | $this | $n |
        | x     | y  |
        | x     | x  |
        | y     | x  |
        | y     | y  |
      When a rule queries "Next($n, $n)"
      Then the result is, in any order
        | $n |
        | x  |
        | y  |

    @having-12 @QRY-592 @QRY-466
    Scenario: A variable or wildcard as the relationship does not follow transitivity
      When a rule queries "($r, usa)"
      Then the result is, in any order
        | $this | $r        |
        | nyc   | LocatedIn |
      When a rule queries "(*, usa)"
      Then the result is, in any order
        | $this | 1                |
        | nyc   | (LocatedIn, usa) |
      When a rule queries "(LocatedIn, usa)"
      Then the result is, in any order
        | $this |
        | nyc   |
        | block |

    @having-13 @QRY-124 @QRY-326
    Scenario: A query for a pair that OneOf forbids finds nothing
      When a rule queries "(Team, T)"
      Then the result is empty
      When a rule queries "(Team, red)"
      Then the result is, in any order
        | $this | 1           |
        | b     | (Team, red) |
      When a rule queries "T, !(Team, a)"
      Then the result is, in any order
        | $this |
        | a     |
        | b     |

  Rule: Only $this excludes prefabs and disabled entities

    Background:
      Given these facts
        | p   | Prefab, Npc, (Likes, q)  |
        | q   | Npc, (Likes, p)          |
        | d   | Npc, (Likes, q)          |
      And d is disabled

    @having-21 @QRY-285 @QRY-472 @query.hidden-entities
    Scenario: Prefabs and disabled entities are values of variables other than $this
      When a rule queries "Npc, (Likes, $x), Npc($x)"
      Then the result is, in any order
        | $this | $x |
        | q     | p  |
      When a rule queries "Npc($x), Likes($x, q)"
      Then the result is, in any order
        | $this | $x |
        | -     | p  |
        | -     | d  |
      When a rule queries "Npc", with $this = p
      Then the result is empty
      When a rule queries "Npc, ?Prefab", with $this = p
      Then the result is, in any order
        | $this | 2      |
        | p     | Prefab |
      When a rule queries "Npc, !{ Disabled }"
      Then the result is, in any order
        | $this |
        | q     |
      When a rule queries "Npc(*), (Likes, p)"
      Then the result is, in any order
        | $this | 1.src |
        | q     | p     |
        | q     | q     |
        | q     | d     |
