import { TenantId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import type { Chunk } from "./chunk.ts";
import { rankChunks } from "./rank.ts";

const chunk = (id: string, more: Partial<Chunk> = {}): Chunk => ({
	id,
	scope: TenantId.parse("org_ACMEACMEACMEACMEACMEAC"),
	domain: "acme.com",
	documentId: "doc_1",
	documentTitle: "Handbook",
	content: "",
	charStart: 0,
	charEnd: 0,
	updatedAt: new Date("2026-03-02T12:00:00.000Z"),
	...more,
});
const expenses = chunk("expenses", { content: "Travel expenses are claimed on the travel form." });
const travel = chunk("travel", { content: "Book a train for travel within the country." });
const title = chunk("title", { documentTitle: "Expenses", content: "Keep every receipt." });
const holidays = chunk("holidays", { content: "Thirty days a year.", updatedAt: new Date("2026-03-03T12:00:00.000Z") });
const all = [holidays, travel, expenses, title];

test.for([
	{ words: ["travel", "expenses"], order: ["expenses", "title", "travel"] },
	{ words: ["expenses"], order: ["title", "expenses"] },
	{ words: ["receipt"], order: ["title"] },
	{ words: ["spaceship"], order: [] },
	{ words: [], order: ["holidays", "expenses", "title", "travel"] },
])("for $words the order is $order", ({ words, order }) => {
	expect(rankChunks(all, words).map(({ id }) => id)).toEqual(order);
});

test("the order does not depend on the order of the input", () => {
	expect(rankChunks([...all].reverse(), ["travel"])).toEqual(rankChunks(all, ["travel"]));
});
