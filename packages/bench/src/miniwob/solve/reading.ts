import type { Solver } from "./actions.ts";
import { click, expand, fill, submit } from "./actions.ts";
import type { PageInput } from "./page-input.ts";

/** Writes a text into the only field and submits. */
function* answer(page: PageInput, text: string): Generator<string, void, PageInput> {
	yield* submit(yield fill(page.nth("input", 0), text));
}

export const calculate: Solver = function* (page) {
	const [, left = "", sign = "", right = ""] = /(\d+) ([-+x]) (\d+) =/.exec(page.lineWith(/=/)) ?? [];
	const [a, b] = [Number(left), Number(right)];
	yield* answer(page, String(sign === "+" ? a + b : sign === "-" ? a - b : a * b));
};

export const countBlocks: Solver = (page) => answer(page, String(page.all("box").length));

export const nthWord: Solver = function* (page) {
	const place = Number.parseInt(page.said(/the (\d+)/)[0] ?? "", 10);
	const words = page.lines
		.filter((line) => line !== "" && !/^Submit/.test(line))
		.join(" ")
		.split(/\s+/);
	yield* answer(page, (words[place - 1] ?? "").replace(/[^a-zA-Z]/g, ""));
};

/** Page text cuts the value of a field, so a lookup reads all of it. */
export const lastWord: Solver = function* (page) {
	const area = page.nth("textarea", 0);
	const shown = area.attributes.get("value") ?? area.content;
	const seen: PageInput = shown.endsWith("…") ? yield expand(area) : page;
	const whole = shown.endsWith("…") ? seen.lookup : shown;
	yield* answer(seen, (whole.trim().split(/\s+/).at(-1) ?? "").replace(/[^a-zA-Z0-9]/g, ""));
};

const fits = (sentence: string, value: number): boolean => {
	const [, compare = "", bound = "0"] = /(less|greater) than (\d+)/.exec(sentence) ?? [];
	if (compare === "less") return value < Number(bound);
	if (compare === "greater") return value > Number(bound);
	return value % 2 === (/\bodd\b/.test(sentence) ? 1 : 0);
};

export const generate: Solver = function* (page) {
	let seen = page;
	for (let tries = 0; tries < 40; tries += 1) {
		const shown = Number.parseInt(seen.lines.find((line) => /^\d+$/.test(line)) ?? "", 10);
		if (Number.isInteger(shown) && fits(page.sentence, shown)) break;
		seen = yield click(seen.named("Generate", "button"));
	}
	yield* submit(seen);
};

export const oddOrEven: Solver = function* (page) {
	const numbers = page.lines.filter((line) => /^-?\d+$/.test(line)).map(Number);
	let seen = page;
	for (const [row, number] of numbers.entries()) {
		const name = Math.abs(number) % 2 === 1 ? "Odd" : "Even";
		const buttons = seen.all("button").filter((button) => button.name === name);
		const button = buttons[row];
		if (button !== undefined) seen = yield click(button);
	}
	yield* submit(seen);
};

/** Turns the cards one by one, then the one that showed most again. */
export const greatestCard: Solver = function* (page) {
	const cards = page.all("div");
	const values: number[] = [];
	let seen = page;
	for (const card of cards) {
		seen = yield click(card);
		values.push(Number(/\d+/.exec(seen.lineWith(/\d/))?.[0]));
	}
	const best = cards[values.indexOf(Math.max(...values))];
	if (best !== undefined && best !== cards.at(-1)) seen = yield click(best);
	yield* submit(seen);
};
