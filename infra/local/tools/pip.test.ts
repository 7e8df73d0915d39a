import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { FakeMachine } from "../test/fixture/machine.ts";
import { fakeMachine, makeZip } from "../test/fixture/machine.ts";
import { findPip, getFromWheel } from "./pip.mjs";
import { Missing } from "./run.mjs";

/** A pip that "downloads" these bytes. */
function offer(machine: FakeMachine, bytes: Buffer) {
	const wheel = join(machine.root, "offered.whl");
	writeFileSync(wheel, bytes);
	machine.script("pip3", `while [ "$1" != -d ] && [ $# -gt 0 ]; do shift; done\n[ -z "$2" ] || /bin/cp "${wheel}" "$2/tool-1.whl"`);
	const sha256 = createHash("sha256").update(bytes).digest("hex");
	return { requirement: "tool==1", options: ["--python-version", "3.11"], sha256, member: "bin/tool", file: "tool-1" };
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

test("the file of a wheel lands in .runtime/bin and the wheel is gone", async () => {
	const machine = fakeMachine();
	const wheel = offer(machine, makeZip({ "bin/tool": "program" }));
	const file = await getFromWheel(machine, [join(String(machine.env["PATH"]), "pip3")], wheel);
	expect(readFileSync(file, "utf8")).toBe("program");
	expect(readdirSync(machine.runtime)).toEqual(["bin"]);
	expect(machine.calls().at(-1)).toMatch(/^pip3 download --no-deps --only-binary :all: .*--python-version 3\.11 .*tool==1$/);
});

test("a wheel with another checksum than pinned is deleted and never unpacked", async () => {
	const machine = fakeMachine();
	const wheel = { ...offer(machine, makeZip({ "bin/tool": "evil" })), sha256: "0".repeat(64) };
	await expect(getFromWheel(machine, [join(String(machine.env["PATH"]), "pip3")], wheel)).rejects.toThrow(Missing);
	expect(readdirSync(machine.runtime)).toEqual([]);
});

test("a wheel that is no archive, or a pip that fails, is no reason to give up on other sources", async () => {
	const machine = fakeMachine();
	const wheel = offer(machine, Buffer.from("not a zip"));
	const pip = [join(String(machine.env["PATH"]), "pip3")];
	const failure = await getFromWheel(machine, pip, wheel).catch((cause: unknown) => cause);
	expect(failure).toBeInstanceOf(Error);
	expect(failure).not.toBeInstanceOf(Missing);
	machine.script("pip3", "echo 'ERROR: no matching distribution' >&2; exit 1");
	await expect(getFromWheel(machine, pip, wheel)).rejects.toThrow("no matching distribution");
	expect(existsSync(join(machine.runtime, "bin", "tool-1"))).toBe(false);
});
