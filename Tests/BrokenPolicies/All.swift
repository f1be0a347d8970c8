package import BankCore

/// Every policy here, with what is known of it.
package enum Trials {
  /// A broken policy, the law it breaks, and words that say so.
  package struct Broken: Sendable {
    package let type: any TellerPolicy.Type
    package let law: String
    package let says: String
  }

  /// Each breaks one law and no other.
  package static let broken: [Broken] = [
    Broken(type: DropAlike.self, law: "L2", says: "Client 0 waits for ever, though A is free"),
    Broken(type: OnlyIdle.self, law: "L2", says: "Client 0 waits for ever, though A is free"),
    Broken(type: TooPatient.self, law: "L2", says: "while A idles, declared at most 2 s"),
    Broken(type: UnskilledCall.self, law: "L3", says: "(\"A\"), who cannot do"),
    Broken(type: DoubleCall.self, law: "L4", says: "where nobody waits"),
    Broken(type: BusyTeller.self, law: "L4", says: "(\"A\"), who is not idle"),
    Broken(type: TenthDecision.self, law: "L4", says: "called line 99"),
    Broken(type: WrongLine.self, law: "L4", says: "sent a client to line 2, but lines are 0 to 1"),
    Broken(type: Throwing.self, law: "L4", says: "threw an error instead of an answer"),
    Broken(type: LastInFirstOut.self, law: "L5", says: "who came first (claims order: service)"),
    Broken(type: EveryThird.self, law: "L5", says: "who came first (claims order: everybody)"),
    Broken(type: WhenThreeWait.self, law: "L5", says: "who came first (claims order: everybody)"),
    Broken(type: SilentIdler.self, law: "L6", says: "was left idle without a reason"),
    Broken(type: Unseeded.self, law: "L7", says: "differ"),
    Broken(type: StaticCounter.self, law: "L7", says: "differ"),
    Broken(type: LongMemory.self, law: "L8", says: "After a reset the world goes otherwise"),
    Broken(type: Restless.self, law: "L9", says: "was woken 100 times in a row"),
    Broken(type: WokenInThePast.self, law: "L9", says: "which is not later than now"),
    Broken(type: Overclaim.self, law: "L10", says: "was overtaken 2 times, allowed 1"),
    Broken(type: AbsentTeller.self, law: "L11", says: "(\"A\"), who is not there"),
    Broken(type: LooksAtNames.self, law: "L12", says: "With other names"),
    Broken(type: TimeOfDay.self, law: "L13", says: "s later the same world goes otherwise"),
    Broken(type: Clairvoyant.self, law: "L14", says: "where two worlds part"),
    Broken(
      type: SharedObject.self, law: "L15", says: "Asking copies of the policy changes the run"),
    Broken(type: CopiesHalf.self, law: "L15", says: "Asking copies of the policy changes the run"),
    Broken(type: NoBounds.self, law: "L17", says: "which is not later than now"),
    Broken(type: RefusesItself.self, law: "L17", says: "a branch of 6 services"),
    Broken(type: AnythingGoes.self, law: "L17", says: "patience"),
    Broken(type: AnyName.self, law: "L17", says: "which is nothing in the branch"),
    Broken(type: StaticState.self, law: "L18", says: "Beside another instance"),
    Broken(type: NeedsStaff.self, law: "L19", says: "wants 0 lines"),
    Broken(type: Nameless.self, law: "L20", says: "\"Name Less\""),
    Broken(type: HardWorker.self, law: "L21", says: "claims work: constant"),
    Broken(type: NeverForgets.self, law: "L21", says: "twice the time"),
    Broken(type: HidesADiary.self, law: "L21", says: "claims memory: bounded"),
    Broken(type: WholeMinutes.self, law: "L17", says: "is given 97.75 and is"),
    Broken(type: AnyWord.self, law: "L17", says: "takes \"-\", which is nothing in the branch"),
    Broken(type: AllRoundersAlone.self, law: "L21", says: "claims work: constant"),
    Broken(type: WorksAtSpeeds.self, law: "L21", says: "claims work: linesTimesTellers"),
    Broken(type: RouteDiary.self, law: "L21", says: "claims memory: bounded"),
    Broken(type: TooManyCooks.self, law: "L23", says: "with one more"),
  ]

  /// These end the process or never return.
  package static let fatal: [any TellerPolicy.Type] = [
    Trapping.self, Endless.self, Quitting.self,
  ]

  /// These are odd and break nothing.
  package static let nasty: [any TellerPolicy.Type] = [
    Hesitant.self, PrefersLast.self, DrawsLots.self, HoldsBack.self, WakesUp.self,
    KeepsADiary.self, RemembersThousands.self,
  ]
}
