const aliases: ReadonlyMap<string, string> = new Map([
	["esc", "escape"],
	["return", "enter"],
	["numpadenter", "enter"],
	["del", "delete"],
	["space", " "],
	["spacebar", " "],
	...["up", "down", "left", "right"].map((way) => [way, `arrow${way}`] as const),
]);

/** The key of a stroke in lower case, a space as itself, and whether it is held with others that a field may take as a command. */
export type Keystroke = { readonly key: string; readonly isAlone: boolean };

/**
 * Reads `Enter`, `ctrl+return`, `Spacebar` as the client reads them: in any case, with spaces around, by any of their names.
 *
 * @throws never
 */
export function keystrokeOf(keys: string): Keystroke {
	const plus = keys === "+" || keys.endsWith("++");
	const parts = plus ? ["+"] : keys.split("+");
	const last = parts.at(-1) ?? "";
	const name = last.trim() === "" ? last.slice(0, 1) : last.trim().toLowerCase();
	return { key: aliases.get(name) ?? name, isAlone: parts.slice(0, -1).every((held) => held.trim().toLowerCase() === "shift") };
}
