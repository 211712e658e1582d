@profile:flecs-4.1
Feature: Ordered children

  @children-01 @ordered.children @F41-064 @F41-065 @F41-066 @F41-068
  Scenario: The children of a parent with OrderedChildren have an order, and can be moved in it
    Given these facts
      | ship | OrderedChildren  |
      | mast | (ChildOf, ship)  |
      | hull | (ChildOf, ship)  |
      | flag | (ChildOf, ship)  |
      | oar  | (ChildOf, boat)  |
    Then the order of (ChildOf, ship) is mast, hull, flag
    When mast gets Wooden
    And mast loses Wooden
    Then the order of (ChildOf, ship) is mast, hull, flag
    When flag is moved before mast in (ChildOf, ship)
    Then the order of (ChildOf, ship) is flag, mast, hull
    When mast is moved after hull in (ChildOf, ship)
    Then the order of (ChildOf, ship) is flag, hull, mast
    And the children of ship are flag, hull and mast
    When hull gets (ChildOf, boat)
    And oar gets (ChildOf, ship)
    Then the order of (ChildOf, ship) is flag, mast, oar
    When flag is deleted
    Then the order of (ChildOf, ship) is mast, oar

  @children-02 @ordered.children
  Scenario: Only the children of a parent with OrderedChildren have an order
    Given these facts
      | ship | OrderedChildren  |
      | mast | (ChildOf, ship), (PartOf, ship)  |
      | oar  | (ChildOf, boat)  |
      | cup  | (ChildOf, boat)  |
    When the order of (ChildOf, boat) is asked
    Then it fails with invalid
    When the order of (PartOf, ship) is asked
    Then it fails with invalid
    When oar is moved after cup in (ChildOf, boat)
    Then it fails with invalid
    When oar is moved after mast in (ChildOf, ship)
    Then it fails with invalid

  @children-03 @ordered.children
  Scenario: OrderedChildren can be added only before the first child, and removed only after the last
    Given these facts
      | mast | (ChildOf, ship) |
    When ship gets OrderedChildren
    Then it fails with in_use
    When mast loses (ChildOf, ship)
    And ship gets OrderedChildren
    And mast gets (ChildOf, ship)
    And ship loses OrderedChildren
    Then it fails with in_use
    When ship is cleared
    Then it fails with in_use
    When mast is deleted
    And ship loses OrderedChildren
    And the order of (ChildOf, ship) is asked
    Then it fails with invalid

  @children-04 @F41-067
  Scenario: Queries ignore the order, and a saved world keeps it
    Given these facts
      | ship | OrderedChildren       |
      | mast | (ChildOf, ship), Wood |
      | hull | (ChildOf, ship), Wood |
    When hull is moved before mast in (ChildOf, ship)
    And a query queries "Wood, (ChildOf, ship)"
    Then the result is, in any order
      | $this |
      | mast  |
      | hull  |
    When the world is kept as s
    And mast is moved before hull in (ChildOf, ship)
    And the world is taken back to s
    And the world is saved and loaded
    Then the order of (ChildOf, ship) is hull, mast
    When ship is deleted
    Then hull is not alive
