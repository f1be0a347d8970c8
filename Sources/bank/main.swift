import BankCLI
import ShippedPolicies

await BankCommand.main(
  policies: Shipped.policies, queues: Shipped.queues, straightLoop: StraightLoop.measured)
