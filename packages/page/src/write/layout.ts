import type { BreakNode, Building, ControlNode, PageNode, PageTree, RegionNode, TextNode } from "../read/page-node.ts";
import type { Draft, DraftElement, DraftLine, DraftPart, DraftTag } from "./draft.ts";
import { parseLimits } from "./grammar.ts";
import { cleanText, cut, normalize } from "./normalize.ts";
import { InlineRun } from "./parts/inline-run.ts";
import { Links } from "./parts/links.ts";
import { countControls, isContainer, isInline, plainTextOf } from "./parts/measure.ts";

const nameLimit = 80;
type Placed = { zone: DraftLine["zone"]; distance: number; place: number | undefined };
/** Merged cells that stand in further rows, by their first column. */
type Merged = Map<number, { readonly parts: readonly DraftPart[]; readonly columns: number; left: number }>;
type LineStart = { readonly kind: DraftLine["kind"]; readonly level: number };

const textLine: LineStart = { kind: "text", level: 0 };

function tagOf(node: ControlNode | RegionNode, name: string, href: string | undefined): DraftTag {
	const { type, id, isNew, states, attributes } = node;
	const tag: Building<DraftTag> = { type, isNew, name: cut(name, nameLimit), states, attributes };
	if (id !== undefined) tag.id = id;
	if (href !== undefined) tag.href = href;
	return tag;
}

class Layout {
	readonly lines: DraftLine[] = [];
	readonly #links: Links;
	#run = new InlineRun(false);
	#placed: Placed = { zone: "none", distance: Number.POSITIVE_INFINITY, place: undefined };
	#start: LineStart = textLine;
	#merged: Merged = new Map();
	/** What stands side by side on a line. */
	readonly #beside = new Map<DraftLine, DraftLine["cells"]>();

	constructor(links: Links) {
		this.#links = links;
	}

	addAll(nodes: readonly PageNode[], depth: number): void {
		for (let at = 0; at < nodes.length; at += 1) {
			const described = descriptionAt(nodes, at);
			const node = nodes[at];
			if (described !== undefined) {
				this.#row(described.row, depth);
				at = described.last;
			} else if (node !== undefined) this.#add(node, depth);
		}
	}

