import type { ActionName } from "@webhand/contracts/action/grammar";
import { parseAction } from "@webhand/contracts/action/parse";

const aliases: Readonly<Record<ActionName, string>> = {
	click: "tap press_button click_element push left_click",
	setValue: "type fill input enter set_value write input_text fill_in type_text",
	select: "choose select_option select_dropdown_option pick",
	press: "press_key key send_keys keypress hit",
	hover: "mouse_over move_to",
	drag: "drag_and_drop drag_to",
	scroll: "scroll_page scroll_down",
	navigate: "goto open_url go_to visit go_to_url open navigate_to",
	back: "go_back",
	forward: "go_forward",
	reload: "refresh",
	wait: "sleep pause observe",
	openTab: "open_tab new_tab",
	switchTab: "switch_tab",
	closeTab: "close_tab",
	upload: "upload_file",
	find: "search_page find_text lookup",
	expand: "show_more",
	options: "list_options",
	ask: "ask_user question ask_human",
	handoff: "hand_over hand_off",
	server: "server_tool",
	finish: "done complete final stop finished end",
	fail: "give_up abort impossible",
};

const flat = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, "");
const names = new Map<string, ActionName>(
	(Object.entries(aliases) as [ActionName, string][]).flatMap(([name, others]) =>
		[name, ...others.split(" ")].map((alias) => [flat(alias), name] as const),
	),
);

/** The action that a name or one of its usual aliases means, in any case and spelling of word breaks; undefined for none. @source engine.md §9 */
export function canonicalName(name: string): ActionName | undefined {
	return names.get(flat(name));
}

/**
 * Mends the text of one action without asking again: decoration around it, aliases, ids written as `"17"`, `[17]` or `agent-17`, single or
 * missing quotes, a missing closing bracket, chatter behind it. What parses already is left as it is.
 *
 * @returns the text, mended as far as it goes, and what was mended
 * @throws never
 * @source engine.md §9 "Repair, without a call"
 */
export function repairAction(given: string): { readonly text: string; readonly repairs: readonly string[] } {
	if (parseAction(given).ok) return { text: given.trim(), repairs: [] };
	const bare = given.replaceAll(/^[\s`*"']+|[\s`*;.]+$/g, "").replace(/^action\s*:\s*/i, "");
	const match = /^([A-Za-z_ -]{2,30}?)\s*(?:\(([\s\S]*)$|$)/.exec(firstCall(bare));
	const name = match?.[1] === undefined ? undefined : canonicalName(match[1]);
	if (match === null || name === undefined) return { text: bare, repairs: [] };
	const args = splitArguments((match[2] ?? "").replace(/\)[^)"']*$/, ""));
	const text = `${name}(${args.map((part, index) => repairArgument(part, { name, index })).join(", ")})`;
	return { text, repairs: match[1] === name ? ["arguments"] : ["alias"] };
}

/** Of several actions in a row the first one counts. */
function firstCall(text: string): string {
	const next = /\)\s*(?:[;\n]|then\b|and\b|,\s*[a-zA-Z_]+\()/i.exec(text);
	const end = next === null ? -1 : next.index + 1;
	return end !== -1 && parsesLoosely(text.slice(0, end)) ? text.slice(0, end) : text;
}

/** True when quotes are balanced, so that a bracket inside a text is not taken for the end. */
function parsesLoosely(text: string): boolean {
	return (text.match(/(?<!\\)"/g)?.length ?? 0) % 2 === 0;
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
	const piece = given.replace(/^[a-zA-Z_]+\s*[:=]\s*(?=["'\d[{]|true|false|agent-)/, "");
	if (place.index === 0 && !withoutId.has(place.name)) {
		const id = /^(?:["'[]\s*)*(?:agent-|#|id\s*)?(\d+)(?:\s*["'\]])*$/i.exec(piece)?.[1];
		if (id !== undefined) return id;
	}
	if (/^(?:true|false)$/i.test(piece))
		return place.index > 1 || place.name !== "setValue" ? piece.toLowerCase() : JSON.stringify(piece.toLowerCase());
	if (/^-?\d+$/.test(piece) && !(place.name === "setValue" && place.index === 1) && place.name !== "select") return piece;
	if (piece.startsWith("{")) return piece;
	return quoted(piece);
}

function quoted(piece: string): string {
	if (/^"(?:[^"\\\n]|\\.)*"$/.test(piece)) return piece;
	const inner = /^(["'])([\s\S]*)\1$/.exec(piece)?.[2] ?? piece.replace(/^["']|["']$/g, "");
	return JSON.stringify(inner.replaceAll(/\\(["'\\])/g, "$1"));
}
