import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const sources = join(import.meta.dirname, "../..");
const files = readdirSync(sources, { recursive: true, encoding: "utf8" });
// The words of tools stand with their contracts.
const translated = files.filter((file) => file.endsWith(".de.ts") && !file.endsWith("tool-words.de.ts"));

/** Texts that are the same in both languages: names, and words that German took over. */
const sameTexts =
	"Admin Anthropic Chats Client Code CSV Domain Enter Escape Filter Format GigaChat Git Groq HTML Installation JSON Labels Link Markdown Name Offline OK Ollama Online OpenAI OpenRouter Optional optional Original Patch PDF Person Plan Routine Runner Server SHA-256 Start Status Text Token Version Webhand webhook-id Webhooks Word";
/** What says the same in both languages: names of vendors, units, commands, and orders, which the rules understand in English. */
const samePaths = [
	"chatText.exampleSentences",
	"chatText.examplesElsewhere",
	"commandsText.placeholder",
	"consoleText.windowTitle",
	"filesText.file.facts",
	"mcpText.kinds.http",
	"providerNames.google",
	"routinesText.version.side",
	"routinesText.versions.number",
	"settingsText.version",
	"taskText.works",
	"tasksText.placeholder",
	"triggersText.time",
];
const same: ReadonlySet<string> = new Set([...sameTexts.split(" "), ...samePaths]);

/** Facts that a text is given by name. */
const facts = { days: 7, acts: 2, refused: 1, asked: 1, standard: 1, least: 1, most: 2 };
const samples = [[1, 1, 1], [2, 2, 2], ["a", "b", "c"], [["a", "b"], "c"], [2, ["a", "b"]], [{}], [facts], ["a", facts]];
const hasWord = (text: string) => /\p{L}{4}/u.test(text.replaceAll(/undefined|\[object Object\]/g, ""));

/** What a function says of each sample; undefined of a sample that it is not for. */
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
	if (same.has(path)) return [];
	if (typeof english === "string") {
		if (typeof german !== "string" || (german.trim() === "" && english !== "")) return [`${path} is empty`];
		return english === german && /\p{L}/u.test(english) && !same.has(english) ? [`${path} is still English: ${english}`] : [];
	}
	if (typeof english === "function" && typeof german === "function") {
		const [one, other] = [said(english as () => unknown), said(german as () => unknown)];
		const pairs = one.map((text, at) => [text, other[at]]).filter(([text, translated]) => text !== undefined && translated !== undefined);
		if (pairs.length === 0) return [`${path} says nothing of any sample`];
		const isEmpty = pairs.some(([text, translated]) => text !== "" && translated === "");
		const isSame = pairs.every(([text, translated]) => text === translated) && pairs.some(([text]) => hasWord(String(text)));
		return [...(isEmpty ? [`${path} is empty`] : []), ...(isSame ? [`${path} is still English: ${String(one[0] ?? one[2])}`] : [])];
	}
	if (typeof english !== "object" || english === null || typeof german !== "object" || german === null)
		return english === german ? [] : [`${path} is another value`];
	const extra = Object.keys(german).filter((key) => !Object.hasOwn(english, key));
	return [
		...extra.map((key) => `${path}.${key} has no English text`),
		...Object.entries(english).flatMap(([key, text]) => faults(`${path}.${key}`, text, Reflect.get(german, key))),
	];
}

/** The worker has words in each language: the panel may change it at any time. */
const inEnglish = (texts: unknown) => (typeof texts === "object" && texts !== null && "en" in texts && "de" in texts ? texts.en : texts);

test.each(translated)("each text of %s is German, and each text has one", async (file) => {
	const german: Record<string, unknown> = await import(join(sources, file));
	const english: Record<string, unknown> = await import(join(sources, file.replace(".de.ts", ".ts")));
	// Types alone compare what the English file keeps to itself.
	const shared = Object.entries(german).filter(([name]) => Object.hasOwn(english, name));
	expect(shared.flatMap(([name, texts]) => faults(name, inEnglish(english[name]), texts))).toEqual([]);
});
