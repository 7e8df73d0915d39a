import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "@webhand/service-kit/errors";
import { expect, test } from "vitest";
import type { StepCall, StepDeps, StepReply } from "./ports.ts";
import { endRunning, workOnce } from "./running.ts";

const here = new AbortController().signal;
const gone = AbortSignal.abort();
const reply = { bytes: "{}", isReplay: false, stepIndex: 0 } as StepReply;
const failed = new AppError("INTERNAL_ERROR", "The model failed");
const busy = new AppError("TASK_BUSY", "Somebody else writes");

/** Asks under one key; `works` are what the work does each time that it is begun. */
function requests(...works: ((ends: AbortSignal) => Promise<StepReply>)[]) {
	const running: StepDeps["running"] = new Map();
	const logged: string[] = [];
	const deps = {
		running,
		stops: { on: () => () => undefined },
		log: { warn: (_facts: object, message: string) => logged.push(message) },
		elapsed: () => 0,
		rules: { waitMs: 60_000 },
	} as unknown as StepDeps;
	const ask = (signal = here, more: Partial<StepCall> = {}) => {
		const call = { identity: { tenantId: "t", userId: "u" }, ...more } as StepCall;
		return workOnce(
			deps,
			{ call, idempotency: { key: "k", bodyHash: "h" }, signal },
			(ends) => works.shift()?.(ends) ?? Promise.resolve(reply),
		);
	};
	return { ask, running, logged };
}

/** Work that goes on until it is ended. */
const untilEnded = (ends: AbortSignal) =>
	new Promise<StepReply>((_resolve, reject) => ends.addEventListener("abort", () => reject(ends.reason)));

const failsLater = (cause: AppError) => () => pause(1).then(() => Promise.reject(cause));

const unavailable = { code: "SERVICE_UNAVAILABLE" };

test("what a model failed with while nobody waited is told once, and then the work is done again", async () => {
	const { ask } = requests(failsLater(failed));
	await expect(ask(gone)).rejects.toMatchObject(unavailable);
	await pause(10);
	await expect(ask()).rejects.toBe(failed);
	expect(await ask()).toMatchObject({ bytes: "{}" });
});

test("another failure that nobody waited for is not told to the next one", async () => {
	const { ask } = requests(failsLater(busy));
	await expect(ask(gone)).rejects.toMatchObject(unavailable);
	await pause(10);
	expect(await ask()).toMatchObject({ bytes: "{}" });
});

test("the end of a sign-in is not told to the next one", async () => {
	const { ask } = requests(untilEnded);
	let signOut: () => void = () => undefined;
	const whenSignedOut = (listener: () => void) => {
		signOut = listener;
		return () => undefined;
	};
	await expect(ask(gone, { whenSignedOut })).rejects.toMatchObject(unavailable);
	signOut();
	await pause(1);
	expect(await ask()).toMatchObject({ bytes: "{}", isReplay: false });
});

test("work that is about to end is told when the process closes", async () => {
	const { ask, running } = requests(() => pause(20).then(() => reply));
	const asked = ask();
	await endRunning(running);
	expect(await asked).toMatchObject({ bytes: "{}" });
});

test("work that is ended tells those who wait, and is forgotten", async () => {
	const { ask, running } = requests(untilEnded);
	const asked = ask();
	const refused = expect(asked).rejects.toMatchObject({ ...unavailable, retryAfterSeconds: 1 });
	await endRunning(running, 10);
	await refused;
	expect(running.size).toBe(0);
});

test("what follows a step and fails is logged", async () => {
	const { ask, logged } = requests();
	await ask(here, { whenTaken: () => Promise.reject(new Error("no database")) });
	await expect.poll(() => logged).toEqual(["what follows a step failed"]);
});
