@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Properties act where they are owned

  Rule: OneOf and Final act only where they are owned

    @together-21 @REL-235
    Scenario: A name of a target is first looked up among the children that OneOf allows
      Given a relationship Food with OneOf
      And a relationship Eats with (OneOf, Food)
      And an entity outer named "Apples"
      And an entity inner named "Apples" below Food
      And these facts
        | a | (Food, inner) |
        | b | (Eats, inner) |
        | c | (Likes, outer) |
      When a query queries "(Food, Apples)"
      Then the result is, in any order
        | $this | 1             |
        | a     | (Food, inner) |
      When a query queries "(Eats, Apples)"
      Then the result is, in any order
        | $this | 1             |
        | b     | (Eats, inner) |
      When a query queries "(Likes, Apples)"
      Then the result is, in any order
        | $this | 1              |
        | c     | (Likes, outer) |
      When a query queries "(Food, Food.Apples)"
      Then the result is, in any order
        | $this |
        | a     |

    @together-22 @REL-237 @REL-239
    Scenario: A query for a pair that OneOf forbids is allowed and finds nothing
      Given a relationship Food with OneOf
      And an entity Apples below Food
      And an entity Fork
      And these facts
        | a | (Food, Apples), Npc |
      When a query queries "(Food, Fork)"
      Then the result is empty
      When a query queries "Npc, !(Food, Fork)"
      Then the result is, in any order
        | $this |
        | a     |
      And a does not have (Food, Fork)

    @together-23 @REL-174 @REL-175 @entities.create
    Scenario: If an id of a new entity is refused, the entity is not created
      Given an entity e with Final
      And a tag Npc
      When an entity i with Npc, (IsA, e)
      Then it fails with final
      And i is not alive
      And the count of Npc is 0
      When an entity i with Npc
      Then i has Npc

    @together-24 @REL-212 @REL-214
    Scenario: Exclusive does not limit the relationship as a tag or as a target
      Given a relationship Married with Exclusive
      When e gets (Married, a)
      And e gets Married
      And e gets (Likes, Married)
      And e gets (Married, b)
      Then the ids of e are Married, (Likes, Married), (Married, b)

    @together-25 @REL-194 @REL-187
    Scenario: A reflexive and transitive term works under Not and with two variables
      Given a relationship In with Reflexive, Transitive
      And these facts
        | a | (In, b), Npc |
        | b | (In, c), Npc |
        | d | Npc          |
      When a rule queries "Npc, (In, b)"
      Then the result is, in any order
        | $this |
        | a     |
        | b     |
      When a rule queries "Npc, !(In, c)"
      Then the result is, in any order
        | $this |
        | d     |
      When a rule queries "Npc($x), In($x, $x)"
      Then the result is, in any order
        | $x |
        | a  |
        | b  |
        | d  |
      When a rule queries "Npc($x), In($x, $y), Npc($y)"
      Then the result is, in any order
        | $x | $y |
        | a  | a  |
        | a  | b  |
        | b  | b  |
        | d  | d  |

    @together-26 @REL-205 @REL-206
    Scenario: Traversable can be added and removed at any time
      Given a tag Hot
      And these facts
        | cup     | (In, kitchen) |
        | kitchen | Hot           |
      When a query queries [{"first":"Hot","src":{"trav":{"flags":["up"],"rel":"In"}}}]
      Then it fails with not_traversable
      When In is Traversable
      And a query queries [{"first":"Hot","src":{"trav":{"flags":["up"],"rel":"In"}}}]
      Then the result is, in any order
        | $this | 1                |
        | cup   | Hot from kitchen |
      When In is not Traversable
      And In is Acyclic
      And a query queries [{"first":"Hot","src":{"trav":{"flags":["up"],"rel":"In"}}}]
      Then it fails with not_traversable
      When In is not Acyclic
      And In is Transitive
      And a query queries [{"first":"Hot","src":{"trav":{"flags":["up"],"rel":"In"}}}]
      Then the result is, in any order
        | $this | 1                |
        | cup   | Hot from kitchen |

  Rule: A property acts where it is owned

    @together-31 @REL-164 @REL-187 @REL-194
    Scenario: A term for a transitive relationship follows pairs of its subclasses; a term for a subclass is not transitive
      Given a relationship Bond with Transitive, Reflexive
      And these facts
        | Marriage | (IsA, Bond)   |
        | a        | (Marriage, b) |
        | b        | (Marriage, c) |
        | c        | (Bond, d)     |
      When a rule queries "(Marriage, c)"
      Then the result is, in any order
        | $this | 1             |
        | b     | (Marriage, c) |
      When a rule queries "(Marriage, d)"
      Then the result is empty
      When a rule queries "(Bond, d)"
      Then the result is, in any order
        | $this | 1.id      |
        | a     | (Bond, d) |
        | b     | (Bond, d) |
        | c     | (Bond, d) |
        | d     | (Bond, d) |
      When a rule queries "(Bond, $x)", with $this = b
      Then the result is, in any order
        | $x |
        | b  |
        | c  |
        | d  |

    @together-32 @REL-164 @REL-235 @REL-220 @REL-168
    Scenario: OneOf, Union and PairIsTag of a base do not act on its instances
      Given a component Position {x i32}
      And a relationship Food with OneOf
      And a relationship Movement with Union
      And a relationship Marker with PairIsTag
      And an entity Apples below Food
      And these facts
        | Meal   | (IsA, Food)     |
        | Gait   | (IsA, Movement) |
        | Sticky | (IsA, Marker)   |
      When e gets (Meal, Fork)
      And e gets (Gait, Walking)
      And e gets (Gait, Running)
      And e gets (Sticky, Position) {x: 1}
      Then the changes are
        | + | e | (Sticky, Position) {x: 1} |
      And the targets of Gait on e are Walking and Running
      And e has (Meal, Fork)
      When e gets (Food, Fork)
      Then it fails with one_of

    @together-33 @REL-220 @REL-227 @REL-224
    Scenario Outline: An Exclusive or Union relationship works with sources, scopes, lists, groups and parents
      Given a relationship In with <properties>
      And an entity x
      And an entity y
      And these facts
        | a    | (In, x), Npc              |
        | b    | (In, y), Npc              |
        | c    | Npc, (ChildOf, a)         |
        | list | (In, y), Npc              |
      When a rule queries "Npc, In(b, y)"
      Then the result is, in any order
        | $this |
        | a     |
        | b     |
        | c     |
        | list  |
      When a rule queries "Npc, In(b, x)"
      Then the result is empty
      When a rule queries "Npc, !{ (In, $p), $p == x }"
      Then the result is, in any order
        | $this |
        | b     |
        | c     |
        | list  |
      When a query queries "Npc, (In, _)"
      Then the result is, in any order
        | $this | 2       |
        | a     | (In, *) |
        | b     | (In, *) |
        | list  | (In, *) |
      When a cached query queries [{"oper":"and_from","first":"list"}]
      Then the result is, in any order
        | $this |
        | b     |
        | list  |
      When a query queries [{"first":"In","second":"*","src":{"trav":{"flags":["up"],"rel":"ChildOf"}}}]
      Then the result is, in any order
        | $this | 1.src |
        | c     | a     |
      When a cached query g is prepared for "Npc", grouped by In
      And query g is iterated
      Then the result is, in blocks
        | block | $this | group |
        | 0     | c     | -     |
        | 1     | a     | x     |
        | 2     | b     | y     |
        | 2     | list  | y     |
      When b gets (In, x)
      And query g is iterated, in group x
      Then the result is, in any order
        | $this |
        | a     |
        | b     |

      Examples:
        | properties              |
        | Exclusive               |
        | Exclusive, DontFragment |
        | Union                   |

    @together-34 @REL-223 @REL-229
    Scenario: Removing any target of a symmetric union removes the pair and its mirror
      Given a relationship Married with Symmetric, Union
      And these facts
        | a | (Married, b) |
      And an entity c
      When a loses (Married, c)
      Then the changes are
        | - | a | (Married, b) |
        | - | b | (Married, a) |
      When a gets (Married, c)
      And every entity loses (Married, b)
      Then the world is unchanged
      When every entity loses (Married, a)
      Then the changes are
        | - | c | (Married, a) |
        | - | a | (Married, c) |

    @together-35 @REL-223
    Scenario: A disabled union pair is not matched until another target replaces it
      Given a relationship Movement with Union
      And these facts
        | a | (Movement, Walking), Npc |
      And Movement gets CanToggle
      When (Movement, Walking) of a is disabled
      And a query queries "Npc, !(Movement, *)"
      Then the result is, in any order
        | $this |
        | a     |
      And a has (Movement, Walking)
      When a gets (Movement, Running)
      And a query queries "Npc, (Movement, *)"
      Then the result is, in any order
        | $this |
        | a     |
      When a loses (Movement, Walking)
      Then a does not have (Movement, *)
