import { cleanText, cut, normalize } from "../../write/normalize.ts";
import { plainTextOf } from "../../write/parts/measure.ts";
import type { HiddenInputs } from "../control/hidden-inputs.ts";
import { isRestylable, maxNameLength } from "../control/hidden-inputs.ts";
import { textTypes } from "../control/secret-fields.ts";
import type { Dom, Rect } from "../dom.ts";
import type { ShadowOf } from "../flat-tree.ts";
import { boxWords, placeOf } from "../geometry/viewport-zone.ts";
import type { Shapes } from "../graphics/shapes.ts";
import type { Operable } from "../interactive.ts";
import { roleOf } from "../interactive.ts";
import type { Building, ControlNode, NodePlace, PageNode, RegionNode } from "../page-node.ts";
import type { Context, OpenControl, OpenForm } from "../traversal/context.ts";
import type { ElementStyle } from "../traversal/element-style.ts";
import { isInvisible, rectOf } from "../traversal/element-style.ts";
import type { Frame, FrameBase } from "../traversal/traverse.ts";
import { pushBreak } from "../traversal/traverse.ts";
import type { VisitedElement } from "../traversal/visited-element.ts";
import { breakLine, breakOf, isBlankAlone, isLetterAlone } from "../traversal/visited-element.ts";
import type { Structure } from "./classify.ts";
import type { ControlBuilder, ControlInput } from "./controls.ts";
import { emptyControl } from "./controls.ts";
import { controlsInEditor, isEditor, textOfEditor } from "./editors.ts";
import type { Regions } from "./regions.ts";
import { emptyRegion } from "./regions.ts";

/** The frame that an element stands in, and the context of its children. */
export type Opening = { readonly frame: Frame; readonly inner: Context };

/** What the opener needs from the walk. */
export type OpenerParts = {
	readonly shadowOf: ShadowOf;
	readonly builder: ControlBuilder;
	readonly regions: Regions;
	readonly shapes: Shapes;
	readonly hiddenInputs: HiddenInputs;
	readonly hasFarBoxes: boolean;
	/** A frame over the children of an element. */
	readonly frame: (base: FrameBase, tag: string) => Frame;
};

const leafControls: ReadonlySet<string> = new Set(["input", "select", "textarea", "audio", "video", "canvas", "img", "svg"]);

/** Regions inside the flow of text, which may be one control as a whole. */
export const inlineStructures: ReadonlySet<string> = new Set(["item", "row", "cell", "heading"]);

/** Regions that stand where their content stands, so measuring them would double the cost. */
const unmeasured: ReadonlySet<string> = new Set(["item", "cell", "heading"]);
const somewhere: NodePlace = { zone: "view", distance: 0 };

/** Opens the node of an element, and completes it after its children were read. */
export class NodeOpener {
	/** Elements of nodes that need an id. */
	readonly elements = new Map<PageNode, Element>();
	readonly alerts: { readonly text: string; readonly isAlert: boolean }[] = [];
	readonly #dom: Dom;
	readonly #parts: OpenerParts;

	constructor(dom: Dom, parts: OpenerParts) {
		this.#dom = dom;
		this.#parts = parts;
	}

