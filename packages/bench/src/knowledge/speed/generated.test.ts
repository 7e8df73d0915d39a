import { expect, test } from "vitest";
import { chunksOf, placesOf, questionsOf } from "./generated.ts";

test("a place has the same chunks each time, about as long as the service's own", () => {
	const chunks = [...chunksOf("0/7", 30)];
	expect([...chunksOf("0/7", 30)]).toEqual(chunks);
	expect(new Set(chunks.map(({ document }) => document)).size).toBe(3);
	const length = chunks.reduce((sum, { content }) => sum + content.length, 0) / chunks.length;
	expect(length).toBeGreaterThan(700);
	expect(length).toBeLessThan(1_200);
});

test("questions stay within the places of the extent, and some of their words are in the chunks", () => {
	const extent = { tenants: 2, domains: 5, chunks: 10 };
	const places = new Set(placesOf(extent));
	expect(places.size).toBe(10);
	const questions = questionsOf(extent, 50);
	expect(questions.flatMap((question) => question.places).filter((place) => !places.has(place))).toEqual([]);
	const text = [...chunksOf("0/0", 10)].map(({ content }) => content).join(" ");
	expect(questions.filter(({ words }) => words.split(" ").some((word) => text.includes(word))).length).toBeGreaterThan(25);
});
