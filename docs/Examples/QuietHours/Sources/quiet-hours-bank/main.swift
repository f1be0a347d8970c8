import BankCLI
import QuietHours
import ShippedPolicies

await BankCommand.main(
  policies: Shipped.policies + [.init(QuietHoursPolicy.self)], queues: Shipped.queues)