	#add(node: PageNode, depth: number): void {
		switch (node.kind) {
			case "text":
				if (node.text.trim() !== "") this.#touch(node, node.place);
				this.#run.addText(node.text);
				return;
			case "break":
				this.#break(node, depth);
				return;
			case "control":
				if (isContainer(node)) this.#container(node, depth);
				else this.#addControl(this.#run, node);
				if (!isContainer(node)) this.#touch(node, undefined);
				return;
			case "region":
				this.#region(node, depth);
				return;
			case "collapsed": {
				const at = this.#openBlock(depth);
				this.#touch(node, undefined);
				this.#push({ kind: "collapsed", level: 0 }, [[{ kind: "text", text: collapsedText(node.label, node.id) }]], at);
			}
		}
	}

	/** Ends the line before a block, and returns the depth of the block: inside an item it is one more. */
	#openBlock(depth: number): number {
		const isItem = this.#start.kind === "item";
		if (!this.#run.isEmpty) this.endLine(depth);
		else if (isItem) this.#push(this.#start, [[]], depth);
		this.#start = textLine;
		return isItem ? depth + 1 : depth;
	}

	#touch(node: { readonly zone: DraftLine["zone"]; readonly distance: number }, place: number | undefined): void {
		const placed = this.#placed;
		if (node.distance < placed.distance) {
			placed.zone = node.zone;
			placed.distance = node.distance;
		}
		placed.place ??= place;
	}

	#break(node: BreakNode, depth: number): void {
		if (node.isLine) this.endLine(depth);
		else this.#run.addGap();
	}

	/** Writes the collected parts as one line. */
	endLine(depth: number): void {
		if (this.#run.isEmpty) {
			this.#run.clear();
			return;
		}
		const { parts } = this.#run.end();
		const { cells } = this.#run;
		const isText = this.#start.kind === "text";
		this.#push(this.#start, [parts], depth);
		const line = this.lines.at(-1);
		if (isText && cells !== undefined && line !== undefined) this.#beside.set(line, cells);
		this.#start = textLine;
	}

	/** Lines whose parts stand side by side become rows, where the lines beside them have as many parts. */
	makeRows(): void {
		const cellsAt = (at: number) => {
			const line = this.lines[at];
			const cells = line === undefined ? undefined : this.#beside.get(line);
			return cells !== undefined && isRecord(cells) ? cells : undefined;
		};
		for (let at = 0; at < this.lines.length; ) {
			const first = cellsAt(at);
			let end = at + 1;
			while (first !== undefined && cellsAt(end)?.length === first.length && this.lines[end]?.depth === this.lines[at]?.depth) end += 1;
			for (let row = at; row < end && end - at > 1; row += 1) {
				const line = this.lines[row];
				if (line !== undefined) this.lines[row] = { ...line, kind: "row", cells: cellsAt(row) ?? line.cells };
			}
			at = end;
		}
	}

	#push({ kind, level }: LineStart, cells: DraftLine["cells"], depth: number): void {
		const { zone, distance, place } = this.#placed;
		const line: Building<DraftLine> = {
			kind,
			level,
			depth: Math.min(depth, parseLimits.depth),
			zone,
			distance: zone === "none" ? 0 : distance,
			cells,
		};
		if (place !== undefined) line.place = place;
		this.lines.push(line);
		this.#run = new InlineRun(false);
		this.#placed = { zone: "none", distance: Number.POSITIVE_INFINITY, place: undefined };
	}

	#addControl(run: InlineRun, node: ControlNode): void {
		const { element, before, after } = this.#element(node);
		run.addElement(element, { before, after });
	}

	#element(node: ControlNode): { readonly element: DraftElement; readonly before: boolean; readonly after: boolean } {
		const inside = new InlineRun(false);
		this.#inline(inside, node.children);
		const { parts, startsWithSpace, endsWithSpace } = inside.end();
		const spoken = normalize(spokenOf(parts));
		const isSaid = node.name === spoken || withoutSpaces(node.name) === withoutSpaces(spoken);
		const name = isSaid ? "" : node.name;
		return {
			element: { ...tagOf(node, name, this.#links.shown(node)), parts },
			before: startsWithSpace,
			after: endsWithSpace,
		};
	}

	/** Writes all nodes on one line. */
	#inline(run: InlineRun, nodes: readonly PageNode[]): void {
		for (const node of nodes) {
			if (node.kind === "text") run.addText(node.text);
			else if (node.kind === "break") run.addText(" ");
			else if (node.kind === "control") this.#addControl(run, node);
			else if (node.kind === "region") {
				run.addText(" ");
				this.#inline(run, node.children);
				run.addText(" ");
			}
		}
	}

	/** Writes a control with much content: its tag on its own line, its content below. */
	#container(node: ControlNode, depth: number): void {
		const at = this.#run.isEmpty ? depth : this.#openBlock(depth);
		const name = node.name === "" ? normalize(plainTextOf(node.children, nameLimit * 2)) : node.name;
		this.#touch(node, undefined);
		this.#run.addElement({ ...tagOf(node, name, this.#links.shown(node)), parts: [] }, { before: false, after: false });
		this.endLine(at);
		this.addAll(node.children, at + 1);
		this.endLine(at + 1);
	}

	#region(node: RegionNode, depth: number): void {
		if (node.type === "heading" || node.type === "item") this.#titled(node, depth);
		else if (node.type === "row") this.#row(node, depth);
		else if (node.type === "cell") this.#cell(node, depth);
		else this.#block(node, depth);
	}

	#titled(node: RegionNode, depth: number): void {
		const at = this.#openBlock(depth);
		if (node.type === "heading") {
			this.#start = { kind: "heading", level: node.level ?? 2 };
			for (const child of node.children) this.#addInline(child);
			this.endLine(at);
			this.#start = textLine;
			return;
		}
		this.#start = { kind: "item", level: 0 };
		const before = this.lines.length;
		for (const child of node.children) this.#add(child, this.lines.length === before ? at : at + 1);
		this.endLine(this.lines.length === before ? at : at + 1);
		this.#start = textLine;
	}

	#addInline(node: PageNode): void {
		if (node.kind === "text") this.#touch(node, node.place);
		if (node.kind === "control") this.#touch(node, undefined);
		if (node.kind === "region") {
			this.#run.addText(" ");
			for (const child of node.children) this.#addInline(child);
			this.#run.addText(" ");
		} else this.#inline(this.#run, [node]);
	}

	#cell(node: RegionNode, depth: number): void {
		this.endLine(depth);
		this.addAll(node.children, depth);
		this.endLine(depth);
	}

	/** Writes a row on one line. Forms in its cells stand below it. */
	#row(row: RegionNode, outer: number): void {
		const depth = this.#openBlock(outer);
		const cells = row.children.filter((child) => child.kind === "region" && child.type === "cell");
		const forms: RegionNode[] = [];
		const node = cells.length === 0 || isInline(row) ? row : withoutForms(row, forms);
		if (cells.length === 0 || !isInline(node) || (forms.length > 0 && plainTextOf(node.children, 1) === "")) {
			const outer = this.#merged;
			this.#merged = new Map();
			// One by one: together a term and what describes it would be this row again.
			for (const child of row.children) this.#add(child, depth);
			this.endLine(depth);
			this.#merged = outer;
			return;
		}
		this.#touch(row, undefined);
		const written = this.#cells(node);
		if (written.some((cell) => cell.length > 0)) this.#push({ kind: "row", level: 0 }, written, depth);
		for (const form of forms) this.#block(form, depth + 1);
	}

	/** The cells of a row. A cell merged downwards is said again in each of its rows, its controls by their words. */
	#cells(row: RegionNode): DraftLine["cells"] {
		const written: (readonly DraftPart[])[] = [];
		const due = this.#merged;
		const next: Merged = new Map();
		let column = 0;
		const passMerged = () => {
			for (let above = due.get(column); above !== undefined; above = due.get(column)) {
				written.push(above.parts);
				if (above.left > 1) next.set(column, { ...above, left: above.left - 1 });
				column += above.columns;
			}
		};
		for (const child of row.children) {
			if (child.kind !== "region") continue;
			passMerged();
			for (const inner of child.children) if (inner.kind === "text") this.#placed.place ??= inner.place;
			const run = new InlineRun(true);
			this.#inline(run, child.children);
			const { parts } = run.end();
			written.push(parts);
			const { rows, columns } = child.span ?? { rows: 1, columns: 1 };
			if (rows > 1) next.set(column, { parts: wordsOf(child), columns, left: rows - 1 });
			column += columns;
		}
		passMerged();
		this.#merged = next;
		return written;
	}

	#block(node: RegionNode, outer: number): void {
		const depth = this.#openBlock(outer);
		const before = this.lines.length;
		this.#touch(node, undefined);
		this.#push({ kind: "region", level: 0 }, [[]], depth);
		this.addAll(node.children, depth + 1);
		this.endLine(depth + 1);
		const own = this.lines[before];
		const first = this.lines[before + 1];
		const region = tagOf(node, node.name, node.href);
		if (own === undefined) return;
		if (first === undefined) {
			this.lines.length = before;
			if (node.id !== undefined) this.lines.push({ ...own, region });
		} else if (this.lines.length === before + 2 && first.kind === "text" && first.depth === own.depth + 1) {
			this.lines.length = before;
			this.lines.push({ ...own, region, zone: first.zone, distance: first.distance, cells: first.cells });
		} else {
			this.lines[before] = { ...own, region, zone: first.zone, distance: first.distance };
		}
	}
}

