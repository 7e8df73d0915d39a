import type { Thing } from "../../sentence/clause.ts";
import type { Finder } from "../find/finder.ts";
import type { Spot } from "../layout.ts";
import { compareNames, nameOf } from "../names.ts";
import { isTextField, takesValue } from "../roles.ts";
import { isColumnName, isInWideRow } from "./columns.ts";

export const amount = /(?:[$€£¥]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[$€£¥]|EUR|USD|GBP)(?!\w))/;

/** The value beside a label anywhere on the page: a field, "Total: 5 €", a row, the line below; undefined where others stand there too. */
export function labelled(finder: Finder, thing: Thing): string | undefined {
	const [text, ...others] = labelledTexts(finder, thing);
	return others.length === 0 ? text : undefined;
}

/** All that stands beside a label that fits equally well, each text once. */
export function labelledTexts(finder: Finder, thing: Thing): readonly string[] {
	for (const label of new Set([thing.whole, thing.name])) {
		const found = label === "" ? [] : beside(finder, label);
		if (found.length > 0) return found;
	}
	return [];
}

function beside(finder: Finder, label: string): readonly string[] {
	const wanted = nameOf(label);
	const field = [...finder.view.elements.values()].find(
		(element) => isTextField(element) && finder.nameScore(element, wanted, false) >= 0.85,
	);
	if (field !== undefined && finder.valueOf(field) !== "") return [finder.valueOf(field)];
	const ranked = finder.layout.spots
		.map((spot) => ({ spot, text: afterLabel(finder, spot, label) }))
		.filter((found): found is { spot: Spot; text: string } => (found.text ?? "") !== "")
		.map((found) => ({ ...found, isAmount: amount.test(found.text), isLine: finder.view.lines[found.spot.line]?.kind === "heading" }))
		// "Price" before "Old price".
		.sort((left, right) => Number(isCalledSo(wanted, right.spot)) - Number(isCalledSo(wanted, left.spot)));
	const best = ranked.find((found) => found.isAmount) ?? ranked.find((found) => !found.isLine) ?? ranked[0];
	if (best === undefined) return [];
	const isEqual = (other: typeof best) =>
		other.isAmount === best.isAmount && other.isLine === best.isLine && isCalledSo(wanted, other.spot) === isCalledSo(wanted, best.spot);
	// "€41.90" and "41.90 €" are one total.
	const same = ({ text }: typeof best) => (amount.exec(text)?.[0] ?? text).replace(/[\s$€£¥]|EUR|USD|GBP/g, "");
	const told = new Map([...ranked.filter(isEqual), best].map((found) => [same(found), found.text]));
	return [best.text, ...[...told].flatMap(([key, text]) => (key === same(best) ? [] : [text]))];
}

/** What stands behind a label in its spot, its line, its row or, for a label alone, the next line. */
export function afterLabel(finder: Finder, spot: Spot, label: string): string | undefined {
	const wanted = nameOf(label);
	if (wanted.words.length === 0) return undefined;
	const inline = /^(.{1,60}?)\s*[:=]\s*(.+)$/.exec(spot.text);
	if (inline !== null && isLabel(wanted, inline[1] ?? "")) return inline[2]?.trim();
	if (!isLabel(wanted, spot.text.replace(/[:=]\s*$/, ""))) {
		const behind = spot.element === undefined ? wordsBehind(spot.text, label) : undefined;
		return behind;
	}
	if (isColumnName(finder, spot) || isInWideRow(finder, spot)) return undefined;
	// Behind an empty field stands what belongs to something else.
	if (spot.element !== undefined && takesValue(spot.element)) return finder.valueOf(spot.element) || undefined;
	const line = finder.layout.spotsOfLine[spot.line] ?? [];
	const rest = line.filter(
		(other) => other.order > spot.order && !other.inside.includes(spot.element?.id ?? -1) && other.inside.length <= spot.inside.length,
	);
	const [nearest] = rest;
	if (nearest?.element !== undefined && takesValue(nearest.element) && finder.valueOf(nearest.element) === "") return undefined;
	const texts = rest
		.map((other) => (other.element !== undefined && takesValue(other.element) ? finder.valueOf(other.element) : other.text))
		.filter((text) => text !== "");
	if (finder.view.lines[spot.line]?.kind === "row" && spot.cell > 0) return undefined;
	if (texts.length > 0) return texts.join(" ");
	const next = finder.view.lines[spot.line + 1];
	if (next === undefined || next.kind === "heading" || next.depth < (finder.view.lines[spot.line]?.depth ?? 0)) return undefined;
	const below = finder.layout.spotsOfLine[spot.line + 1] ?? [];
	const value = below.find((other) => other.element !== undefined && takesValue(other.element))?.element;
	return value === undefined ? next.text || undefined : finder.valueOf(value);
}

const isCalledSo = (wanted: ReturnType<typeof nameOf>, { text }: Spot): boolean =>
	compareNames(wanted, nameOf(text.replace(/[:=].*$/s, "")), true) >= 0.95;

function isLabel(wanted: ReturnType<typeof nameOf>, text: string): boolean {
	const shown = nameOf(text);
	return shown.words.length <= 6 && compareNames(wanted, shown, true) >= 0.84;
}

// "Total 41.90 €" in one run of text: the amount behind the word.
function wordsBehind(text: string, label: string): string | undefined {
	const at = text.toLowerCase().indexOf(label.toLowerCase());
	if (at === -1 || text.length > 80) return undefined;
	return amount.exec(text.slice(at + label.length))?.[0]?.trim();
}
