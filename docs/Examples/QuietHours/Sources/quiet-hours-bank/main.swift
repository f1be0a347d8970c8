import BankCLI
import QuietHours

await BankCommand.main(policies: [.init(QuietHoursPolicy.self)])
