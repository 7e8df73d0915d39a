import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fakeMachine } from "../test/fixture/machine.ts";
import { takeLock } from "./lock.mjs";

function lockPath(): string {
	const { runtime } = fakeMachine();
	mkdirSync(runtime);
	return join(runtime, "bootstrap.lock");
}

test("the second one waits for the first", async () => {
	const path = lockPath();
	const order: string[] = [];
	const release = await takeLock(path);
	const second = takeLock(path).then((giveBack) => {
		order.push("second");
		giveBack();
	});
	order.push("first");
	release();
	await second;
	expect(order).toEqual(["first", "second"]);
	expect(existsSync(path)).toBe(false);
});

test("a lock of a process that is gone, or that no longer touches it, holds nobody up", async () => {
	const path = lockPath();
	writeFileSync(path, "2147483646");
	(await takeLock(path))();
	writeFileSync(path, String(process.pid));
	utimesSync(path, new Date(0), new Date(0));
	(await takeLock(path))();
	expect(existsSync(path)).toBe(false);
});
