import { expect, test } from "vitest";
import { parseOptions, refuseOptionsKeptByNpm, WrongOption } from "./options.mjs";

const usual = { dev: false, exit: false, demo: true, browser: true, port: 8787, replicas: 1, data: "/repo/.webhand" };

test("the options mean what the README says", () => {
	const cases: [("start" | "dev")?, string[]?, object?][] = [
		["start", [], usual],
		["start", ["--exit"], { ...usual, exit: true }],
		["start", ["--no-demo"], { ...usual, demo: false }],
		["start", ["--no-browser"], { ...usual, demo: false, browser: false }],
		["start", ["--port", "0", "--replicas=3"], { ...usual, port: 0, replicas: 3 }],
		["start", ["--data", "other"], { ...usual, data: "/repo/other" }],
		["start", ["--data", "/elsewhere"], { ...usual, data: "/elsewhere" }],
		["dev", [], { ...usual, dev: true, demo: false }],
		["dev", ["--no-browser"], { ...usual, dev: true, demo: false, browser: false }],
	];
	for (const [command = "start", args = [], expected] of cases)
		expect(parseOptions(command, args, "/repo"), args.join(" ")).toEqual(expected);
});

test("what is no option is refused by name", () => {
	const wrong = [
		...[["--bogus"], ["word"], ["--port"], ["--port", "70000"], ["--port", "-1"], ["--port", "1.5"], ["--port", ""], ["--replicas", "0"]],
		...[["--replicas", "9"], ["--exit=yes"], ["--exit", "--no-demo"], ["--exit", "--no-browser"], ["--data", ""]],
	];
	for (const args of wrong) expect(() => parseOptions("start", args, "/repo"), args.join(" ")).toThrow(WrongOption);
	expect(() => parseOptions("start", ["--port", "x"], "/repo")).toThrow('--port is a whole number from 0 to 65535, not "x"');
	expect(() => parseOptions("dev", ["--exit"], "/repo")).toThrow("--exit");
});

test("an option that npm kept for itself is named, not forgotten", () => {
	expect(() => refuseOptionsKeptByNpm({ npm_config_exit: "true", npm_config_demo: "" })).toThrow(
		"npm kept --exit and --no-demo for itself",
	);
	expect(() => refuseOptionsKeptByNpm({ npm_config_browser: "" })).toThrow("--no-browser");
	refuseOptionsKeptByNpm({ npm_config_browser: "firefox", npm_config_registry: "https://registry.example" });
});
