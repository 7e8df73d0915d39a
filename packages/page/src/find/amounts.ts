import type { PageMemory } from "../read/memory.ts";
import type { ReadOptions } from "../read/walk.ts";
import type { DraftLine, DraftPart } from "../write/draft.ts";
import { currentLines, linesInside, lineWith, placeAround, textOfParts } from "./current-lines.ts";

const sign = "[$€£¥₽₹₩₺₴₪₫฿₱₿円元원圆]";
const codes =
	"usd|eur|gbp|chf|rub|jpy|cny|inr|krw|sek|nok|dkk|pln|czk|huf|ron|try|uah|brl|mxn|cad|aud|nzd|zar|btc|eth|usdt|usdc|kr|zł|kč|fr|rs|ft|lei|euros?|dollars?|pounds?|руб";
const unit = `(?:${sign}|(?<!\\p{L})(?:${codes})(?!\\p{L}))`;
const figure = "\\p{Nd}(?:[\\p{Nd}.,'’]*\\p{Nd})?";
/** A number beside a currency, or with two decimals; dates and times have further parts. */
const amount = new RegExp(`${unit}\\.?\\s?${figure}|${figure}\\s?${unit}|(?<![\\p{Nd}.,:])${figure}[.,]\\p{Nd}{2}(?![\\p{Nd}.,:])`, "giu");

/** Regions whose amounts belong together. */
const scopes: ReadonlySet<string> = new Set(["form", "dialog", "popover", "fieldset"]);

const named = new RegExp(unit, "iu");
// A slider or a meter moves by itself.
const typedInto: ReadonlySet<string> = new Set(["input", "number", "text", "editable", "combobox"]);
const plainNumber = /^[+-]?\p{Nd}[\p{Nd}.,'’\s]*$/u;

function amountsIn(lines: readonly DraftLine[]): readonly string[] {
	const cells = lines.flatMap((line) => line.cells);
	return cells.flatMap((cell) => [...(textOfParts(cell).match(amount) ?? []), ...amountsEntered(cell)]).sort();
}

/** What stands in fields for an amount: by its own sign, or by one in the name of the field. */
const amountsEntered = (parts: readonly DraftPart[]): readonly string[] =>
	fieldsIn(parts).flatMap(({ name, value }) => (named.test(name) && /\p{Nd}/u.test(value) ? [value] : (value.match(amount) ?? [])));

/** Numbers without a sign that stand in fields of typed text: any of them may be an amount. */
const numbersEntered = (parts: readonly DraftPart[]): readonly string[] =>
	fieldsIn(parts).flatMap(({ type, value }) => (typedInto.has(type) && plainNumber.test(value) ? [value] : []));

type Field = { readonly type: string; readonly name: string; readonly value: string };

function fieldsIn(parts: readonly DraftPart[]): readonly Field[] {
	return parts.flatMap((part) => {
		if (part.kind === "text") return [];
		const { type, name, attributes, parts: inner } = part.element;
		return [{ type, name, value: attributes.find(([key]) => key === "value")?.[1] ?? "" }, ...fieldsIn(inner)];
	});
}

/** The amounts of money that belong to a control: those of its form or row, or of the page where it has none. Null without the control. */
function amountsAround(lines: readonly DraftLine[], id: number): string | null {
	const at = lineWith(lines, id);
	if (at === -1) return null;
	const scope = placeAround(lines, at, ({ kind, region }) => kind === "row" || kind === "item" || scopes.has(region?.type ?? ""));
	const around = scope === undefined ? lines : linesInside(lines, scope);
	const own = amountsIn(around);
	const entered = around.flatMap(({ cells }) => cells.flatMap(numbersEntered));
	return [...(own.length > 0 ? own : amountsIn(lines)), ...entered].join(" ");
}

/**
 * True if the amounts of money around a control are those of the newest reading, which the user approved.
 *
 * @param id of a control in the newest text
 * @throws never
 */
export function hasSameAmounts(memory: PageMemory, id: number, options: ReadOptions): boolean {
	const known = amountsAround(memory.lines, id);
	// A control that a lookup numbered stands in no text.
	if (known === null || known === "") return true;
	const lines = currentLines(memory, options);
	return lines !== undefined && amountsAround(lines, id) === known;
}
