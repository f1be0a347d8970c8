import BankCore

extension ItemCount {
  /// The most that people may set an item of the stock to: a hundred, as the juice maker's; where the branch has more, as
  /// much as a count may be.
  var mostToSet: Int { count > 100 ? BranchPlan.largestCount : 100 }
}
