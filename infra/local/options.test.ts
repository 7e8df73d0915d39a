import { expect, test } from "vitest";
import { isForRunner, parseOptions, parseRunnerOptions, refuseOptionsKeptByNpm, WrongOption } from "./options.mjs";

const usual = { dev: false, exit: false, demo: true, browser: true, port: 8787, replicas: 1, data: "/repo/.webhand" };
const dev = { dev: true, demo: false };
const noPort = (text: string) => `--port is a whole number from 0 to 65535, not "${text}"`;

test.for<readonly [args: string, meaning: object | string, command?: "dev"]>([
	["", {}],
	["--exit", { exit: true }],
	["--no-demo", { demo: false }],
	["--no-browser", { demo: false, browser: false }],
	["--port=0 --replicas=3", { port: 0, replicas: 3 }],
	["--data other", { data: "/repo/other" }],
	["--data /elsewhere", { data: "/elsewhere" }],
	["", dev, "dev"],
	["--no-browser", { ...dev, browser: false }, "dev"],
	["--bogus", "--bogus"],
	["word", "word"],
	["--port", "--port"],
	["--port 70000", noPort("70000")],
	["--port=-1", noPort("-1")],
	["--port 1.5", noPort("1.5")],
	["--port=", noPort("")],
	["--port x", noPort("x")],
	["--replicas 0", "--replicas is a whole number from 1 to 8"],
	["--replicas 9", "--replicas is a whole number from 1 to 8"],
	["--exit=yes", "--exit"],
	["--exit --no-demo", "--exit stops after the demo task"],
	["--exit --no-browser", "--exit stops after the demo task"],
	["--data=", "--data is the path of a folder"],
	["--exit", "--exit stops after the demo task", "dev"],
])("the options %j mean what the README says, and what is no option is refused by name: %j", ([args, meaning, command]) => {
	const parse = () => parseOptions(command ?? "start", args.split(" ").filter(Boolean), "/repo");
	if (typeof meaning !== "string") return expect(parse()).toEqual({ ...usual, ...meaning });
	expect(parse).toThrow(WrongOption);
	expect(parse).toThrow(meaning);
});

test("an option that npm kept for itself is named, not forgotten", () => {
	expect(() => refuseOptionsKeptByNpm({ npm_config_exit: "true", npm_config_demo: "" })).toThrow(
		"npm kept --exit and --no-demo for itself",
	);
	expect(() => refuseOptionsKeptByNpm({ npm_config_browser: "" })).toThrow("--no-browser");
	refuseOptionsKeptByNpm({ npm_config_browser: "firefox", npm_config_registry: "https://registry.example" });
});

const code = `whr_${"a".repeat(43)}`;
const runner = { server: "http://127.0.0.1:8787", code: undefined, profile: "/repo/.webhand/runners/runner", headed: false, healthPort: 0 };

test.for<readonly [args: string, meaning: object | string]>([
	["--runner", {}],
	[
		"--runner --server https://agent.example.com/ --name office",
		{ server: "https://agent.example.com", profile: "/repo/.webhand/runners/office" },
	],
	[
		`--runner --code ${code} --headed --profile other --health-port 9100`,
		{ code, headed: true, profile: "/repo/other", healthPort: 9_100 },
	],
	["--runner --server agent.example.com", "--server is an address such as https://agent.example.com"],
	["--runner --code whr_short", "--code is the code as the console showed it"],
	["--runner --name ../x", "--name is up to 40 letters"],
	["--runner --health-port 99999", "--health-port is a whole number from 0 to 65535"],
	["--runner --no-demo", "--no-demo"],
	["--runner=yes", "--runner"],
])("the options of a runner %j mean %j", ([args, meaning]) => {
	const given = args.split(" ");
	expect(isForRunner(given)).toBe(true);
	const parse = () => parseRunnerOptions(given, "/repo");
	if (typeof meaning !== "string") return expect(parse()).toEqual({ ...runner, ...meaning });
	expect(parse).toThrow(WrongOption);
	expect(parse).toThrow(meaning);
});
