// swift-tools-version: 6.2
import PackageDescription

/// Every policy: a folder of `Policies/`, a target of its own, BankCore its only dependency.
let policies = [
  // policies begin (`bank new-policy` adds here, in order by name)
  "AccumulatingPriority",
  "AgentsPreference",
  "CMu",
  "ClassPriority",
  "DeficitRoundRobin",
  "DelayedOverflow",
  "EarliestDeadline",
  "FastestFirst",
  "FixedSplit",
  "GeneralizedCMu",
  "HeadOfLine",
  "HeadStart",
  "JoinShortestLine",
  "LoanPriority",
  "LongestIdleFirst",
  "MaxWeight",
  "Optimal",
  "QueueRatio",
  "Reservation",
  "SharedPool",
  "SkillRouting",
  "Threshold",
  "TwoChoices",
  "WeightedRoundRobin",
  // policies end
]

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.init(stringLiteral: name)] + dependencies,
    swiftSettings: settings)
}

func policyTargets(_ name: String) -> [Target] {
  [
    .target(
      name: name, dependencies: ["BankCore"], path: "Policies/\(name)/Sources",
      swiftSettings: settings),
    .testTarget(
      name: "\(name)Tests",
      dependencies: [
        .init(stringLiteral: name), "BankCore", "BankQueues", "BankSimulation", "BankConformance",
      ],
      path: "Policies/\(name)/Tests", swiftSettings: settings),
  ]
}

/// What a target that registers a policy compiles into itself.
///
/// SwiftPM builds a target again only when a module that it names changes, and inlined code passes through modules that
/// do not: so all of them are named.
let inlined: [Target.Dependency] = ["BankCLI", "BankCore", "BankQueues", "BankSimulation"]

let allPolicies = policies.map { Target.Dependency(stringLiteral: $0) }

let package = Package(
  name: "bank",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "bank", targets: ["bank"]),
    .library(name: "BankCore", targets: ["BankCore"]),
    .library(name: "BankSimulation", targets: ["BankSimulation"]),
    .library(name: "BankLive", targets: ["BankLive"]),
    .library(name: "BankConformance", targets: ["BankConformance"]),
    .library(name: "BankQueues", targets: ["BankQueues"]),
    .library(name: "BankRecords", targets: ["BankRecords"]),
    .library(name: "BankReports", targets: ["BankReports"]),
    .library(name: "BankCLI", targets: ["BankCLI"]),
    .library(name: "ShippedPolicies", targets: ["ShippedPolicies"]),
  ],
  targets: [
    library("BankCore"),
    library("BankQueues", ["BankCore"]),
    library("BankSimulation", ["BankCore"]),
    library("BankLive", ["BankCore"]),
    library("BankConformance", ["BankCore", "BankQueues"]),
    library("BankRecords", ["BankCore", "BankSimulation"]),
    .target(
      name: "BankReports", dependencies: ["BankCore", "BankRecords", "BankSimulation"],
      exclude: ["Pages"], swiftSettings: settings, plugins: ["EmbedPages"]),
    .target(
      name: "BankWeb", dependencies: ["BankCore", "BankRecords"],
      exclude: ["Pages", "EmbedTool", "EmbedPlugin"], swiftSettings: settings,
      plugins: ["EmbedPages"]),
    library("BankConfiguration", ["BankCore", "BankRecords", "BankReports", "BankSimulation"]),
    .plugin(
      name: "EmbedPages", capability: .buildTool(), dependencies: ["embed-pages"],
      path: "Sources/BankWeb/EmbedPlugin"),
    .executableTarget(
      name: "embed-pages", path: "Sources/BankWeb/EmbedTool", swiftSettings: settings),
    library(
      "BankCLI",
      [
        "BankConfiguration", "BankCore", "BankQueues", "BankSimulation", "BankLive", "BankRecords",
        "BankReports",
        "BankConformance",
        "BankWeb",
      ]),
    // Lists the policies.
    .target(
      name: "ShippedPolicies", dependencies: inlined + allPolicies,
      path: "Sources/bank/ShippedPolicies", swiftSettings: settings),
    .executableTarget(
      name: "bank", dependencies: inlined + ["ShippedPolicies"], exclude: ["ShippedPolicies"],
      swiftSettings: settings),

    tests(of: "BankCore", ["BankQueues", "BankConformance"] + allPolicies),
    tests(of: "BankQueues", ["BankCore", "BankConformance", "BrokenPolicies", "SharedPool"]),
    tests(of: "BankSimulation", ["BankCore", "BankQueues"] + allPolicies),
    tests(of: "BankLive", ["BankCore", "BankQueues", "BankSimulation"] + allPolicies),
    tests(
      of: "BankRecords", ["BankCore", "BankQueues", "BankReports", "BankSimulation"] + allPolicies),
    tests(of: "BankReports", ["BankCore", "BankQueues", "BankRecords", "BankSimulation"]),
    tests(of: "BankConfiguration", ["BankCore", "BankRecords", "BankReports", "BankSimulation"]),
    tests(of: "BankWeb", ["BankCore", "BankRecords"]),
    tests(of: "BankConformance", ["BankCore", "BankQueues", "BrokenPolicies"] + allPolicies),
    tests(
      of: "BankCLI",
      [
        "BankConfiguration", "BankCore", "BankQueues", "BankSimulation", "BankLive", "BankRecords",
        "BankReports",
        "BankConformance",
        "BankWeb",
        "ShippedPolicies", "LoanPriority", "SharedPool", "bank", "broken-bank",
      ]),

    // Policies that break the laws, for the tests of the suite and of the guard.
    .target(
      name: "BrokenPolicies", dependencies: ["BankCore"], path: "Tests/BrokenPolicies",
      swiftSettings: settings),
    .executableTarget(
      name: "broken-bank", dependencies: inlined + ["BrokenPolicies"],
      path: "Tests/BrokenBank", swiftSettings: settings),
  ] + policies.flatMap(policyTargets),
  swiftLanguageModes: [.v6]
)
