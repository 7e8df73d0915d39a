import { expect, test } from "vitest";
import type { OutputCache } from "./output/cache.ts";
import type { ReaderDeps } from "./reader.ts";
import { openEvents } from "./reader.ts";
import type { StoredExecution } from "./store.ts";

const away = () => Promise.reject(new Error("Redis is away"));
const newest = async () => [{ seq: 5 }];

/** Opens the events after an entry. */
function resume(row: Partial<StoredExecution>, { after, last }: { readonly after: string; readonly last: () => Promise<unknown> }) {
	const life = { find: async () => ({ _id: "exe_1", lastSeq: 0, reason: null, ...row }) } as unknown as ReaderDeps["life"];
	const cache = { last } as unknown as OutputCache;
	return openEvents(
		{ life, store: {} as ReaderDeps["store"], cache },
		{ owner: {} as never, id: "exe_1", after, signal: new AbortController().signal },
	);
}

test.for([
	{ what: "that runs, while Redis is away", row: { state: "running" }, last: away, code: "TOOL_RUNNER_UNAVAILABLE" },
	{ what: "that runs, beyond its end", row: { state: "running" }, last: newest, after: "6", code: "VALIDATION_ERROR" },
	{ what: "whose runner died", row: { state: "outcome_unknown", reason: "runner_lost" }, last: newest, code: null },
	{
		what: "whose runner died, while Redis is away",
		row: { state: "failed", reason: "runner_lost" },
		last: away,
		code: "TOOL_RUNNER_UNAVAILABLE",
	},
	{ what: "that has ended, while Redis is away", row: { state: "exited", lastSeq: 5 }, last: away, code: null },
] as const)("going on with a command $what ends with $code", async ({ row, last, code, ...wish }) => {
	const after = "after" in wish ? wish.after : "5";
	const opened = await resume(row, { after, last }).then(
		() => null,
		(cause: { readonly code: string; readonly retryAfterSeconds?: number }) => cause,
	);
	expect(opened?.code ?? null).toBe(code);
	if (code === "TOOL_RUNNER_UNAVAILABLE") expect(opened?.retryAfterSeconds).toBe(1);
});
