@profile:flecs-4.1
Feature: Traits that limit where an entity may be used in ids

  This file is about Singleton and the traits Relationship, Target and Trait of Flecs 4.1. The last three have other names
  here: OnlyRelationship, OnlyTarget and IsTrait.

  Rule: Only the entity itself can own a Singleton

    Background:
      Given a component TimeOfDay {hour i32}
      And TimeOfDay gets Singleton
      And these facts
        | ship | Position |

    @usage-01 @F41-043 @F41-044 @F41-045 @F41-172 @usage.singleton
    Scenario: A Singleton is added to its own entity, and refused elsewhere
      When ship gets TimeOfDay
      Then it fails with invalid
      When ship gets TimeOfDay {hour: 3}
      Then it fails with invalid
      When ship gets (TimeOfDay, noon)
      Then it fails with invalid
      When TimeOfDay gets TimeOfDay {hour: 7}
      Then the value of TimeOfDay on TimeOfDay is {hour: 7}
      When TimeOfDay gets (TimeOfDay, noon)
      Then TimeOfDay owns (TimeOfDay, noon)

    @usage-02 @usage.singleton
    Scenario: A Singleton that With would add to another entity is refused, too
      Given a tag Watch with (With, TimeOfDay)
      When ship gets Watch
      Then it fails with invalid
      And ship does not have Watch

    @usage-03 @usage.singleton
    Scenario: A component cannot become a Singleton while another entity owns it
      When Position gets Singleton
      Then it fails with in_use
      When ship loses Position
      And Position gets Position
      And Position gets Singleton
      Then Position owns Singleton
      When Position loses Singleton
      And ship gets Position
      Then ship owns Position

    @usage-04 @usage.singleton
    Scenario: Instances of a Singleton neither copy nor inherit its value
      Given these facts
        | TimeOfDay | TimeOfDay {hour: 7}, Daily |
        | clock     | (IsA, TimeOfDay)           |
      Then the ids of clock are Daily, (IsA, TimeOfDay)
      And clock does not have TimeOfDay

    @usage-05 @F41-046 @F41-047 @F41-048 @usage.singleton-term
    Scenario Outline: If a term for a Singleton has no source, it is matched on the entity of the Singleton
      When <kind> queries "<query>"
      Then the result is empty
      When TimeOfDay gets TimeOfDay {hour: 7}
      And <kind> queries "<query>", with values
      Then the result is, in any order
        | $this | 2                        | 2.access | 2.value   |
        | ship  | TimeOfDay from TimeOfDay | in       | {hour: 7} |
      When <kind> queries "TimeOfDay"
      Then the result is, in any order
        | 1.src     |
        | TimeOfDay |

      Examples:
        | kind           | query                          |
        | a filter       | Position, TimeOfDay            |
        | a cached query | Position, TimeOfDay            |
        | a rule         | Position, TimeOfDay            |
        | a filter       | Position, TimeOfDay(TimeOfDay) |

    @usage-06 @usage.singleton-term
    Scenario: A Singleton works under every operator, in pairs and in scopes
      When a query queries "Position, !TimeOfDay"
      Then the result is, in any order
        | $this |
        | ship  |
      When TimeOfDay gets (TimeOfDay, noon) {hour: 12}
      And a query queries "Position, ?TimeOfDay, (TimeOfDay, $when)"
      Then the result is, in any order
        | $this | $when | 2 | 3                                |
        | ship  | noon  | - | (TimeOfDay, noon) from TimeOfDay |
      When a query queries "Position, !{ (TimeOfDay, *) }"
      Then the result is empty

    @usage-07 @usage.singleton-term
    Scenario: Written sources, wildcards and lists do not use the source of the Singleton
      Given these facts
        | TimeOfDay | TimeOfDay, Daily |
        | ship      | Daily            |
      When a query queries "TimeOfDay($this)"
      Then the result is, in any order
        | 1.src     |
        | TimeOfDay |
      When a query queries "TimeOfDay(ship)"
      Then the result is empty
      When a query queries "TimeOfDay($x)"
      Then the result is, in any order
        | $x        |
        | TimeOfDay |
      When a query queries "*, $this == TimeOfDay"
      Then the result is, in any order
        | $this     | 1         |
        | TimeOfDay | TimeOfDay |
        | TimeOfDay | Singleton |
        | TimeOfDay | Daily     |
      When a query queries "Position, or|TimeOfDay"
      Then the result is, in any order
        | $this |
        | ship  |

    @usage-08 @usage.singleton-term
    Scenario: The alternatives of an Or chain must have the same source
      When a query queries "Position || TimeOfDay"
      Then it fails with invalid
      When a query queries "TimeOfDay || TimeOfDay"
      Then the result is empty

    @usage-09 @usage.singleton-term
    Scenario: A query keeps the source that it had when it was made
      Given a query q is prepared for "TimeOfDay"
      And a query p is prepared for "Position"
      When TimeOfDay gets TimeOfDay
      And TimeOfDay loses Singleton
      And ship gets TimeOfDay
      And query q is iterated
      Then the result is, in any order
        | 1.src     |
        | TimeOfDay |
      When ship loses Position
      And Position gets Singleton
      And these facts
        | Position | Position |
      And query p is iterated
      Then the result is, in any order
        | $this    |
        | Position |

    @usage-10 @F41-049 @F41-133 @usage.singleton-term
    Scenario Outline: The notation $ for a singleton is refused
      When a query queries "<query>"
      Then it fails with unsupported

      Examples:
        | query          |
        | TimeOfDay($)   |
        | (TimeOfDay, $) |

  Rule: OnlyRelationship, OnlyTarget and IsTrait limit the position in an id

    Background:
      Given a relationship Likes with OnlyRelationship
      And a tag Apples with OnlyTarget

    @usage-11 @F41-039 @F41-040 @F41-041 @usage.relationship
    Scenario: An entity with OnlyRelationship can only be the first element of a pair
      When bob gets Likes
      Then it fails with invalid
      When bob gets (Eats, Likes)
      Then it fails with invalid
      When bob gets (Likes, ann)
      Then bob owns (Likes, ann)
      When a query queries "Likes"
      Then the result is empty

    @usage-12 @F41-042 @F41-056 @F41-058 @usage.relationship
    Scenario: A relationship with IsTrait can have a target with OnlyRelationship
      Given a relationship Loves with (With, Likes)
      When bob gets (Loves, ann)
      Then the ids of bob are (Likes, ann), (Loves, ann)
      When Serializable gets IsTrait
      And Likes gets (Serializable, Likes)
      Then Likes owns (Serializable, Likes)
      When seat gets (ChildOf, Likes)
      Then seat owns (ChildOf, Likes)
      When bob gets (DependsOn, Likes)
      Then it fails with invalid

    @usage-13 @F41-053 @F41-054 @F41-055 @usage.target
    Scenario: An entity with OnlyTarget can only be the second element of a pair
      When bob gets Apples
      Then it fails with invalid
      When bob gets (Apples, Likes)
      Then it fails with invalid
      When bob gets (Likes, Apples)
      Then bob owns (Likes, Apples)

    @usage-14 @usage.later
    Scenario: OnlyRelationship and OnlyTarget act only on ids that are added afterwards
      Given these facts
        | bob | Knows, (Eats, Knows), (Pears, x), Crew |
      When Knows gets OnlyRelationship
      And Pears gets OnlyTarget
      Then bob owns Knows
      And bob owns (Eats, Knows)
      When ann gets Knows
      Then it fails with invalid
      When ann gets (Pears, x)
      Then it fails with invalid
      When Knows loses OnlyRelationship
      And ann gets Knows
      Then ann owns Knows

    @usage-15 @F41-057 @usage.reserved
    Scenario: Reserved entities have OnlyRelationship, OnlyTarget or IsTrait from the start
      Then Exclusive has IsTrait
      And Singleton has IsTrait
      And OnlyRelationship has IsTrait
      And ChildOf has OnlyRelationship
      And ChildOf has IsTrait
      And DependsOn has OnlyRelationship
      And DependsOn does not have IsTrait
      And Override has OnlyTarget
      When bob gets ChildOf
      Then it fails with invalid
      When bob gets (Likes, IsA)
      Then it fails with invalid
      When bob gets Override
      Then it fails with invalid

  Rule: Inheritable changes no answer

    @usage-21 @F41-021 @F41-023 @F41-024 @F41-025 @usage.inheritable
    Scenario Outline: A query matches subclasses of a component that are made later
      Given <unit>
      And a query q is prepared for "Unit"
      When Melee gets (IsA, Unit)
      And knight gets Melee
      And query q is iterated
      Then the result is, in any order
        | $this  | 1     |
        | knight | Melee |

      Examples:
        | unit                        |
        | a tag Unit                  |
        | a tag Unit with Inheritable |

  Rule: Only ids with CanToggle can be disabled

    @toggles-21 @F41-001 @F41-003 @toggle.trait
    Scenario: An id can be disabled only if its first element has CanToggle
      Given a component Mass {value i32}
      And these facts
        | a | Mass {value: 1}, (Likes, b) |
      When Mass of a is disabled
      Then it fails with invalid
      When (Likes, b) of a is enabled
      Then it fails with invalid
      When Mass gets CanToggle
      And Mass of a is disabled
      Then the value of Mass on a is {value: 1}
      When a query queries "Mass"
      Then the result is empty
      When Mass of a is enabled
      And a query queries "Mass", with values
      Then the result is, in any order
        | $this | 1.value    |
        | a     | {value: 1} |
      When b gets CanToggle
      And (Likes, b) of a is disabled
      Then it fails with invalid
      When Likes gets CanToggle
      And (Likes, b) of a is disabled
      And a query queries "(Likes, *)"
      Then the result is empty

    @toggles-22 @F41-004 @F41-006
    Scenario: Disabling an id adds no id to the entity and does not move the entity to another table
      Given a tag Armed with CanToggle
      And these facts
        | a | Npc, Armed |
        | b | Npc, Armed |
        | c | Npc        |
      When Armed of a is disabled
      Then the changes are
        | + | a | off Armed |
      When a query queries "Npc", with batches
      Then the result is, in any order
        | $this | batch |
        | a     | 0     |
        | b     | 0     |
        | c     | 1     |
      When a loses Armed
      And Armed of a is enabled
      Then it fails with invalid
      When Armed of c is enabled
      Then it fails with invalid
      When a query queries "Armed"
      Then the result is, in any order
        | $this |
        | b     |

    @toggles-23 @toggle.trait
    Scenario: A disabled id stays disabled while CanToggle is removed
      Given a tag Armed with CanToggle
      And these facts
        | a | Armed |
      When Armed of a is disabled
      And Armed loses CanToggle
      And the world is saved and loaded
      And Armed of a is enabled
      Then it fails with invalid
      When a query queries "Armed"
      Then the result is empty
      When Armed gets CanToggle
      And Armed of a is enabled
      And a query queries "Armed"
      Then the result is, in any order
        | $this |
        | a     |

    @toggles-24 @toggle.trait
    Scenario: A deferred command needs CanToggle when it is applied
      Given a tag Armed
      And these facts
        | a | Armed |
      When the world is deferred
      And Armed of a is disabled
      And Armed gets CanToggle
      And Armed of a is disabled
      And the world is no longer deferred
      Then the answer is 0 invalid
      When a query queries "Armed"
      Then the result is empty
