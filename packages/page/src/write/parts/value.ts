import { hashSeed, mixText } from "../../parse/line-hashes.ts";
import { maskNumbers } from "../../read/sensitive.ts";
import { cut, normalize } from "../normalize.ts";

type Word = readonly [key: "value" | "rest", value: string];

/**
 * The value of a field as page text writes it. Of a longer one `rest=` says how many characters are left out, with a hash of the whole, so
 * that who was shown the beginning is not taken to have agreed to another end.
 *
 * @param limit of the characters shown
 * @returns no word for an empty value
 * @source page.md §3; engine.md §8 "Approval"
 */
export function valueWords(value: string, limit: number): readonly Word[] {
	const whole = maskNumbers(normalize(value));
	if (whole === "") return [];
	const shown = cut(whole, limit);
	if (shown === whole) return [["value", shown]];
	const hash = (mixText(hashSeed, whole) >>> 0).toString(16).padStart(8, "0");
	return [
		["value", shown],
		["rest", `${whole.length - shown.length + 1}-${hash}`],
	];
}
