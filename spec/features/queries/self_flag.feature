@profile:flecs-3
Feature: The self flag on the source

  Background:
    Given a relationship In with Transitive
    And these facts
      | town  | (In, land)   |
      | house | (In, town)   |
      | copy  | (IsA, house) |
      | room  | (In, copy)   |

  @itself-01 @QRY-386 @QRY-592 @QRY-593 @facts.transitive
  Scenario: self needs an own pair for the first step, but not for further steps
    When a rule queries "In($this:self, land)"
    Then the result is, in any order
      | $this | 1          |
      | town  | (In, land) |
      | house | (In, land) |
      | room  | (In, land) |
    When a rule queries "In($this, land)"
    Then the result is, in any order
      | $this | 1                     |
      | town  | (In, land)            |
      | house | (In, land)            |
      | copy  | (In, land) from house |
      | room  | (In, land)            |
    When a rule queries "In(copy:self, $x)"
    Then the result is empty
    When a rule queries "In(room:self, $x)"
    Then the result is, in any order
      | $this | $x   | 1                    |
      | -     | copy | (In, copy) from room |
      | -     | town | (In, town) from room |
      | -     | land | (In, land) from room |

  @itself-02 @QRY-386 @QRY-591
  Scenario: Filters and cached queries follow no transitivity, with or without self
    When a filter queries "In(self, land)"
    Then the result is, in any order
      | $this |
      | town  |
    When a cached query queries "In(self, land)"
    Then the result is, in any order
      | $this |
      | town  |

  @itself-03 @QRY-386 @QRY-581
  Scenario: self on the source does not exclude subclasses of the relationship
    Given these facts
      | Near | (IsA, In)     |
      | shed | (Near, house) |
      | inst | (IsA, shed)   |
    When a rule queries "In(self, land)"
    Then the result is, in any order
      | $this | 1          |
      | town  | (In, land) |
      | house | (In, land) |
      | room  | (In, land) |
      | shed  | (In, land) |
