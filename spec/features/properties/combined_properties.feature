@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Combined properties

  Rule: With combines with every property

    @together-01 @REL-232 @REL-212
    Scenario: An exclusive relationship in a chain of With replaces its target
      Given a relationship C {n i32}
      And a relationship B with Exclusive, (With, C)
      And a relationship A with (With, B)
      When e gets (A, x)
      Then the changes are
        | + | e | (A, x)        |
        | + | e | (B, x)        |
        | + | e | (C, x) {n: 0} |
      When e gets (C, x) {n: 7}
      And e gets (A, y)
      Then the changes are
        | + | e | (A, y) |
        | - | e | (B, x) |
        | + | e | (B, y) |
        | + | e | (C, y) |
      And the value of (C, x) on e is {n: 7}

    @together-02 @REL-231 @REL-232
    Scenario: A tag can have With for several ids and for itself, and With also acts on pairs of the tag
      Given a tag A with (With, B), (With, C)
      And A gets (With, A)
      When e gets A
      Then the changes are
        | + | e | A |
        | + | e | B |
        | + | e | C |
      When f gets (A, x)
      Then the changes are
        | + | f | (A, x) |
        | + | f | (B, x) |
        | + | f | (C, x) |
      When g gets (R, A)
      Then the changes are
        | + | g | (R, A) |

    @together-03 @REL-229 @REL-232
    Scenario: With can add a symmetric pair, and With also acts on the mirror
      Given a relationship Knows with Symmetric
      And a relationship Loves with (With, Knows)
      And a relationship Married with Symmetric, (With, Likes)
      When Bob gets (Loves, Alice)
      Then the changes are
        | + | Bob   | (Loves, Alice) |
        | + | Bob   | (Knows, Alice) |
        | + | Alice | (Knows, Bob)   |
      When Bob gets (Married, Carl)
      Then the changes are
        | + | Bob  | (Married, Carl) |
        | + | Bob  | (Likes, Carl)   |
        | + | Carl | (Married, Bob)  |
        | + | Carl | (Likes, Bob)    |
      When Carl loses (Married, Bob)
      Then the changes are
        | - | Bob  | (Married, Carl) |
        | - | Carl | (Married, Bob)  |

    @together-04 @REL-232 @REL-203 @REL-175
    Scenario: If the last id of a chain of With is refused, nothing is added
      Given a relationship Above with Acyclic
      And a relationship Near with Symmetric, (With, Above)
      And a relationship Owns with (With, Near)
      And an observer o is prepared for "(*, *)", on OnAdd
      When e gets (Owns, e)
      Then it fails with cycle
      When e gets (Owns, f)
      Then it fails with cycle
      And the events are none

    @together-05 @REL-232 @REL-213 @REL-104
    Scenario: With can add a parent
      Given a relationship Inside with (With, ChildOf)
      And an entity kitchen
      And an entity hall
      And an entity cup named "Cup"
      And an entity other named "Cup" below hall
      When cup gets (Inside, kitchen)
      Then the parent of cup is kitchen
      And the lookup of "kitchen.Cup" is cup
      When cup gets (Inside, hall)
      Then it fails with exists
      When kitchen gets (Inside, cup)
      Then it fails with cycle
      When kitchen is deleted
      Then cup is not alive

    @together-06 @REL-231 @REL-045
    Scenario: Setting a value adds the ids of With, and setting it again does not
      Given a component Mass {value i32}
      And a component Solid {grade i32} with (With, Mass)
      When e gets Solid {grade: 3}
      Then the changes are
        | + | e | Solid {grade: 3} |
        | + | e | Mass {value: 0}  |
      When e gets Mass {value: 5}
      And e gets Solid {grade: 4}
      Then the value of Mass on e is {value: 5}
      When e loses Mass
      And e gets Solid {grade: 5}
      Then e does not have Mass

    @together-36 @REL-231 @REL-232 @REL-212 @data.set-replaced
    Scenario: If With replaces the pair that is being set, no value is set
      Given a relationship Copies {depth i32} with Exclusive, (With, IsA)
      And a relationship Builds with (With, Copies)
      And these facts
        | frigate | (Builds, hull) |
      And (Builds, hull) of frigate is overridden
      And an observer o is prepared for "(Copies, *)", on OnAdd and OnSet and OnRemove
      When ship gets (Copies, frigate) {depth: 5}
      Then the changes are
        | + | ship | (Builds, hull)            |
        | + | ship | (Copies, hull) {depth: 0} |
        | + | ship | (IsA, frigate)            |
        | + | ship | (IsA, hull)               |
      And the events are
        | o | OnAdd | ship | (Copies, hull) |
      When the world is deferred
      And boat gets (Copies, frigate) {depth: 5}
      And the world is no longer deferred
      Then the answer is none
      And the targets of Copies on boat are hull
      And the value of (Copies, hull) on boat is {depth: 0}

  Rule: Symmetric combines with every property

    @together-11 @REL-229 @REL-230 @REL-212
    Scenario Outline: If a Symmetric relationship allows one target, a new pair replaces the pairs of both entities
      Given a relationship Married with Symmetric, <property>
      And these facts
        | a | (Married, b) |
        | c | (Married, d) |
      When a gets (Married, c)
      Then the changes are
        | - | a | (Married, b) |
        | - | b | (Married, a) |
        | - | c | (Married, d) |
        | - | d | (Married, c) |
        | + | a | (Married, c) |
        | + | c | (Married, a) |
      When a gets (Married, a)
      Then the changes are
        | - | a | (Married, c) |
        | - | c | (Married, a) |
        | + | a | (Married, a) |
      When d gets (Married, a)
      Then the changes are
        | - | a | (Married, a) |
        | + | a | (Married, d) |
        | + | d | (Married, a) |
      When a is cleared
      Then the changes are
        | + | a | without a name |
        | - | a | (Married, d)   |
        | - | d | (Married, a)   |

      Examples:
        | property                |
        | Exclusive               |
        | Union                   |
        | Exclusive, DontFragment |

    @together-12 @REL-230 @REL-122 @REL-124
    Scenario: Removing by pattern removes the mirrors
      Given a relationship Knows with Symmetric
      And these facts
        | a | (Knows, b), (Knows, c) |
        | c | (Knows, d)             |
      When a loses (Knows, *)
      Then the changes are
        | - | a | (Knows, b) |
        | - | a | (Knows, c) |
        | - | b | (Knows, a) |
        | - | c | (Knows, a) |
      When a gets (Knows, c)
      And every entity loses (Knows, c)
      Then the changes are
        | - | a | (Knows, c) |
        | - | d | (Knows, c) |
        | - | c | (Knows, a) |
        | - | c | (Knows, d) |

    @together-13 @REL-230 @REL-122
    Scenario: Deleting all partners removes all pairs
      Given a relationship Knows with Symmetric
      And these facts
        | a | (Knows, b), (Knows, c) |
      When every entity with (Knows, a) is deleted
      Then the changes are
        | - | b |            |
        | - | c |            |
        | - | a | (Knows, b) |
        | - | a | (Knows, c) |

    @together-14 @REL-229 @REL-187 @QRY-592
    Scenario: A symmetric and transitive relationship relates all entities that are connected
      Given a relationship Near with Symmetric, Transitive
      And these facts
        | a | (Near, b) |
        | b | (Near, c) |
        | d | (Near, d) |
      When a rule queries "(Near, a)"
      Then the result is, in any order
        | $this |
        | a     |
        | b     |
        | c     |
      When a rule queries "(Near, $x)", with $this = d
      Then the result is, in any order
        | $x |
        | d  |
      When b is deleted
      And a rule queries "(Near, $x)"
      Then the result is, in any order
        | $this | $x |
        | d     | d  |

    @together-15 @REL-229 @REL-237
    Scenario: If OneOf refuses the mirror, the pair is not added
      Given a relationship Team with Symmetric, OneOf
      And an entity Red below Team
      And an entity Blue below Team
      And an entity Fork
      When Red gets (Team, Blue)
      Then the changes are
        | + | Red  | (Team, Blue) |
        | + | Blue | (Team, Red)  |
      When Fork gets (Team, Blue)
      Then it fails with one_of

    @together-16 @REL-229 @REL-212
    Scenario: Setting a value again does not change the mirror's value
      Given a relationship Bond {level i32} with Symmetric, Exclusive
      When a gets (Bond, b) {level: 1}
      And b gets (Bond, a) {level: 2}
      And a gets (Bond, b) {level: 3}
      Then the value of (Bond, a) on b is {level: 2}
      When c gets (Bond, b) {level: 4}
      Then the changes are
        | - | a | (Bond, b) {level: 3} |
        | - | b | (Bond, a) {level: 2} |
        | + | c | (Bond, b) {level: 4} |
        | + | b | (Bond, c) {level: 0} |
