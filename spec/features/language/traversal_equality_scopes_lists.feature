@profile:flecs-4 @profile:flecs-4.1
Feature: The query language: traversal, equality, scopes and lists

  Rule: Traversal follows a relationship

    Background:
      Given a component Transform {x f32}
      And these facts
        | root  | Transform {x: 1}                  |
        | mid   | (ChildOf, root), Transform {x: 2} |
        | gap   | (ChildOf, root)                   |
        | leaf  | (ChildOf, gap), Transform {x: 3}  |
        | loose | Transform {x: 4}                  |

    @language-71 @FQL-102 @FQL-103 @FQL-104 @FQL-105 @FQL-106
    Scenario Outline: up ChildOf finds the transform of the parent
      When <kind> queries "<query>"
      Then the result is, in any order
        | $this | 1.value | 2                   | 2.value |
        | mid   | {x: 2}  | Transform from root | {x: 1}  |
        | leaf  | {x: 3}  | Transform from root | {x: 1}  |

      Examples:
        | kind           | query                                             |
        | a filter       | Transform($this), Transform($this\|up ChildOf)    |
        | a cached query | Transform($this), Transform($this\|up ChildOf)    |
        | a rule         | Transform($this), Transform($this\|up ChildOf)    |
        | a filter       | Transform, Transform(up ChildOf)                  |
        | a filter       | Transform, Transform(up)                          |

    @language-72 @FQL-110 @FQL-111
    Scenario: self|up begins at the entity itself
      Given these facts
        | root | (Style, Round), Fancy |
        | mid  | Fancy                 |
      When a query queries "Transform, Fancy(self|up)"
      Then the result is, in any order
        | $this | 2               |
        | root  | Fancy           |
        | mid   | Fancy           |
        | leaf  | Fancy from root |

    @language-73 @FQL-114
    Scenario: Any traversable relationship can be followed
      Given these facts
        | loose | (In, mid) |
      When a query queries "Transform, Transform(up In)"
      Then it fails with not_traversable
      When In is Traversable
      And a query queries "Transform, Transform(up In)"
      Then the result is, in any order
        | $this | 2                  |
        | loose | Transform from mid |

    @language-74 @FQL-113
    Scenario Outline: An inherited component is found with and without a written up IsA
      Given a tag Style with (OnInstantiate, Inherit)
      And these facts
        | root | Style                        |
        | e    | (IsA, root)                  |
        | f    | (IsA, root), Style           |
      When a query queries "Transform, <term>"
      Then the result is, in any order
        | $this | 2               |
        | root  | Style           |
        | e     | Style from root |
        | f     | Style           |

      Examples:
        | term                  |
        | Style                 |
        | Style(self\|up IsA)   |

  Rule: Equality compares variables with entities and names

    Background:
      Given these facts
        | UssEnterprise | SpaceShip, (PoweredBy, UssEnterprise) |
        | Voyager       | SpaceShip, (PoweredBy, Sun)           |
        | UssDefiant    | SpaceShip                             |
        | Sun           | Star                                  |

    @language-75 @FQL-124 @FQL-125 @FQL-126
    Scenario: == with an Or selects one of two entities
      When a query queries "SpaceShip($this), $this == UssEnterprise || $this == Voyager"
      Then the result is, in any order
        | $this         |
        | UssEnterprise |
        | Voyager       |
      When a query queries "SpaceShip($this), $this == UssEnterprise || $this == Sun"
      Then the result is, in any order
        | $this         |
        | UssEnterprise |

    @language-76 @FQL-124 @FQL-127
    Scenario: != excludes one entity
      When a query queries "SpaceShip($this), $this != UssEnterprise"
      Then the result is, in any order
        | $this      |
        | Voyager    |
        | UssDefiant |

    @language-77 @FQL-128
    Scenario: != compares two variables
      When a query queries "PoweredBy($this, $source), $this != $source"
      Then the result is, in any order
        | $this   | $source |
        | Voyager | Sun     |

    @language-78 @FQL-129 @FQL-130 @FQL-131 @FQL-132 @FQL-133
    Scenario: == compares a whole name and ~= a part of it
      When a query queries 'SpaceShip($this), $this == "UssEnterprise"'
      Then the result is, in any order
        | $this         |
        | UssEnterprise |
      When a query queries 'SpaceShip($this), $this ~= "Uss"'
      Then the result is, in any order
        | $this         |
        | UssEnterprise |
        | UssDefiant    |
      When a query queries 'SpaceShip($this), $this ~= "!Uss"'
      Then the result is, in any order
        | $this   |
        | Voyager |

    @language-79 @FQL-135 @FQL-136
    Scenario: == as the first term assigns the variable
      When a query queries '$this == "UssEnterprise", SpaceShip($this)'
      Then the result is, in any order
        | $this         |
        | UssEnterprise |
      When a query queries '$this == "Sun", SpaceShip($this)'
      Then the result is empty

  Rule: Terms that depend on a variable are evaluated where it is set

    @language-80 @FQL-149 @FQL-151 @FQL-152
    Scenario: A term on a variable that its Or alternative did not set is ignored
      Given these facts
        | a     | (Likes, Cat)                |
        | b     | (Likes, Wolf)               |
        | c     | (Eats, Salad)               |
        | d     | (Eats, Cake)                |
        | e     | (Likes, Wolf), (Eats, Salad) |
        | Cat   | Friendly                    |
        | Salad | Healthy                     |
      When a query queries "(Likes, $animal) || (Eats, $food), Friendly($animal), Healthy($food)"
      Then the result is, in any order
        | $this | $animal | $food | 1              | 2                 | 3                  |
        | a     | Cat     | -     | (Likes, Cat)   | Friendly from Cat | -                  |
        | c     | -       | Salad | (Eats, Salad)  | -                 | Healthy from Salad |

    @language-81 @FQL-149 @FQL-153
    Scenario: A term on a variable that its Optional term did not set is ignored
      Given these facts
        | Orbiter | SpaceShip, (DockedTo, Mars)    |
        | Drifter | SpaceShip                      |
        | Lost    | SpaceShip, (DockedTo, Station) |
        | Mars    | Planet                         |
      When a query queries "SpaceShip, ?(DockedTo, $object), Planet($object)"
      Then the result is, in any order
        | $this   | $object |
        | Orbiter | Mars    |
        | Drifter | -       |

  Rule: A scope applies an operator to several terms

    Background:
      Given these facts
        | good  | SpaceShip, (Engine, e1), (Engine, e2) |
        | half  | SpaceShip, (Engine, e1), (Engine, e3) |
        | bad   | SpaceShip, (Engine, e3)               |
        | glide | SpaceShip                             |
        | e1    | Healthy                               |
        | e2    | Healthy                               |

    @language-82 @FQL-154 @FQL-156 @FQL-157 @FQL-159
    Scenario: A negated scope finds ships without a healthy engine
      When a query queries "SpaceShip, !{ (Engine, $engine), Healthy($engine) }"
      Then the result is, in any order
        | $this |
        | bad   |
        | glide |

    @language-83 @FQL-154 @FQL-156 @FQL-158 @FQL-159
    Scenario: A negated scope finds ships all of whose engines are healthy
      When a query queries "SpaceShip, !{ (Engine, $engine), !Healthy($engine) }"
      Then the result is, in any order
        | $this |
        | good  |
        | glide |

    @language-84 @FQL-155
    Scenario Outline: A scope needs Not
      When a query queries "<query>"
      Then it fails with invalid

      Examples:
        | query                      |
        | SpaceShip, { Healthy }     |
        | SpaceShip, ?{ Healthy }    |

  Rule: List operators take the components of another entity

    Background:
      Given a prefab MyType with Velocity, Mass
      And these facts
        | a | Position, Velocity, Mass |
        | b | Position, Velocity       |
        | c | Position                 |
        | d | Velocity, Mass           |

    @language-85 @FQL-029 @FQL-031 @FQL-032 @FQL-033
    Scenario Outline: and| needs all components of the list
      When <kind> queries "Position, and|MyType"
      Then the result is, in any order
        | $this |
        | a     |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-273 @FQL-030
    Scenario Outline: A prefab that lists components is not itself among those that have them
      Given a prefab Kit with Position, Velocity
      And an entity kit2 with Position, Velocity
      When <kind> queries "Position, and|Kit"
      Then the result is, in any order
        | $this |
        | a     |
        | b     |
        | kit2  |
      When <kind> queries "Position, and|kit2"
      Then the result is, in any order
        | $this |
        | a     |
        | b     |
        | kit2  |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-86 @FQL-035 @FQL-037 @FQL-038
    Scenario Outline: not| needs none of the components of the list
      When <kind> queries "Position, not|MyType"
      Then the result is, in any order
        | $this |
        | c     |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-87 @FQL-039 @FQL-041 @FQL-042
    Scenario Outline: or| needs at least one component of the list
      When <kind> queries "Position, or|MyType"
      Then the result is, in any order
        | $this |
        | a     |
        | b     |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |
