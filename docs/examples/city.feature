Feature: Who is where

  Scenario: Everything that is somewhere in the USA
    Given a relationship LocatedIn with Transitive
    And these facts
      | Manhattan | (LocatedIn, NewYork) |
      | NewYork   | (LocatedIn, USA)     |
    When a rule queries "(LocatedIn, USA)"
    Then the result is, in any order
      | $this     |
      | NewYork   |
      | Manhattan |