/** Fewer parts are a label with its value, or two buttons. */
const recordParts = 3;
const inRecords: ReadonlySet<string> = new Set("a button submit img svg summary text".split(" "));

/** True for parts of a record: at least one is mere text, and none is filled in. */
function isRecord(cells: DraftLine["cells"]): boolean {
	const isShown = (part: DraftPart) => part.kind === "text" || inRecords.has(part.element.type);
	return cells.length >= recordParts && cells.some((cell) => cell.every(({ kind }) => kind === "text")) && cells.flat().every(isShown);
}

/** A term and what describes it, as a row; undefined where no term begins, or nothing describes it. */
function descriptionAt(nodes: readonly PageNode[], at: number): { readonly row: RegionNode; readonly last: number } | undefined {
	const term = nodes[at];
	if (term?.kind !== "region" || term.isTerm === undefined) return undefined;
	const children = [term];
	let last = at;
	for (let next = at + 1; next < nodes.length; next += 1) {
		const node = nodes[next];
		const isBetween = node?.kind === "break" || (node?.kind === "text" && node.text.trim() === "");
		if (isBetween) continue;
		if (node?.kind !== "region" || node.type !== "cell" || node.isTerm !== undefined) break;
		children.push(node);
		last = next;
	}
	const { zone, distance } = placedIn(children) ?? term;
	return last === at ? undefined : { row: { ...term, type: "row", zone, distance, children }, last };
}

