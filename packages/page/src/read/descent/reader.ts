import { cleanText, cut, normalize } from "../../write/normalize.ts";
import { plainTextOf } from "../../write/parts/measure.ts";
import type { ShadowOf } from "../box/cover.ts";
import type { Clip } from "../box/place.ts";
import { placeOf } from "../box/place.ts";
import { isTextUnseen } from "../box/visible.ts";
import { Labels } from "../control/labels.ts";
import { hasNoPseudoText, isPlainText, Names } from "../control/name.ts";
import { isShapeTag } from "../control/shape.ts";
import type { Dom } from "../dom.ts";
import type { Attributes, Operable } from "../interactive.ts";
import { markedSelector, operableOf, pointerType, roleOf } from "../interactive.ts";
import type { ControlNode, PageNode, RegionNode, TextNode } from "../node.ts";
import type { ControlInput } from "./build.ts";
import { ControlBuilder, emptyControl } from "./build.ts";
import type { Building, Context, Extent, OpenControl, OpenForm } from "./context.ts";
import { Block } from "./context.ts";
import type { Frame } from "./descend.ts";
import { descend, pushBreak } from "./descend.ts";
import { Drawings, isDrawingSize } from "./drawings.ts";
import type { Look } from "./look.ts";
import { lookAt } from "./look.ts";
import { emptyRegion, Regions } from "./regions.ts";
import { isKept, keptSelector, Showing, saidLimit } from "./showing.ts";
import type { Structure } from "./structure.ts";
import { structureOf } from "./structure.ts";
import type { Taken } from "./taken.ts";
import { breakLine, breakOf, hasOwnLabel, isLayoutTable, isRowLayout } from "./taken.ts";

/** What a walk is given beside the DOM. Times in milliseconds of `now`. */
export type WalkOptions = {
	readonly shadowOf: ShadowOf;
	readonly isOwn: (element: Element) => boolean;
	readonly isPinned: (element: Element) => boolean;
	readonly focused: Element | null;
	readonly pageUrl: string;
	readonly window: Clip;
	readonly extent: Extent;
	readonly now: () => number;
	readonly deadline: number;
};

const skippedTags: ReadonlySet<string> = new Set(
	"script style noscript template head meta link source track title base param defs symbol clipPath mask linearGradient radialGradient pattern marker filter metadata desc datalist option optgroup".split(
		" ",
	),
);
const leafControls: ReadonlySet<string> = new Set(["input", "select", "textarea", "audio", "video", "canvas", "img", "svg"]);
const pictures: ReadonlySet<string> = new Set(["svg", "canvas", "img"]);
const inlineStructures: ReadonlySet<string> = new Set(["item", "row", "cell", "heading"]);
const scroller: Structure = { type: "scroll" };
const maxText = 200_000;

/** One walk over the live document, in the order of the flat tree. It writes nothing to the page and keeps nothing of it but references. */
export class Reader {
	/** Elements behind nodes that need an id. */
	readonly elements = new Map<PageNode, Element>();
	/** Elements that own text, by the `place` of their nodes. */
	readonly places: Element[] = [];
	readonly shadowRoots = new Set<ShadowRoot>();
	readonly alerts: { readonly text: string; readonly isAlert: boolean }[] = [];
	isPartial = false;
	readonly #dom: Dom;
	readonly #options: WalkOptions;
	readonly #names: Names;
	readonly #labels: Labels;
	readonly #builder: ControlBuilder;
	readonly #regions: Regions;
	readonly #drawings: Drawings;
	readonly #showing: Showing;
	readonly #marked = new Set<Element>();
	/** Written in front of the page, skipped in their place. */
	readonly #apart = new Set<Element>();

