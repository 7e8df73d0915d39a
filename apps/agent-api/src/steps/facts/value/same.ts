/**
 * True when two values say the same in another form: digits of a phone number, a date in another order, an amount with other separators.
 *
 * @throws never
 */
export function isSameButFormat(shown: string, wanted: string): boolean {
	if (digitsOf(wanted).length < 2 || lettersOf(shown) !== lettersOf(wanted) || /\p{L}{3,}/u.test(wanted)) return false;
	const amounts = [amountOf(shown), amountOf(wanted)];
	const isPhone = /^(?:\+|\(|00?[1-9(])/.test(wanted.trim());
	if (!isPhone && !amounts.includes(null)) return amounts[0] === amounts[1];
	if (digitsOf(wanted).length >= minDigits && digitsOf(shown) === digitsOf(wanted)) return true;
	return shown.trim() === wanted.trim() || isSameTime(shown, wanted) || isSameDate(shown, wanted);
}

const minDigits = 5;
const digitsOf = (text: string) => text.replaceAll(/\D/g, "");

/** Letters that belong to the value: neither a currency nor the mark of the first half of a day. */
function lettersOf(text: string): string {
	const plain = text.toLowerCase().replaceAll(/(?<!\p{L})(?:usd|eur|gbp|chf|rub|jpy|cny|kr|zł|a\.?m\.?)(?!\p{L})/gu, "");
	return plain.replaceAll(/[^\p{L}]/gu, "");
}

function isSameTime(shown: string, wanted: string): boolean {
	return [shown, wanted].every((text) => /^\s*\d{1,2}:\d{2}/.test(text)) && Number(digitsOf(shown)) === Number(digitsOf(wanted));
}

/** Two dates of digits. Day and month may change places only where the two are not written in the same way. */
function isSameDate(shown: string, wanted: string): boolean {
	const [one, other] = [dateOf(shown), dateOf(wanted)];
	if (one === null || other === null) return false;
	const isShort = one.year < 100 || other.year < 100;
	if (isShort ? one.year % 100 !== other.year % 100 : one.year !== other.year) return false;
	const [first, second] = one.rest;
	const isSame = first === other.rest[0] && second === other.rest[1];
	return isSame || (one.form !== other.form && first === other.rest[1] && second === other.rest[0]);
}

type WrittenDate = { readonly year: number; readonly rest: readonly [number, number]; readonly form: string };

function dateOf(text: string): WrittenDate | null {
	const [, first = "", sign = "", second = "", third = ""] = /^\s*(\d{1,4})([./-])\s?(\d{1,2})\2\s?(\d{1,4})\s*$/.exec(text) ?? [];
	if (first === "") return null;
	const [a, b, c] = [Number(first), Number(second), Number(third)];
	return first.length === 4 ? { year: a, rest: [b, c], form: "year" } : { year: c, rest: [a, b], form: sign };
}

function amountOf(text: string): number | null {
	const found = /^[^\d-]*(-?\d[\d\s.,'’]*)\D*$/.exec(text)?.[1]?.replaceAll(/[\s'’]/g, "");
	if (found === undefined) return null;
	const decimal = /[.,](\d{1,2})$/.exec(found);
	const whole = (decimal === null ? found : found.slice(0, decimal.index)).replaceAll(/[.,]/g, "");
	return Number(`${whole}.${decimal?.[1] ?? "0"}`);
}