/** The first text or control, which tells where a cell stands. */
function placedIn(nodes: readonly PageNode[]): TextNode | ControlNode | undefined {
	for (const node of nodes) {
		if (node.kind === "control" || (node.kind === "text" && node.text.trim() !== "")) return node;
		const inside = node.kind === "region" ? placedIn(node.children) : undefined;
		if (inside !== undefined) return inside;
	}
	return undefined;
}

/** Removes the forms of a region and adds them to `forms`. */
function withoutForms(region: RegionNode, forms: RegionNode[]): RegionNode {
	const children = region.children.flatMap((child): readonly PageNode[] => {
		if (child.kind !== "region") return [child];
		if (child.type !== "form") return [withoutForms(child, forms)];
		forms.push(child);
		return [];
	});
	return { ...region, children };
}

/** What a cell says, without its controls; nothing of a long one, which would swell the page. */
function wordsOf(cell: RegionNode): readonly DraftPart[] {
	const text = plainTextOf(cell.children, nameLimit);
	const run = new InlineRun(true);
	if (normalize(text).length <= nameLimit) run.addText(text);
	return run.end().parts;
}

/** Text and controls as a user reads them. */
function spokenOf(parts: readonly DraftPart[]): string {
	let text = "";
	for (const part of parts) text += part.kind === "text" ? part.text : `${part.element.name} ${spokenOf(part.element.parts)}`.trim();
	return text;
}

/** Names and content may differ in spacing. */
function withoutSpaces(text: string): string {
	return text.replaceAll(" ", "");
}

function collapsedText(label: string, id: number): string {
	return id === 0 ? label : `${label}, expand(${id})`;
}

/**
 * Lays out a tree: one block on each line, nested by indentation, without names that the content repeats.
 * Nothing is shortened except names, at 80 characters. Linear.
 *
 * @param options `showsTargets` writes the targets of all links, near or far
 */
export function layOut(tree: PageTree, options: { readonly showsTargets?: boolean } = {}): Draft {
	const layout = new Layout(new Links(tree, options.showsTargets ?? false));
	layout.addAll(tree.children, 0);
	layout.endLine(0);
	layout.makeRows();
	const { viewport } = tree;
	const page = screens(1 + viewport.scrollY / Math.max(1, viewport.height));
	const total = countControls(tree.children);
	return {
		header: {
			url: cleanText(tree.url),
			title: cut(cleanText(tree.title), 300),
			epoch: tree.epoch,
			screen: `${viewport.width}x${viewport.height}, page ${page} of ${screens(viewport.pages)}`,
			...(tree.focus === undefined ? {} : { focus: tree.focus }),
			dialogs: tree.dialogs.map(({ name, ...rest }) => ({ ...rest, name: cut(normalize(name), nameLimit) })),
			alerts: tree.alerts.map((alert) => cut(normalize(alert), 200)),
			tabs: [],
			files: [],
			changed: "",
			shown: `${total}/${tree.controls} controls`,
			pending: false,
			partial: tree.partial,
		},
		lines: layout.lines,
	};
}

function screens(count: number): string {
	return String(Math.round(count * 10) / 10);
}
