import { describe, expect, test } from "vitest";
import { taskText } from "../task/words.ts";
import { ageOf, splitAt, titleParts } from "./sessions.ts";
import { sessionsText } from "./words.ts";

describe("the list of chats", () => {
	test("a task that was stopped is called what its card calls it", () => {
		expect(sessionsText.status.interrupted).toBe(taskText.stoppedTitle);
	});

	test.each([
		["shop.example: Buy tea", "shop.example", { prefix: "shop.example", title: "Buy tea" }],
		["My tea", "shop.example", { prefix: "shop.example", title: "My tea" }],
		["Note: buy tea", undefined, { prefix: "", title: "Note: buy tea" }],
	])("the title %j of a chat on %j shows its site apart", (title, domain, parts) => {
		expect(titleParts({ title, ...(domain === undefined ? {} : { domain }) })).toEqual(parts);
	});

	test.each([
		[59_000, "now"],
		[60_000, "1 min ago"],
		[3 * 3_600_000, "3 h ago"],
		[24 * 3_600_000, "yesterday"],
		[6 * 24 * 3_600_000, "6 days ago"],
		[-5_000, "now"],
	])("%i ms ago reads %j", (past, word) => {
		const now = Date.parse("2026-03-02T10:00:00Z");
		expect(ageOf(now - past, now)).toBe(word);
	});

	test("searched words are marked in any case, and signs of a pattern are only signs", () => {
		expect(splitAt("A Kettle, two kettles", "kettle")).toEqual(["A ", "Kettle", ", two ", "kettle", "s"]);
		expect(splitAt("1.5 l (blue) 125 l", " 1.5  (blue) ")).toEqual(["", "1.5", " l ", "(blue)", " 125 l"]);
		expect(splitAt("tea", "  ")).toEqual(["tea"]);
	});
});
