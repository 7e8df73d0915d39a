import type { TargetPlace } from "@webhand/contracts/routine/target";
import type { InputValues } from "@webhand/contracts/routine/words";
import { isRadio, isToggle, takesValue } from "@webhand/page/layout/controls";
import type { Layout, PageNode } from "@webhand/page/layout/layout";
import { isIn } from "@webhand/page/layout/layout";
import { columnOf } from "@webhand/page/layout/names";
import { once } from "@webhand/page/once";
import { formInDocument } from "@webhand/page/parse/fingerprint";
import type { ElementView, FormView, PageLine, PageView } from "@webhand/page/parse/view";
import { hostOf } from "./address.ts";
import { areAlike, nameOf, withoutCount } from "./names.ts";
import type { Row } from "./rows.ts";
import { rowAround } from "./rows.ts";
import { wordsText } from "./words.ts";

/** Where a control stands, as plain text; a dialog without a name is "". */
export type Place = Omit<TargetPlace, "dialog" | "heading"> & { readonly dialog?: string; readonly heading?: string };

/** The parts of a place that are compared. */
export type PlacePart = keyof TargetPlace;

const longest = 200;
const mostFields = 30;
const namedRegions: ReadonlySet<string> = new Set(["nav", "main", "section", "fieldset", "popover", "scroll"]);

/** Where a control stands. @throws never */
export const placeOf = once((element: ElementView, layout: Layout): Place => {
	const { view } = layout;
	const row = rowAround(layout, element.id);
	const place: { -readonly [Part in keyof Place]: Place[Part] } = {};
	for (const line of linesAround(view, element)) {
		if (line.region === "frame" && place.frame === undefined) place.frame = frameHost(view, line);
		if (line.region === "dialog" && place.dialog === undefined) place.dialog = shortened(line.name ?? "");
		if (namedRegions.has(line.region ?? "") && place.region === undefined) {
			const name = shortened(line.name ?? "") || (line.region === "nav" ? "nav" : "");
			if (name !== "") place.region = name;
		}
	}
	// One in the control's own row names the record, not the place.
	const heading = headingAbove(layout, element.line, row === undefined ? element.line : layout.nodes[row.block.from]?.line);
	if (heading !== undefined) place.heading = heading;
	const form = formInDocument(element, view);
	if (form !== undefined) place.form = formPlace(layout, { form, element });
	const column = shortened(columnOf(layout, element) ?? "");
	if (column !== "") place.column = column;
	const [before, after] = [-1, 1].map((step) => shortened(neighbour(layout, { element, row, step })));
	if (before) place.before = before;
	if (after) place.after = after;
	return place;
});

const shortened = (text: string): string => withoutCount(text).slice(0, longest).trim();

/** The region lines around a control, innermost first. */
function linesAround({ lines }: PageView, { line, id }: ElementView): readonly PageLine[] {
	const found: PageLine[] = [];
	const own = lines[line];
	for (let at = own?.id === id ? own.parent : line; at >= 0; at = lines[at]?.parent ?? -1) {
		const around = lines[at];
		if (around?.kind === "region") found.push(around);
	}
	return found;
}

function frameHost(view: PageView, { id }: PageLine): string {
	const href = id === undefined ? undefined : view.elements.get(id)?.href;
	return ((href === undefined ? undefined : hostOf(href)) ?? hostOf(view.url) ?? "frame").slice(0, 253) || "frame";
}

/** The nearest heading above a line whose section holds it. @param before only headings above this line count @throws never */
export function headingAbove({ view: { lines } }: Layout, line: number, before = line): string | undefined {
	let depth = lines[line]?.depth ?? 0;
	for (let at = line; at >= 0; at -= 1) {
		const above = lines[at];
		if (above === undefined) continue;
		if (above.kind === "heading" && above.depth <= depth && at < before) return shortened(above.text) || undefined;
		depth = Math.min(depth, above.depth);
	}
	return undefined;
}

const isField = (element: ElementView): boolean => takesValue(element) || isToggle(element) || isRadio(element);

/** The names of the fields of each form. */
const fieldsByForm = once((layout: Layout): ReadonlyMap<FormView, readonly ElementView[]> => {
	const fields = new Map<FormView, ElementView[]>();
	for (const element of layout.elements) {
		const form = isField(element) ? formInDocument(element, layout.view) : undefined;
		if (form === undefined) continue;
		const known = fields.get(form);
		if (known === undefined) fields.set(form, [element]);
		else known.push(element);
	}
	return fields;
});

function formPlace(
	layout: Layout,
	{ form, element }: { readonly form: FormView; readonly element: ElementView },
): NonNullable<Place["form"]> {
	const others = (fieldsByForm(layout).get(form) ?? []).filter((other) => other !== element);
	const names = new Set(others.map((other) => nameOf(other, layout).slice(0, longest)).filter((name) => name !== ""));
	const name = shortened(form.name);
	return { ...(name === "" ? {} : { name }), fields: [...names].slice(0, mostFields) };
}

/** The name of the control right before or after, within the row where there is one; "" for none. */
function neighbour(
	layout: Layout,
	{ element, row, step }: { readonly element: ElementView; readonly row: Row | undefined; readonly step: number },
): string {
	const own = layout.nodeOf.get(element.id);
	if (own === undefined) return "";
	const isNested = (node: PageNode) => node.inside.includes(element.id) || own.inside.includes(node.element?.id ?? -1);
	for (let order = own.order + step; ; order += step) {
		const node = layout.nodes[order];
		if (node === undefined || (row !== undefined && !isIn(row.block, order))) return "";
		if (node.element !== undefined && !isNested(node)) return nameOf(node.element, layout);
	}
}

/** How a part of a place agrees: `missing` where the control has none. */
export type Agreement = "same" | "other" | "missing";

/** A wanted place with its inputs filled in; a part whose input has no value is not compared. @throws never */
export function filledPlace({ dialog, heading, ...others }: TargetPlace, values: InputValues): Place {
	const texts = { dialog: dialog && wordsText(dialog, values), heading: heading && wordsText(heading, values) };
	return {
		...others,
		...(texts.dialog === undefined ? {} : { dialog: texts.dialog }),
		...(texts.heading === undefined ? {} : { heading: texts.heading }),
	};
}

/** Compares one part of two places. @returns undefined where the wanted place does not say it @throws never */
export function agreementOf(part: PlacePart, wanted: Place, seen: Place): Agreement | undefined {
	if (wanted[part] === undefined) return undefined;
	if (seen[part] === undefined) return "missing";
	if (part === "form") return isSameForm(wanted.form, seen.form) ? "same" : "other";
	return wanted[part] === seen[part] ? "same" : "other";
}

/** Forms of one name, or with half of the wanted fields in any spelling: a form may get a new field or lose one. */
function isSameForm(wanted: Place["form"], seen: Place["form"]): boolean {
	if (wanted === undefined || seen === undefined) return false;
	const isShared = (name: string) => seen.fields.includes(name) || seen.fields.some((other) => areAlike(name, other));
	const shared = wanted.fields.filter(isShared).length;
	if (wanted.fields.length > 0) return shared * 2 >= wanted.fields.length;
	return wanted.name === undefined || seen.name === undefined || wanted.name === seen.name;
}
