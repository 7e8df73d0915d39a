import { test } from "vitest";
import { withRetries } from "./retry.ts";

const never = new AbortController().signal;

test.concurrent.for([
	["nothing", undefined],
	["no seconds", "0"],
	["less than no seconds", "-5"],
	["a time that is over", "Fri, 30 Jan 2026 10:00:00 GMT"],
	["no time at all", "soon"],
] as const)(
	"a provider that says %s of when to come back is asked again after a pause, three times in all",
	async ([_name, said], { expect }) => {
		const calls: number[] = [];
		const refused = Object.assign(new Error("slow down"), { status: 429, headers: said === undefined ? {} : { "retry-after": said } });
		const call = async () => {
			calls.push(performance.now());
			throw refused;
		};
		await expect(withRetries(call, { timeoutMs: 5_000, random: () => 0 }, never)).rejects.toMatchObject({
			details: { reason: "model_rate_limited", retryable: true },
		});
		const [first = 0, second = 0, third = 0] = calls;
		expect(calls).toHaveLength(3);
		// Timers may fire a little early.
		expect(second - first).toBeGreaterThan(240);
		expect(third - second).toBeGreaterThan(490);
	},
);

test.concurrent("a provider that wants more time than the step has left is given up at once", async ({ expect }) => {
	const calls: number[] = [];
	const call = async () => {
		calls.push(1);
		throw Object.assign(new Error("slow down"), { status: 429, headers: { "retry-after": "1" } });
	};
	const rules = { timeoutMs: 5_000, random: () => 0, endsAt: performance.now() + 500 };
	await expect(withRetries(call, rules, never)).rejects.toMatchObject({ details: { reason: "model_rate_limited", retryable: true } });
	expect(calls).toHaveLength(1);
});

test.concurrent("a provider that says when to come back is not asked before, nor by all at the same moment", async ({ expect }) => {
	const gaps = [0, 1].map(async (dice) => {
		const calls: number[] = [];
		const call = async () => {
			calls.push(performance.now());
			if (calls.length > 1) return calls;
			throw Object.assign(new Error("slow down"), { status: 503, headers: { "retry-after": "0.8" } });
		};
		const [first = 0, second = 0] = await withRetries(call, { timeoutMs: 5_000, random: () => dice }, never);
		return second - first;
	});
	const [soonest = 0, latest = 0] = await Promise.all(gaps);
	expect(soonest).toBeGreaterThan(790);
	expect(latest - soonest).toBeGreaterThan(200);
});

test.concurrent("a model that does not answer in time is asked twice; then a person is told what helps", async ({ expect }) => {
	let calls = 0;
	const call = (ends: AbortSignal) => {
		calls += 1;
		return new Promise<never>((_resolve, reject) => ends.addEventListener("abort", () => reject(ends.reason)));
	};
	await expect(withRetries(call, { timeoutMs: 100, random: () => 0 }, never)).rejects.toMatchObject({
		message: expect.stringMatching(/within 0\.1 s, twice.*MODEL_TIMEOUT_MS/),
		details: { reason: "model_timeout", retryable: false },
	});
	expect(calls).toBe(2);
});