	/** Adds a control without content. */
	leaf(visited: VisitedElement, frame: Frame, operable: Operable): void {
		const { element, tag, styling } = visited;
		const node = emptyControl(operable.type, tag);
		const { rect, place } = this.#boxOf(visited, frame);
		const kind = breakOf(styling.display, frame.context.isRow);
		breakLine(frame.out, kind);
		frame.out.push(node);
		this.#finish(node, element, { rect, place, form: frame.context.form, isPlain: false, ...appearing(visited) });
		if (tag === "canvas") placeWordless(node, rect ?? this.#dom.rect(element));
		breakLine(frame.out, kind);
	}

	/** The zone and rectangle of a control; no rectangle if it shares the place of its surroundings. */
	#boxOf({ element, styling }: VisitedElement, { context }: Frame): { readonly rect: Rect | undefined; readonly place: NodePlace } {
		if (styling.isRevealed) return styling.block;
		if (styling.place !== undefined && !this.#parts.hasFarBoxes) return { rect: undefined, place: styling.place };
		if (styling.block.element === element) return { rect: styling.block.rect, place: styling.block.place };
		const rect = rectOf(this.#dom, element, styling);
		return { rect, place: styling.place ?? placeOf(rect, context.clip) };
	}

	#finish(node: Building<ControlNode>, element: Element, input: ControlInput): void {
		this.elements.set(node, element);
		this.#parts.builder.fill(node, element, input);
	}

	/** Adds a control that is a part of a picture and has no box of its own. */
	part(element: Element, { rect, operable }: { readonly rect: Rect; readonly operable: Operable }, { context, out }: Frame): void {
		const node = emptyControl(operable.type, this.#dom.localName(element));
		pushBreak(out, false);
		out.push(node);
		this.#finish(node, element, { rect, place: context.place ?? placeOf(rect, context.clip), form: context.form, isPlain: false });
		placeWordless(node, rect);
		pushBreak(out, false);
	}

	/** Adds an input without a box if it accepts files or has a visible label. */
	hiddenInput(input: HTMLInputElement, { context, out }: Frame): void {
		const label = this.#parts.hiddenInputs.visibleLabel(input);
		const isUsable = input.type === "file" || (isRestylable(input, "input") && input.type !== "range" && label !== undefined);
		if (!isUsable || context.isInert) return;
		const node = emptyControl(input.type, "input");
		const rect = this.#dom.rect(label ?? input);
		const place = label === undefined ? context.block.place : placeOf(rect, context.clip);
		this.#finish(node, input, { rect, place, form: context.form, isPlain: false });
		out.push(node);
	}

	/** Opens a control with content. */
	control(
		visited: VisitedElement,
		{ frame, inner, operable, structure }: Opening & { readonly operable: Operable; readonly structure: Structure | undefined },
	): Frame | undefined {
		const { element, tag, styling } = visited;
		if (leafControls.has(tag)) {
			this.leaf(visited, frame, operable);
			return undefined;
		}
		if (isEditor(operable)) return this.#editor(visited, { frame, inner, operable });
		const children: PageNode[] = [];
		const node = emptyControl(operable.type, tag);
		node.children = children;
		const open: OpenControl = {
			element,
			node,
			isExplicit: operable.isExplicit,
			// Text inside a text field is its value, not its name.
			// That of a hidden control is not in the text.
			isPlain:
				visited.appears === undefined &&
				operable.isHolder !== true &&
				!textTypes.has(operable.type) &&
				this.#parts.shadowOf(element) === null,
		};
		const { rect, place } = this.#boxOf(visited, frame);
		const isRow = structure?.type === "row";
		const region = structure === undefined ? undefined : emptyRegion(structure, place);
		const kind = region === undefined ? breakOf(styling.display, frame.context.isRow) : undefined;
		breakLine(frame.out, kind);
		frame.out.push(region ?? node);
		if (region !== undefined) region.children = isRow ? children : [node];
		const leave = () => {
			const { isPlain, isLost } = open;
			this.#parts.builder.fill(node, element, { rect, place, form: inner.form, isPlain, isLost, ...appearing(visited) });
			// A handle: only its place says how far it is from where it is to be dragged.
			if (operable.isHolder === true && children.length === 0) placeWordless(node, rect ?? this.#dom.rect(element));
			if (this.#parts.builder.sensitive.has(node)) children.splice(0, children.length, ...controlsInEditor(children));
			// A control without a box is only its content, even if it has a name.
			const isSilent = (node.name === "" || styling.display === "contents") && plainTextOf(children, 1).trim() === "";
			if (isSilent && this.#isFlat(visited) && !children.some((child) => child.kind === "control")) frame.out.pop();
			else this.elements.set(node, element);
			if (isRow) markRow(node, children);
			breakLine(frame.out, kind);
		};
		const isHolder = operable.isHolder === true;
		const context: Context = {
			...inner,
			control: isRow || isHolder ? undefined : open,
			isPointer: !isHolder || inner.isPointer,
			isUsedAsName: false,
		};
		return this.#parts.frame({ element, context, out: children, style: styling.style, leave, after: undefined }, tag);
	}

	/** Opens an editor. Its text becomes its value; controls inside it follow behind it. */
	#editor(visited: VisitedElement, { frame, inner, operable }: Opening & { readonly operable: Operable }): Frame {
		const { element, tag, styling } = visited;
		const node = emptyControl(operable.type, tag);
		const { rect, place } = this.#boxOf(visited, frame);
		const kind = breakOf(styling.display, frame.context.isRow);
		breakLine(frame.out, kind);
		frame.out.push(node);
		const content: PageNode[] = [];
		const leave = () => {
			this.#finish(node, element, { rect, place, form: inner.form, isPlain: false, editorText: textOfEditor(content) });
			breakLine(frame.out, kind);
			for (const inside of controlsInEditor(content)) frame.out.push(inside);
			breakLine(frame.out, kind);
		};
		const control: OpenControl = { element, node, isExplicit: true, isPlain: false };
		const context: Context = { ...inner, control, isPointer: true, isUsedAsName: false };
		return this.#parts.frame({ element, context, out: content, style: styling.style, leave, after: undefined }, tag);
	}

	#isFlat({ element, styling }: VisitedElement): boolean {
		const { width, height } = rectOf(this.#dom, element, styling);
		return width * height === 0;
	}

	/** Opens a region. A region that can be operated gets an id, and one that is an editor holds that editor. */
	region(
		visited: VisitedElement,
		{ frame, inner, structure, operable }: Opening & { readonly structure: Structure; readonly operable: Operable | undefined },
	): Frame | undefined {
		const { element, tag, styling } = visited;
		const { type } = structure;
		if (type === "frame") {
			const node = this.#parts.regions.frame(element, styling.place ?? placeOf(this.#dom.rect(element), frame.context.clip));
			if (node !== undefined) this.elements.set(node, element);
			if (node !== undefined) frame.out.push(node);
			return undefined;
		}
		const scroll = styling.isScroller && !inlineStructures.has(type) ? this.#parts.regions.scrollOf(element) : "";
		if (type === "scroll" && scroll === "") return this.wrapper(visited, { frame, inner });
		const children: PageNode[] = [];
		const node = emptyRegion(structure, unmeasured.has(type) ? somewhere : styling.block.place);
		node.children = children;
		const form: OpenForm | undefined = type === "form" ? { element, node, sensitive: new Set() } : undefined;
		const context = { ...inner, form: form ?? inner.form };
		const isEditable = operable !== undefined && isEditor(operable);
		const editor = isEditable ? this.#editor(visited, { frame: { ...frame, out: children }, inner: context, operable }) : undefined;
		frame.out.push(node);
		const leave = () => {
			editor?.leave?.();
			node.name = this.#parts.regions.nameOf(type, element);
			if (scroll !== "") node.attributes = [["scroll", scroll]];
			const span = type === "cell" ? this.#parts.regions.spanOf(element) : undefined;
			if (span !== undefined) node.span = span;
			if (form !== undefined) this.#parts.regions.describeForm(form);
			if (!isEditable && (type === "dialog" || scroll !== "" || operable !== undefined)) this.elements.set(node, element);
			// An empty cell keeps the following cells in their columns.
			if (children.length === 0 && type !== "cell" && frame.out.at(-1) === node) frame.out.pop();
		};
		if (editor !== undefined) return { ...editor, leave };
		return this.#parts.frame({ element, context, out: children, style: styling.style, leave, after: undefined }, tag);
	}

	/** Opens an element that adds only a break, or adds an empty block to point at. */
	wrapper(visited: VisitedElement, { frame, inner }: Opening): Frame | undefined {
		const { element, tag, styling, attributes } = visited;
		// Letters that move each for itself are one word.
		const isLetter = styling.display === "inline-block" && isLetterAlone(this.#dom, element);
		const kind = isLetter ? undefined : breakOf(styling.display, frame.context.isRow);
		breakLine(frame.out, kind);
		// An inert textarea is not a control, but its text is still a value.
		if (tag === "textarea" || this.#isEmptyBlock(element, styling)) {
			const isSaidAlready = frame.context.control?.isExplicit === true || inner.isUsedAsName || leafControls.has(tag);
			const isSeen = !isSaidAlready && !isInvisible(styling) && attributes?.("aria-hidden") !== "true" && !styling.block.isOff;
			if (isSeen) this.point(this.#parts.shapes.box(visited, frame.context), element, frame);
			return undefined;
		}
		const role = attributes === undefined ? "" : roleOf(attributes);
		const isAlert = role === "alert" || role === "status" || tag === "output";
		const leave = isAlert ? this.#alertOf(frame.out, role === "alert") : undefined;
		return this.#parts.frame({ element, context: inner, out: frame.out, style: styling.style, leave, after: kind }, tag);
	}

	#alertOf(out: readonly PageNode[], isAlert: boolean): () => void {
		const start = out.length;
		return () => this.#alert(out.slice(start), isAlert);
	}

	#alert(nodes: readonly PageNode[], isAlert: boolean): void {
		const text = cleanText(plainTextOf(nodes, 300));
		if (text !== "") this.alerts.push({ text, isAlert });
	}

	/** True for an element that holds only white space and is a block or shows a picture. */
	#isEmptyBlock(element: Element, styling: ElementStyle): boolean {
		const child = this.#dom.firstChild(element);
		const isEmpty = child === null || isBlankAlone(this.#dom, child);
		if (!isEmpty || this.#parts.shadowOf(element) !== null) return false;
		return !styling.isInline || styling.style.content.startsWith("url(");
	}

	/** Adds a thing to point at. */
	point(node: ControlNode | undefined, element: Element, { out }: Frame): void {
		if (node === undefined) return;
		this.elements.set(node, element);
		pushBreak(out, false);
		out.push(node);
		pushBreak(out, false);
	}
}

const appearing = ({ appears }: VisitedElement): Pick<ControlInput, "appears"> => (appears === undefined ? {} : { appears });

/** Moves the control of a whole table row into its first cell and names it by the text of the row. */
function markRow(node: Building<ControlNode>, cells: readonly PageNode[]): void {
	const first = cells.find((cell) => cell.kind === "region" && cell.type === "cell");
	if (node.name === "") node.name = cut(normalize(plainTextOf(cells, 160)), maxNameLength);
	node.children = [];
	if (first?.kind === "region") (first as Building<RegionNode>).children = [node, { kind: "break", isLine: false }, ...first.children];
}

/** What has no words is known by its place alone. */
function placeWordless(node: Building<ControlNode>, rect: Rect): void {
	if (node.name === "") node.attributes = [...node.attributes, ...boxWords(rect)];
}
