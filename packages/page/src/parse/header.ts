import { maskUrl } from "../read/sensitive.ts";
import { maxId } from "../write/grammar.ts";
import { cleanText } from "../write/normalize.ts";
import type { PageView } from "./view.ts";

/** Facts of the header lines. */
export type Header = Omit<PageView, "mode" | "lines" | "elements" | "forms" | "hidesTicks" | "truncated" | "problems">;

const maxEntries = 100;

function readId(word: string): number | undefined {
	if (!/^\d{1,10}$/.test(word)) return undefined;
	const id = Number(word);
	return id >= 1 && id <= maxId ? id : undefined;
}

/** Texts in double quotes, in order, and what follows the last one. */
function readQuoted(value: string): { readonly texts: readonly string[]; readonly rest: string } {
	const texts: string[] = [];
	let at = 0;
	while (texts.length < maxEntries) {
		const open = value.indexOf('"', at);
		const close = open === -1 ? -1 : value.indexOf('"', open + 1);
		if (close === -1) break;
		texts.push(cleanText(value.slice(open + 1, close)));
		at = close + 1;
	}
	return { texts, rest: value.slice(at).trim() };
}

function readDialog(value: string): PageView["dialogs"][number] {
	const { texts, rest } = readQuoted(value);
	const id = readId(rest);
	return { name: texts[0] ?? "", ...(id === undefined ? {} : { id }) };
}

function readTab(entry: string): PageView["tabs"][number] | undefined {
	const space = entry.indexOf(" ");
	const word = space === -1 ? entry : entry.slice(0, space);
	const isCurrent = word.endsWith("*");
	const id = readId(isCurrent ? word.slice(0, -1) : word);
	if (id === undefined) return undefined;
	const rest = space === -1 ? "" : entry.slice(space + 1);
	const open = rest.endsWith(")") ? rest.lastIndexOf("(") : -1;
	const host = open === -1 ? "" : cleanText(rest.slice(open + 1, -1));
	return { id, title: cleanText(open === -1 ? rest : rest.slice(0, open)), host, isCurrent };
}

function readTabs(value: string): PageView["tabs"] {
	return value
		.split(" | ", maxEntries)
		.map((entry) => readTab(entry.trim()))
		.filter((tab) => tab !== undefined);
}

/**
 * Reads header lines `@key value`. The first line of a key counts; `@dialog` and `@alert` may repeat.
 *
 * @returns the facts, and a problem for each unknown key
 */
export function readHeader(lines: readonly string[]): { readonly header: Header; readonly problems: readonly string[] } {
	const values = new Map<string, string>();
	const dialogs: Header["dialogs"][number][] = [];
	const alerts: string[] = [];
	const problems: string[] = [];
	for (const line of lines) {
		const space = line.indexOf(" ");
		const key = space === -1 ? line : line.slice(0, space);
		const value = space === -1 ? "" : cleanText(line.slice(space + 1));
		if (key === "@dialog") {
			if (dialogs.length < maxEntries) dialogs.push(readDialog(value));
		} else if (key === "@alert") {
			const text = readQuoted(value).texts[0];
			if (text !== undefined && alerts.length < maxEntries) alerts.push(text);
		} else if (!known.has(key)) {
			problems.push(`unknown header ${key.slice(0, 40)}`);
		} else if (!values.has(key)) {
			values.set(key, value);
		}
	}
	const text = (key: string) => values.get(key) ?? "";
	const focus = readId(text("@focus"));
	const restricted = text("@restricted");
	const header: Header = {
		url: maskUrl(text("@url")),
		title: text("@title"),
		epoch: text("@epoch"),
		screen: text("@screen"),
		...(focus === undefined ? {} : { focus }),
		dialogs,
		alerts,
		tabs: values.has("@tabs") ? readTabs(text("@tabs")) : [],
		files: readQuoted(text("@files")).texts,
		changed: text("@changed"),
		shown: text("@shown"),
		pending: text("@pending") === "yes",
		...(restricted === "" ? {} : { restricted }),
		partial: text("@partial") !== "",
	};
	return { header, problems };
}

const known: ReadonlySet<string> = new Set(
	"@page @url @title @epoch @screen @focus @tabs @files @changed @pending @restricted @shown @partial".split(" "),
);
