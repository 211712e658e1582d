@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: The end of a traversal

  Rule: The search ends at the first entity that matches with any value of its variables

    Background:
      Given these facts
        | grove | (Likes, ann)     |
        | oak   | (ChildOf, grove) |
        | leaf  | (ChildOf, oak)   |

    @nearest-01 @QRY-368 @traversal.end
    Scenario: A preset variable does not change where the search ends
      Given these facts
        | oak | (Likes, bob) |
      When a query queries [{"first":"Likes","second":"$who","src":{"trav":{"flags":["up"],"rel":"ChildOf"}}}]
      Then the result is, in any order
        | $this | $who | 1                       |
        | oak   | ann  | (Likes, ann) from grove |
        | leaf  | bob  | (Likes, bob) from oak   |
      When a query queries [{"first":"Likes","second":"$who","src":{"trav":{"flags":["up"],"rel":"ChildOf"}}}], with $who = ann
      Then the result is, in any order
        | $this | $who | 1                       |
        | oak   | ann  | (Likes, ann) from grove |

    @nearest-02 @QRY-368 @traversal.end @variables.values
    Scenario: A search with a variable skips reserved targets
      Given these facts
        | oak | (Likes, Module) |
      When a query queries [{"first":"Likes","second":"$who","src":{"trav":{"flags":["up"],"rel":"ChildOf"}}}]
      Then the result is, in any order
        | $this | $who | 1                       |
        | oak   | ann  | (Likes, ann) from grove |
        | leaf  | ann  | (Likes, ann) from grove |
      When a query queries [{"first":"Likes","second":"*","src":{"trav":{"flags":["up"],"rel":"ChildOf"}}}]
      Then the result is, in any order
        | $this | 1                        |
        | oak   | (Likes, ann) from grove  |
        | leaf  | (Likes, Module) from oak |
      When a query queries [{"first":"Likes","second":"$who","src":{"trav":{"flags":["self","up"],"rel":"ChildOf"}}}]
      Then the result is, in any order
        | $this | $who | 1                       |
        | grove | ann  | (Likes, ann)            |
        | oak   | ann  | (Likes, ann) from grove |
        | leaf  | ann  | (Likes, ann) from grove |

    @nearest-03 @QRY-368 @traversal.end
    Scenario: A variable that occurs twice has one value
      Given these facts
        | grove | (Likes, Likes) |
        | oak   | (Likes, bob)   |
      When a query queries [{"first":"$x","second":"$x","src":{"trav":{"flags":["up"],"rel":"ChildOf"}}}]
      Then the result is, in any order
        | $this | $x    | 1                         |
        | oak   | Likes | (Likes, Likes) from grove |
        | leaf  | Likes | (Likes, Likes) from grove |

    @nearest-04 @QRY-368
    Scenario: A prefab cannot be the value of $this, unless the query names Prefab
      Given a prefab plan
      And these facts
        | oak   | (Likes, plan) |
        | grove | (Likes, leaf) |
      When a query queries [{"first":"Likes","second":"$this","src":{"entity":"leaf","trav":{"flags":["up"],"rel":"ChildOf"}}}]
      Then the result is, in any order
        | $this | 1                        |
        | ann   | (Likes, ann) from grove  |
        | leaf  | (Likes, leaf) from grove |
      When a query queries [{"first":"Likes","second":"$this","src":{"entity":"leaf","trav":{"flags":["up"],"rel":"ChildOf"}}},{"first":"Prefab","oper":"optional"}]
      Then the result is, in any order
        | $this | 1                      |
        | plan  | (Likes, plan) from oak |

  Rule: With self, the source is tested first, including transitive and reflexive matches

    @nearest-11 @QRY-388 @QRY-609
    Scenario: A reflexive relationship ends the search at the start
      Given a relationship Knows with Reflexive
      And these facts
        | top  | (Knows, bob)   |
        | mid  | (ChildOf, top) |
        | leaf | (ChildOf, mid) |
      When a query queries [{"first":"Knows","second":"$x","src":{"trav":{"flags":["self","up"],"rel":"ChildOf"}}},{"first":"ChildOf","second":"_"}]
      Then the result is, in any order
        | $this | $x   | 1             |
        | mid   | mid  | (Knows, mid)  |
        | leaf  | leaf | (Knows, leaf) |
      When a query queries [{"first":"Knows","second":"$x","src":{"trav":{"flags":["self","up"],"rel":"ChildOf"}}},{"first":"ChildOf","second":"_"}], with $x = bob
      Then the result is empty
      When a query queries [{"first":"Knows","second":"bob","src":{"trav":{"flags":["self","up"],"rel":"ChildOf"}}},{"first":"ChildOf","second":"_"}]
      Then the result is, in any order
        | $this | 1                     |
        | mid   | (Knows, bob) from top |
        | leaf  | (Knows, bob) from top |
      When a query queries [{"first":"Knows","second":"*","src":{"trav":{"flags":["self","up"],"rel":"ChildOf"}}},{"first":"ChildOf","second":"_"}]
      Then the result is, in any order
        | $this | 1                     |
        | mid   | (Knows, bob) from top |
        | leaf  | (Knows, bob) from top |

    @nearest-12 @QRY-387 @QRY-609 @traversal.default
    Scenario: up never finds a reflexive match of the source
      Given a relationship Knows with Reflexive
      And these facts
        | top  | (Knows, bob)   |
        | leaf | (ChildOf, top) |
      When a query queries [{"first":"Knows","second":"$x","src":{"trav":{"flags":["up"],"rel":"ChildOf"}}}]
      Then the result is, in any order
        | $this | $x  | 1                     |
        | leaf  | bob | (Knows, bob) from top |
      When a query queries [{"first":"Knows","second":"leaf","src":{"trav":{"flags":["up"],"rel":"ChildOf"}}}]
      Then the result is empty
      When a query queries [{"first":"IsA","second":"leaf","src":{"trav":{"flags":["up"],"rel":"IsA"}}}]
      Then the result is empty
      When a query queries [{"first":"IsA","second":"leaf","src":{"trav":{"flags":["self","up"],"rel":"IsA"}}}]
      Then the result is, in any order
        | $this | 1           |
        | leaf  | (IsA, leaf) |

    @nearest-13 @QRY-388 @QRY-593
    Scenario: A transitive match ends the search at the source; on the entities above it, pairs that follow by transitivity do not count
      Given a relationship In with Transitive
      And these facts
        | town | (In, land), (ChildOf, map)   |
        | road | (In, town), (ChildOf, map)   |
        | map  | (In, shop)                   |
        | shop | (In, land)                   |
        | note | (ChildOf, map)               |
      When a query queries [{"first":"In","second":"land","src":{"trav":{"flags":["self","up"],"rel":"ChildOf"}}}]
      Then the result is, in any order
        | $this | 1          |
        | town  | (In, land) |
        | road  | (In, land) |
        | shop  | (In, land) |
        | map   | (In, land) |
      When a query queries [{"first":"In","second":"shop","src":{"trav":{"flags":["self","up"],"rel":"ChildOf"}}}]
      Then the result is, in any order
        | $this | 1                   |
        | map   | (In, shop)          |
        | town  | (In, shop) from map |
        | road  | (In, shop) from map |
        | note  | (In, shop) from map |

  Rule: self on the source turns off inheritance, but not transitivity

    @nearest-21 @QRY-386 @QRY-593 @traversal.self
    Scenario: self on the source still follows a transitive relationship
      Given a relationship R with Transitive
      And these facts
        | b | (R, a) |
        | c | (R, b) |
      When a query queries [{"first":"R","second":"a","src":{"trav":{"flags":["self"]}}}]
      Then the result is, in any order
        | $this | 1      |
        | b     | (R, a) |
        | c     | (R, a) |
      When a query queries [{"first":"R","second":"$x","src":{"trav":{"flags":["self"]}}}]
      Then the result is, in any order
        | $this | $x | 1      |
        | b     | a  | (R, a) |
        | c     | b  | (R, b) |
        | c     | a  | (R, a) |
      When a query queries [{"first":"R","second":"*","src":{"entity":"c","trav":{"flags":["self"]}}}]
      Then the result is, in any order
        | $this | 1             |
        | -     | (R, b) from c |
        | -     | (R, a) from c |
      When a query queries [{"first":"R","second":"_"},{"first":"R","second":"a","oper":"not","src":{"trav":{"flags":["self"]}}}]
      Then the result is empty

    @nearest-22 @QRY-386 @QRY-593 @QRY-609 @traversal.self
    Scenario: (IsA, Fruit) with self on the source still finds Fruit, its instances and their instances
      Given these facts
        | Apple       | (IsA, Fruit) |
        | GrannySmith | (IsA, Apple) |
      When a query queries [{"first":"IsA","second":"Fruit","src":{"trav":{"flags":["self"]}}}]
      Then the result is, in any order
        | $this       | 1            |
        | Fruit       | (IsA, Fruit) |
        | Apple       | (IsA, Fruit) |
        | GrannySmith | (IsA, Fruit) |
      When a query queries [{"first":"IsA","second":"Fruit","src":{"trav":{"flags":["up"],"rel":"IsA"}}}]
      Then the result is, in any order
        | $this       | 1                       |
        | GrannySmith | (IsA, Fruit) from Apple |
