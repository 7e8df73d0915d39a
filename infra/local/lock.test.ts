import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { takeLock, tryLock } from "./lock.mjs";
import { fakeMachine } from "./test/fixture/machine.ts";

const lockPath = () => join(fakeMachine().runtime, "lock");

test("the second one waits for the first", async () => {
	const path = lockPath();
	const order: string[] = [];
	const release = await takeLock(path);
	expect(tryLock(path)).toEqual({ heldBy: process.pid });
	const second = takeLock(path).then((releaseSecond) => {
		order.push("second");
		releaseSecond();
	});
	order.push("first");
	release();
	await second;
	expect(order).toEqual(["first", "second"]);
	expect(existsSync(path)).toBe(false);
});

test.for([
	["of a process that is gone", "2147483646\n1\n"],
	["of another process that got its number", `${process.pid}\n1\n`],
	["that was never written", ""],
])("a lock %s holds nobody up", async ([, text = ""]) => {
	const path = lockPath();
	(await takeLock(path))();
	writeFileSync(path, text);
	(await takeLock(path))();
	expect(existsSync(path)).toBe(false);
});
