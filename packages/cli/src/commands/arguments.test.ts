import { expect, test } from "vitest";
import { readArguments } from "./arguments.ts";
import { UsageError } from "./exit-codes.ts";

const shop = "https://shop.example/";
const run = { kind: "run", order: "Buy tea", url: shop, mode: "careful", maxSteps: 50, isJson: false, isHeaded: false, hasSandbox: true };
const rows = {
	kind: "routine run",
	routine: "Save",
	csv: undefined,
	browser: "runner",
	labels: [],
	isDryRun: false,
	isOnceEver: false,
	patienceSeconds: 600,
	isJson: false,
	server: undefined,
};

test.each([
	[["login", "--url", "https://a.example/x"], { kind: "login", url: "https://a.example" }],
	[["logout"], { kind: "logout" }],
	[["--version"], { kind: "version" }],
	[["run", "Buy tea", "--url", shop], { ...run, server: undefined }],
	[
		[
			"run",
			"--url",
			shop,
			"--mode",
			"autonomous",
			"--json",
			"--headed",
			"--no-sandbox",
			"--max-steps",
			"5",
			"--server",
			"http://b.example",
			"Buy tea",
		],
		{ ...run, mode: "autonomous", isJson: true, isHeaded: true, hasSandbox: false, maxSteps: 5, server: "http://b.example" },
	],
	[["routine", "list", "--json"], { kind: "routine list", isJson: true, server: undefined }],
	[["routine", "run", "Save"], rows],
	[
		[
			"routine",
			"run",
			"Save",
			"--csv",
			"-",
			"--browser",
			"mine",
			"--label",
			"a",
			"--label",
			"b",
			"--dry-run",
			"--once-ever",
			"--patience",
			"9",
		],
		{ ...rows, csv: "-", browser: "mine", labels: ["a", "b"], isDryRun: true, isOnceEver: true, patienceSeconds: 9 },
	],
])("webhand %j is read", (given, command) => {
	expect(readArguments(given)).toEqual(command);
});

test.each([
	[["launch"], 'There is no command "launch"'],
	[["routine", "delete"], 'There is no command "routine delete"'],
	[["login"], "--url is missing"],
	[["login", "--url", "a.example"], "The address of the server"],
	[["login", "whk_abc"], "A key never goes on the command line"],
	[["run", "Buy tea"], "--url must be the address of the page"],
	[["run", "Buy tea", "--url", "file:///etc/passwd"], "--url must be the address of the page"],
	[["run", "--url", shop], "the order is missing"],
	[["run", "Buy", "tea", "--url", shop], '"tea" is one argument too many: put the order into quotes'],
	[["run", "Buy tea", "--url", shop, "--yes"], "Unknown option '--yes'"],
	[["run", "Buy tea", "--url", shop, "--mode", "fast"], '--mode must be careful or autonomous, not "fast"'],
	[["run", "Buy tea", "--url", shop, "--max-steps", "51"], "--max-steps must be a whole number from 1 to 50"],
	[["routine", "run"], "the name of the routine is missing"],
	[["routine", "run", "Save", "--browser", "any"], "--browser must be runner or mine"],
	[["logout", "now"], '`webhand logout` takes no "now"'],
])("webhand %j is refused in words", (given, words) => {
	expect(() => readArguments(given)).toThrow(words);
	expect(() => readArguments(given)).toThrow(UsageError);
});

test.each([[[]], [["--help"]], [["run", "-h"]], [["routine"]], [["routine", "run", "--help"]]])("webhand %j helps", (given) => {
	const command = readArguments(given);
	expect(command.kind === "help" && command.text).toMatch(/^webhand/);
});
