@profile:flecs-4 @profile:flecs-4.1
Feature: Equality

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
