// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "own-bank",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "bank", path: "../../..")],
  targets: [
    .executableTarget(
      name: "own-bank",
      dependencies: ["BankCLI", "BankCore", "BankQueues", "BankSimulation", "ShippedPolicies"]
        .map { .product(name: $0, package: "bank") })
  ],
  swiftLanguageModes: [.v6]
)
