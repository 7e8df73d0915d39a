/** The facts of a key event. */
export type Struck = Pick<KeyboardEvent, "key" | "ctrlKey" | "altKey" | "metaKey" | "shiftKey" | "repeat">;

/**
 * Where a key was pressed. `line`: a field of one line; `text`: one of several lines, where Enter may write a line or send; `list`: entries
 * that arrows go through; `native`: a control that the browser itself works by keys, which clicks or changes it; `other`: anything else.
 */
export type KeyPlace = "line" | "text" | "list" | "native" | "other";

const arrows: ReadonlySet<string> = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"]);

/**
 * The keys of a press that a recording keeps, in the words of `press`. Characters are never kept: they come with the value of their field.
 *
 * @param hasList a field shows entries below it
 * @returns undefined for a press that is none of its own
 * @throws never
 */
export function recordedKeys(struck: Struck, place: KeyPlace, hasList: boolean): string | undefined {
	const { key } = struck;
	if (key === "Escape") return named(struck);
	if (key === "Enter") return struck.repeat || place === "native" ? undefined : named(struck);
	if (key === " ") return struck.repeat || (place !== "list" && place !== "other") || hasModifier(struck) ? undefined : "Space";
	if (!arrows.has(key)) return undefined;
	if (place === "list") return named(struck);
	// In the line itself, left and right move between characters.
	return place === "line" && hasList && (key === "ArrowUp" || key === "ArrowDown") ? named(struck) : undefined;
}

const hasModifier = ({ ctrlKey, altKey, metaKey }: Struck) => ctrlKey || altKey || metaKey;

function named({ key, ctrlKey, altKey, metaKey, shiftKey }: Struck): string {
	const held = [ctrlKey && "Control", altKey && "Alt", metaKey && "Meta", shiftKey && "Shift"].filter((name) => name !== false);
	return [...held, key].join("+");
}
