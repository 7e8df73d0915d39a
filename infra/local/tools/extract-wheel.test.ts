import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fakeMachine, offerWheel } from "../test/fixture/machine.ts";
import { findPip, getFromWheel } from "./extract-wheel.mjs";
import { Missing } from "./run.mjs";

function offered() {
	const machine = fakeMachine();
	const sha256 = offerWheel(machine, "bin/tool", "program");
	const wheel = { requirement: "tool==1", options: ["--python-version", "3.11"], sha256, member: "bin/tool", file: "tool-1" };
	return { machine, wheel, pip: [join(String(machine.env["PATH"]), "pip3")] };
}

test("pip is that of python3, else pip3, else there is none", async () => {
	const machine = fakeMachine();
	expect(await findPip(machine)).toBeUndefined();
	const pip3 = machine.script("pip3", "");
	expect(await findPip(machine)).toEqual([pip3]);
	machine.script("python3", "exit 1");
	expect(await findPip(machine)).toEqual([pip3]);
	const python = machine.script("python3", "");
	expect(await findPip(machine)).toEqual([python, "-m", "pip"]);
});

test("the program of a wheel lands in .runtime/bin and the wheel is gone", async () => {
	const { machine, wheel, pip } = offered();
	const file = await getFromWheel(machine, pip, wheel);
	expect(readFileSync(file, "utf8")).toBe("program");
	expect(readdirSync(machine.runtime)).toEqual(["bin"]);
	expect(machine.calls()).toEqual([
		expect.stringMatching(/^pip3 download --no-deps --only-binary :all: .*--python-version 3\.11 .*tool==1$/),
		expect.stringMatching(/^pip3 install --no-index --no-compile --no-deps --only-binary :all: .*--python-version 3\.11 .*offered\.whl$/),
	]);
});

test("a wheel with another checksum than pinned is deleted and never unpacked", async () => {
	const { machine, wheel, pip } = offered();
	await expect(getFromWheel(machine, pip, { ...wheel, sha256: "0".repeat(64) })).rejects.toThrow(Missing);
	expect(readdirSync(machine.runtime)).toEqual([]);
	expect(machine.calls()).toHaveLength(1);
});

test.for([
	["does not download", "exit 1", "could not be downloaded"],
	[
		"does not unpack",
		'[ "$1" = install ] && exit 1; while [ "$1" != -d ]; do shift; done; printf "the wheel" > "$2/a.whl"',
		"could not be unpacked",
	],
])("a pip that %s is no reason to give up on other sources", async ([, script = "", reason]) => {
	const { machine, wheel, pip } = offered();
	machine.script("pip3", script);
	const failure = await getFromWheel(machine, pip, wheel).catch((cause: unknown) => cause);
	expect(String(failure)).toContain(reason);
	expect(failure).not.toBeInstanceOf(Missing);
	expect(existsSync(join(machine.runtime, "bin", "tool-1"))).toBe(false);
});
