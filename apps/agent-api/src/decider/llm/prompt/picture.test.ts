import { describe, expect, test } from "vitest";
import { pageOf, turnOf } from "../../../../test/turns.ts";
import type { ConversationMessage } from "../../port.ts";
import type { Turn } from "../../turn.ts";
import { createLlmDecider } from "../decide.ts";
import { isDrawn } from "./picture.ts";

const canvas = (facts = 'at="10,20" size="300x200"', name = "canvas") => pageOf(`@view\n<canvas 7 "${name}" ${facts}>\n<button 8>Go`);

describe("a page is drawn where its text says nothing of what stands there", () => {
	test.each([
		["a canvas", canvas(), true],
		["a canvas as small as an icon", canvas('at="1,1" size="90x300"'), false],
		["a canvas with words of its own", canvas(undefined, "Sales by month"), false],
		["a canvas farther down", pageOf('@below\n<canvas 7 "canvas" at="10,900" size="300x200">'), false],
		["a canvas that takes clicks", pageOf('@view\n<button 7 at="10,20" size="300x200">'), true],
		["a part of an image map", pageOf('@view\n<a 7 at="10,20" size="30x20" /north>'), true],
		["a part of an image map with words", pageOf('@view\n<a 7 "North" /north>'), false],
		["a shape", pageOf('@view\n<shape 7 "red circle" at="10,20" size="300x200">'), false],
		["no canvas", pageOf("@view\n<button 8>Go"), false],
	] as const)("%s: %s", (_, page, expected) => {
		expect(isDrawn(page)).toBe(expected);
	});
});

describe("a model that sees", () => {
	const jpeg = "/9j/picture";
	const drawn = (part: Partial<Turn> = {}) => turnOf({ query: "Press the red part", page: canvas(), takesPictures: true, ...part });
	const looked: Turn["history"] = [{ stepIndex: 0, thought: "", action: "look()", parsed: { name: "look" } }];
	const never = new AbortController().signal;

	/** Asks a decider; what its model got, and what became of it. */
	async function decide(turn: Turn, said: { readonly action?: string; readonly sees?: boolean; readonly isRefused?: true } = {}) {
		const { action = "click(8)", sees = true, isRefused } = said;
		const asked: (readonly ConversationMessage[])[] = [];
		const decider = createLlmDecider({
			name: "scripted",
			model: "m",
			contextTokens: 32_000,
			sees,
			chat: async (messages) => {
				asked.push(messages);
				const usage = { promptTokens: 1, completionTokens: 1, calls: 1 };
				return { text: `<Action>${action}</Action>`, calls: [], said: [], usage, ...(isRefused && { isPictureRefused: isRefused }) };
			},
		});
		const decision = await decider.decide(turn, never);
		return { decider, decision, asked };
	}
	const pictureIn = (messages: readonly ConversationMessage[] = []) =>
		messages.map((message) => ("picture" in message ? message.picture?.jpeg : undefined));

	test("looks before it is asked about a drawn page, and the plan is still to come", async () => {
		const { decision, asked } = await decide(drawn());
		expect(decision).toMatchObject({ action: { name: "look" }, wantsPicture: true, isUnplanned: true });
		expect(asked).toEqual([]);
	});

	test("gets the picture with the newest message only, and the next one while the page stays drawn", async () => {
		const { decision, asked } = await decide(drawn({ picture: { jpeg, scale: 1.25 } }));
		expect(pictureIn(asked[0])).toEqual([undefined, jpeg]);
		expect(JSON.stringify(asked[0])).toContain("1.25 pixels of the page");
		expect(decision).toMatchObject({ action: { name: "click" }, wantsPicture: true });
	});

	test("gets no picture of a page that its text tells, unless it asked for one", async () => {
		const plain = { page: pageOf("@view\n<button 8>Go"), picture: { jpeg, scale: 1 } };
		const unasked = await decide(drawn(plain));
		expect([pictureIn(unasked.asked[0]), unasked.decision.wantsPicture]).toEqual([[undefined, undefined], false]);
		expect(pictureIn((await decide(drawn({ ...plain, history: looked }))).asked[0])).toEqual([undefined, jpeg]);
		expect((await decide(drawn({ ...plain, history: looked }), { action: "look()" })).decision.wantsPicture).toBe(true);
	});

	test.each([
		["hidden", "the tab of this task is not in front"],
		["moving", "the page kept moving"],
	] as const)("is told why there is none: %s", async (problem, words) => {
		const { decision, asked } = await decide(drawn({ picture: { problem }, history: looked }));
		expect(JSON.stringify(asked[0])).toContain(`PICTURE: there is none, ${words}.`);
		expect(decision.action).toEqual({ name: "click", id: 8 });
	});

	test("does not look twice for a picture that never comes", async () => {
		expect((await decide(drawn({ history: looked }))).decision.action).toEqual({ name: "click", id: 8 });
	});

	test.each([
		["the settings say that it is blind", { turn: drawn({ picture: { jpeg, scale: 1 } }), sees: false }],
		["the client takes no pictures", { turn: turnOf({ query: "q", page: canvas() }), sees: true }],
	])("hears of no pictures where %s, and may not ask for one", async (_, { turn, sees }) => {
		const { asked, decision } = await decide(turn, { sees, action: "look()" });
		expect(JSON.stringify(asked)).not.toMatch(/PICTURE of|look\(\) get/);
		expect(pictureIn(asked[0])).toEqual([undefined, undefined]);
		expect(decision).toMatchObject({ action: { name: "fail" }, failure: { category: "model_output_invalid" } });
	});

	test("that turns out to be blind is not told of pictures again", async () => {
		const turn = drawn({ picture: { jpeg, scale: 1 } });
		const { decider, decision, asked } = await decide(turn, { isRefused: true });
		expect(decision).toMatchObject({ action: { name: "click" }, wantsPicture: false });
		await decider.decide(turn, never);
		expect(JSON.stringify(asked[0])).toContain("look() get");
		expect(pictureIn(asked[1])).toEqual([undefined, undefined]);
		expect(JSON.stringify(asked[1])).not.toContain("look() get");
	});
});
