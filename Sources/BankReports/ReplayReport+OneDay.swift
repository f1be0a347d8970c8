import BankCore
import BankRecords
import BankSimulation

/// What a log of one day can tell: no interval says how far it may be chance, so its replay has to be right in more ways
/// than on many days.
extension ReplayReport {
  /// How much the services together change under a policy, whichever way.
  private func shift(_ policy: Int) -> Double {
    guard let other = days[0].figures[policy]?.statistics else { return 0 }
    let control = days[0].control.statistics
    let sum = services.indices.reduce(0) { sum, service in
      let (own, before) = (other.services[service], control.services[service])
      guard own.served > 0, before.served > 0 else { return sum }
      return sum + abs(own.wait.mean - before.wait.mean) * Double(before.served)
    }
    return sum / Double(max(control.all.served, 1))
  }

  /// Why one day does not tell whether waits are longer or shorter under a policy; `nil` where it does, or where there are
  /// several days.
  func doubtOfOneDay(_ policy: Int) -> String? {
    guard days.count == 1, record.days.count == 1 else { return nil }
    let difference = total(policy)
    // An error of one service does not make up for that of another.
    if abs(difference) < distanceByService {
      return language(
        "less than the control's errors of the services together; the record cannot tell",
        "업무마다의 재현 오차를 합친 것보다 작아 기록으로는 알 수 없음")
    }
    // Of gains and losses that nearly make up for each other a small error turns the sum round.
    if abs(difference) < shift(policy) / 5 {
      return language(
        "some services gain about as much as others lose; the record cannot tell which is more",
        "나아지는 업무와 나빠지는 업무가 비슷해 기록으로는 어느 쪽이 더 큰지 알 수 없음")
    }
    let agree = redrawn.allSatisfy { other in
      let change = other.difference(policy) ?? 0
      return (change > 0) == (difference > 0) && abs(change) > abs(other.error)
    }
    return agree
      ? nil
      : language(
        "not so with other draws of what the log does not show; the record cannot tell",
        "기록에 없는 것을 다시 뽑으면 달라져 기록으로는 알 수 없음")
  }
}