	constructor(dom: Dom, options: WalkOptions) {
		this.#dom = dom;
		this.#options = options;
		this.#labels = new Labels(dom);
		this.#names = new Names(dom, this.#labels);
		this.#builder = new ControlBuilder(dom, {
			names: this.#names,
			labels: this.#labels,
			focused: options.focused,
			pageUrl: options.pageUrl,
		});
		this.#regions = new Regions(dom, this.#names, options.pageUrl);
		this.#drawings = new Drawings(dom);
		this.#showing = new Showing(dom, this.#labels);
		this.#mark(dom.document);
	}

	#mark(root: Document | ShadowRoot): void {
		for (const element of this.#dom.query(root, markedSelector)) this.#marked.add(element);
	}

	/** Fields whose value is never written. */
	get sensitive(): ReadonlySet<ControlNode> {
		return this.#builder.sensitive;
	}

	/** What labels a control; a click on one is a click on the control. */
	labelsOf(element: Element): readonly Element[] {
		return this.#labels.of(element);
	}

	/** Reads an element as a page of its own; what is set apart once is not read again in its place. */
	readApart(element: Element): PageNode[] {
		const nodes = this.read(element, true);
		this.#apart.add(element);
		return nodes;
	}

	/**
	 * Reads an element and what is inside it.
	 *
	 * @param isWhole the element itself too, not only its children
	 */
	read(element: Element, isWhole: boolean): PageNode[] {
		const out: PageNode[] = [];
		const context = this.#rootContext(element);
		const frame: Frame = isWhole
			? this.#frame({ element, context, out, style: undefined, leave: undefined }, [element])
			: this.#frame({ element, context, out, style: this.#dom.style(element), leave: undefined }, undefined);
		const visit = { node: (node: Node, around: Frame) => this.#visit(node, around), nextSibling: this.#dom.nextSibling };
		const { isComplete } = descend(frame, visit, () => this.#options.now() > this.#options.deadline);
		if (!isComplete) this.isPartial = true;
		return out;
	}

	#rootContext(element: Element): Context {
		const { window: clip, extent } = this.#options;
		return {
			control: undefined,
			form: undefined,
			block: new Block(this.#dom, element, { clip, extent, place: undefined }),
			clip,
			extent,
			place: undefined,
			isPointer: false,
			isRow: false,
			isUnseen: false,
			isInert: false,
			isDrawing: false,
			isLayoutTable: false,
			isPreformatted: false,
			isSaid: false,
		};
	}

	/** A frame over given nodes, or over the flat-tree children of its element. */
	#frame(base: Pick<Frame, "element" | "context" | "out" | "style" | "leave">, list: readonly Node[] | undefined): Frame {
		const children = list ?? this.#specialChildren(base.element);
		const next = children === undefined ? this.#dom.firstChild(this.#shadowOf(base.element) ?? base.element) : null;
		return { ...base, list: children, at: 0, next, isTextSeen: undefined };
	}

	#shadowOf(element: Element): ShadowRoot | null {
		const shadow = this.#options.shadowOf(element);
		if (shadow !== null && !this.shadowRoots.has(shadow)) {
			this.shadowRoots.add(shadow);
			this.#mark(shadow);
		}
		return shadow;
	}

	/** Children where they are not simply the nodes below: a slot's assigned ones, the summary of closed details. */
	#specialChildren(element: Element): readonly Node[] | undefined {
		const { HTMLSlotElement, HTMLDetailsElement } = this.#dom.window;
		if (element instanceof HTMLSlotElement) {
			const assigned = element.assignedNodes();
			return assigned.length === 0 ? undefined : assigned;
		}
		if (!(element instanceof HTMLDetailsElement) || element.open) return undefined;
		const summary = this.#dom.query(element, "summary").find((found) => this.#dom.parentNode(found) === element);
		return summary === undefined ? [] : [summary];
	}

	#visit(node: Node, frame: Frame): Frame | undefined {
		if (this.#dom.nodeType(node) === 3) this.#text(node as Text, frame);
		return this.#dom.nodeType(node) === 1 ? this.#enter(node as Element, frame) : undefined;
	}

	#text(node: Text, frame: Frame): void {
		const { context, out } = frame;
		if (context.isUnseen || context.isSaid) return;
		const text = node.length > maxText ? node.substringData(0, maxText) : node.data;
		const last = out.at(-1);
		if (text.trim() === "") {
			if (last?.kind === "text") (last as Building<TextNode>).text += " ";
			else if (last !== undefined && last.kind !== "break") this.#pushText(" ", frame);
			return;
		}
		frame.isTextSeen ??= frame.style === undefined || (frame.style.visibility === "visible" && !isTextUnseen(frame.style));
		if (!frame.isTextSeen || context.block.isOff) {
			if (context.control !== undefined) context.control.isPlain = false;
			return;
		}
		const lines = context.isPreformatted ? text.split("\n") : [text];
		for (const [index, line] of lines.entries()) {
			if (index > 0) pushBreak(out, true);
			if (line !== "") this.#pushText(line, frame, node);
		}
	}

	/** @param node measured itself where its block is taller than the window and says little of where it stands */
	#pushText(text: string, { context, out, element }: Frame, node?: Text): void {
		const last = out.at(-1);
		const isVague = node !== undefined && context.place === undefined && context.block.rect.height > this.#options.window.bottom;
		const place = isVague ? placeOf(this.#dom.textRect(node), context.clip) : context.block.place;
		if (last?.kind === "text" && last.zone === place.zone) {
			(last as Building<TextNode>).text += text;
			return;
		}
		const owner = this.places.at(-1) === element ? this.places.length : this.places.push(element);
		out.push({ kind: "text", text, zone: place.zone, distance: place.distance, place: owner - 1 });
	}

	#enter(element: Element, frame: Frame): Frame | undefined {
		const dom = this.#dom;
		const tag = dom.localName(element);
		if (skippedTags.has(tag) || this.#options.isOwn(element) || this.#apart.has(element)) return undefined;
		const style = dom.style(element);
		if (style.display === "none") {
			if (tag === "input") this.#hiddenInput(element as HTMLInputElement, frame);
			return undefined;
		}
		const look = lookAt(dom, element, { tag, style, context: frame.context, window: this.#options.window });
		const isInput = tag === "input";
		if (look.isUnseen && !isInput && dom.queryFirst(element, keptSelector) === null && this.#options.shadowOf(element) === null) {
			if (frame.context.control !== undefined) frame.context.control.isPlain = false;
			return undefined;
		}
		if (look.isSkipped) return undefined;
		const attributes: Attributes | undefined = this.#marked.has(element) ? (name) => dom.attribute(element, name) : undefined;
		if (tag === "br" || tag === "hr") {
			pushBreak(frame.out, true);
			return undefined;
		}
		return this.#take({ element, tag, look, attributes }, frame);
	}

	/** A field without a box: kept when a file can be chosen, or its label shows. */
	#hiddenInput(input: HTMLInputElement, { context, out }: Frame): void {
		const label = this.#showing.shownLabel(input);
		const isUsable = input.type === "file" || (isKept(input, "input") && input.type !== "range" && label !== undefined);
		if (!isUsable || context.isInert) return;
		const node = emptyControl(input.type, "input");
		const rect = this.#dom.rect(label ?? input);
		const place = label === undefined ? context.block.place : placeOf(rect, context.clip);
		this.#finish(node, input, { rect, place, form: context.form, isPlain: false });
		out.push(node);
	}

	#take(taken: Taken, frame: Frame): Frame | undefined {
		const { element, tag, look, attributes } = taken;
		const { context } = frame;
		const isInert = context.isInert || (attributes !== undefined && attributes("inert") !== null);
		const isShown = look.isVisible && !look.isUnseen;
		this.#noteInControl(taken, context.control);
		const isPointer = context.control === undefined && look.style.cursor === "pointer";
		const found = isInert ? undefined : this.#operable(taken, { context, isPointer });
		const canOperate = (isShown || this.#showing.showsElsewhere(element, tag)) && (isKept(element, tag) || !look.block.isOff);
		const operable = canOperate ? found : undefined;
		if ((pictures.has(tag) || (context.isDrawing && isShapeTag(tag))) && this.#picture(taken, frame, operable) === "done") return undefined;
		const structure = this.#structure(taken, context);
		const inner = this.#innerContext(taken, context, { isInert, isPointer });
		if (operable !== undefined && (structure === undefined || structure === scroller || inlineStructures.has(structure.type))) {
			return this.#openControl(taken, { frame, inner, operable, structure: structure === scroller ? undefined : structure });
		}
		if (structure !== undefined && isShown) return this.#openRegion(taken, { frame, inner, structure });
		return this.#openWrapper(taken, { frame, inner });
	}

	/** What an element hands down. */
	#innerContext(
		{ element, tag, look, attributes }: Taken,
		context: Context,
		{ isInert, isPointer }: { readonly isInert: boolean; readonly isPointer: boolean },
	): Context {
		return {
			...context,
			block: look.block,
			clip: look.clip,
			extent: look.extent,
			place: look.place,
			isPointer,
			isRow: isRowLayout(look),
			isUnseen: look.isUnseen,
			isInert,
			isDrawing: context.isDrawing || tag === "svg",
			isLayoutTable: tag === "table" ? isLayoutTable(attributes) : context.isLayoutTable,
			isPreformatted: context.isPreformatted || tag === "pre",
			isSaid: context.isSaid || (context.control === undefined && this.#showing.isSaid(element, tag)),
		};
	}

	/** Whether the name of the control around is still nothing but its text. */
	#noteInControl({ element, look, attributes }: Taken, control: OpenControl | undefined): void {
		if (control === undefined || !control.isPlain) return;
		const isPlain = look.isVisible && !look.isUnseen && isPlainText(this.#dom, element, attributes !== undefined);
		if (!isPlain || !hasNoPseudoText(this.#dom, element)) control.isPlain = false;
	}

	#operable(
		{ element, tag, attributes }: Taken,
		{ context, isPointer }: { readonly context: Context; readonly isPointer: boolean },
	): Operable | undefined {
		const dom = this.#dom;
		const own: Attributes = (name) =>
			tag === "input" && name === "type" ? (element as HTMLInputElement).type : dom.attribute(element, name);
		const found = operableOf(tag, own, attributes);
		if (found !== undefined && (found.isOwn || context.control === undefined || hasOwnLabel(attributes))) return found;
		if (this.#options.isPinned(element)) return { type: "text", isOwn: true };
		const isLabel = tag === "label" && (element as HTMLLabelElement).control !== null;
		const isRoot = tag === "html" || tag === "body";
		if (context.control !== undefined || !isPointer || context.isPointer || isLabel || isRoot) return undefined;
		return { type: context.isDrawing ? "shape" : pointerType(tag), isOwn: false };
	}

	#structure({ tag, look, attributes }: Taken, context: Context): Structure | undefined {
		const structure = structureOf(tag, attributes);
		if (structure === undefined) return look.isScroller ? scroller : undefined;
		const isTablePart = structure.type === "row" || structure.type === "cell";
		return isTablePart && context.isLayoutTable && (attributes === undefined || roleOf(attributes) === "") ? undefined : structure;
	}

	/** Images, drawings and their parts; "walk" where what is inside is read too. */
	#picture(taken: Taken, frame: Frame, operable: Operable | undefined): "walk" | "done" {
		const { element, tag, look } = taken;
		const { context } = frame;
		const isShown = look.isVisible && !look.isUnseen;
		const isDrawing = tag === "svg" && context.control === undefined && isShown && operable === undefined;
		if (tag === "svg" && (context.isDrawing || (isDrawing && isDrawingSize(this.#dom.rect(element))))) return "walk";
		if (operable !== undefined && !context.isDrawing) this.#leaf(taken, frame, operable);
		else if (isShown && context.control === undefined) this.#showPicture(taken, frame);
		return "done";
	}

	#showPicture(taken: Taken, frame: Frame): void {
		const { context } = frame;
		const { element, tag, attributes } = taken;
		if (tag === "canvas") this.#point(this.#drawings.canvas(taken, context), element, frame);
		else if (context.isDrawing) this.#point(this.#drawings.shape(taken, context), element, frame);
		else if (attributes?.("aria-hidden") !== "true" && !context.isSaid) {
			const label = attributes?.("aria-label") ?? (tag === "img" ? this.#dom.attribute(element, "alt") : null) ?? "";
			if (label.trim() !== "") this.#pushText(` [image: ${cut(cleanText(label), saidLimit)}] `, { ...frame, element });
		}
	}

	/** Writes a thing to point at. */
	#point(node: ControlNode | undefined, element: Element, { out }: Frame): void {
		if (node === undefined) return;
		this.elements.set(node, element);
		pushBreak(out, false);
		out.push(node);
		pushBreak(out, false);
	}

	/** A control that nothing is read inside of. */
	#leaf({ element, tag, look }: Taken, frame: Frame, operable: Operable): void {
		const node = emptyControl(operable.type, tag);
		const rect = this.#dom.rect(element);
		const place = look.place === undefined ? placeOf(rect, frame.context.clip) : look.block.place;
		const kind = breakOf(look.display, frame.context.isRow);
		breakLine(frame.out, kind);
		frame.out.push(node);
		this.#finish(node, element, { rect, place, form: frame.context.form, isPlain: false });
		breakLine(frame.out, kind);
	}

	#finish(node: Building<ControlNode>, element: Element, input: ControlInput): void {
		this.elements.set(node, element);
		this.#builder.fill(node, element, input);
	}

	#openControl(
		taken: Taken,
		{ frame, inner, operable, structure }: Opening & { readonly operable: Operable; readonly structure: Structure | undefined },
	): Frame | undefined {
		const { element, tag, look } = taken;
		if (leafControls.has(tag) || operable.type === "editable") {
			this.#leaf(taken, frame, operable);
			return undefined;
		}
		const children: PageNode[] = [];
		const node: Building<ControlNode> = { ...emptyControl(operable.type, tag), children };
		const open: OpenControl = { element, node, isPlain: this.#options.shadowOf(element) === null && hasNoPseudoText(this.#dom, element) };
		const rect = this.#dom.rect(element);
		const place = look.place ?? placeOf(rect, frame.context.clip);
		const isRow = structure?.type === "row";
		const region = structure === undefined ? undefined : emptyRegion(structure, place);
		const kind = region === undefined ? breakOf(look.display, frame.context.isRow) : undefined;
		breakLine(frame.out, kind);
		frame.out.push(region ?? node);
		if (region !== undefined) region.children = isRow ? children : [node];
		const leave = () => {
			this.#builder.fill(node, element, { rect, place, form: inner.form, isPlain: open.isPlain });
			const isNothing = rect.width * rect.height === 0 && node.name === "" && plainTextOf(children, 1).trim() === "";
			if (isNothing && !children.some((child) => child.kind === "control")) frame.out.pop();
			else this.elements.set(node, element);
			if (isRow) markRow(node, children);
			breakLine(frame.out, kind);
		};
		const context: Context = { ...inner, control: isRow ? undefined : open, isPointer: true, isSaid: false };
		return this.#frame({ element, context, out: children, style: look.style, leave }, undefined);
	}

	#openRegion(taken: Taken, { frame, inner, structure }: Opening & { readonly structure: Structure }): Frame | undefined {
		const { element, look } = taken;
		const { type } = structure;
		if (type === "frame") {
			const node = this.#regions.frame(element, look.place ?? placeOf(this.#dom.rect(element), frame.context.clip));
			if (node !== undefined) this.elements.set(node, element);
			if (node !== undefined) frame.out.push(node);
			return undefined;
		}
		const scroll = look.isScroller && !inlineStructures.has(type) ? this.#regions.scrollOf(element) : "";
		if (type === "scroll" && scroll === "") return this.#openWrapper(taken, { frame, inner });
		const children: PageNode[] = [];
		const node = { ...emptyRegion(structure, look.block.place), children };
		const form: OpenForm | undefined = type === "form" ? { element, node, sensitive: new Set() } : undefined;
		frame.out.push(node);
		const leave = () => {
			node.name = this.#regions.nameOf(type, element);
			if (scroll !== "") node.attributes = [["scroll", scroll]];
			if (form !== undefined) this.#regions.describeForm(form);
			if (type === "dialog" || scroll !== "") this.elements.set(node, element);
			if (children.length === 0 && frame.out.at(-1) === node) frame.out.pop();
		};
		const context = { ...inner, form: form ?? inner.form };
		return this.#frame({ element, context, out: children, style: look.style, leave }, undefined);
	}

	#openWrapper(taken: Taken, { frame, inner }: Opening): Frame | undefined {
		const { element, tag, look, attributes } = taken;
		const kind = breakOf(look.display, frame.context.isRow);
		breakLine(frame.out, kind);
		if (this.#isEmptyBlock(element, look)) {
			const isPointable = frame.context.control === undefined && !look.isUnseen && !inner.isSaid && attributes?.("aria-hidden") !== "true";
			if (isPointable) this.#point(this.#drawings.box(taken, frame.context), element, frame);
			return undefined;
		}
		const role = attributes === undefined ? "" : roleOf(attributes);
		const isAlert = role === "alert" || role === "status" || tag === "output";
		const start = frame.out.length;
		const leave = () => {
			if (isAlert) this.#alert(frame.out.slice(start), role === "alert");
			breakLine(frame.out, kind);
		};
		const needsLeave = kind !== undefined || isAlert;
		return this.#frame({ element, context: inner, out: frame.out, style: look.style, leave: needsLeave ? leave : undefined }, undefined);
	}

	#alert(nodes: readonly PageNode[], isAlert: boolean): void {
		const text = cleanText(plainTextOf(nodes, 300));
		if (text !== "") this.alerts.push({ text, isAlert });
	}

	#isEmptyBlock(element: Element, look: Look): boolean {
		if (look.isInline || this.#options.shadowOf(element) !== null) return false;
		const child = this.#dom.firstChild(element);
		if (child === null) return true;
		return this.#dom.nodeType(child) === 3 && this.#dom.nextSibling(child) === null && (child as Text).data.trim() === "";
	}
}

/** Where an element is opened, and what it hands down. */
type Opening = { readonly frame: Frame; readonly inner: Context };

/** The control of a whole table row stands in its first cell, named by what the row says. */
function markRow(node: Building<ControlNode>, cells: readonly PageNode[]): void {
	const first = cells.find((cell) => cell.kind === "region" && cell.type === "cell");
	if (node.name === "") node.name = cut(normalize(plainTextOf(cells, 160)), saidLimit);
	node.children = [];
	if (first?.kind === "region") (first as Building<RegionNode>).children = [node, { kind: "break", isLine: false }, ...first.children];
}
