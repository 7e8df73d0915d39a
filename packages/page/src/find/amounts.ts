import type { PageMemory } from "../read/memory.ts";
import type { ReadOptions } from "../read/walk.ts";
import type { DraftLine } from "../write/draft.ts";
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

function amountsIn(lines: readonly DraftLine[]): readonly string[] {
	return lines.flatMap(({ cells }) => cells.flatMap((cell) => textOfParts(cell).match(amount) ?? [])).sort();
}

/** The amounts of money that belong to a control: those of its form or row, or of the page where it has none. Null without the control. */
function amountsAround(lines: readonly DraftLine[], id: number): string | null {
	const at = lineWith(lines, id);
	if (at === -1) return null;
	const scope = placeAround(lines, at, ({ kind, region }) => kind === "row" || kind === "item" || scopes.has(region?.type ?? ""));
	const own = amountsIn(scope === undefined ? lines : linesInside(lines, scope));
	return (own.length > 0 ? own : amountsIn(lines)).join(" ");
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
