import type { Action } from "@webhand/contracts/action/grammar";
import { expect, test } from "vitest";
import { inputFor, pointAt } from "./input.ts";

const at = { x: 10, y: 20 };

async function commandsOf(action: Action, places = { from: at as typeof at | null, to: null as typeof at | null }) {
	const sent: string[] = [];
	const isDone = await inputFor(
		async (method, params) => {
			const { type, key, text, button, clickCount } = params as Readonly<Record<string, unknown>>;
			sent.push([method.replace("Input.", ""), type, button, clickCount, key, text].filter((part) => part !== undefined).join(" "));
		},
		action,
		places,
	);
	return { isDone, sent };
}

test("a click is a move, a press and a release, as a hand makes them", async () => {
	expect((await commandsOf({ name: "click", id: 4 })).sent).toEqual([
		"dispatchMouseEvent mouseMoved",
		"dispatchMouseEvent mousePressed left 1",
		"dispatchMouseEvent mouseReleased left 1",
	]);
	expect((await commandsOf({ name: "click", id: 4, kind: "double" })).sent.at(-1)).toBe("dispatchMouseEvent mouseReleased left 2");
	expect((await commandsOf({ name: "click", id: 4, kind: "right" })).sent[1]).toBe("dispatchMouseEvent mousePressed right 1");
});

test("a text is typed over what stands there, and Enter follows where it is asked for", async () => {
	const { sent } = await commandsOf({ name: "setValue", id: 4, text: "tea", submit: true });
	expect(sent.slice(3)).toEqual([
		"dispatchKeyEvent rawKeyDown a",
		"dispatchKeyEvent keyUp a",
		"insertText tea",
		"dispatchKeyEvent keyDown Enter \r",
		"dispatchKeyEvent keyUp Enter",
	]);
	const emptied = await commandsOf({ name: "setValue", id: 4, text: "", submit: false });
	expect(emptied.sent.at(-2)).toBe("dispatchKeyEvent rawKeyDown Backspace");
});

test("a drag presses, moves ten times and lets go at its end", async () => {
	const { sent } = await commandsOf({ name: "drag", id: 4, to: { kind: "offset", dx: 100, dy: 0 } }, { from: at, to: { x: 110, y: 20 } });
	expect(sent.filter((line) => line === "dispatchMouseEvent mouseMoved left")).toHaveLength(10);
	expect(sent.at(-1)).toBe("dispatchMouseEvent mouseReleased left 1");
});

test("what has no place, or is no key, is not done", async () => {
	expect(await commandsOf({ name: "click", id: 4 }, { from: null, to: null })).toEqual({ isDone: false, sent: [] });
	expect(await commandsOf({ name: "press", keys: "Hyper+Q" })).toEqual({ isDone: false, sent: [] });
	expect(await commandsOf({ name: "reload" })).toEqual({ isDone: false, sent: [] });
});

test.each([
	["came at once", [true], 1, true],
	["came once the page was drawn where it is", [null, false, true], 3, true],
	["never came there", [false, false, false, false, false, false], 6, false],
	["is not heard, since the page keeps it to itself", [null, null, null, null, null, null], 6, true],
])("a pointer that %s", async (_, heard, sent, isReached) => {
	const places: unknown[] = [];
	const answers = heard.values();
	const isThere = async () => answers.next().value ?? null;
	expect(await pointAt(async (_method, params) => places.push(params?.["x"]), at, isThere)).toBe(isReached);
	expect(places).toEqual([10, 11, 10, 11, 10, 11].slice(0, sent));
});
