@profile:flecs-4 @profile:flecs-4.1
Feature: Lookup variables

  Rule: $x.name is the child of $x by that name

    Background:
      Given an entity USSEnterprise with SpaceShip
      And an entity Voyager with SpaceShip
      And an entity Shuttle with SpaceShip
      And an entity cockpit1 named "cockpit" below USSEnterprise
      And an entity cockpit2 named "cockpit" below Voyager
      And an entity seat named "seat" below cockpit2 with Taken
      And these facts
        | cockpit1 | Powered |

    @language-101 @FQL-138 @FQL-139 @FQL-140 @FQL-142
    Scenario Outline: A term on a lookup variable is matched on the child with that name
      When <kind> queries "SpaceShip($this), !Powered($this.cockpit)"
      Then the result is, in any order
        | $this   |
        | Voyager |
        | Shuttle |
      When <kind> queries "SpaceShip($this), Powered($this.cockpit)"
      Then the result is, in any order
        | $this         | 2                     |
        | USSEnterprise | Powered from cockpit1 |
      When <kind> queries `SpaceShip, Powered($this.cockpit)`
      Then the result is, in any order
        | $this         | 2.src    |
        | USSEnterprise | cockpit1 |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-102 @FQL-141 @F41-126 @variables.lookup
    Scenario: If the child does not exist, the term is false
      When a query queries "SpaceShip, Powered($this.bridge)"
      Then the result is empty
      When a query queries "SpaceShip, !Powered($this.bridge)"
      Then the result is, in any order
        | $this         |
        | USSEnterprise |
        | Voyager       |
        | Shuttle       |
      When a query queries "SpaceShip, ?Powered($this.cockpit)"
      Then the result is, in any order
        | $this         | 2                     |
        | USSEnterprise | Powered from cockpit1 |
        | Voyager       | -                     |
        | Shuttle       | -                     |
      When a query queries "SpaceShip, Taken($this.cockpit.seat)"
      Then the result is, in any order
        | $this   | 2               |
        | Voyager | Taken from seat |

    @language-275 @FQL-138 @text.names
    Scenario: The names below a variable can be in backquotes
      Given an entity bay named "Bay 2" below Shuttle
      And an entity lock named "1st" below bay with Taken
      When a query queries "SpaceShip, Taken($this.`Bay 2`.`1st`)"
      Then the result is, in any order
        | $this   | 2               |
        | Shuttle | Taken from lock |
      When a query queries "SpaceShip, Taken($this.`Bay 2`.1st)"
      Then the result is, in any order
        | $this   |
        | Shuttle |

    @language-103 @FQL-138
    Scenario: A lookup variable can be a target, start at any variable and be in a scope
      Given these facts
        | pilot  | (Sits, cockpit2), (Flies, Voyager)       |
        | intern | (Sits, cockpit2), (Flies, USSEnterprise) |
      When a query queries "(Flies, $ship), (Sits, $ship.cockpit)"
      Then the result is, in any order
        | $this | $ship   | 2                |
        | pilot | Voyager | (Sits, cockpit2) |
      When a query queries "(Flies, $ship), !{ Powered($ship.cockpit) }"
      Then the result is, in any order
        | $this | $ship   |
        | pilot | Voyager |
      When a query queries "(Flies, $ship), $ship == USSEnterprise, Powered($ship.cockpit)"
      Then the result is, in any order
        | $this  | 2                     |
        | intern | Powered from cockpit1 |
      When a query queries "(Flies, $ship), Powered($ship.cockpit)", with $ship = Voyager
      Then the result is empty

    @language-104 @FQL-139 @FQL-141
    Scenario: The child is looked up when the query is evaluated
      Given a cached query q is prepared for "SpaceShip, Powered($this.cockpit)"
      When cockpit2 gets Powered
      And query q is iterated
      Then the result is, in any order
        | $this         |
        | USSEnterprise |
        | Voyager       |
      When cockpit1 is named "bridge"
      And query q is iterated
      Then the result is, in any order
        | $this   |
        | Voyager |
      When cockpit2 gets (ChildOf, Shuttle)
      And cockpit2 loses (ChildOf, Voyager)
      And query q is iterated
      Then the result is, in any order
        | $this   | 2                     |
        | Shuttle | Powered from cockpit2 |
      When cockpit2 is deleted
      And query q is iterated
      Then the result is empty

    @language-105 @FQL-138 @FQL-139 @variables.lookup
    Scenario Outline: A lookup starts at $this or at a variable that a term binds
      Given a relationship Sits
      When a query queries "<query>"
      Then it fails with invalid

      Examples:
        | query                                        |
        | (Sits, $ship.cockpit)                        |
        | Powered($ship.cockpit)                       |
        | !SpaceShip($ship), (Sits, $ship.cockpit)     |
        | SpaceShip, !{ (Sits, $ship.cockpit) }        |
        | (Sits, $ship.cockpit), !{ SpaceShip($ship) } |
        | Powered($ship.cockpit), $ship != Voyager     |

  Rule: A lookup variable works with every operator

    Background:
      Given an entity a with Ship
      And an entity b with Ship
      And an entity c with Ship
      And an entity seat_a named "cockpit" below a with Powered
      And an entity seat_c named "cockpit" below c
      And these facts
        | a  | (Seat, seat_a)  |
        | b  | (Seat, seat_a)  |
        | c  | (Seat, seat_a)  |

    @language-261 @FQL-138 @FQL-139 @FQL-141
    Scenario Outline: A lookup variable works in scopes, chains, targets and with a wildcard
      When <kind> queries "Ship, !{ Powered($this.cockpit) }"
      Then the result is, in any order
        | $this |
        | b     |
        | c     |
      When seat_c gets Damaged
      And <kind> queries "Ship, Powered($this.cockpit) || Damaged($this.cockpit)"
      Then the result is, in any order
        | $this | 2                   |
        | a     | Powered from seat_a |
        | c     | Damaged from seat_c |
      When <kind> queries "(Seat, $this.cockpit)"
      Then the result is, in any order
        | $this | 1              |
        | a     | (Seat, seat_a) |
      When <kind> queries "Ship, *($this.cockpit)"
      Then the result is, in any order
        | $this | 2                   |
        | a     | Powered from seat_a |
        | c     | Damaged from seat_c |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-262 @FQL-138 @FQL-141 @FQL-128
    Scenario Outline: A comparison with a child that does not exist is false
      When <kind> queries "(Seat, $s), $s == $this.cockpit"
      Then the result is, in any order
        | $this | $s     |
        | a     | seat_a |
      When <kind> queries "(Seat, $s), $s != $this.cockpit"
      Then the result is, in any order
        | $this | $s     |
        | c     | seat_a |
      When <kind> queries "(Seat, $s), !$s == $this.cockpit"
      Then the result is, in any order
        | $this |
        | b     |
        | c     |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |
