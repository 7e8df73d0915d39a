/** Works out `a op b (op c …)` found in a text; multiplication and division first. Undefined when there is none. */
export function calculate(text: string): number | undefined {
	// Days, telephone and order numbers are no differences.
	const sums = text.replace(/\d+(?:[-/.]\d+){2,}/g, " ");
	const plain = sums
		.replace(/[\u2212\u2013]/g, "-")
		.replace(/[×✕]|(?<=\d\s?)x(?=\s?\d)/g, "*")
		.replace(/[÷:]/g, "/");
	const found = /(?<![\d/-])(-?\d+(?:\.\d+)?(?:\s*[-+*/]\s*-?\d+(?:\.\d+)?)+)(?![\d/-]*\d)/.exec(plain)?.[1];
	if (found === undefined) return undefined;
	const pieces = found.match(/\d+(?:\.\d+)?|[-+*/]/g) ?? [];
	const values: number[] = [];
	let sign = 1;
	let operator = "+";
	for (const piece of pieces) {
		if (/^[-+*/]$/.test(piece)) {
			if (piece === "-" && operator !== "") sign = -sign;
			else operator = piece;
			if (piece === "-" && operator === "") operator = "-";
			continue;
		}
		const value = sign * Number(piece);
		sign = 1;
		if (operator === "*") values.push((values.pop() ?? 1) * value);
		else if (operator === "/") values.push((values.pop() ?? 0) / value);
		else values.push(operator === "-" ? -value : value);
		operator = "";
	}
	const result = values.reduce((sum, one) => sum + one, 0);
	return Number.isFinite(result) ? Math.round(result * 1e6) / 1e6 : undefined;
}

/**
 * The only number of a text that is to be compared; undefined where it may be read in two ways: "1.200" without a currency, a time, or
 * several numbers of which none has a currency.
 */
export function comparedNumber(text: string): number | undefined {
	const plain = text.replaceAll(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, "");
	const numbers = plain.match(/-?\d+(?:[.,]\d+)*/g) ?? [];
	const [only = ""] = numbers;
	if (numbers.length !== 1 || /\d:\d/.test(plain)) return undefined;
	if (!/^-?\d{1,3}(?:[.,]\d{3})+$/.test(only)) return numberIn(only);
	const isMoney = /[$€£¥]|\b(?:EUR|USD|GBP|CHF)\b/.test(plain);
	return isMoney || only.includes(",") || only.split(".").length > 2 ? Number(only.replaceAll(/[.,]/g, "")) : undefined;
}

/** The first number in a text, thousands marks left out; undefined without one. */
export function numberIn(text: string): number | undefined {
	const found = /-?\d+(?:[.,]\d+)*/.exec(text.replace(/\u2212/g, "-"))?.[0];
	if (found === undefined) return undefined;
	const plain = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(found)
		? found.replaceAll(",", "")
		: /,\d{1,2}$/.test(found)
			? found.replaceAll(".", "").replace(",", ".")
			: found.replaceAll(",", "");
	const value = Number(plain);
	return Number.isFinite(value) ? value : undefined;
}
