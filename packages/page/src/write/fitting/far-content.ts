import type { DraftLine, DraftTag } from "../draft.ts";
import { cut } from "../normalize.ts";
import type { Anchor, Replacement } from "./replacements.ts";
import { byDistance, collapsedLine, costBetween, expandWord, grouped } from "./replacements.ts";
import type { Weighed } from "./weighed-lines.ts";
import { measure } from "./weighed-lines.ts";

const unitLines = 60;
const worthIt = 40;
/** Space for an id, which only a dropped part gets. */
const expandRoom = 20;

/** Runs of text without controls outside the visible area, farthest first. */
export function textRuns(lines: readonly Weighed[], anchor: Anchor): readonly Replacement[] {
	const runs: Replacement[] = [];
	for (let index = 0; index < lines.length; index += 1) {
		const first = lines[index];
		if (first === undefined || !isBareText(first)) continue;
		let end = index + 1;
		while (end < lines.length && isBareText(lines[end]) && lines[end]?.parent === first.parent) end += 1;
		const cost = costBetween(lines, index, end);
		const { line } = first;
		const said = `${grouped(cost)} characters`;
		const saved = cost - line.depth - said.length - expandRoom;
		const write = () => collapsedLine(line, said + expandWord(anchor(line)));
		if (saved > worthIt) runs.push({ from: index, end, saved, distance: line.distance, write });
		index = end - 1;
	}
	return runs.sort(byDistance);
}

function isBareText(weighed: Weighed | undefined): boolean {
	if (weighed === undefined || weighed.isKept || weighed.hasControls) return false;
	const { kind } = weighed.line;
	return kind !== "region" && kind !== "collapsed" && kind !== "heading";
}

/**
 * Parts without anything that must stay, written as `<section N "…" collapsed links=40>`, farthest first.
 * A part is a region, the content after a heading, or up to 60 lines.
 */
export function farSections(lines: readonly Weighed[], anchor: Anchor): readonly Replacement[] {
	const kept = [0];
	for (const { isKept } of lines) kept.push((kept.at(-1) ?? 0) + (isKept ? 1 : 0));
	const isFree = (from: number, end: number) => kept[from] === kept[end];
	const sections: Replacement[] = [];
	for (let from = 0; from < lines.length; ) {
		const first = lines[from];
		if (first === undefined || !isFree(from, first.end)) {
			from += 1;
			continue;
		}
		let end = first.end;
		while (end < lines.length && end - from < unitLines) {
			const next = lines[end];
			if (next === undefined || next.parent !== first.parent || !isFree(end, next.end)) break;
			if (next.line.kind === "heading" || next.line.kind === "region" || first.line.kind === "region") break;
			end = next.end;
		}
		const section = sectionOf(lines, { from, end, anchor });
		if (section !== undefined) sections.push(section);
		from = end;
	}
	return sections.sort(byDistance);
}

function sectionOf(
	lines: readonly Weighed[],
	{ from, end, anchor }: { readonly from: number; readonly end: number; readonly anchor: Anchor },
): Replacement | undefined {
	const first = lines[from];
	if (first === undefined) return undefined;
	const elements = lines.slice(from, end).flatMap(({ elements: found }) => found);
	const links = elements.filter(({ type }) => type === "a").length;
	const others = elements.length - links;
	const attributes: (readonly [string, string])[] = [];
	if (links > 0) attributes.push(["links", String(links)]);
	if (others > 0) attributes.push(["controls", String(others)]);
	const { depth, zone, distance } = first.line;
	const tag: DraftTag = { type: "section", isNew: false, name: sectionName(first.line), states: ["collapsed"], attributes };
	const line: DraftLine = { kind: "region", depth, zone, distance, level: 0, region: tag, cells: [[]] };
	const write = () => {
		const id = anchor(first.line);
		return id === undefined || id === 0 ? line : { ...line, region: { ...tag, id } };
	};
	const saved = costBetween(lines, from, end) - measure(line).cost - expandRoom;
	return saved > 0 ? { from, end, saved, distance, write } : undefined;
}

function sectionName(line: DraftLine): string {
	const said = line.region?.name ?? "";
	const text = line.cells
		.flat()
		.map((part) => (part.kind === "text" ? part.text : part.element.name || textIn(part.element.parts)))
		.join("");
	return cut((said === "" ? text : said).replaceAll('"', "'").trim(), 60);
}

function textIn(parts: readonly { readonly kind: string; readonly text?: string }[]): string {
	return parts.map((part) => part.text ?? "").join("");
}
