@profile:flecs-4.1
Feature: Hierarchies stored in tables and outside tables

  Flecs 4.1 stores a hierarchy in tables, by ChildOf, or outside tables, by the component Parent. Here both are ChildOf,
  with or without DontFragment, and give the same answers.

  Background:
    Given a component Position {x i32}

    @hierarchy-20 @F41-069 @F41-070 @F41-071 @F41-073 @F41-074 @F41-076 @F41-078 @F41-082 @F41-086 @F41-089 @F41-052 @sparse.no-effect
    Scenario Outline: Terms, traversal and the operations on children do not depend on the storage
      Given these facts
        | ChildOf | <property>                                 |
        | ship    | Npc, Position {x: 1}                       |
        | cockpit | Npc, (ChildOf, ship)                       |
        | engine  | Npc, (ChildOf, ship)                       |
        | seat    | Npc, (ChildOf, cockpit), Position {x: 2}   |
      Then the parent of seat is cockpit
      And the children of ship are cockpit and engine
      And the ids of seat are Npc, Position and (ChildOf, cockpit)
      When a query queries "Npc, !(ChildOf, ship)"
      Then the result is, in any order
        | $this |
        | ship  |
        | seat  |
      When a query queries "(ChildOf, ship) || (ChildOf, ship.cockpit)"
      Then the result is, in any order
        | $this   | 1                  |
        | cockpit | (ChildOf, ship)    |
        | engine  | (ChildOf, ship)    |
        | seat    | (ChildOf, cockpit) |
      When a query queries "Npc, !(ChildOf, *)"
      Then the result is, in any order
        | $this |
        | ship  |
      When a query queries "Npc, (ChildOf, _)", with batches
      Then the result is, in any order
        | $this   | batch |
        | cockpit | 0     |
        | engine  | 0     |
        | seat    | 1     |
      When a query queries "Npc, Position(up)"
      Then the result is, in any order
        | $this   | 2                  |
        | cockpit | Position from ship |
        | engine  | Position from ship |
        | seat    | Position from ship |
      When a cached query queries "Npc, ?Position(cascade)"
      Then the result is, in blocks
        | block | $this   | 2                  |
        | 0     | ship    | -                  |
        | 1     | cockpit | Position from ship |
        | 1     | engine  | Position from ship |
        | 2     | seat    | Position from ship |

      Examples:
        | property     |
        | PairIsTag    |
        | DontFragment |

    @hierarchy-24 @F41-090 @order.cascade
    Scenario Outline: In a query with cascade, the group of an entity has all rows at the same depth
      Given these facts
        | ChildOf | <property>             |
        | ship    | Npc                    |
        | cockpit | Npc, (ChildOf, ship)   |
        | engine  | Npc, (ChildOf, ship)   |
        | seat    | Npc, (ChildOf, cockpit) |
        | tree    | Npc                    |
        | deep    | (ChildOf, seat)        |
      And a cached query q is prepared for <query>
      When query q is iterated, in group engine
      Then the result is, in any order
        | $this   |
        | cockpit |
        | engine  |
      When query q is iterated, in group none
      Then the result is, in any order
        | $this |
        | ship  |
        | tree  |
      When query q is iterated, in group deep
      Then the result is empty
      When seat gets (ChildOf, tree)
      And query q is iterated, in group seat
      Then the result is, in any order
        | $this   |
        | cockpit |
        | engine  |
        | seat    |
      When engine is deleted
      And query q is iterated, in group engine
      Then the result is empty

      Examples:
        | property     | query                                                     |
        | PairIsTag    | "Npc, ?Npc(cascade)"                                      |
        | DontFragment | "Npc, ?Npc(cascade)"                                      |
        | PairIsTag    | "Npc, ?Npc(cascade\|desc)"                                |
        | PairIsTag    | "Npc, ?Npc(cascade)", ordered by the entity               |

    @hierarchy-21 @F41-072 @F41-075 @F41-077 @F41-079 @F41-080 @F41-081 @F41-084 @F41-087 @sparse.no-effect
    Scenario Outline: Names, order, depth, instances and cleanup do not depend on the storage
      Given these facts
        | ChildOf | <property> |
      And a prefab Ship with OrderedChildren
      And an entity Mast named "Mast" below Ship
      And an entity Flag named "Flag" below Mast
      And an entity Hull named "Hull" below Ship
      Then the order of (ChildOf, Ship) is Mast, Hull
      And the lookup of "Mast.Flag" from Ship is Flag
      And the depth of Flag is 2
      When an entity ship instantiated from Ship together with mast, flag and hull
      Then the parent of flag is mast
      And the lookup of "Mast.Flag" from ship is flag
      And the ids of flag are (ChildOf, mast)
      When Ship is deleted
      Then Flag is not alive
      And hull is alive
      When ship is deleted
      Then flag is not alive

      Examples:
        | property     |
        | PairIsTag    |
        | DontFragment |
