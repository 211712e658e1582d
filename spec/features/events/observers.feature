@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Observers

  Rule: An observer is notified when an entity starts or stops matching

    @observers-01 @QRY-009 @QRY-010 @F41-143
    Scenario: Adding a tag and removing it cause one event each
      Given a tag Npc
      And an observer o is prepared for "Npc", on OnAdd and OnRemove
      When e gets Npc
      And e gets Other
      And e gets Npc
      Then the events are o OnAdd e Npc
      When e loses Other
      And e loses Npc
      And e loses Npc
      Then the events are o OnRemove e Npc
      And the events are none

    @observers-59 @observers.sees
    Scenario: Disabling or enabling an id is no event for an observer of the id
      Given a tag Npc
      And Npc gets CanToggle
      And an observer o is prepared for "Npc", on OnAdd and OnRemove
      When e gets Npc
      Then the events are o OnAdd e Npc
      When Npc of e is disabled
      And Npc of e is enabled
      Then the events are none

    @observers-02 @QRY-009
    Scenario: An observer gets only the events that it listens to
      Given a tag Npc
      And an observer added is prepared for "Npc", on OnAdd
      And an observer removed is prepared for "Npc", on OnRemove
      When e gets Npc
      And e is deleted
      Then the events are
        | added   | OnAdd    | e | Npc |
        | removed | OnRemove | e | Npc |

    @observers-03 @QRY-009 @QRY-010
    Scenario: An observer of a wildcard gets an event for each pair
      Given a relationship Likes
      And an observer o is prepared for "(Likes, *)", on OnAdd and OnRemove
      When Bob gets (Likes, Alice)
      And Bob gets (Likes, Carl)
      Then the events are
        | o | OnAdd | Bob | (Likes, Alice) |
        | o | OnAdd | Bob | (Likes, Carl)  |
      When Bob loses (Likes, *)
      Then the events are
        | o | OnRemove | Bob | (Likes, Alice) |
        | o | OnRemove | Bob | (Likes, Carl)  |
      When an entity Dan with (Likes, Bob), (Likes, Carl)
      And Bob is deleted
      Then the events in order are
        | o | OnAdd    | Dan | (Likes, Bob)  |
        | o | OnAdd    | Dan | (Likes, Carl) |
        | o | OnRemove | Dan | (Likes, Bob)  |

    @observers-04 @QRY-009 @QRY-010 @F41-146
    Scenario: An event needs the whole query to match
      Given a tag A
      And a tag B
      And a tag C
      And an observer o is prepared for "A, B, !C", on OnAdd and OnRemove
      When e gets A
      And f gets A
      Then the events are none
      When e gets B
      Then the events are o OnAdd e B
      When f gets C
      And f gets B
      Then the events are none
      When e gets C
      Then the events are o OnRemove e C
      When e loses C
      And e loses A
      Then the events in order are o OnAdd e C, o OnRemove e A
      When f loses C
      Then the events are o OnAdd f C

    @observers-05 @QRY-009
    Scenario: A new entity with several ids causes one event, with the first id in type order
      Given a tag A
      And a tag B
      And an observer o is prepared for "B, A", on OnAdd
      When an entity e with B, A
      Then the events are o OnAdd e A

    @observers-06 @QRY-009 @QRY-010
    Scenario: A replaced target is removed before the new one is added
      Given a relationship In with Exclusive
      And a relationship Gait with Union
      And an observer o is prepared for "(In, *)", on OnAdd and OnRemove
      And an observer g is prepared for "(Gait, *)", on OnAdd and OnRemove
      And these facts
        | e | (In, a), (Gait, Walking) |
      When e gets (In, b)
      And e gets (Gait, Running)
      Then the events in order are
        | o | OnAdd    | e | (In, a)         |
        | g | OnAdd    | e | (Gait, Walking) |
        | o | OnRemove | e | (In, a)         |
        | o | OnAdd    | e | (In, b)         |
        | g | OnRemove | e | (Gait, Walking) |
        | g | OnAdd    | e | (Gait, Running) |

    @observers-07 @QRY-009 @QRY-010 @REL-229 @REL-232
    Scenario: Mirrored pairs and pairs that With adds cause events, too
      Given a relationship Married with Symmetric
      And a relationship Loves with (With, Likes)
      And an observer o is prepared for "(Married, *)", on OnAdd and OnRemove
      And an observer l is prepared for "(Likes, *)", on OnAdd
      When Bob gets (Married, Alice)
      And Bob gets (Loves, Alice)
      Then the events are
        | o | OnAdd | Bob   | (Married, Alice) |
        | o | OnAdd | Alice | (Married, Bob)   |
        | l | OnAdd | Bob   | (Likes, Alice)   |
      When Bob is cleared
      Then the events are
        | o | OnRemove | Bob   | (Married, Alice) |
        | o | OnRemove | Alice | (Married, Bob)   |

    @observers-08 @QRY-009
    Scenario: An operation that is refused causes no events
      Given a relationship Above with Acyclic, (With, Below)
      And an observer o is prepared for "(Below, *)", on OnAdd
      When a gets (Above, a)
      Then it fails with cycle
      And the events are none

    @observers-09 @QRY-009 @QRY-010
    Scenario: Prefabs and disabled entities cause no events unless the query names Prefab or Disabled
      Given a tag Npc
      And an observer o is prepared for "Npc", on OnAdd and OnRemove
      And an observer p is prepared for "Npc, Prefab", on OnAdd
      When a prefab Base with Npc
      And an entity e
      And e is disabled
      And e gets Npc
      And e loses Npc
      Then the events are p OnAdd Base Prefab

    @observers-11 @QRY-009 @QRY-010 @F41-154
    Scenario: If a query also has terms on $this, a term on a fixed source causes no events
      Given a tag Npc
      And an entity Game
      And a tag Running
      And an observer o is prepared for "Npc, Running(Game)", on OnAdd and OnRemove
      When a gets Npc
      And Game gets Running
      Then the events are none
      When b gets Npc
      And Game loses Running
      And a loses Npc
      Then the events are o OnAdd b Npc
      When Game gets Running
      And b loses Npc
      Then the events are o OnRemove b Npc

    @observers-56 @F41-153 @F41-154 @observers.trigger
    Scenario: If every term has a fixed source, the fixed sources cause the events
      Given a component Mass {value i32}
      And a tag Old
      And an entity Game
      And an observer o is prepared for "Mass(Game), !Old(Game)", on OnAdd and OnSet and OnRemove
      When e gets Mass {value: 1}
      And Game gets Old
      And Game gets Mass {value: 1}
      Then the events are none
      When Game loses Old
      And Game gets Mass {value: 2}
      Then the events in order are o OnAdd Game Old, o OnSet Game Mass
      When an observer p is prepared for "Mass(Game), ?Old(Game)", on OnAdd, yielding existing
      And Game is deleted
      And e is deleted
      Then the events are p OnAdd Game Mass, o OnRemove Game Mass

    @observers-57 @F41-154 @observers.trigger
    Scenario: If there are several fixed sources, each causes events while the others match
      Given a tag Running
      And a relationship Plays
      And an entity Game
      And an entity Crowd
      And an observer o is prepared for "Running(Game), Plays(Crowd, *)", on OnAdd and OnRemove
      And an observer m is prepared for "Running(Game), Plays(Crowd, *)", monitoring
      When Game gets Running
      And e gets (Plays, Game)
      Then the events are none
      When Crowd gets (Plays, Game)
      Then the events are
        | o | OnAdd | Crowd | (Plays, Game) |
        | m | OnAdd | Game  |               |
        | m | OnAdd | Crowd |               |
      When Game loses Running
      And Crowd loses (Plays, *)
      And Crowd gets (Plays, e)
      Then the events are
        | o | OnRemove | Game  | Running |         |
        | m | OnRemove | Game  |         | leaving |
        | m | OnRemove | Crowd |         | leaving |

    @observers-58 @F41-153 @observers.trigger @observers.emit
    Scenario: An event of the program reaches an observer of a fixed source only if the source is the entity of the event
      Given a tag Running
      And an entity Game
      And an entity Hit
      And an observer o is prepared for "Running(Game)", on Hit
      And Game gets Running
      And e gets Running
      When Hit is emitted of e
      And Hit is emitted of e about Running
      And Hit is emitted of Game
      And Hit is emitted of Game about Running
      Then the events are o Hit Game, o Hit Game Running

    @observers-12 @QRY-009 @QRY-010
    Scenario: An Optional term causes no events, an alternative of an Or chain does
      Given a tag A
      And a tag B
      And a tag C
      And an observer o is prepared for "A || B, ?C", on OnAdd and OnRemove
      When e gets C
      And e gets B
      And e loses C
      And e gets C
      And e loses B
      Then the events in order are o OnAdd e B, o OnRemove e B

    @observers-13 @QRY-009 @QRY-010
    Scenario: Replacing a target causes one event for the old pair and one for the new pair
      Given a relationship In with Exclusive
      And an entity x
      And an entity y
      And an observer left is prepared for "(In, x)", on OnRemove
      And an observer came is prepared for "(In, y)", on OnAdd
      And an observer stays is prepared for "(In, *)", monitoring
      And these facts
        | e | (In, x) |
      When e gets (In, y)
      Then the events are
        | stays | OnAdd    | e |         |
        | left  | OnRemove | e | (In, x) |
        | came  | OnAdd    | e | (In, y) |

    @observers-14 @QRY-010 @REL-118 @REL-121
    Scenario: If an entity loses an id because another entity is deleted, observers get an event
      Given these facts
        | a | Npc, (Likes, x), (Eats, x) |
        | b | (Likes, x)                 |
      And an observer o is prepared for "(*, x)", on OnRemove
      And an observer n is prepared for "Npc, !(Likes, *)", on OnAdd
      When x is deleted
      Then the events are
        | o | OnRemove | a | (Likes, x) |
        | o | OnRemove | a | (Eats, x)  |
        | o | OnRemove | b | (Likes, x) |
        | n | OnAdd    | a | (Likes, x) |

    @observers-15 @QRY-009 @QRY-103
    Scenario: A deferred operation causes its events when it is applied
      Given a tag A
      And a tag B
      And an entity e
      And an observer o is prepared for "A, !B", on OnAdd and OnRemove
      When the world is deferred
      And e gets A
      And e gets B
      And e loses B
      Then the events are none
      When the world is no longer deferred
      Then the events in order are o OnAdd e A, o OnRemove e B, o OnAdd e B

  Rule: OnSet reports values

    @observers-21 @QRY-009 @F41-136 @F41-135 @F41-134 @F41-169 @F41-170
    Scenario: Setting and modifying a value cause OnSet
      Given a component Mass {value i32}
      And an observer o is prepared for "Mass", on OnAdd and OnSet and OnRemove
      When e gets Mass
      Then the events are o OnAdd e Mass
      When e gets Mass {value: 1}
      And Mass of e is modified
      Then the events in order are o OnSet e Mass, o OnSet e Mass
      When f gets Mass {value: 2}
      Then the events in order are o OnAdd f Mass, o OnSet f Mass
      When f is deleted
      Then the events are o OnRemove f Mass

    @observers-22 @QRY-009
    Scenario: OnSet needs the query to match and an id of its terms to be set
      Given a component Mass {value i32}
      And a component Speed {value i32}
      And a component Npc {value i32}
      And an observer o is prepared for "Mass, Npc", on OnSet
      And an observer p is prepared for "(Mass, *)", on OnSet
      When e gets Mass {value: 1}
      Then the events are none
      When e gets Npc
      And e gets Speed {value: 1}
      And e gets Mass {value: 2}
      And e gets (Mass, Npc) {value: 3}
      Then the events in order are o OnSet e Mass, p OnSet e (Mass, Npc)

    @observers-66 @QRY-009 @observers.on-set
    Scenario: A copy of a tag causes no OnSet, a copy of a value does
      Given a tag Npc
      And a component Mass {value i32}
      And an entity base
      And base gets Npc
      And base gets Mass {value: 1}
      And Npc of base is overridden
      And Mass of base is overridden
      And an observer o is prepared for "Npc", on OnAdd and OnSet
      And an observer p is prepared for "Mass", on OnAdd and OnSet
      When inst gets (IsA, base)
      Then the events are
        | o | OnAdd | inst | Npc  |
        | p | OnAdd | inst | Mass |
        | p | OnSet | inst | Mass |

    @observers-23 @QRY-009 @observers.order
    Scenario: The events of one operation are OnRemove first, then OnAdd, then OnSet
      Given a relationship Holds {amount i32} with Exclusive
      And an observer o is prepared for "(Holds, *)", on OnSet and OnRemove and OnAdd
      And these facts
        | e | (Holds, a) {amount: 1} |
      When e gets (Holds, b) {amount: 2}
      Then the events in order are
        | o | OnAdd    | e | (Holds, a) |
        | o | OnSet    | e | (Holds, a) |
        | o | OnRemove | e | (Holds, a) |
        | o | OnAdd    | e | (Holds, b) |
        | o | OnSet    | e | (Holds, b) |

  Rule: A monitor is notified when an entity enters or leaves the query

    @observers-31 @QRY-009 @QRY-010 @F41-148 @observers.monitor
    Scenario: A monitor is notified once when an entity enters and once when it leaves
      Given a tag A
      And a tag B
      And an observer m is prepared for "A || B", monitoring
      When e gets A
      And e gets B
      And e loses A
      Then the events are m OnAdd e
      When e loses B
      Then the events are m OnRemove e leaving
      When f gets A
      And f is deleted
      Then the events in order are m OnAdd f, m OnRemove f leaving

    @observers-32 @QRY-009 @QRY-010
    Scenario: A monitor is notified when an entity is disabled or becomes a prefab
      Given a tag A
      And an observer m is prepared for "A", monitoring
      When e gets A
      And e is disabled
      And e is enabled
      And e is Prefab
      Then the events in order are
        | m | OnAdd    | e |         |
        | m | OnRemove | e | leaving |
        | m | OnAdd    | e |         |
        | m | OnRemove | e | leaving |

    @observers-33 @QRY-010
    Scenario: A monitor can ask for only one of its two events
      Given a tag A
      And an observer m is prepared for "A", on OnRemove, monitoring
      When e gets A
      Then the events are none
      When A is deleted
      Then the events are m OnRemove e leaving

  Rule: A new observer can yield existing entities

    @observers-41 @QRY-009 @F41-150
    Scenario: A new observer can get an event for each existing entity that matches
      Given a component Mass {value i32}
      And these facts
        | a | Mass {value: 1}, Npc |
        | b | Npc                  |
      And a prefab Base with Npc
      When an observer o is prepared for "Npc", on OnAdd and OnRemove, yielding existing
      Then the events are
        | o | OnAdd | a | Npc |
        | o | OnAdd | b | Npc |
      When an observer s is prepared for "Mass", on OnSet, yielding existing
      And an observer n is prepared for "Npc", on OnAdd
      And an observer m is prepared for "Npc, Mass", monitoring, yielding existing
      And an observer l is prepared for "Npc, Mass", on OnAdd, monitoring, yielding existing
      Then the events are
        | s | OnSet | a | Mass |
        | m | OnAdd | a |      |
        | l | OnAdd | a |      |

    @observers-42 @QRY-009 @observers.yield-existing
    Scenario: An observer that reports only removals cannot yield existing entities
      Given a component Mass {value i32}
      And these facts
        | a | Npc, Mass {value: 1} |
      When an observer o is prepared for "Npc", on OnRemove, yielding existing
      Then it fails with invalid
      When an observer o is prepared for "Npc", on OnRemove, monitoring, yielding existing
      Then it fails with invalid
      When an observer o is prepared for "Npc", on OnSet and OnRemove, monitoring, yielding existing
      Then it fails with invalid
      When an observer o is prepared for "Mass", on OnSet and OnRemove, yielding existing
      And an observer m is prepared for "Npc", on OnRemove and OnAdd, monitoring, yielding existing
      Then the events are o OnSet a Mass and m OnAdd a
      When a is deleted
      Then the events are o OnRemove a Mass and m OnRemove a leaving

  Rule: An observer lives until it is released

    @observers-51 @QRY-009
    Scenario: Two observers cannot have the same name until the first is released
      Given a tag A
      And an observer o is prepared for "A", on OnAdd
      When an observer o is prepared for "A", on OnRemove
      Then it fails with exists
      When a query o is prepared for "A"
      Then it fails with exists
      When query o is released
      And e gets A
      Then the events are none
      When an observer o is prepared for "A", on OnRemove
      And e is deleted
      Then the events are o OnRemove e A

    @observers-52 @QRY-009
    Scenario: An observer ends with its parent, after it reports the deletion
      Given a tag A
      And an entity Physics with Module, A
      And an observer o is prepared for "A", on OnAdd and OnRemove, below Physics
      When e gets A
      And Physics is deleted
      And f gets A
      Then the events in order are o OnAdd e A, o OnRemove Physics A
      When an observer o is prepared for "A", on OnAdd, below Physics
      Then it fails with not_alive

    @observers-53 @QRY-009 @observers.trigger
    Scenario: A query that can never cause an event cannot be observed
      Given a tag A
      When an observer o is prepared for "?A(A)", on OnAdd
      Then it fails with invalid
      When an observer o is prepared for "?A", on OnAdd
      Then it fails with invalid
      When an observer o is prepared for "A"
      Then it fails with invalid
      When an observer o is prepared for "Unknown", on OnAdd
      Then it fails with unresolved
      When an observer o is prepared for "A, A(A)", on OnAdd
      And e gets A
      Then the events are none
      When A gets A
      And f gets A
      Then the events are
        | o | OnAdd | A | A |
        | o | OnAdd | f | A |

    @observers-54 @QRY-009
    Scenario: An entity that an observer mentions may be deleted
      Given a tag A
      And an observer o is prepared for "(*, A)", on OnAdd and OnRemove
      And an observer p is prepared for "A", on OnAdd and OnRemove
      And these facts
        | e | (R, A), A |
      When A is deleted
      Then the events are
        | o | OnAdd    | e | (R, A) |
        | p | OnAdd    | e | A      |
        | o | OnRemove | e | (R, A) |
        | p | OnRemove | e | A      |
      When an entity later with R
      Then the events are none

    @observers-55 @QRY-009
    Scenario: Taking and restoring a snapshot causes no events and keeps events that were not read yet
      Given a tag A
      And an observer o is prepared for "A", on OnAdd and OnRemove
      And an entity e
      When the world is kept as s
      And e gets A
      And the world is taken back to s
      Then the events are o OnAdd e A
      When e gets A
      Then the events are o OnAdd e A
      When the world is reset
      And a tag A
      And e gets A
      Then the events are none
