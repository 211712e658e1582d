@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Traversable relationships

  Rule: Only a Traversable or Transitive relationship can be traversed

    Background:
      Given a tag Hot
      And these facts
        | tea     | (In, cup)     |
        | cup     | (In, kitchen) |
        | kitchen | Hot           |

    @traversable-01 @QRY-373 @QRY-374
    Scenario Outline: A relationship that is only Acyclic cannot be traversed
      When In is Acyclic
      And a query queries [{"first":"Hot","src":{"trav":{"flags":<flags>,"rel":"In"}}}]
      Then it fails with not_traversable
      When a query queries [{"first":"Hot","oper":"not","src":{"trav":{"flags":<flags>,"rel":"In"}}}]
      Then it fails with not_traversable
      When a cached query q is prepared for [{"first":"Hot","src":{"trav":{"flags":<flags>,"rel":"In"}}}]
      Then it fails with not_traversable
      When an observer o is prepared for [{"first":"Hot","src":{"trav":{"flags":<flags>,"rel":"In"}}}], on OnAdd
      Then it fails with not_traversable

      Examples:
        | flags           |
        | ["up"]          |
        | ["self","up"]   |

    @traversable-02 @QRY-373 @QRY-403 @traversal.relationship
    Scenario: cascade needs the same property as up
      When In is Acyclic
      And a cached query queries [{"first":"Hot","src":{"trav":{"flags":["up","cascade"],"rel":"In"}}}]
      Then it fails with not_traversable
      When In is Traversable
      And a cached query queries [{"first":"Hot","src":{"trav":{"flags":["up","cascade"],"rel":"In"}}}]
      Then the result is, in order
        | $this | 1                |
        | cup   | Hot from kitchen |
        | tea   | Hot from kitchen |

    @traversable-03 @QRY-373 @QRY-374 @REL-204 @REL-205 @acyclic.implied @traversal.relationship
    Scenario Outline: A relationship can be traversed if it is Traversable or Transitive
      When In is <property>
      And a query queries [{"first":"Hot","src":{"trav":{"flags":["up"],"rel":"In"}}}]
      Then the result is, in any order
        | $this | 1                |
        | cup   | Hot from kitchen |
        | tea   | Hot from kitchen |

      Examples:
        | property    |
        | Traversable |
        | Transitive  |

    @traversable-04 @QRY-373 @QRY-375
    Scenario: Traversal of a cycle ends at the entity where it began
      When In is Transitive
      And kitchen gets (In, tea)
      And a query queries [{"first":"Hot","src":{"trav":{"flags":["up"],"rel":"In"}}}]
      Then the result is, in any order
        | $this | 1                |
        | cup   | Hot from kitchen |
        | tea   | Hot from kitchen |
      When In is Traversable
      Then it fails with cycle

    @traversable-05 @QRY-009 @QRY-375 @REL-207 @REL-209
    Scenario: Observers get one event for each entity of a cycle
      When In is Transitive
      And kitchen gets (In, tea)
      And an observer o is prepared for [{"first":"Hot","src":{"trav":{"flags":["up"],"rel":"In"}}}], on OnAdd and OnRemove
      And kitchen loses Hot
      Then the events are
        | o | OnRemove | cup | Hot | from kitchen |
        | o | OnRemove | tea | Hot | from kitchen |
      When kitchen gets Hot
      Then the events are
        | o | OnAdd | cup | Hot | from kitchen |
        | o | OnAdd | tea | Hot | from kitchen |

  Rule: A prepared query traverses nothing while the relationship cannot be traversed

    Background:
      Given a tag Hot
      And a relationship In with Traversable
      And these facts
        | tea     | (In, cup)     |
        | cup     | (In, kitchen) |
        | kitchen | Hot           |

    @traversable-11 @QRY-373 @QRY-387 @QRY-388 @traversal.relationship
    Scenario Outline: Without the property, up finds nothing and self|up finds only the entity itself
      Given <kind> u is prepared for [{"first":"Hot","src":{"trav":{"flags":["up"],"rel":"In"}}}]
      And <kind> s is prepared for [{"first":"Hot","src":{"trav":{"flags":["self","up"],"rel":"In"}}}]
      And <kind> n is prepared for [{"first":"In","second":"*"},{"first":"Hot","oper":"not","src":{"trav":{"flags":["up"],"rel":"In"}}}]
      When query u is iterated
      Then the result is, in any order
        | $this | 1                |
        | cup   | Hot from kitchen |
        | tea   | Hot from kitchen |
      When query n is iterated
      Then the result is empty
      When In is not Traversable
      And query u is iterated
      Then the result is empty
      When query s is iterated
      Then the result is, in any order
        | $this   | 1   |
        | kitchen | Hot |
      When query n is iterated
      Then the result is, in any order
        | $this |
        | cup   |
        | tea   |
      When In is Acyclic
      And query u is iterated
      Then the result is empty
      When In is Transitive
      And query u is iterated
      Then the result is, in any order
        | $this | 1                |
        | cup   | Hot from kitchen |
        | tea   | Hot from kitchen |
      When query s is iterated
      Then the result is, in any order
        | $this   | 1                |
        | kitchen | Hot              |
        | cup     | Hot from kitchen |
        | tea     | Hot from kitchen |

      Examples:
        | kind           |
        | a query        |
        | a filter       |
        | a cached query |

    @traversable-12 @QRY-009 @QRY-373 @REL-207
    Scenario: Removing or adding Traversable causes events for observers that traverse
      Given an observer o is prepared for [{"first":"Hot","src":{"trav":{"flags":["self","up"],"rel":"In"}}}], on OnAdd and OnRemove
      When In is not Traversable
      Then the events are
        | o | OnRemove | cup | Hot | from kitchen |
        | o | OnRemove | tea | Hot | from kitchen |
      When kitchen loses Hot
      Then the events are o OnRemove kitchen Hot
      When kitchen gets Hot
      And In is Transitive
      Then the events are
        | o | OnAdd | kitchen | Hot |              |
        | o | OnAdd | cup     | Hot | from kitchen |
        | o | OnAdd | tea     | Hot | from kitchen |

    @traversable-13 @QRY-403 @QRY-563
    Scenario: Without the property, cascade keeps its rows and finds nothing above
      Given a cached query q is prepared for [{"first":"In","second":"_"},{"first":"Hot","oper":"optional","src":{"trav":{"flags":["up","cascade"],"rel":"In"}}}]
      When In is not Traversable
      And query q is iterated
      Then the result is, in order
        | $this | 2 |
        | cup   | - |
        | tea   | - |

  Rule: Questions about ancestors and descendants need no property

    @traversable-21 @REL-001 @hierarchy.walks-any
    Scenario: Depth, ancestors and descendants need no property
      Given these facts
        | tea | (In, cup)     |
        | cup | (In, kitchen) |
      Then the depth of tea along In is 2
      And the ancestors of tea along In are cup and kitchen
      And the descendants of kitchen along In are cup and tea
