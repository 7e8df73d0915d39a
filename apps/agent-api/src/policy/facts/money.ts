import { readingsOfNumber, withoutCurrency } from "@webhand/routines/notation/numbers";

/** An amount as a page writes it: by its greatest reading, in hundredths, with the currencies that its sign may mean; none without a sign. */
export type Money = { readonly cents: number; readonly currencies: readonly string[] };

/** Codes by sign and word; a sign of several countries means each of them. */
const codes: Readonly<Record<string, readonly string[]>> = {
	"€": ["EUR"],
	euro: ["EUR"],
	euros: ["EUR"],
	$: ["USD"],
	dollar: ["USD"],
	dollars: ["USD"],
	"£": ["GBP"],
	pounds: ["GBP"],
	"¥": ["JPY", "CNY"],
	"₽": ["RUB"],
	"₹": ["INR"],
	"₩": ["KRW"],
	"₺": ["TRY"],
	"₴": ["UAH"],
	"₪": ["ILS"],
	fr: ["CHF"],
	"fr.": ["CHF"],
	kr: ["SEK", "NOK", "DKK"],
	zł: ["PLN"],
	kč: ["CZK"],
	ft: ["HUF"],
	lei: ["RON"],
};
const figures = /\d[\d.,'’\s]*/u;

/**
 * The amount that a text writes.
 *
 * @returns undefined for a text that is no number with at most one currency, or that nobody can read
 * @throws never
 */
export function readMoney(text: string): Money | undefined {
	const plain = text.normalize("NFKC").trim();
	const figure = figures.exec(plain)?.[0].trim().replace(/[.,]$/, "");
	if (figure === undefined) return undefined;
	const values = readingsOfNumber(figure).map(({ value }) => Number(value));
	const sign = plain
		.replace(figure, "")
		.replaceAll(/[\s,.–—-]+$|^[\s+,.–—-]+/gu, "")
		.trim();
	// What nobody can read may be more than is allowed; what is below nothing is a refund of unknown use.
	if (values.length === 0 || /^[-−–]/.test(plain)) return undefined;
	const cents = Math.round(Math.max(...values) * 100);
	if (sign === "") return { cents, currencies: [] };
	const known = codes[sign.toLowerCase()] ?? (/^[a-z]{3}$/i.test(sign) ? [sign.toUpperCase()] : undefined);
	return known === undefined ? undefined : { cents, currencies: known };
}

/** The sign or code of the currency that a text names: "Amount (€)". @throws never */
export const currencyIn = (text: string): string | undefined => withoutCurrency(text)?.currency;
