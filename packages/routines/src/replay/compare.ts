import type { Comparison } from "@webhand/contracts/routine/step";
import { readingsOfDate } from "../notation/dates.ts";
import { readingsOfNumber, withoutCurrency } from "../notation/numbers.ts";

/** Case, spaces, kinds of quotes and hyphens do not count. */
function plain(text: string): string {
	return text
		.normalize("NFKC")
		.toLowerCase()
		.replaceAll(/[‘’´`]/g, "'")
		.replaceAll(/[“”„«»]/g, '"')
		.replaceAll(/[‐‑–—−]/g, "-")
		.replaceAll(/\s+/g, " ")
		.trim();
}

const numeral = /[-−–+]?(?:\d(?:[\d.,'’\s]*\d)?|[.,]\d+)/gu;

/** What the only number of a text may mean; none for a text with several numbers. */
function numbersIn(text: string): readonly number[] {
	const found = text.normalize("NFKC").match(numeral) ?? [];
	const [only] = found;
	return only === undefined || found.length > 1 ? [] : readingsOfNumber(only).map(({ value }) => Number(value));
}

const jsonNumber = /^-?\d+(?:\.\d+)?$/;

function areEqualNumbers(seen: string, { meant, isData }: Meant): boolean {
	const wanted = isData && jsonNumber.test(meant) ? [Number(meant)] : numbersIn(meant);
	return numbersIn(seen).some((value) => wanted.includes(value));
}

const signOf: Readonly<Record<string, string>> = { EUR: "€", USD: "$", GBP: "£", JPY: "¥", INR: "₹" };

/** The currency that a text names, by its sign where it has one. */
function currencyOf(text: string): string | undefined {
	const named = withoutCurrency(text)?.currency;
	return named === undefined ? undefined : (signOf[named] ?? named);
}

function areEqualAmounts(seen: string, wanted: Meant): boolean {
	const [left, right] = [currencyOf(wanted.meant), currencyOf(seen)];
	return areEqualNumbers(seen, wanted) && (left === undefined || right === undefined || left === right);
}

const isoDay = /^\d{4}-\d{2}-\d{2}$/;

function areEqualDays(seen: string, meant: string): boolean {
	const wanted = isoDay.test(meant) ? [meant] : readingsOfDate(meant).map(({ value }) => value);
	return readingsOfDate(seen).some(({ value }) => wanted.includes(value));
}

/** What a page should say. `isData`: a run gave it, with a number as JSON writes it; else it is a text of a page. */
export type Meant = { readonly meant: string; readonly isData: boolean };

/**
 * True if a text that a page shows is what was meant: as it stands, in it, or as words, a number, money or a day in any notation.
 *
 * @throws never
 */
export function isAsMeant(seen: string, wanted: Meant, as: Comparison): boolean {
	const { meant } = wanted;
	switch (as) {
		case "exact":
			return seen.trim() === meant.trim();
		case "contains":
			return plain(meant) !== "" && plain(seen).includes(plain(meant));
		case "text":
			return plain(seen) === plain(meant);
		case "number":
			return areEqualNumbers(seen, wanted);
		case "money":
			return areEqualAmounts(seen, wanted);
		case "date":
			return areEqualDays(seen, meant);
	}
}
