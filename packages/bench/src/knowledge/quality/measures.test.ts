import { expect, test } from "vitest";
import { meanOf, measuresOf } from "./measures.ts";

const grades = new Map([
	["travel#Deadline", 2],
	["archive#Deadline", 1],
] as const);

test.for([
	{ units: ["travel#Deadline", "archive#Deadline"], ndcg: 1, recall: 1, mrr: 1 },
	{ units: ["archive#Deadline", "travel#Deadline"], ndcg: 0.797, recall: 1, mrr: 0.5 },
	{ units: ["travel#Deadline", "travel#Deadline", "archive#Deadline"], ndcg: 1, recall: 1, mrr: 1 },
	{ units: ["a", "b", "c", "d", "e", "travel#Deadline"], ndcg: 0.294, recall: 0, mrr: 0.167 },
	{ units: ["a"], ndcg: 0, recall: 0, mrr: 0 },
	{ units: [], ndcg: 0, recall: 0, mrr: 0 },
])("$units is worth nDCG $ndcg, recall $recall and MRR $mrr", ({ units, ...expected }) => {
	const measured = Object.entries(measuresOf(units, { grades })).map(([name, value]) => [name, Number(value.toFixed(3))]);
	expect(Object.fromEntries(measured)).toEqual(expected);
});

test("the mean of a perfect and a useless ranking is a half", () => {
	expect(meanOf([measuresOf(["travel#Deadline", "archive#Deadline"], { grades }), measuresOf([], { grades })])).toEqual({
		ndcg: 0.5,
		recall: 0.5,
		mrr: 0.5,
	});
});
