import { expect, test } from "vitest";
import type { Held, StopCause } from "../live.ts";
import type { RunnableCall, ToolCallRunnerDeps } from "./run.ts";
import { createToolCallRunner } from "./run.ts";

const ignore = () => undefined;
const ignored = async () => undefined;

/** Runs a call of a tool that says nothing until it is aborted; `told` is what its process hears of its row. */
async function run(told: (held: { readonly stop: (isGraceful: boolean) => void }) => void) {
	const seen = { end: {}, releases: [] as string[] };
	const held: Held = {
		begin: (stop) => void queueMicrotask(() => told({ stop })),
		stop: ignore,
		lose: ignore,
		isLost: () => false,
		cause: (): StopCause | undefined => undefined,
		release: () => void seen.releases.push("row"),
	};
	const life = {
		runnerId: "here",
		hold: () => held,
		end: async (_row: unknown, end: object) => {
			seen.end = end;
			return true;
		},
		signals: { wake: ignored },
	} as unknown as ToolCallRunnerDeps["life"];
	const connection = {
		isUsable: () => true,
		limit: () => undefined,
		call: ({ signal }: { readonly signal: AbortSignal }) =>
			new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
	};
	const lease = { connection, release: () => void seen.releases.push("connection") };
	const log = { debug: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore };
	const runner = createToolCallRunner({ life, store: { step: ignored }, audit: { settle: ignored }, now: () => new Date(0), log });
	const runnable = { row: { _id: "exe_1" }, lease, tool: "wait", asked: { arguments: {}, timeoutMs: 1_000 }, call: { identity: {} } };
	await runner.run(runnable as unknown as RunnableCall);
	return seen;
}

test("a call whose row another process has, or that is cancelled, is ended at its server and gives back what it holds", async () => {
	const { end, releases } = await run(({ stop }) => stop(false));
	expect(end).toMatchObject({ state: "cancelled", data: null, error: { code: "CANCELLED" } });
	expect(releases).toEqual(["connection", "row"]);
});
