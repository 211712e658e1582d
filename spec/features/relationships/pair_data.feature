@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Data of pairs

  Rule: A pair has the type of its first element, or if that has none, the type of its second element

    @data-01 @REL-045 @REL-051 @QRY-158
    Scenario: If the relationship is a component, the pair has its type
      Given a relationship Eats {amount i32}
      And these facts
        | Bob   | (Eats, Apples) {amount: 1}, (Eats, Pears) {amount: 2} |
        | Alice | (Eats, Apples) {amount: 3}                            |
      Then the value of (Eats, Apples) on Bob is {amount: 1}
      And the value of (Eats, Pears) on Bob is {amount: 2}
      And the value of (Eats, Apples) on Alice is {amount: 3}
      And the value of (Eats, Pears) on Alice is none
      And the type of (Eats, Apples) is Eats

    @data-02 @REL-007 @REL-046 @REL-049
    Scenario: A pair of two tags is a tag
      Given these facts
        | Bob | (Likes, Apples) |
      Then the type of (Likes, Apples) is none
      When Bob gets (Likes, Apples) {amount: 1}
      Then it fails with invalid
      When the value of (Likes, Apples) on Bob is asked
      Then it fails with invalid

    @data-03 @REL-050 @REL-055
    Scenario: A relationship with PairIsTag makes all its pairs tags
      Given a component Position {x f32, y f32}
      When e gets (ChildOf, Position)
      Then e has (ChildOf, Position)
      And the type of (ChildOf, Position) is none
      When e gets (ChildOf, Position) {x: 1}
      Then it fails with invalid

    @data-04 @REL-053 @REL-054
    Scenario: If only the target is a component, the pair has the type of the target
      Given a component Position {x f32, y f32}
      And these facts
        | e | (Begin, Position) {x: 0, y: 0}, (End, Position) {x: 10, y: 20} |
      Then the value of (Begin, Position) on e is {x: 0, y: 0}
      And the value of (End, Position) on e is {x: 10, y: 20}
      And the type of (Begin, Position) is Position
      And e does not have Position
      When the type of (Position, Begin) is asked
      Then the answer is Position

    @data-05 @REL-047 @REL-048 @REL-052
    Scenario: If both elements are components, the pair has the type of the first
      Given a component Position {x f32, y f32}
      And a component Eats {amount i32}
      When e gets (Eats, Position) {amount: 5}
      Then the value of (Eats, Position) on e is {amount: 5}
      And the type of (Eats, Position) is Eats
      And the type of (Position, Eats) is Position
      When e gets (Eats, Position) {x: 1}
      Then it fails with invalid
      When e gets (Position, Eats) {x: 1, y: 2}
      Then the value of (Position, Eats) on e is {x: 1, y: 2}
      And the value of (Eats, Position) on e is {amount: 5}

    @data-06 @REL-048 @data.type
    Scenario Outline: The type of a pair depends on PairIsTag, then on the first element, then on the second
      Given a component A {a i32}
      And a component B {b i32}
      And a tag S
      And a tag T
      And a tag M with PairIsTag
      And a component N {n i32}
      And N is PairIsTag
      Then the type of (<first>, <second>) is <type>

      Examples:
        | first | second | type |
        | S     | T      | none |
        | M     | B      | none |
        | N     | T      | none |
        | N     | B      | none |
        | A     | T      | A    |
        | A     | B      | A    |
        | S     | B      | B    |
        | S     | N      | N    |

    @data-07 @REL-056 @REL-242 @REL-243 @REL-247
    Scenario: A component without members does not determine the type of a pair
      Given a component Begin
      And a component Position {x f32, y f32}
      And a tag Npc
      Then the type of Begin is none
      And the type of Npc is none
      And the type of Position is Position
      And the type of (Begin, Position) is Position
      And the type of (Begin, Npc) is none
      When e gets Begin {x: 1}
      Then it fails with invalid

    @data-08 @REL-007 @REL-250 @data.set-refused
    Scenario: Ids without a type have no data
      Given a tag Npc
      And an entity e
      When e gets Npc
      Then the changes are
        | + | e | Npc |
      When e gets Npc {x: 1}
      Then it fails with invalid
      When the value of Npc on e is asked
      Then it fails with invalid

  Rule: A component can be on an entity several times, in different pairs

    @data-09 @REL-059 @REL-060
    Scenario: A component can be on an entity three times, in three pairs
      Given a component Position {x f32, y f32}
      And these facts
        | e | (Position, first) {x: 1, y: 2}, (Position, second) {x: 3, y: 4}, (Position, third) {x: 5, y: 6} |
      Then the value of (Position, first) on e is {x: 1, y: 2}
      And the value of (Position, second) on e is {x: 3, y: 4}
      And the value of (Position, third) on e is {x: 5, y: 6}
      And the value of Position on e is none
      And e does not have Position
      When e loses (Position, second)
      Then the value of (Position, first) on e is {x: 1, y: 2}
      And the value of (Position, second) on e is none
      And the value of (Position, third) on e is {x: 5, y: 6}

    @data-10 @REL-058 @F41-168
    Scenario: Setting a component again replaces its value
      Given a component Position {x f32, y f32}
      And these facts
        | e | Position {x: 1, y: 2} |
      When e gets Position {y: 3}
      Then the value of Position on e is {x: 0, y: 3}
      And the ids of e are Position
      When e gets Position
      Then the value of Position on e is {x: 0, y: 3}

    @data-11 @REL-045
    Scenario: A component can have members of every type
      Given a component All {a f32, b f64, c i32, d i64, e bool, f string, g entity}
      When Bob gets All {a: 0.5, b: 0.1, c: -7, d: 9007199254740993, e: true, f: "text", g: Alice}
      Then the value of All on Bob is {a: 0.5, b: 0.1, c: -7, d: 9007199254740993, e: true, f: "text", g: Alice}
      When Bob gets All {g: none}
      Then the value of All on Bob is {}

    @data-12 @REL-045
    Scenario Outline: A value that the component cannot hold is refused
      Given a component All {c i32, f string}
      And an entity Bob
      When Bob gets All <value>
      Then it fails with invalid
      And Bob does not have All

      Examples:
        | value           |
        | {c: 3000000000} |
        | {c: 0.5}        |
        | {c: "text"}     |
        | {f: 1}          |
        | {z: 1}          |

  Rule: A pair that is added without being set has a value of its own, which is zero

    @data-13 @REL-165 @REL-166 @REL-167
    Scenario: A pair with a component as its target has its own value
      Given a component Position {x f32, y f32}
      And these facts
        | e | Position {x: 10, y: 20}  |
        | e | (Serializable, Position) |
      Then the value of Position on e is {x: 10, y: 20}
      And the value of (Serializable, Position) on e is {x: 0, y: 0}
      When e gets (Serializable, Position) {x: 1}
      Then the value of Position on e is {x: 10, y: 20}

  Rule: PairIsTag keeps data out of the pairs of a relationship

    @data-14 @REL-168 @REL-169 @REL-170 @REL-171 @F41-037
    Scenario: With PairIsTag, a pair has no data
      Given a component Position {x f32, y f32}
      And a relationship Serializable with PairIsTag
      And these facts
        | e | Position {x: 10, y: 20}, (Serializable, Position) |
      Then e has (Serializable, Position)
      And the value of Position on e is {x: 10, y: 20}
      When the value of (Serializable, Position) on e is asked
      Then it fails with invalid
      When e gets (Serializable, Position) {x: 1}
      Then it fails with invalid

    @data-15 @REL-173 @F41-038
    Scenario: PairIsTag of a target has no effect
      Given a component Position {x f32, y f32} with PairIsTag
      When e gets (R, Position) {x: 1}
      Then the value of (R, Position) on e is {x: 1}
      And the type of (R, Position) is Position
      And the type of (Position, R) is none

    @data-16 @REL-168
    Scenario: PairIsTag cannot be added or removed while it would change existing pairs
      Given a component Position {x f32, y f32}
      And these facts
        | e | (R, Position) |
      When R gets PairIsTag
      Then it fails with in_use
      When e loses (R, Position)
      And R gets PairIsTag
      And e gets (R, Position)
      Then the type of (R, Position) is none
      When R loses PairIsTag
      Then it fails with in_use
