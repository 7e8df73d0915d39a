import { joinCommand } from "../commands/split-command.ts";
import { historyText } from "./words.ts";

/** Arguments that say most, in this order. */
const telling = ["argv", "path", "paths", "pattern", "message", "ref"] as const;

function parsed(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		return undefined;
	}
}

/** The arguments of a tool call in one line: the most telling one, of a message its first line, else all; cut ones are shown as they are. @throws never */
export function argumentsLine(json: string): string {
	const value = parsed(json);
	if (typeof value !== "object" || value === null) return json;
	const all = new Map(Object.entries(value));
	const name = telling.find((key) => all.has(key) && all.get(key) !== "");
	// The root is no news.
	if (name === undefined && all.has("path")) return "";
	const changed = changedPaths(value);
	if (name === undefined && changed.length > 0) return changed.join(", ");
	if (name === undefined) return all.size === 0 ? "" : JSON.stringify(value);
	const told = all.get(name);
	if (name === "argv" && Array.isArray(told)) return joinCommand(told.map(String));
	if (Array.isArray(told)) return told.join(", ");
	return name === "message" ? (String(told).split("\n")[0] ?? "") : String(told);
}

const fileHead = /^--- ([^\t\r\n]+).*\n\+\+\+ ([^\t\r\n]+)/gm;
const noFile = "/dev/null";

/** The files of a patch or of edits, each once. */
function changedPaths(args: object): readonly string[] {
	const { patch, edits } = args as { readonly patch?: unknown; readonly edits?: unknown };
	const named: readonly unknown[] =
		typeof patch === "string"
			? [...patch.matchAll(fileHead)].map(([, before, after]) => (after === noFile ? before : after)?.replace(/^[ab]\//, ""))
			: Array.isArray(edits)
				? edits.map((edit: { readonly path?: unknown } | null) => edit?.path)
				: [];
	return [...new Set(named.filter((path) => typeof path === "string"))];
}

/** True for a change that was only looked at; false also where the arguments were cut. @throws never */
export function isDryRun(json: string): boolean {
	const value = parsed(json);
	return typeof value === "object" && value !== null && "dryRun" in value && value.dryRun === true;
}

/** JSON with line breaks; anything else as it is, such as a result that was cut. @throws never */
export function prettyJson(text: string): string {
	const value = parsed(text);
	return typeof value === "object" && value !== null ? JSON.stringify(value, null, 2) : text;
}

/** What a tool does, in words: by its own name or by the one that models call it by. A dry run has other words. @throws never */
export function toolWords(name: string, json: string): string {
	return historyText.nameOf(name, isDryRun(json));
}
