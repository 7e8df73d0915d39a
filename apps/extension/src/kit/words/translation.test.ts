import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const sources = join(import.meta.dirname, "../..");
const files = readdirSync(sources, { recursive: true, encoding: "utf8" });
const translated = files.filter((file) => file.endsWith(".de.ts"));

/** Texts that are the same in both languages, and paths of functions that say the same: names, and words that German took over. */
const same: ReadonlySet<string> = new Set(["optional", "Server", "Enter", "Escape", "settingsText.version()"]);

const samples = [[1, 1, 1], [2, 2, 2], ["a", "b", "c"], [["a", "b"], "c"], [{}]];

/** What a function says of each sample; nothing of a sample that it is not for. */
function said(speak: (...given: unknown[]) => unknown): readonly unknown[] {
	return samples.map((given) => {
		try {
			return speak(...given);
		} catch {
			return undefined;
		}
	});
}

/** Faults of a German text beside its English one, with the path to each. */
function faults(path: string, english: unknown, german: unknown): readonly string[] {
	if (typeof english === "string") {
		if (typeof german !== "string" || german.trim() === "") return [`${path} is empty`];
		return english === german && /\p{L}/u.test(english) && !same.has(english) && !same.has(path)
			? [`${path} is still English: ${english}`]
			: [];
	}
	if (typeof english === "function" && typeof german === "function") {
		const [one, other] = [said(english as () => unknown), said(german as () => unknown)];
		if (other.every((text) => text === undefined)) return [`${path} says nothing of any sample`];
		return one.flatMap((text, at) => (text === undefined || other[at] === undefined ? [] : faults(`${path}()`, text, other[at])));
	}
	if (typeof english !== "object" || english === null || typeof german !== "object" || german === null)
		return english === german ? [] : [`${path} is another value`];
	const extra = Object.keys(german).filter((key) => !Object.hasOwn(english, key));
	return [
		...extra.map((key) => `${path}.${key} has no English text`),
		...Object.entries(english).flatMap(([key, text]) => faults(`${path}.${key}`, text, Reflect.get(german, key))),
	];
}

test.each(translated)("each text of %s is German, and each text has one", async (file) => {
	const german: Record<string, unknown> = await import(join(sources, file));
	const english: Record<string, unknown> = await import(join(sources, file.replace(".de.ts", ".ts")));
	expect(Object.entries(german).flatMap(([name, texts]) => faults(name, english[name], texts))).toEqual([]);
});
