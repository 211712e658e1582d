@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Transitive relationships

  Rule: A query for a transitive relationship follows it

    Background:
      Given a relationship LocatedIn with Transitive
      And a tag City
      And these facts
        | Manhattan   | (LocatedIn, NewYork)     |
        | CentralPark | (LocatedIn, Manhattan)   |
        | Bob         | (LocatedIn, CentralPark) |
        | NewYork     | City                     |
        | Rock        | City                     |

    @transitive-01 @QRY-592 @QRY-594 @QRY-595 @QRY-596 @QRY-601 @QRY-605 @QRY-606 @REL-086 @REL-187 @FQL-120
    Scenario: A query for New York finds everything in New York, over any number of steps
      When a rule queries "(LocatedIn, NewYork)"
      Then the result is, in any order
        | $this       | 1.id                 |
        | Manhattan   | (LocatedIn, NewYork) |
        | CentralPark | (LocatedIn, NewYork) |
        | Bob         | (LocatedIn, NewYork) |
      When a rule queries "(LocatedIn, Manhattan)"
      Then the result is, in any order
        | $this       |
        | CentralPark |
        | Bob         |
      When a rule queries "(LocatedIn, Bob)"
      Then the result is empty

    @transitive-02 @QRY-597 @QRY-598 @QRY-602 @QRY-606 @REL-187 @FQL-120
    Scenario: A variable takes every entity on the path as its value
      When a rule queries "(LocatedIn, $Place)"
      Then the result is, in any order
        | $this       | $Place      | 1.id                     |
        | Manhattan   | NewYork     | (LocatedIn, NewYork)     |
        | CentralPark | Manhattan   | (LocatedIn, Manhattan)   |
        | CentralPark | NewYork     | (LocatedIn, NewYork)     |
        | Bob         | CentralPark | (LocatedIn, CentralPark) |
        | Bob         | Manhattan   | (LocatedIn, Manhattan)   |
        | Bob         | NewYork     | (LocatedIn, NewYork)     |

    @transitive-03 @QRY-603 @QRY-606 @QRY-593
    Scenario: Other terms constrain the variable
      When a rule queries "(LocatedIn, $Place), City($Place)"
      Then the result is, in any order
        | $this       | $Place  |
        | Manhattan   | NewYork |
        | CentralPark | NewYork |
        | Bob         | NewYork |

    @transitive-04 @FQL-120
    Scenario: Presetting a variable gives all entities in a place, or all places of an entity
      When a rule queries "(LocatedIn, $Place)", with $Place = Manhattan
      Then the result is, in any order
        | $this       | $Place    |
        | CentralPark | Manhattan |
        | Bob         | Manhattan |
      When a rule queries "(LocatedIn, $Place)", with $this = CentralPark
      Then the result is, in any order
        | $this       | $Place    |
        | CentralPark | Manhattan |
        | CentralPark | NewYork   |
      When a rule queries "LocatedIn(Bob, $Place)"
      Then the result is, in any order
        | $Place      |
        | CentralPark |
        | Manhattan   |
        | NewYork     |

    @transitive-05 @REL-272 @QRY-592
    Scenario: A wildcard finds each transitive match once
      When a rule queries "(LocatedIn, *)"
      Then the result is, in any order
        | $this       | 1.id                     |
        | Manhattan   | (LocatedIn, NewYork)     |
        | CentralPark | (LocatedIn, Manhattan)   |
        | CentralPark | (LocatedIn, NewYork)     |
        | Bob         | (LocatedIn, CentralPark) |
        | Bob         | (LocatedIn, Manhattan)   |
        | Bob         | (LocatedIn, NewYork)     |

    @transitive-06 @REL-187 @QRY-593
    Scenario: Not excludes transitive matches
      When a rule queries "City, !(LocatedIn, NewYork)"
      Then the result is, in any order
        | $this   |
        | NewYork |
        | Rock    |
      When Rock gets (LocatedIn, Bob)
      And a rule queries "City, !(LocatedIn, NewYork)"
      Then the result is, in any order
        | $this   |
        | NewYork |

  Rule: Transitivity is resolved by the query and adds no pairs

    Background:
      Given these facts
        | Manhattan | (LocatedIn, NewYork) |
        | NewYork   | (LocatedIn, USA)     |

    @transitive-07 @REL-189 @QRY-595
    Scenario: Without the property, only stored pairs match
      When a rule queries "(LocatedIn, USA)"
      Then the result is, in any order
        | $this   |
        | NewYork |

    @transitive-08 @REL-190 @REL-192
    Scenario: The property can be added while pairs exist
      When LocatedIn is Transitive
      And a rule queries "(LocatedIn, USA)"
      Then the result is, in any order
        | $this     |
        | NewYork   |
        | Manhattan |
      When LocatedIn is not Transitive
      And a rule queries "(LocatedIn, USA)"
      Then the result is, in any order
        | $this   |
        | NewYork |

    @transitive-09 @REL-191
    Scenario: The property adds no pairs
      When LocatedIn is Transitive
      Then the changes are
        | + | LocatedIn | Transitive |
      And Manhattan does not have (LocatedIn, USA)
      And the targets of LocatedIn on Manhattan are NewYork
      And the sources of (LocatedIn, USA) are NewYork

    @transitive-10 @REL-187
    Scenario: If a step is removed, matches over it disappear
      Given LocatedIn is Transitive
      And a rule q is prepared for "(LocatedIn, USA)"
      When NewYork loses (LocatedIn, USA)
      And query q is iterated
      Then the result is empty
      When NewYork gets (LocatedIn, Canada)
      And a rule queries "(LocatedIn, Canada)"
      Then the result is, in any order
        | $this     |
        | NewYork   |
        | Manhattan |
      When NewYork is deleted
      And a rule queries "(LocatedIn, Canada)"
      Then the result is empty

  Rule: A row is returned once, however many paths lead to it

    @transitive-11 @REL-187 @QRY-593 @query.rows
    Scenario: Two paths to one target give one row
      Given a relationship PartOf with Transitive
      And these facts
        | a | (PartOf, l), (PartOf, r) |
        | l | (PartOf, z)              |
        | r | (PartOf, z)              |
      When a rule queries "(PartOf, $x)", with $this = a
      Then the result is, in any order
        | $x |
        | l  |
        | r  |
        | z  |
      When a rule queries "(PartOf, z)"
      Then the result is, in any order
        | $this |
        | a     |
        | l     |
        | r     |

    @transitive-12 @REL-187
    Scenario: A cycle gives each entity once
      Given a relationship Next with Transitive
      And these facts
        | a | (Next, b) |
        | b | (Next, c) |
        | c | (Next, a) |
        | d | (Next, a) |
      When a rule queries "(Next, a)"
      Then the result is, in any order
        | $this |
        | a     |
        | b     |
        | c     |
        | d     |
      When a rule queries "(Next, d)"
      Then the result is empty

    @transitive-13 @REL-191
    Scenario: Enumerating targets does not follow transitivity
      Given a relationship PartOf with Transitive
      And these facts
        | a | (PartOf, b) |
        | b | (PartOf, c) |
      Then the targets of PartOf on a are b
      And a does not have (PartOf, c)
      And a has (PartOf, b)
