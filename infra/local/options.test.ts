import { expect, test } from "vitest";
import { parseOptions, refuseOptionsKeptByNpm, WrongOption } from "./options.mjs";

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
