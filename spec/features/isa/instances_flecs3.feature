@profile:flecs-3
Feature: Instances that inherit

  Rule: An own pair hides the inherited one

    @instances-01 @REL-089 @REL-090 @REL-091 @REL-045
    Scenario: An overridden pair starts with the inherited value, and removing the pair restores that value
      Given a relationship Eats {amount i32}
      And these facts
        | base | (Eats, a) {amount: 1}, (Eats, b) {amount: 2} |
        | inst | (IsA, base)                                  |
      When inst gets (Eats, a)
      Then the changes are
        | + | inst | (Eats, a) {amount: 1} |
      When base gets (Eats, a) {amount: 5}
      Then the value of (Eats, a) on inst is {amount: 1}
      When a query queries "(Eats, *)", with values
      Then the result is, in any order
        | $this | 1                   | 1.value     |
        | base  | (Eats, a)           | {amount: 5} |
        | base  | (Eats, b)           | {amount: 2} |
        | inst  | (Eats, a)           | {amount: 1} |
        | inst  | (Eats, b) from base | {amount: 2} |
      When inst loses (Eats, *)
      Then the value of (Eats, a) on inst is {amount: 5}

    @instances-02 @REL-212 @REL-089 @REL-091 @inheritance.exclusive
    Scenario Outline: An exclusive target is inherited until the instance has its own
      Given a relationship Holds {amount i32} with <properties>
      And these facts
        | base | (Holds, cup) {amount: 1} |
        | inst | (IsA, base)              |
      When inst gets (Holds, plate)
      Then the value of (Holds, plate) on inst is {amount: 0}
      And inst does not have (Holds, cup)
      And the value of (Holds, cup) on inst is none
      And the targets of Holds on inst are plate
      When inst gets (Holds, cup)
      Then the changes are
        | - | inst | (Holds, plate)           |
        | + | inst | (Holds, cup) {amount: 1} |
      When inst gets (Holds, plate) {amount: 3}
      And inst loses (Holds, cup)
      Then the world is unchanged
      When inst loses (Holds, plate)
      Then inst has (Holds, cup)
      And inst does not own (Holds, cup)
      And the value of (Holds, cup) on inst is {amount: 1}

      Examples:
        | properties              |
        | Exclusive               |
        | Exclusive, DontFragment |
        | Exclusive, Sparse       |

    @instances-03 @REL-212 @REL-089
    Scenario: The target of an exclusive relationship comes from the first base that has one, on any level
      Given a relationship In with Exclusive
      And an entity one
      And an entity two
      And these facts
        | one  | (IsA, root)            |
        | root | (In, deep)             |
        | two  | (In, near)             |
        | inst | (IsA, one), (IsA, two) |
      Then the targets of In on inst are deep
      And inst does not have (In, near)
      When a query queries "(In, *)", with $this = inst
      Then the result is, in any order
        | 1                    |
        | (In, deep) from root |
      When root is deleted
      Then the targets of In on inst are near

    @instances-04 @REL-229 @REL-230 @REL-089
    Scenario: An inherited pair of a symmetric relationship has no mirror until it is owned
      Given a relationship Knows with Symmetric
      And these facts
        | base | (Knows, Ann) |
        | inst | (IsA, base)  |
      Then inst has (Knows, Ann)
      And Ann does not have (Knows, inst)
      When inst gets (Knows, Ann)
      Then the changes are
        | + | inst | (Knows, Ann)  |
        | + | Ann  | (Knows, inst) |
      When inst loses (Knows, Ann)
      Then the changes are
        | - | inst | (Knows, Ann)  |
        | - | Ann  | (Knows, inst) |
      And inst has (Knows, Ann)

    @instances-10 @REL-229 @REL-230 @REL-090
    Scenario: A mirrored pair starts with the inherited value, and its removal leaves the inherited pair
      Given a relationship Trust {level i32} with Symmetric
      And these facts
        | base  | (Trust, Bob) {level: 5} |
        | Alice | (IsA, base)             |
      When Bob gets (Trust, Alice) {level: 2}
      Then the changes are
        | + | Bob   | (Trust, Alice) {level: 2} |
        | + | Alice | (Trust, Bob) {level: 5}   |
      When Bob loses (Trust, Alice)
      Then the changes are
        | - | Bob   | (Trust, Alice) {level: 2} |
        | - | Alice | (Trust, Bob) {level: 5}   |
      And the value of (Trust, Bob) on Alice is {level: 5}
      And the value of (Trust, base) on Bob is {level: 0}

    @instances-05 @REL-084 @REL-089 @REL-095 @ids.questions @inheritance.has
    Scenario: An instance is an instance of its base's bases
      Given these facts
        | Apple  | (IsA, Fruit) |
        | Granny | (IsA, Apple) |
        | Fruit  | Sweet        |
      Then Granny has (IsA, Fruit)
      And Granny does not own (IsA, Fruit)
      And Granny has (*, Fruit)
      And the targets of IsA on Granny are Apple and Fruit
      And the sources of (IsA, Fruit) are Apple
      And the count of (IsA, Fruit) is 1
      And Granny does not have (IsA, Granny)
      When Granny loses (IsA, *)
      Then Granny does not have (IsA, Fruit)
      And Granny does not have Sweet
      When Granny gets (IsA, Apple)
      And Apple is deleted
      Then the ids of Granny are none
      And Granny does not have Sweet
      And the sources of (IsA, Fruit) are none

    @instances-06 @REL-231 @REL-088
    Scenario: An id that With added to a base is inherited
      Given a tag Power with (With, Duty)
      And these facts
        | base | Power       |
        | inst | (IsA, base) |
      Then inst has Duty
      When inst gets Power
      Then the changes are
        | + | inst | Power |
        | + | inst | Duty  |
      When base loses Power
      Then inst owns Power
      And inst has Duty
      And base has Duty

    @instances-07 @REL-180 @REL-088
    Scenario: An id that is not inherited is found only on its owner, on every level
      Given a tag Secret with DontInherit
      And these facts
        | base | Secret, (Secret, x), (R, Secret) |
        | mid  | (IsA, base)                      |
        | inst | (IsA, mid)                       |
      Then inst does not have Secret
      And inst does not have (Secret, *)
      And inst has (R, Secret)
      When mid gets Secret
      Then mid owns Secret
      And inst does not have Secret
      When a query queries "!Secret, (IsA, base)"
      Then the result is, in any order
        | $this |
        | inst  |

    @instances-08 @REL-180 @REL-167
    Scenario: A component that is not inherited has no value on instances
      Given a component Secret {n i32} with DontInherit
      And these facts
        | base | Secret {n: 5}, (Secret, x) {n: 6}, (R, Secret) {n: 7} |
        | inst | (IsA, base)                                           |
      Then the value of Secret on inst is none
      And the value of (Secret, x) on inst is none
      And the value of (R, Secret) on inst is {n: 7}
      When inst gets Secret
      Then the value of Secret on inst is {n: 0}
      And the value of Secret on base is {n: 5}

    @instances-09 @REL-220 @REL-223 @REL-089
    Scenario: Removing any target of a union removes the own target and restores the inherited one
      Given a relationship Movement with Union
      And these facts
        | base | (Movement, Walking) |
        | inst | (IsA, base)         |
      When inst gets (Movement, Running)
      Then inst does not have (Movement, Walking)
      When inst loses (Movement, Walking)
      Then the changes are
        | - | inst | (Movement, Running) |
      And inst has (Movement, Walking)
      When inst loses (Movement, Walking)
      Then the world is unchanged
      When a query queries "(Movement, *)"
      Then the result is, in any order
        | $this | 1                       |
        | base  | (Movement, *)           |
        | inst  | (Movement, *) from base |

  Rule: An instance is not a prefab, and has no children of its prefab

    @instances-11 @REL-085 @REL-182 @REL-198
    Scenario: A query for instances finds the prefab itself only if it names Prefab
      Given a prefab Base with Npc
      And a prefab Special with (IsA, Base)
      And these facts
        | inst | (IsA, Special) |
      When a rule queries "(IsA, Base)"
      Then the result is, in any order
        | $this |
        | inst  |
      When a rule queries "(IsA, Base), ?Prefab"
      Then the result is, in any order
        | $this   | 2      |
        | inst    | -      |
        | Base    | Prefab |
        | Special | Prefab |
      When a rule queries "Npc, (IsA, $base)"
      Then the result is, in any order
        | $this | $base   |
        | inst  | inst    |
        | inst  | Special |
        | inst  | Base    |

    @instances-12 @REL-182 @REL-183
    Scenario: Prefabs and disabled entities can be sources, targets and values of variables other than $this
      Given a prefab Base with Npc
      And these facts
        | Sleeper | Npc                                 |
        | a       | (Likes, Base), (Likes, Sleeper), T |
        | Base    | (Likes, a)                          |
        | Sleeper | (Likes, a)                          |
      When Sleeper is disabled
      And a rule queries "Npc($x)"
      Then the result is, in any order
        | $x      |
        | Base    |
        | Sleeper |
      When a rule queries "T, (Likes, $x), Npc($x)"
      Then the result is, in any order
        | $this | $x      |
        | a     | Base    |
        | a     | Sleeper |
      When a query queries "T, Npc(Base), Npc(Sleeper)"
      Then the result is, in any order
        | $this |
        | a     |
      When a query queries "(Likes, a)"
      Then the result is empty
      When a query queries "(Likes, a), Disabled || Prefab"
      Then the result is, in any order
        | $this   | 2        |
        | Base    | Prefab   |
        | Sleeper | Disabled |

    @instances-13 @REL-182 @REL-101 @REL-185
    Scenario: An instance does not get the children of its prefab
      Given a prefab Ship
      And an entity Engine below Ship with Hot
      And a prefab Wing below Ship with Hot
      And an entity inst with (IsA, Ship)
      And an entity motor with (IsA, Engine)
      Then the children of Ship are Engine and Wing
      And the children of inst are none
      And the parent of motor is none
      When a query queries "Hot"
      Then the result is, in any order
        | $this  | 1               |
        | motor  | Hot from Engine |
      When Ship is deleted
      Then the changes are
        | - | Ship   |               |
        | - | Engine |               |
        | - | Wing   |               |
        | - | inst   | (IsA, Ship)   |
        | - | motor  | (IsA, Engine) |
      And motor does not have Hot

    @instances-14 @REL-182 @REL-088
    Scenario: An instance can become a prefab, and a prefab can become an ordinary entity again
      Given a prefab Base with Npc
      And these facts
        | inst | (IsA, Base) |
      And a cached query q is prepared for "Npc"
      When inst is Prefab
      And query q is iterated
      Then the result is empty
      When Base is not Prefab
      And query q is iterated
      Then the result is, in any order
        | $this |
        | Base  |
      When inst is not Prefab
      And query q is iterated
      Then the result is, in any order
        | $this | 1             |
        | Base  | Npc           |
        | inst  | Npc from Base |

    @instances-15 @REL-091 @REL-212 @REL-229
    Scenario: The copy of an Exclusive and Symmetric pair with an override mark keeps the value and replaces the base's pair
      Given a relationship Bond {level i32} with Exclusive, Symmetric
      And a prefab Base
      And an entity Ann
      When Base gets (Bond, Ann) {level: 4}
      And (Bond, Ann) of Base is overridden
      And an entity one with (IsA, Base)
      Then the changes are
        | + | one  |                        |
        | + | one  | (IsA, Base)            |
        | + | one  | (Bond, Ann) {level: 4} |
        | - | Ann  | (Bond, Base)           |
        | + | Ann  | (Bond, one)            |
        | - | Base | (Bond, Ann) {level: 4} |
      When an entity two with (IsA, Base)
      Then the value of (Bond, Ann) on two is {level: 0}
      And the target of Bond on Ann is two
      And one does not have (Bond, *)

    @instances-17 @REL-091 @REL-090 @REL-095
    Scenario: An override mark on an inherited id copies the value that the id has at that moment
      Given a component Mass {value i32}
      And these facts
        | top  | Mass {value: 7} |
        | base | (IsA, top)      |
      When Mass of base is overridden
      And inst gets (IsA, base)
      Then the changes are
        | + | inst | (IsA, base)     |
        | + | inst | Mass {value: 7} |
      When top gets Mass {value: 8}
      Then the value of Mass on base is {value: 8}
      And the value of Mass on inst is {value: 7}

    @instances-16 @REL-088 @REL-182 @toggle.entity
    Scenario: Disabling a list disables neither its instance nor the entities that are ids of the list
      Given these facts
        | a | T |
        | b | T |
      And a prefab List with a, b, T
      And an entity inst with (IsA, List)
      When List is disabled
      And a query queries "T"
      Then the result is, in any order
        | $this | 1           |
        | a     | T           |
        | b     | T           |
        | inst  | T from List |
      And inst does not have Disabled
      And a does not have Disabled
      When a is disabled
      And a query queries "T, ?Prefab, ?Disabled"
      Then the result is, in any order
        | $this | 2      | 3        |
        | a     | -      | Disabled |
        | b     | -      | -        |
        | inst  | -      | -        |
        | List  | Prefab | Disabled |
