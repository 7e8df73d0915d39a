import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fakeMachine, makeZip } from "../test/fixture/machine.ts";
import { unwheel, unwheelSome } from "./unwheel.mjs";

const text = "the program ".repeat(1_000);

function place(bytes: Buffer) {
	const { root } = fakeMachine();
	const archive = join(root, "tool.whl");
	writeFileSync(archive, bytes);
	return { archive, target: join(root, "bin", "tool") };
}

test("one file of the archive is written whole and can be executed", () => {
	const { archive, target } = place(makeZip({ "other.txt": "x", "deep/bin/tool": text }));
	unwheel(archive, "deep/bin/tool", target);
	expect(readFileSync(target, "utf8")).toBe(text);
	expect(statSync(target).mode & 0o111).not.toBe(0);
	expect(readdirSync(join(target, ".."))).toEqual(["tool"]);
});

test("an archive with a member that points outside itself is refused, whatever was asked for", () => {
	for (const name of ["../outside", "/etc/outside", "a/../../outside", "a\\..\\outside"]) {
		const { archive, target } = place(makeZip({ tool: text, [name]: "x" }));
		expect(() => unwheel(archive, "tool", target), name).toThrow("outside itself");
		expect(existsSync(target)).toBe(false);
	}
});

test("a damaged archive leaves nothing behind", () => {
	const whole = makeZip({ tool: text });
	const flipped = Buffer.from(whole);
	flipped[40] = (flipped[40] ?? 0) ^ 0xff;
	const damaged = { flipped, "cut off": whole.subarray(0, whole.length - 30), "no archive": Buffer.from("<html>"), empty: Buffer.alloc(0) };
	for (const [what, bytes] of Object.entries(damaged)) {
		const { archive, target } = place(bytes);
		expect(() => unwheel(archive, "tool", target), what).toThrow("cannot be unpacked");
		expect(existsSync(target), what).toBe(false);
	}
});

test("an archive without the file says so", () => {
	const { archive, target } = place(makeZip({ other: text }));
	expect(() => unwheel(archive, "tool", target)).toThrow("it has no tool");
});

test("of the files of an archive only those that are wanted are written, each under its own path", () => {
	const { archive, target } = place(makeZip({ "pages/one.html": "1", "pages/two.html": "2", "shared/core.js": "3" }));
	unwheelSome(archive, (name) => name !== "pages/two.html", target);
	expect(readFileSync(join(target, "pages", "one.html"), "utf8")).toBe("1");
	expect(readFileSync(join(target, "shared", "core.js"), "utf8")).toBe("3");
	expect(readdirSync(join(target, "pages"))).toEqual(["one.html"]);
});
