/** Groups of three digits, as `1,200` or `1.200.000`. */
const grouped = /^\d{1,3}(?:[.,\s'’]\d{3})+$/;

/**
 * The number that a text means, with or without a unit.
 *
 * @param limits tell `1.200` apart: one and a bit, or a thousand two hundred
 * @returns undefined where the text holds no number or several
 */
export function numberIn(
	text: string,
	{ least, most }: { readonly least: number | undefined; readonly most: number | undefined },
): number | undefined {
	const found = [...text.matchAll(/[-−]?\d(?:[\d.,'’]|\s(?=\d{3}))*/g)].map(([each]) => each.replace(/[.,'’]$/, "").replace("−", "-"));
	const [only, another] = found;
	if (only === undefined || another !== undefined) return undefined;
	const isNegative = only.startsWith("-");
	const digits = isNegative ? only.slice(1) : only;
	const last = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
	const bare = (part: string) => part.replaceAll(/[^\d]/g, "");
	const decimal = last === -1 ? Number(bare(digits)) : Number(`${bare(digits.slice(0, last))}.${bare(digits.slice(last))}`);
	const readings = [decimal, ...(grouped.test(digits) ? [Number(bare(digits))] : [])].map((value) => (isNegative ? -value : value));
	const isIn = (value: number) => (least === undefined || value >= least) && (most === undefined || value <= most);
	return readings.findLast(isIn) ?? readings[0];
}
