import { parseLimits, regionTypes } from "../write/grammar.ts";
import { cleanText } from "../write/normalize.ts";
import { ContentReader } from "./content.ts";
import { Elements, readForm } from "./elements.ts";
import type { Tag } from "./tag.ts";
import { readTag } from "./tag.ts";
import type { ElementView, FormView, PageLine, Zone } from "./view.ts";

/** The content of body lines, and problems found on the way. */
export type Body = {
	readonly lines: readonly PageLine[];
	readonly elements: ReadonlyMap<number, ElementView>;
	readonly forms: readonly FormView[];
	readonly truncated: boolean;
	readonly problems: readonly string[];
};

/** An enclosing line and what it passes on. */
type Enclosing = { readonly index: number; readonly depth: number; form: number | undefined; epoch: string };
type Base = Pick<PageLine, "index" | "depth" | "parent" | "zone">;

const marks: ReadonlyMap<string, Zone> = new Map([
	["@view", "view"],
	["@above", "above"],
	["@below", "below"],
	["@aside", "aside"],
]);

function headingLevel(line: string): number {
	let level = 0;
	while (level < 7 && line[level] === "#") level += 1;
	return level >= 1 && level <= 6 && line[level] === " " ? level : 0;
}

/** The kind of a line outside a region, and where its content starts. */
function signOf(line: string): { readonly kind: "heading" | "item" | "row" | "text"; readonly start: number; readonly level: number } {
	const level = headingLevel(line);
	if (level > 0) return { kind: "heading", start: level + 1, level };
	if (line === "-" || line.startsWith("- ")) return { kind: "item", start: 1, level };
	if (line === "|" || line.startsWith("| ")) return { kind: "row", start: 1, level };
	return { kind: "text", start: line[0] === "\\" ? 1 : 0, level };
}

class BodyReader {
	readonly lines: PageLine[] = [];
	readonly forms: FormView[] = [];
	readonly elements = new Elements();
	readonly #content = new ContentReader(this.elements);
	readonly #enclosing: Enclosing[] = [];
	readonly #epoch: string;
	#zone: Zone = "none";

	constructor(epoch: string) {
		this.#epoch = epoch;
	}

	readLine(raw: string): void {
		let depth = 0;
		while (raw[depth] === " ") depth += 1;
		const line = raw.slice(depth).trimEnd();
		if (line === "") return;
		const mark = line[0] === "@" ? marks.get(line) : undefined;
		if (mark !== undefined) {
			this.#zone = mark;
			return;
		}
		if (this.lines.length >= parseLimits.lines || depth > parseLimits.depth) this.elements.truncated = true;
		if (this.lines.length < parseLimits.lines) this.#addLine(line, Math.min(depth, parseLimits.depth));
	}

	#addLine(line: string, depth: number): void {
		let outer = this.#enclosing.length;
		while (outer > 0 && (this.#enclosing[outer - 1]?.depth ?? -1) >= depth) outer -= 1;
		const around = this.#enclosing[outer - 1];
		const base: Base = { index: this.lines.length, depth, parent: around?.index ?? -1, zone: this.#zone };
		const here: Enclosing = { index: base.index, depth, form: around?.form, epoch: around?.epoch ?? this.#epoch };
		const tag = line[0] === "<" ? readTag(line, 0) : undefined;
		const isRegion = tag !== undefined && regionTypes.has(tag.type);
		const read = isRegion ? this.#region(tag, line, { base, here }) : this.#plainLine(line, { base, here });
		if (read === undefined) return;
		this.lines.push(read);
		this.#enclosing.length = outer;
		this.#enclosing.push(here);
	}

	#region(tag: Tag, line: string, { base, here }: { readonly base: Base; readonly here: Enclosing }): PageLine {
		const name = this.elements.nameOf(tag);
		if (tag.type === "form") {
			here.form = this.forms.length;
			this.forms.push(readForm(tag, name, base.index));
		}
		const place = { line: base.index, form: here.form, epoch: here.epoch };
		const element = tag.id === undefined ? undefined : this.elements.open(tag, place);
		if (tag.type === "frame") here.epoch = element?.attributes.get("epoch") ?? here.epoch;
		const cells = this.#content.read({ line, start: tag.end, isRow: false }, { ...place, epoch: here.epoch });
		const text = `${name} ${this.#content.textOf(cells[0] ?? [])}`.trim();
		const named = name === "" ? {} : { name };
		const hasFacts = element === undefined && tag.type !== "form" && tag.words.length > 0;
		return {
			...base,
			kind: "region",
			level: 0,
			region: tag.type,
			...(element === undefined ? {} : { id: element.id }),
			...named,
			...(hasFacts ? { facts: this.elements.factsOf(tag) } : {}),
			cells,
			text,
		};
	}

	#textOf(cells: PageLine["cells"]): string {
		const [first, ...others] = cells;
		const text = first === undefined ? "" : this.#content.textOf(first);
		return others.length === 0 ? text : [text, ...others.map((cell) => this.#content.textOf(cell))].join(" ");
	}

	#plainLine(line: string, { base, here }: { readonly base: Base; readonly here: Enclosing }): PageLine | undefined {
		if (line.startsWith("… ")) {
			const text = cleanText(line.slice(2));
			if (text === "") return undefined;
			return { ...base, kind: "collapsed", level: 0, cells: [[{ kind: "text", text }]], text };
		}
		const { kind, start, level } = signOf(line);
		const place = { line: base.index, form: here.form, epoch: here.epoch };
		const cells = this.#content.read({ line, start, isRow: kind === "row" }, place);
		if ((kind === "text" || kind === "heading") && cells[0]?.length === 0) return undefined;
		const { index, depth, parent, zone } = base;
		return { index, depth, parent, zone, kind, level, cells, text: this.#textOf(cells).trim() };
	}
}

/**
 * Reads the body of a page text. Linear in its length; never throws.
 *
 * @param lines without line ends; empty ones are skipped
 * @param epoch of the page; a frame may set its own
 */
export function readBody(lines: readonly string[], epoch: string): Body {
	const reader = new BodyReader(epoch);
	for (const line of lines) reader.readLine(line);
	const { elements, forms } = reader;
	for (const element of elements.byId.values()) {
		const named = Number(element.attributes.get("form"));
		if (Number.isInteger(named) && named >= 1 && named <= forms.length) element.form = named - 1;
	}
	return { lines: reader.lines, elements: elements.byId, forms, truncated: elements.truncated, problems: [...elements.problems] };
}
