import type { Header } from "../parse/header.ts";
import type { ElementView, FormView, LinePart, PageLine, PageView, TagFacts, Zone } from "../parse/view.ts";
import { parseLimits } from "./grammar.ts";
import { cut } from "./normalize.ts";

/** A tag to write. `name` is "" if it is not written, `id` absent for a region that cannot be operated. */
export type DraftTag = {
	readonly type: string;
	readonly id?: number;
	readonly isNew: boolean;
	readonly name: string;
	readonly href?: string;
	readonly states: readonly string[];
	readonly attributes: readonly (readonly [key: string, value: string])[];
};

/** A control and its content. */
export type DraftElement = DraftTag & { readonly parts: readonly DraftPart[] };

/** Clean text, or a control. */
export type DraftPart = { readonly kind: "text"; readonly text: string } | { readonly kind: "element"; readonly element: DraftElement };

/** A line to write. `distance` to the visible area orders lines, in CSS pixels or in lines. */
export type DraftLine = {
	readonly kind: PageLine["kind"];
	readonly depth: number;
	readonly zone: Zone;
	readonly distance: number;
	readonly level: number;
	readonly region?: DraftTag;
	readonly cells: readonly (readonly DraftPart[])[];
	/** Index of the line's element in the live document, for ids on demand. */
	readonly place?: number;
};

/** A page between its tree or view and its text. `fit` shortens it, `render` writes it. */
export type Draft = { readonly header: Header; readonly lines: readonly DraftLine[] };

function wordsOf(facts: TagFacts = { states: new Set(), attributes: new Map() }): Pick<DraftTag, "href" | "states" | "attributes"> {
	const { href, states, attributes } = facts;
	return { ...(href === undefined ? {} : { href }), states: [...states], attributes: [...attributes] };
}

function tagOf(element: ElementView, name: string): DraftTag {
	const { type, id, isNew } = element;
	return { type, id, isNew, name, ...wordsOf(element) };
}

function tagOfForm(form: FormView): DraftTag {
	const target = `${form.host ?? ""}${form.path ?? ""}`;
	const href = target === "" ? {} : { href: isBareHost(form) ? `${target}/` : target };
	const sensitive = form.sensitive.length === 0 ? [] : [["sensitive", form.sensitive.join(",")] as const];
	const states = form.method === "get" ? [] : [form.method];
	return { type: "form", isNew: false, name: form.name, ...href, states, attributes: sensitive };
}

/** A host without a dot needs a slash, or it would read as a state word. */
function isBareHost(form: FormView): boolean {
	return form.path === undefined && form.host !== undefined && !/[.:]/.test(form.host);
}

/** The number of lines between each line and the nearest visible one. */
function distancesOf(lines: readonly PageLine[]): readonly number[] {
	const distances = lines.map(() => lines.length);
	const pass = (order: Iterable<number>) => {
		let since = lines.length;
		for (const index of order) {
			since = lines[index]?.zone === "view" || lines[index]?.zone === "none" ? 0 : since + 1;
			distances[index] = Math.min(distances[index] ?? since, since);
		}
	};
	pass(lines.keys());
	pass([...lines.keys()].reverse());
	return distances;
}

/** The draft of a parsed page, with all its facts. */
export function draftOfView(view: PageView): Draft {
	const forms = new Map(view.forms.map((form) => [form.line, form]));
	const partsOf = (parts: readonly LinePart[]): readonly DraftPart[] =>
		parts.flatMap((part): readonly DraftPart[] => {
			if (part.kind === "text") return [part];
			const element = view.elements.get(part.id);
			return element === undefined ? [] : [{ kind: "element", element: elementOf(element) }];
		});
	const elementOf = (element: ElementView): DraftElement => {
		const isSaid = element.name === cut(element.content, parseLimits.name);
		return { ...tagOf(element, isSaid ? "" : element.name), parts: partsOf(element.parts) };
	};
	const regionOf = (line: PageLine): DraftTag => {
		const form = forms.get(line.index);
		const element = line.id === undefined ? undefined : view.elements.get(line.id);
		const type = line.region ?? "section";
		const name = line.name ?? "";
		const own = element === undefined ? { type, isNew: false, name, ...wordsOf(line.facts) } : tagOf(element, name);
		if (form === undefined) return own;
		const facts = tagOfForm(form);
		return {
			...own,
			...facts,
			isNew: own.isNew,
			states: [...own.states, ...facts.states],
			attributes: [...own.attributes, ...facts.attributes],
		};
	};
	const distances = distancesOf(view.lines);
	const lines = view.lines.map(
		(line): DraftLine => ({
			kind: line.kind,
			depth: line.depth,
			zone: line.zone,
			distance: distances[line.index] ?? 0,
			level: line.level,
			...(line.kind === "region" ? { region: regionOf(line) } : {}),
			cells: line.cells.map(partsOf),
		}),
	);
	return { header: view, lines };
}
