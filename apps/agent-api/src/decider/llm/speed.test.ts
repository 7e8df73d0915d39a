import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "@webhand/service-kit/errors";
import { describe, expect, test } from "vitest";
import { pageOf, turnOf } from "../../../test/turns.ts";
import { createLlmDecider } from "./decide.ts";
import type { Chat } from "./provider/model.ts";
import { createSpeed, timed } from "./speed.ts";
import { tokensOf } from "./tokens.ts";

type Sizes = readonly [read: number, written: number];

/** A model that reads and writes so many tokens a second, after calls of these sizes. */
function speedOf(readPerSecond: number, writtenPerSecond: number, calls: readonly Sizes[]) {
	const speed = createSpeed();
	for (const [promptTokens, completionTokens] of calls)
		speed.note({
			promptTokens,
			completionTokens,
			ms: (1_000 * promptTokens) / readPerSecond + (1_000 * completionTokens) / writtenPerSecond,
		});
	return speed;
}

const usual: readonly Sizes[] = [
	[1_250, 80],
	[500, 60],
	[2_300, 110],
];

describe("the speed of a model", () => {
	test.each<[name: string, read: number, written: number, calls: readonly Sizes[], least: number, most: number]>([
		["a small one on two cores", 62, 14, usual, 4_900, 5_700],
		["the same after its first call", 62, 14, usual.slice(0, 1), 4_300, 6_500],
		["one on a graphics card", 2_000, 60, usual, 150_000, 200_000],
		[
			"one at a provider that thinks for a minute",
			20_000,
			40,
			[
				[2_000, 2_400],
				[500, 1_800],
				[4_000, 2_100],
			],
			40_000,
			Number.POSITIVE_INFINITY,
		],
	])("bounds what %s reads in 120 s", (_name, read, written, calls, least, most) => {
		const tokens = speedOf(read, written, calls).readableTokens(120_000);
		expect(tokens).toBeGreaterThanOrEqual(least);
		expect(tokens).toBeLessThanOrEqual(most);
	});

	test("follows the newest calls", () => {
		const speed = speedOf(1_000, 100, usual);
		for (let call = 0; call < 12; call += 1) speed.note({ promptTokens: 1_000, completionTokens: 100, ms: 30_000 });
		expect(speed.readableTokens(60_000)).toBeLessThan(2_500);
	});

	test("never bounds below what was read in time, though the model answered others first", () => {
		const speed = speedOf(62, 14, []);
		for (const ms of [90_000, 110_000, 170_000]) speed.note({ promptTokens: 700 + ms / 100, completionTokens: 50, ms });
		expect(speed.readableTokens(120_000)).toBe(1_800);
	});

	test("bounds nothing before the first call, nor by a call too short to measure it", () => {
		const speed = createSpeed();
		speed.note({ promptTokens: 20, completionTokens: 1, ms: 3_000 });
		expect([speed.readableTokens(1_000), speed.stepMs()]).toEqual([Number.POSITIVE_INFINITY, undefined]);
	});

	test("bounds by half a prompt that was not answered in time, until an answer measures again", () => {
		const speed = speedOf(2_000, 60, usual);
		speed.noteTimeout(6_000, 120_000);
		expect([speed.readableTokens(120_000), speed.stepMs()]).toEqual([3_000, undefined]);
		speed.noteTimeout(3_000, 120_000);
		expect(speed.readableTokens(120_000)).toBe(1_500);
		speed.note({ promptTokens: 1_400, completionTokens: 80, ms: 28_000 });
		expect(speed.readableTokens(120_000)).toBeGreaterThan(3_000);
		expect(speed.readableTokens(120_000)).toBeLessThan(6_000);
	});

	test.each([
		[1_400, Number.POSITIVE_INFINITY],
		[0, 3_000],
	])("is bounded no more after an answer with %i cached tokens: %d", (cachedTokens, readable) => {
		const speed = createSpeed();
		speed.noteTimeout(6_000, 120_000);
		speed.note({ promptTokens: 50, cachedTokens, completionTokens: 80, ms: 2_000 });
		expect(speed.readableTokens(120_000)).toBe(readable);
	});

	test("learns from a call that was given up for its time, not from other failures", async () => {
		const failing =
			(reason: string): Chat =>
			async () => {
				await pause(12);
				throw new AppError("INTERNAL_ERROR", "The call failed", { details: { reason } });
			};
		const prompt = [{ role: "user" as const, content: "a page ".repeat(1_000) }];
		const bounds: number[] = [];
		for (const [reason, limitMs] of [
			["model_timeout", 10],
			["model_timeout", 60_000],
			["model_unavailable", 10],
		] as const) {
			const speed = createSpeed();
			await timed(failing(reason), speed, limitMs)(prompt, { outputTokens: 64 }, new AbortController().signal).catch(() => undefined);
			bounds.push(speed.readableTokens(limitMs));
		}
		expect(bounds).toEqual([Math.floor(tokensOf(prompt[0]?.content ?? "") / 2), Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
	});

	test("says how long a usual step takes, with the thinking that the model does", () => {
		expect(Math.round((speedOf(62, 14, usual).stepMs() ?? 0) / 1_000)).toBe(31);
		expect(
			Math.round(
				(speedOf(2_000, 50, [
					[1_500, 1_000],
					[900, 1_000],
				]).stepMs() ?? 0) / 1_000,
			),
		).toBe(21);
	});
});

test("a page is cut to what the model can read in its time, and the decision says so", async () => {
	const page = pageOf(`@view\n${Array.from({ length: 600 }, (_, row) => `<button ${row + 1}>Order ${row}`).join("\n")}`);
	const asked = async (readable: number) => {
		let tokens = 0;
		const decider = createLlmDecider({
			name: "scripted",
			model: "m",
			contextTokens: 32_000,
			readableTokens: () => readable,
			chat: async (messages) => {
				tokens = messages.reduce((sum, { content }) => sum + tokensOf(content), 0);
				return { text: "<Action>click(1)</Action>", calls: [], said: [], usage: { promptTokens: 1, completionTokens: 1, calls: 1 } };
			},
		});
		const { isPageShortened = false } = await decider.decide(turnOf({ query: "Open order 1", page }), new AbortController().signal);
		return { tokens, isPageShortened };
	};
	const whole = await asked(Number.POSITIVE_INFINITY);
	const cut = await asked(2_500);
	expect([whole.isPageShortened, cut.isPageShortened]).toEqual([false, true]);
	expect(whole.tokens).toBeGreaterThan(4_000);
	expect(cut.tokens).toBeLessThanOrEqual(2_500);
});
