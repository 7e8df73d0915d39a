/** A number as JSON writes it, and the decimal sign by which it was read; absent where no sign decides. */
export type NumberReading = { readonly value: string; readonly decimal?: "." | "," };

const spaces = /[\s'’]/;
const minus = /^[-−–]/;

/**
 * What a written number may mean: one reading, or two for `1.234`, which is 1234 in one country and 1.234 in another. Groups are told by
 * `.`, `,`, spaces and apostrophes.
 *
 * @returns no reading for what is no number
 * @throws never
 */
export function readingsOfNumber(text: string): readonly NumberReading[] {
	const bare = text.trim().replaceAll(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, "");
	const sign = minus.test(bare) ? "-" : "";
	const digits = bare.replace(minus, "").replace(/^\+/, "");
	if (spaces.test(digits) || !/^(?:\d[\d.,]*|[.,]\d+)$/.test(digits)) return [];
	const signs = [...new Set(digits.replaceAll(/\d/g, ""))] as ("." | ",")[];
	const [first, second] = signs;
	if (first === undefined) return [reading(sign, digits, "")];
	if (second !== undefined) {
		const decimal = digits.lastIndexOf(".") > digits.lastIndexOf(",") ? "." : ",";
		return grouped(digits, decimal, sign);
	}
	const parts = digits.split(first);
	if (parts.length > 2) return grouped(digits, first === "." ? "," : ".", sign);
	const [whole = "", rest = ""] = parts;
	const asDecimal = { ...reading(sign, whole === "" ? "0" : whole, rest), decimal: first };
	if (rest === "") return [];
	// Three digits behind the only sign may be a group of thousands.
	const mayGroup = rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
	return mayGroup ? [asDecimal, { ...reading(sign, whole + rest, ""), decimal: first === "." ? "," : "." }] : [asDecimal];
}

/** A number whose other sign parts thousands. */
function grouped(digits: string, decimal: "." | ",", sign: string): readonly NumberReading[] {
	const other = decimal === "." ? "," : ".";
	const [whole = "", rest = "", ...more] = digits.split(decimal);
	const groups = whole.split(other);
	const isGrouped =
		/^[1-9]\d{0,2}$/.test(groups[0] ?? "") &&
		groups.slice(1).every((group) => /^\d{2,3}$/.test(group)) &&
		/^\d{3}$/.test(groups.at(-1) ?? "");
	if (more.length > 0 || rest.includes(other) || !isGrouped) return [];
	return [{ ...reading(sign, groups.join(""), rest), decimal }];
}

function reading(sign: string, whole: string, rest: string): { readonly value: string } {
	const digits = whole.replace(/^0+(?=\d)/, "");
	const value = rest === "" ? digits : `${digits}.${rest}`;
	return { value: /^[0.]+$/.test(value) ? value : `${sign}${value}` };
}

const currency = /\p{Sc}|(?<!\p{L})(?:[A-Z]{3}|Fr\.?|kr|zł|Kč|R\$)(?!\p{L})/gu;
const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** A number without its currency sign or code; undefined where there is more than one currency, or none. @throws never */
export function withoutCurrency(text: string): { readonly text: string; readonly currency: string } | undefined {
	// Three capital letters are a code of money only where a country pays with it: "INV-17" is none.
	const found = [...text.matchAll(currency)].filter(([sign]) => !/^[A-Z]{3}$/.test(sign) || codes.has(sign));
	const [only] = found;
	if (found.length !== 1 || only === undefined) return undefined;
	return { text: `${text.slice(0, only.index)}${text.slice(only.index + only[0].length)}`.trim(), currency: only[0] };
}
