import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { whileRenewed } from "./while-renewed.ts";

test("a lease is renewed as long as its work lasts, whatever a renewal fails with, and never after it", async () => {
	let renewals = 0;
	const third = Promise.withResolvers<void>();
	const renew = async () => {
		renewals += 1;
		if (renewals === 3) third.resolve();
		throw new Error("the database is away");
	};
	const work = async () => {
		await third.promise;
		return "done";
	};
	expect(await whileRenewed({ everyMs: 1, renew }, work)).toBe("done");
	const atEnd = renewals;
	await pause(10);
	expect(renewals).toBe(atEnd);
});

test("work that failed ends once the renewal under way has ended: nothing is renewed behind its release", async () => {
	const told: string[] = [];
	const begun = Promise.withResolvers<void>();
	const renew = async () => {
		begun.resolve();
		await pause(10);
		told.push("renewed");
	};
	const work = async () => {
		await begun.promise;
		throw new Error("failed");
	};
	await whileRenewed({ everyMs: 1, renew }, work).catch(() => told.push("released"));
	expect(told).toEqual(["renewed", "released"]);
});
