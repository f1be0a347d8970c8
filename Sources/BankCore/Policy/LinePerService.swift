/// A policy with a line for every service.
public protocol LinePerService: TellerPolicy {}

extension LinePerService {
  /// A line for every service.
  public func lines(for plan: BranchPlan) -> Int { plan.services.count }

  /// The line of the client's service.
  @inlinable
  public func line(for client: Client, on floor: Floor) -> Int { client.service }
}
