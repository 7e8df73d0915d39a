import { expect, test } from "vitest";
import type { TrialAnswer, TrialChunk } from "./policy.ts";
import { judgeTrials, questionsOf } from "./policy.ts";

const chunk = (id: string, part: Partial<TrialChunk> = {}): TrialChunk => ({
	id,
	document: "d1",
	language: "en",
	title: "Returns",
	...part,
});

test("titles and last headings are questions, and one of several documents is none", () => {
	const questions = questionsOf([
		chunk("a", { section: "Goods › Damaged goods" }),
		chunk("b"),
		chunk("c", { document: "d2", title: "Travel", section: "Trains" }),
		chunk("d", { document: "d3", title: "Holidays", section: "Trains" }),
		chunk("e", { document: "d4", title: " ", language: "de" }),
	]);
	expect(questions.map(({ text, right }) => [text, [...right].join("")])).toEqual([
		["Returns", "ab"],
		["Damaged goods", "a"],
		["Travel", "c"],
		["Holidays", "d"],
	]);
});

test("at most 200 questions of a language are asked", () => {
	const many = Array.from({ length: 300 }, (_, index) => chunk(`c${index}`, { document: `d${index}`, title: `Title ${index}` }));
	expect(questionsOf([...many, chunk("x", { document: "x", title: "Titel", language: "de" })])).toHaveLength(201);
});

const answers = (count: number, part: Partial<TrialAnswer>): readonly TrialAnswer[] =>
	Array.from({ length: count }, () => ({ language: "en", right: new Set(["r"]), words: [], meaning: [], ...part }) as const);

test.for([
	["off where words find the same", answers(30, { words: ["r"], meaning: ["r"] }), { use: "off", words: 1, best: 1 }],
	[
		"off where it would push the right answer down",
		answers(30, { words: ["r", "x"], meaning: ["x", "y"] }),
		{ use: "off", words: 1, best: 1 },
	],
	["filling up where words find nothing", answers(30, { meaning: ["r"] }), { use: "fill", weight: 0, words: 0, best: 1 }],
	["off while too few questions say so", answers(19, { meaning: ["r"] }), { use: "off", questions: 19 }],
	[
		"off where the gain is chance",
		[...answers(100, { words: ["r"], meaning: ["x"] }), ...answers(1, { meaning: ["r"] })],
		{ use: "off", questions: 101 },
	],
	["ranking with words where it knows better", answers(30, { words: ["x", "r"], meaning: ["r"] }), { use: "fuse", words: 0.5, best: 1 }],
] as const)("search by meaning is %s", ([, given, expected]) => {
	expect(judgeTrials(given)).toMatchObject([{ language: "en", ...expected }]);
});

test("each language is judged by itself", () => {
	const german = answers(30, { language: "de", meaning: ["r"] });
	expect(judgeTrials([...answers(30, { words: ["r"] }), ...german]).map(({ language, use }) => [language, use])).toEqual([
		["de", "fill"],
		["en", "off"],
	]);
});
