import type { Control, Screen } from "../moves.ts";

const element = /^(\t*)(?:\|SHADOW\(\w+\)\|)?\*?(?:\|scroll element)?\[(\d+)\]<([\w-]+)([^>]*?)(?:>(.*?))?\s*(?:\/>|$)/;
const buttonTypes = new Set(["submit", "button", "checkbox", "radio", "image", "reset", "file"]);
const fieldRoles = new Set(["combobox", "textbox", "searchbox", "spinbutton"]);

/**
 * Reads the page text that browser-use and page-agent share: a line for each numbered element, as HTML of one tag, and a line for each text.
 * A person who reads it takes the text before a field for its label, and so does this.
 */
export function readNumberedHtml(text: string, hasMore: boolean): Screen {
	const lines = text.split("\n");
	let label = "";
	const controls = lines.flatMap((line, index): readonly Control[] => {
		const found = element.exec(line);
		if (found === null) {
			const words = line.trim();
			if (words !== "" && !words.startsWith("<") && !words.startsWith("|")) label = words;
			return [];
		}
		const [, indent = "", ref = "", tag = "", written = "", inside = ""] = found;
		const attributes = attributesIn(written);
		const kind = kindOf(tag, attributes);
		const content = [inside, ...textBelow(lines.slice(index + 1), indent.length)].join(" ").trim();
		const own = kind === "button" ? [content, attributes["value"]] : [];
		const names = [attributes["aria-label"], ...own, kind === "button" ? undefined : label, attributes["placeholder"]];
		const others = [attributes["title"], attributes["alt"], attributes["name"], attributes["id"]];
		if (tag === "label" && content !== "") label = content;
		return [{ ref: Number(ref), kind, names: [...names, ...others].flatMap((name) => (name ? [name] : [])) }];
	});
	return { text, controls, hasMore };
}

/** The texts inside an element, which stand below it with more tabs; not those of a numbered element inside. */
function textBelow(lines: readonly string[], depth: number): readonly string[] {
	const below: string[] = [];
	for (const line of lines) {
		const tabs = /^\t*/.exec(line)?.[0].length ?? 0;
		if (tabs <= depth || element.test(line)) break;
		below.push(line.trim());
	}
	return below;
}

/** `type=text name=first_name value=Ada Lovelace`: values have no quotes, so one ends where the next key begins. */
function attributesIn(written: string): Readonly<Record<string, string>> {
	return Object.fromEntries([...written.matchAll(/([\w-]+)=(.*?)(?=\s[\w-]+=|$)/g)].map(([, key = "", value = ""]) => [key, value.trim()]));
}

function kindOf(tag: string, { type = "", role = "", contenteditable }: Readonly<Record<string, string>>): Control["kind"] {
	if (tag === "select") return "choice";
	if (tag === "textarea" || fieldRoles.has(role) || contenteditable === "true") return "field";
	return tag === "input" && !buttonTypes.has(type) ? "field" : "button";
}
