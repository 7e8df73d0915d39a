import { hashSeed, mixText } from "../../parse/line-hashes.ts";
import { maskNumbers } from "../../read/sensitive.ts";
import { cut, head, normalize } from "../normalize.ts";

type Word = readonly [key: "value" | "rest", value: string];

/**
 * The value of a field as page text writes it. Of a longer one `rest=` says how many characters are left out, with a hash of the whole, so
 * that who was shown the beginning is not taken to have agreed to another end.
 *
 * @param limit of the characters shown
 * @returns no word for an empty value
 */
export function valueWords(value: string, limit: number): readonly Word[] {
	const begin = head(value);
	const whole = maskNumbers(normalize(begin));
	if (whole === "") return [];
	const shown = cut(whole, limit);
	if (shown === whole) return [["value", shown]];
	// Megabytes are not searched for card numbers: what is not shown counts as it is.
	const unread = begin === value ? "" : value.trimStart().slice(begin.length);
	const hash = (mixText(mixText(hashSeed, whole), unread) >>> 0).toString(16).padStart(8, "0");
	return [
		["value", shown],
		["rest", `${whole.length + unread.length - shown.length + 1}-${hash}`],
	];
}
