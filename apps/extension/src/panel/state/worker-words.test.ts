import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { workerSentences } from "./worker-words.de.ts";

const worker = join(import.meta.dirname, "../../worker");
const source = readdirSync(worker, { recursive: true, encoding: "utf8" })
	.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
	.map((file) => readFileSync(join(worker, file), "utf8"))
	.join("\n");

afterEach(() => {
	vi.unstubAllGlobals();
	vi.resetModules();
});

const speaking = async (chosen: string) => {
	vi.stubGlobal("localStorage", { getItem: () => chosen });
	return (await import("./worker-words.ts")).translated;
};

test("each translated sentence is one that the worker writes", () => {
	const unknown = Object.keys(workerSentences).filter((sentence) => !source.includes(`"${sentence}"`));
	expect(unknown).toEqual([]);
	expect(source).toMatch(/`You did not allow \$\{domain\}`/);
});

test.for([
	["The tab was closed", "Der Tab wurde geschlossen"],
	["You did not allow shop.example", "Sie haben shop.example nicht erlaubt"],
	["The model is busy: try again", "The model is busy: try again"],
	["toString", "toString"],
] as const)("in German %j is %j, and in English it stays", async ([sentence, german]) => {
	expect((await speaking("de"))(sentence)).toBe(german);
	vi.resetModules();
	expect((await speaking("en"))(sentence)).toBe(sentence);
});
