import { expect, test } from "vitest";
import { InlineRun } from "./inline-run.ts";

test.each([
	["4111  1111\n1111 1111", "•••• •••• •••• 1111"],
	["4111\u200b111111111111", "••••••••••••1111"],
])("a card number stays hidden whatever the page puts between its digits: %j", (raw, shown) => {
	const run = new InlineRun(false);
	run.addText(raw);
	expect(run.end().parts).toEqual([{ kind: "text", text: shown }]);
});

test("a bar inside a control does not end its cell", () => {
	const inner = new InlineRun(false);
	inner.addText("a | b");
	const { parts } = inner.end();
	const run = new InlineRun(true);
	run.addElement({ type: "button", id: 5, isNew: false, name: "", states: [], attributes: [], parts }, { before: false, after: false });
	expect(run.end().parts).toMatchObject([{ element: { id: 5, parts: [{ kind: "text", text: "a ¦ b" }] } }]);
});
