import { TenantId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import type { Passage } from "./passage.ts";
import { rankPassages } from "./rank.ts";

const passage = (id: string, more: Partial<Passage> = {}): Passage => ({
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
const expenses = passage("expenses", { content: "Travel expenses are claimed on the travel form." });
const travel = passage("travel", { content: "Book a train for travel within the country." });
const title = passage("title", { documentTitle: "Expenses", content: "Keep every receipt." });
const holidays = passage("holidays", { content: "Thirty days a year.", updatedAt: new Date("2026-03-03T12:00:00.000Z") });
const all = [holidays, travel, expenses, title];

test.for([
	{ words: ["travel", "expenses"], order: ["expenses", "title", "travel"] },
	{ words: ["expenses"], order: ["title", "expenses"] },
	{ words: ["receipt"], order: ["title"] },
	{ words: ["spaceship"], order: [] },
	{ words: [], order: ["holidays", "expenses", "title", "travel"] },
])("for $words the order is $order", ({ words, order }) => {
	expect(rankPassages(all, words).map(({ id }) => id)).toEqual(order);
});

test("the order does not depend on the order of the input", () => {
	expect(rankPassages([...all].reverse(), ["travel"])).toEqual(rankPassages(all, ["travel"]));
});
