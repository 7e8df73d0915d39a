import { hashSeed, mixText } from "../../parse/line-hashes.ts";
import { maskNumbers } from "../../read/sensitive.ts";
import { cut, head, normalize } from "../normalize.ts";

type Word = readonly [key: "value" | "rest", value: string];

/**
 * The value of a field in page text. A long value is cut; `rest=` counts the missing characters and adds a hash of the whole value, so that
 * an approval of the beginning does not cover another end.
 *
 * @param limit of shown characters
 * @returns no words for an empty value
 */
export function valueWords(value: string, limit: number): readonly Word[] {
	const begin = head(value);
	const whole = maskNumbers(normalize(begin));
	if (whole === "") return [];
	const shown = cut(whole, limit);
	if (shown === whole) return [["value", shown]];
	// Card numbers are searched only in the beginning of a huge value.
	const unread = begin === value ? "" : value.trimStart().slice(begin.length);
	const hash = (mixText(mixText(hashSeed, whole), unread) >>> 0).toString(16).padStart(8, "0");
	return [
		["value", shown],
		["rest", `${whole.length + unread.length - shown.length + 1}-${hash}`],
	];
}
