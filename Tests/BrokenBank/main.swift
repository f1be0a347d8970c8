import BankCLI
import BankCore
import BrokenPolicies

// Every command, with policies and queues that are broken on purpose: for trying the guard and the laws.

func registered(_ type: any TellerPolicy.Type) -> RegisteredPolicy {
  RegisteredPolicy(unspecialized: type)
}

// One of them has no name that could be registered.
let broken = Trials.broken.filter { $0.law != "L20" }.map(\.type)

await BankCommand.main(
  policies: (broken + Trials.fatal + Trials.nasty + Trials.textbook + Trials.rare
    + Trials.elsewhere + [Talkative.self]).map(registered),
  queues: [.standard, RegisteredQueue(DoublingQueue.self)])
