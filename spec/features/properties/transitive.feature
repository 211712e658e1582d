@profile:flecs-3 @profile:flecs-4
Feature: Transitive relationships

  Rule: A query for a transitive relationship follows it

    Background:
      Given a relationship LocatedIn with Transitive
      And a tag City
      And these facts
        | Manhattan   | (LocatedIn, NewYork)   |
        | CentralPark | (LocatedIn, Manhattan) |
        | Bob         | (LocatedIn, CentralPark) |
        | NewYork     | City                   |
        | Rock        | City                   |

    @transitive-01 @QRY-592 @QRY-594 @QRY-595 @QRY-596 @QRY-601 @QRY-605 @QRY-606 @REL-086
    Scenario: Everything that is somewhere in New York
      When a rule queries "(LocatedIn, NewYork)"
      Then the result is, in any order
        | $this       | 1                    |
        | Manhattan   | (LocatedIn, NewYork) |
        | CentralPark | (LocatedIn, NewYork) |
        | Bob         | (LocatedIn, NewYork) |

    @transitive-02 @QRY-597 @QRY-598 @QRY-602 @QRY-606
    Scenario: A variable takes every place on the way
      When a rule queries "(LocatedIn, $Place)"
      Then the result is, in any order
        | $this       | $Place      |
        | Manhattan   | NewYork     |
        | CentralPark | Manhattan   |
        | CentralPark | NewYork     |
        | Bob         | CentralPark |
        | Bob         | Manhattan   |
        | Bob         | NewYork     |
