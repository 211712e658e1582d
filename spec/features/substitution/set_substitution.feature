@profile:flecs-3-beta
Feature: Set substitution

  Rule: A subject is substituted by its supersets

    Background:
      Given a component Position {x f32}
      And these facts
        | Sun     | Position          |
        | Planet  | (ChildOf, Sun)    |
        | Moon    | (ChildOf, Planet) |
        | Base    | (ChildOf, Moon), Position |
        | Rover   | (ChildOf, Base)   |
        | Voyager | Probe             |

    @beta-sets-01 @SET-218 @SET-219 @SET-220 @SET-221 @SET-222 @SET-223 @SET-225
    Scenario Outline: The search goes up to the nearest entity with the component
      When <kind> queries "Position(super(ChildOf))"
      Then the result is, in any order
        | $this  | 1                  |
        | Planet | Position from Sun  |
        | Moon   | Position from Sun  |
        | Base   | Position from Sun  |
        | Rover  | Position from Base |
      When <kind> queries "Probe, Position(super(ChildOf))"
      Then the result is empty

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @beta-sets-02 @SET-227 @SET-240 @sets.text
    Scenario Outline: parent means super(ChildOf), and a search without a subject starts at This
      When <kind> queries "<query>"
      Then the result is, in any order
        | $this  | 1                  |
        | Planet | Position from Sun  |
        | Moon   | Position from Sun  |
        | Base   | Position from Sun  |
        | Rover  | Position from Base |

      Examples:
        | kind           | query                          |
        | a filter       | Position(parent)               |
        | a cached query | Position(parent)               |
        | a rule         | Position(parent)               |
        | a filter       | Position(This[super(ChildOf)]) |
        | a cached query | Position(This[parent])         |
        | a rule         | Position($this[super(ChildOf)]) |

    @beta-sets-03 @SET-229
    Scenario Outline: With self, the search begins with This itself
      When <kind> queries "Position(self|super(ChildOf))"
      Then the result is, in any order
        | $this  | 1                  |
        | Sun    | Position           |
        | Planet | Position from Sun  |
        | Moon   | Position from Sun  |
        | Base   | Position           |
        | Rover  | Position from Base |
      When <kind> queries "Position(parent|self)"
      Then the result is, in any order
        | $this  | 1                  |
        | Sun    | Position           |
        | Planet | Position from Sun  |
        | Moon   | Position from Sun  |
        | Base   | Position           |
        | Rover  | Position from Base |
      When <kind> queries "Position(self)"
      Then the result is, in any order
        | $this |
        | Sun   |
        | Base  |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @beta-sets-04 @SET-223 @SET-224
    Scenario Outline: The search is depth first in the order of the relationship's targets
      Given a relationship PartOf with Acyclic
      And an entity Left
      And an entity Right
      And these facts
        | LeftTop  | Mark                              |
        | Right    | Mark                              |
        | Left     | (PartOf, LeftTop)                 |
        | Piece    | (PartOf, Right), (PartOf, Left)   |
      When <kind> queries "Mark(super(PartOf))"
      Then the result is, in any order
        | $this | 1                 |
        | Left  | Mark from LeftTop |
        | Piece | Mark from LeftTop |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @beta-sets-05 @SET-223 @sets.visible
    Scenario Outline: An id that a parent inherits is found on the parent's base
      Given these facts
        | Model  | Mark            |
        | Parent | (IsA, Model)    |
        | Child  | (ChildOf, Parent) |
      When <kind> queries "Mark(parent)"
      Then the result is, in any order
        | $this | 1               |
        | Child | Mark from Model |
      When <kind> queries "Mark(self|parent)"
      Then the result is, in any order
        | $this | 1               |
        | Model | Mark            |
        | Child | Mark from Model |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @beta-sets-06 @SET-225 @sets.visible
    Scenario Outline: An id that cannot be inherited is found only on This
      Given a tag Secret with DontInherit
      And Sun gets Secret
      And Base gets Secret
      When <kind> queries "Secret(super(ChildOf))"
      Then the result is empty
      When <kind> queries "Secret(self|super(ChildOf))"
      Then the result is, in any order
        | $this | 1      |
        | Sun   | Secret |
        | Base  | Secret |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

  Rule: A substitution goes up or down

    Background:
      Given these facts
        | Sun    | Star                    |
        | Planet | (ChildOf, Sun)          |
        | Moon   | (ChildOf, Planet), Rock |
        | Comet  | (ChildOf, Sun), Rock    |

    @beta-sets-11 @SET-220
    Scenario Outline: A downward substitution finds ids on the entities below
      When <kind> queries "Rock(sub(ChildOf))"
      Then the result is, in any order
        | $this  | 1              |
        | Sun    | Rock from Moon |
        | Planet | Rock from Moon |
      When <kind> queries "Rock(self|sub(ChildOf))"
      Then the result is, in any order
        | $this  | 1              |
        | Sun    | Rock from Moon |
        | Planet | Rock from Moon |
        | Moon   | Rock           |
        | Comet  | Rock           |
      When <kind> queries "Star(sub(ChildOf))"
      Then the result is empty
      When <kind> queries "Star(super(ChildOf))"
      Then the result is, in any order
        | $this  | 1             |
        | Planet | Star from Sun |
        | Moon   | Star from Sun |
        | Comet  | Star from Sun |

      Examples:
        | kind     |
        | a filter |
        | a rule   |

  Rule: Without the keyword all, the first match ends the search

    Background:
      Given a component Transform {x f32}
      And these facts
        | Sun    | Transform                    |
        | Planet | Transform, (ChildOf, Sun)    |
        | Moon   | (ChildOf, Planet)            |
        | Rover  | Transform, (ChildOf, Moon)   |

    @beta-sets-21 @SET-238 @SET-239 @sets.first
    Scenario Outline: A substitution with the keyword all gives every match
      When <kind> queries "Transform(super(ChildOf))"
      Then the result is, in any order
        | $this  | 1                     |
        | Planet | Transform from Sun    |
        | Moon   | Transform from Planet |
        | Rover  | Transform from Planet |
      When <kind> queries "Transform(all|super(ChildOf))"
      Then the result is, in any order
        | $this  | 1                     |
        | Planet | Transform from Sun    |
        | Moon   | Transform from Planet |
        | Moon   | Transform from Sun    |
        | Rover  | Transform from Planet |
        | Rover  | Transform from Sun    |
      When <kind> queries "Transform(all|self|super(ChildOf))"
      Then the result is, in any order
        | $this  | 1                     |
        | Sun    | Transform             |
        | Planet | Transform             |
        | Planet | Transform from Sun    |
        | Moon   | Transform from Planet |
        | Moon   | Transform from Sun    |
        | Rover  | Transform             |
        | Rover  | Transform from Planet |
        | Rover  | Transform from Sun    |

      Examples:
        | kind     |
        | a filter |
        | a rule   |

    @beta-sets-22 @SET-239
    Scenario Outline: A downward substitution with the keyword all gives every match below
      When <kind> queries "Transform(all|sub(ChildOf))"
      Then the result is, in any order
        | $this  | 1                     |
        | Sun    | Transform from Planet |
        | Sun    | Transform from Rover  |
        | Planet | Transform from Rover  |
        | Moon   | Transform from Rover  |

      Examples:
        | kind     |
        | a filter |
        | a rule   |

    @beta-sets-23 @SET-238 @sets.subject-search
    Scenario Outline: The search for the first match is made separately for each value of a wildcard
      Given a relationship PartOf with Acyclic
      And these facts
        | Far  | (Likes, Pears)                |
        | Near | (Likes, Plums), (PartOf, Far) |
        | Me   | (PartOf, Near)                |
      When <kind> queries "Likes(Me[super(PartOf)], *)"
      Then the result is, in any order
        | $this | 1                        |
        | -     | (Likes, Plums) from Near |
        | -     | (Likes, Pears) from Far  |
      When <kind> queries "Likes(Me[super(PartOf)], Pears)"
      Then the result is, in any order
        | $this | 1                       |
        | -     | (Likes, Pears) from Far |

      Examples:
        | kind     |
        | a filter |
        | a rule   |

  Rule: Every identifier can be substituted

    Background:
      Given a component Position {x f32}
      And a relationship Likes
      And a relationship PartOf with Acyclic
      And these facts
        | Ann   | Position        |
        | Bob   | (PartOf, Ann)   |
        | Cid   | (PartOf, Bob)   |
        | Dan   | (Likes, Ann)    |
        | Eve   | (Likes, Bob), (Likes, Ann) |
        | Fay   | (Likes, Cid)    |

    @beta-sets-31 @SET-218 @SET-241
    Scenario Outline: For a subject other than This, the substitution is written in brackets
      When <kind> queries "Position(Bob[super(PartOf)])"
      Then the result is, in any order
        | $this | 1                 |
        | -     | Position from Ann |
      When <kind> queries "Position(Ann[super(PartOf)])"
      Then the result is empty
      When <kind> queries "Position(Ann[self|super(PartOf)])"
      Then the result is, in any order
        | $this | 1                 |
        | -     | Position from Ann |
      When <kind> queries "(Likes, *), Position(Cid[super(PartOf)])"
      Then the result is, in any order
        | $this | 1            | 2                 |
        | Dan   | (Likes, Ann) | Position from Ann |
        | Eve   | (Likes, Bob) | Position from Ann |
        | Eve   | (Likes, Ann) | Position from Ann |
        | Fay   | (Likes, Cid) | Position from Ann |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @beta-sets-32 @SET-218 @SET-242
    Scenario Outline: The substitution of an object is written in brackets
      When <kind> queries "(Likes, Cid[super(PartOf)])"
      Then the result is, in any order
        | $this | 1            |
        | Dan   | (Likes, Ann) |
        | Eve   | (Likes, Bob) |
      When <kind> queries "(Likes, Cid[self|super(PartOf)])"
      Then the result is, in any order
        | $this | 1            |
        | Dan   | (Likes, Ann) |
        | Eve   | (Likes, Bob) |
        | Fay   | (Likes, Cid) |
      When <kind> queries "(Likes, Ann[super(PartOf)])"
      Then the result is empty

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @beta-sets-33 @SET-218 @SET-239 @SET-242
    Scenario Outline: A substitution of the object with the keyword all gives every match
      When <kind> queries "(Likes, Cid[all|super(PartOf)])"
      Then the result is, in any order
        | $this | 1            |
        | Dan   | (Likes, Ann) |
        | Eve   | (Likes, Bob) |
        | Eve   | (Likes, Ann) |
      When <kind> queries "(Likes, Ann[sub(PartOf)])"
      Then the result is, in any order
        | $this | 1            |
        | Eve   | (Likes, Bob) |
        | Fay   | (Likes, Cid) |

      Examples:
        | kind     |
        | a filter |
        | a rule   |

    @beta-sets-34 @SET-218
    Scenario Outline: The substitution of a predicate is written in brackets
      Given these facts
        | Loves | (PartOf, Likes) |
        | Gus   | (Loves, Ann)    |
      When <kind> queries "(Loves[super(PartOf)], Ann)"
      Then the result is, in any order
        | $this | 1            |
        | Dan   | (Likes, Ann) |
        | Eve   | (Likes, Ann) |
      When <kind> queries "(Loves[self|super(PartOf)], Ann)"
      Then the result is, in any order
        | $this | 1            |
        | Dan   | (Likes, Ann) |
        | Eve   | (Likes, Ann) |
        | Gus   | (Loves, Ann) |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @beta-sets-35 @SET-218 @sets.object
    Scenario: The value of a variable can be substituted
      Given these facts
        | Bob | Home |
        | Cid | Home |
      When a rule queries "(Likes, $x[super(PartOf)]), Home($x)"
      Then the result is, in any order
        | $this | $x  | 1            |
        | Dan   | Bob | (Likes, Ann) |
        | Eve   | Bob | (Likes, Ann) |
        | Dan   | Cid | (Likes, Ann) |
        | Eve   | Cid | (Likes, Bob) |

  Rule: Substitutions without a meaning are refused

    Background:
      Given a tag A
      And a relationship R with Acyclic
      And a relationship Plain

    @beta-sets-41 @SET-218 @SET-219 @SET-220 @sets.refused
    Scenario Outline: A substitution that cannot be followed is refused
      When <kind> queries "<query>"
      Then it fails with <code>

      Examples:
        | kind           | query                      | code            |
        | a filter       | A(all)                     | invalid         |
        | a filter       | A(self\|all)               | invalid         |
        | a filter       | A(self\|super(R, 2, 3))    | invalid         |
        | a filter       | A(super(R, 3, 2))          | invalid         |
        | a cached query | A(R[cascade])              | invalid         |
        | a cached query | A[cascade\|super(R)]       | invalid         |
        | a cached query | (R, A[cascade\|super(R)])  | invalid         |
        | a filter       | A(super(R, 1001))          | limit           |
        | a filter       | A(super(Plain))            | not_traversable |
        | a filter       | A[self\|sub(Plain)]        | not_traversable |
        | a filter       | (R, A[super(Plain)])       | not_traversable |
        | a filter       | A(R[super(Plain)])         | not_traversable |

    @beta-sets-42 @SET-219 @SET-233 @sets.refused
    Scenario Outline: With a maximum depth, any relationship can be followed
      Given these facts
        | one   | A             |
        | two   | (Plain, one)  |
        | three | (Plain, two)  |
      When <kind> queries "A(super(Plain, 1))"
      Then the result is, in any order
        | $this | 1          |
        | two   | A from one |
      When <kind> queries "A(super(Plain, 2))"
      Then the result is, in any order
        | $this | 1          |
        | two   | A from one |
        | three | A from one |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |
