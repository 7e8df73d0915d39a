/** Keys that DOM events name, with their code where it is another word. */
const namedKeys: ReadonlyMap<string, string> = new Map(
	["Enter", "Escape", "Tab", "Backspace", "Delete", "Home", "End", "PageUp", "PageDown", "Insert"]
		.concat(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"])
		.concat(Array.from({ length: 12 }, (_, index) => `F${index + 1}`))
		.map((name) => [name.toLowerCase(), name]),
);
const aliases: ReadonlyMap<string, string> = new Map([
	["esc", "Escape"],
	["return", "Enter"],
	["del", "Delete"],
	["space", " "],
	["spacebar", " "],
	["up", "ArrowUp"],
	["down", "ArrowDown"],
	["left", "ArrowLeft"],
	["right", "ArrowRight"],
]);
const modifiers: ReadonlyMap<string, "ctrlKey" | "shiftKey" | "altKey" | "metaKey"> = new Map([
	["control", "ctrlKey"],
	["ctrl", "ctrlKey"],
	["shift", "shiftKey"],
	["alt", "altKey"],
	["option", "altKey"],
	["meta", "metaKey"],
	["command", "metaKey"],
	["cmd", "metaKey"],
]);

/** A stroke as keyboard events carry it. */
export type Stroke = {
	readonly key: string;
	readonly code: string;
	readonly ctrlKey: boolean;
	readonly shiftKey: boolean;
	readonly altKey: boolean;
	readonly metaKey: boolean;
};

/** Reads `Enter`, `a`, `Control+A`, `Control++`. @returns null when a part is no key */
export function strokeOf(keys: string): Stroke | null {
	const parts = keys.endsWith("++") ? [...keys.slice(0, -2).split("+"), "+"] : keys === "+" ? ["+"] : keys.split("+");
	const held = { ctrlKey: false, shiftKey: false, altKey: false, metaKey: false };
	for (const name of parts.slice(0, -1)) {
		const modifier = modifiers.get(name.trim().toLowerCase());
		if (modifier === undefined) return null;
		held[modifier] = true;
	}
	const last = parts.at(-1) ?? "";
	const named = namedKeys.get(last.trim().toLowerCase()) ?? aliases.get(last.trim().toLowerCase());
	if (named === undefined && [...last].length !== 1) return null;
	const name = named ?? (held.shiftKey ? last.toUpperCase() : held.ctrlKey || held.metaKey ? last.toLowerCase() : last);
	return { key: name, code: codeOf(name), ...held };
}

function codeOf(name: string): string {
	if (/^[a-z]$/i.test(name)) return `Key${name.toUpperCase()}`;
	if (/^\d$/.test(name)) return `Digit${name}`;
	return name === " " ? "Space" : name.length === 1 ? "" : name;
}
