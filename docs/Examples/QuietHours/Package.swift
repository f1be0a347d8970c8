// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "quiet-hours",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "bank", path: "../../..")],
  targets: [
    .target(name: "QuietHours", dependencies: [.product(name: "BankCore", package: "bank")]),
    .executableTarget(
      name: "quiet-hours-bank",
      dependencies: [
        "QuietHours", .product(name: "BankCLI", package: "bank"),
        .product(name: "BankCore", package: "bank"), .product(name: "BankQueues", package: "bank"),
        .product(name: "BankSimulation", package: "bank"),
        .product(name: "ShippedPolicies", package: "bank"),
      ]),
    .testTarget(
      name: "QuietHoursTests",
      dependencies: [
        "QuietHours", .product(name: "BankCore", package: "bank"),
        .product(name: "BankQueues", package: "bank"),
        .product(name: "BankConformance", package: "bank"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
