import { searchShard } from "@webhand/search/search";
import { changeShard, emptyShard } from "@webhand/search/shard";
import { test as base, expect } from "vitest";
import { meanOf, measuresOf } from "./measures.ts";
import { readQualitySet, sectionsOf, unitOf } from "./set.ts";

// The whole set without the service: each section is one chunk.
const test = base.extend("set", { scope: "file" }, async () => {
	const { documents, questions } = await readQualitySet();
	const shards = new Map<string, Awaited<ReturnType<typeof changeShard>>>();
	for (const domain of new Set(documents.map((document) => document.domain))) {
		const added = documents
			.filter((document) => document.domain === domain)
			.flatMap((document) =>
				sectionsOf(document).map(({ heading, content }) => ({
					id: unitOf(document.id, heading),
					document: document.id,
					language: document.language,
					title: document.title,
					section: heading,
					content,
				})),
			);
		shards.set(domain, await changeShard(emptyShard, { added }));
	}
	const ask = (domain: string, query: string) => searchShard(shards.get(domain) ?? emptyShard, query, 20).map(({ id }) => id);
	return { documents, questions, ask };
});

test("the set has 60 documents and 150 questions, every third held back, each judged by sections that are there", ({ set }) => {
	const units = new Set(set.documents.flatMap((document) => sectionsOf(document).map(({ heading }) => unitOf(document.id, heading))));
	expect([set.documents.length, set.questions.length, set.questions.filter(({ isHeld }) => isHeld).length]).toEqual([60, 150, 50]);
	expect(set.questions.flatMap(({ grades }) => [...grades.keys()]).filter((unit) => !units.has(unit))).toEqual([]);
});

test.for([
	{ language: "en", least: 0.86 },
	{ language: "de", least: 0.81 },
	{ language: "ru", least: 0.88 },
] as const)("questions in $language find the sections that answer them", ({ language, least }, { set }) => {
	const asked = set.questions.filter((question) => question.language === language && !question.isHeld);
	const { ndcg } = meanOf(asked.map((question) => measuresOf(set.ask(question.domain, question.query), question)));
	expect(ndcg).toBeGreaterThan(least);
});

test.for([
	["restarting nodes", "restart-search-cluster#Rolling restart"],
	["confirmation of deliveries", "purchase-orders#Confirm the delivery"],
	["verlorene Belege", "reisekosten-inland#Beleg verloren"],
	["gelöschte Dateien", "backup-konzept#Gelöschte Dateien wiederherstellen"],
	["объединение двойных карточек", "novyj-klient#Проверить, нет ли его уже"],
	["авансовых отчётов", "komandirovki#Авансовый отчёт"],
] as const)("other word forms: “%s” finds %s", ([query, unit], { set }) => {
	const domain = set.documents.find(({ id }) => unit.startsWith(`${id}#`))?.domain ?? "";
	expect(set.ask(domain, query)[0]).toBe(unit);
});
