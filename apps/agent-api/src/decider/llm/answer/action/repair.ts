import type { ActionName } from "@webhand/contracts/action/grammar";
import { parseAction } from "@webhand/contracts/action/parse";
import { parseLoosely } from "../loose-json.ts";
import { actionTextOf } from "./call.ts";
import { canonicalName } from "./names.ts";

/** `text`: repaired as far as possible; `others`: the actions behind it; `repairs`: what was done. */
type Mended = { readonly text: string; readonly others: readonly string[]; readonly repairs: readonly string[] };

/**
 * Repairs the text of one action: decoration around it, aliases, ids written as `"17"`, `[17]` or `agent-17`, single or missing quotes, a
 * missing closing bracket, text behind it. A text that parses stays as it is.
 *
 * @throws never
 */
export function repairAction(given: string): Mended {
	if (parseAction(given).ok) return { text: given.trim(), others: [], repairs: [] };
	const mended = mend(given);
	if (parseAction(mended.text).ok || !/[\uff01-\uff5e]/.test(given)) return mended;
	// Full-width brackets and digits, as keyboards for Chinese and Japanese write them.
	return mend(given.normalize("NFKC"));
}

function mend(given: string): Mended {
	const bare = trimmed(given).replace(/^action\s*:\s*/i, "");
	const [first, rest] = splitBehindCall(bare);
	const match = /^([A-Za-z_ -]{2,30}?)\s*(?:\(([\s\S]*)$|$)/.exec(first);
	const name = match?.[1] === undefined ? undefined : canonicalName(match[1]);
	if (match === null || name === undefined) return { text: bare, others: [], repairs: [] };
	const inner = (match[2] ?? "").replace(/\)[^)"']*$/, "").trim();
	const text = ofObject(name, inner) ?? ofParts(name, { called: match[1] ?? "", parts: splitArguments(inner) });
	return { text, others: callsIn(rest), repairs: [match[1] === name ? "arguments" : "alias", ...(rest === "" ? [] : ["trailing"])] };
}

/** `click({"id": 17})`: named arguments inside the brackets. */
function ofObject(name: ActionName, inner: string): string | null {
	if (name === "server" || !inner.startsWith("{")) return null;
	const given = parseLoosely(inner);
	return typeof given === "object" && given !== null ? actionTextOf(name, given as Readonly<Record<string, unknown>>) : null;
}

function ofParts(name: ActionName, { called, parts }: { readonly called: string; readonly parts: readonly string[] }): string {
	const [first = ""] = parts;
	if (name === "wait") return `wait(${Math.min(10, Math.max(0, Math.round(Number(/\d{1,6}(?:\.\d{1,6})?/.exec(first)?.[0] ?? 0))))})`;
	if (name === "scroll" && parts.length === 0) return `scroll(${/up/i.test(called) ? '"up"' : '"down"'})`;
	const list = name === "select" && parts.length === 2 && parts[1]?.startsWith("[") === true ? splitArguments(parts[1].slice(1, -1)) : [];
	const given = list.length > 0 ? [first, ...list] : parts;
	return `${name}(${given.map((part, index) => repairArgument(part, { name, index })).join(", ")})`;
}

/** Removes decoration at both ends. An expression would try each run of spaces inside as the last one, which takes quadratic time. */
function trimmed(text: string): string {
	let from = 0;
	let to = text.length;
	while (from < to && /[\s`*"']/.test(text.charAt(from))) from += 1;
	while (to > from && /[\s`*;.]/.test(text.charAt(to - 1))) to -= 1;
	return text.slice(from, to);
}

/** The text up to the bracket that closes its first call, and what stands behind it; all of it where none closes. */
function splitBehindCall(text: string): readonly [string, string] {
	let depth = 0;
	let quote = "";
	for (let index = text.indexOf("("); index !== -1 && index < text.length; index += 1) {
		const character = text.charAt(index);
		if (character === "\\") index += 1;
		else if (quote !== "") quote = character === quote ? "" : quote;
		else if (character === '"' || (character === "'" && /[(,]\s*$/.test(text.slice(Math.max(0, index - 5), index)))) quote = character;
		else if (character === "(") depth += 1;
		else if (character === ")") depth -= 1;
		if (depth === 0) return [text.slice(0, index + 1), text.slice(index + 1)];
	}
	return [text, ""];
}

const mostOthers = 4;

/** The calls of actions in a text, one behind the other. */
function callsIn(text: string): readonly string[] {
	const calls: string[] = [];
	for (let rest = text; calls.length < mostOthers; ) {
		const start = /(?<![\w.])[a-z_]{2,30}\(/i.exec(rest);
		if (start === null) break;
		const [call, behind] = splitBehindCall(rest.slice(start.index));
		if (canonicalName(start[0].slice(0, -1)) === undefined) break;
		calls.push(call);
		rest = behind;
	}
	return calls;
}

/** Splits at commas outside quotes and brackets; an apostrophe inside a word opens no quote. */
function splitArguments(text: string): readonly string[] {
	const parts: string[] = [];
	let part = "";
	let quote = "";
	let depth = 0;
	for (let index = 0; index < text.length; index += 1) {
		const character = text.charAt(index);
		if (character === "\\") {
			part += character + text.charAt(index + 1);
			index += 1;
			continue;
		}
		if (quote === character) quote = "";
		else if (quote === "" && (character === '"' || (character === "'" && part.trim() === ""))) quote = character;
		else if (quote === "" && "[{".includes(character)) depth += 1;
		else if (quote === "" && "]}".includes(character)) depth -= 1;
		if (character === "," && quote === "" && depth === 0) {
			parts.push(part);
			part = "";
		} else part += character;
	}
	return [...parts, part].map((piece) => piece.trim()).filter((piece, index, all) => piece !== "" || (index > 0 && all.length > 1));
}

const withoutId: ReadonlySet<ActionName> = new Set(["navigate", "openTab", "ask", "handoff", "finish", "fail", "find", "server"]);

function repairArgument(given: string, place: { readonly name: ActionName; readonly index: number }): string {
	const { name } = place;
	const piece = given.replace(/^[a-zA-Z_]+\s*[:=]\s*(?=["'\d[{]|true|false|agent-)/, "");
	if (place.index === 0 && !withoutId.has(place.name)) {
		const id = /^(?:["'[]\s*)*(?:agent-|#|id\s*)?(\d+)(?:\s*["'\]])*$/i.exec(piece)?.[1];
		if (id !== undefined) return id;
	}
	if (/^(?:true|false)$/i.test(piece))
		return place.index > 1 || place.name !== "setValue" ? piece.toLowerCase() : JSON.stringify(piece.toLowerCase());
	if (/^-?\d+$/.test(piece) && !(place.name === "setValue" && place.index === 1) && place.name !== "select") return piece;
	if (piece.startsWith("{")) return piece;
	const text = quoted(piece);
	if (name === "scroll") return text.toLowerCase();
	const isHost = (name === "navigate" || name === "openTab") && /^"(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}(?:\/[^\s"]*)?"$/i.test(text);
	return isHost ? `"https://${text.slice(1)}` : text;
}

function quoted(piece: string): string {
	if (/^"(?:[^"\\\n]|\\.)*"$/.test(piece)) return piece;
	const typographic = /^(?:“([\s\S]*)”|«([\s\S]*)»|`([\s\S]*)`)$/.exec(piece);
	const inner =
		typographic?.slice(1).find((text) => text !== undefined) ?? /^(["'])([\s\S]*)\1$/.exec(piece)?.[2] ?? piece.replace(/^["']|["']$/g, "");
	return JSON.stringify(inner.replaceAll(/\\(["'\\])/g, "$1"));
}
