import BankCore
