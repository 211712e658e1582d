@profile:flecs-4
Feature: Terms that cause no events

  @observers-10 @FQL-049
  Scenario: A term that is only a filter causes no events
    Given a tag A
    And a tag B
    And an observer o is prepared for "[filter] A, B", on OnAdd and OnRemove
    When e gets B
    And e gets A
    Then the events are none
    When e loses B
    And e gets B
    Then the events in order are o OnRemove e B, o OnAdd e B
    When e loses A
    Then the events are none
