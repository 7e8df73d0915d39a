import { cleanText, cut, normalize } from "../../write/normalize.ts";
import { plainTextOf } from "../../write/parts/measure.ts";
import type { ShadowOf } from "../box/cover.ts";
import { flatParent } from "../box/cover.ts";
import type { Clip } from "../box/place.ts";
import { boxOf, placeOf } from "../box/place.ts";
import { isTextUnseen } from "../box/visible.ts";
import { formFacts } from "../control/forms.ts";
import { Labels } from "../control/labels.ts";
import { hasNoPseudoText, isPlainText, Names } from "../control/name.ts";
import { describeBox, describeShape, isShapeTag } from "../control/shape.ts";
import type { Dom } from "../dom.ts";
import type { Attributes, Operable } from "../interactive.ts";
import { markedSelector, operableOf, pointerType, roleOf } from "../interactive.ts";
import type { ControlNode, NodePlace, PageNode, RegionNode, TextNode } from "../node.ts";
import type { Structure } from "../regions.ts";
import { structureOf } from "../regions.ts";
import { ControlBuilder, emptyControl } from "./build.ts";
import type { Building, Context, Extent, OpenControl, OpenForm } from "./context.ts";
import { Block } from "./context.ts";
import type { Frame } from "./descend.ts";
import { descend, pushBreak } from "./descend.ts";
import type { Look } from "./look.ts";
import { lookAt } from "./look.ts";

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
const keptTypes: ReadonlySet<string> = new Set(["file", "checkbox", "radio", "range"]);
const keptSelector = "input[type=file],input[type=checkbox],input[type=radio],input[type=range]";
const inlineStructures: ReadonlySet<string> = new Set(["item", "row", "cell", "heading"]);
const scroller: Structure = { type: "scroll" };
const maxShapes = 100;
const maxText = 200_000;
const saidLimit = 80;
const drawingSize = 40;

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
	readonly #marked = new Set<Element>();
	/** Written in front of the page, skipped in their place. */
	readonly #apart = new Set<Element>();
	#shapes = 0;

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

	/** Inputs that custom styling hides: kept when a file can be chosen, or their label shows. */
	#hiddenInput(input: HTMLInputElement, frame: Frame): void {
		const isKept = input.type === "file" || ((input.type === "checkbox" || input.type === "radio") && this.#hasShownLabel(input));
		if (!isKept || frame.context.isInert) return;
		const node = emptyControl(input.type, "input");
		const surface = this.#labels.of(input).find((label) => this.#dom.isShown(label));
		const rect = this.#dom.rect(surface ?? input);
		const place = surface === undefined ? frame.context.block.place : placeOf(rect, frame.context.clip);
		this.#finish(node, input, { rect, place, form: frame.context.form, isPlain: false });
		frame.out.push(node);
	}

	#hasShownLabel(input: Element): boolean {
		return this.#labels.of(input).some((label) => this.#dom.isShown(label));
	}

	/** True when a field that is itself not seen shows through its label or the box around it. */
	#showsElsewhere(element: Element, tag: string): boolean {
		if (tag !== "input" || !keptTypes.has((element as HTMLInputElement).type)) return false;
		if ((element as HTMLInputElement).type === "file" || this.#hasShownLabel(element)) return true;
		const parent = flatParent(this.#dom, element);
		if (parent === null || this.#dom.nodeType(parent) !== 1) return false;
		const rect = this.#dom.rect(parent as Element);
		return rect.width >= 4 && rect.height >= 4 && this.#dom.isShown(parent as Element);
	}

	#take({ element, tag, look, attributes }: Taken, frame: Frame): Frame | undefined {
		const { context } = frame;
		const isInert = context.isInert || (attributes !== undefined && attributes("inert") !== null);
		const isShown = look.isVisible && !look.isUnseen;
		this.#noteInControl(element, { look, isMarked: attributes !== undefined }, context.control);
		const isPointer = context.control === undefined && look.style.cursor === "pointer";
		const operable = isInert ? undefined : this.#operable({ element, tag, look, attributes }, { context, isPointer });
		const canOperate = operable !== undefined && (isShown || this.#showsElsewhere(element, tag)) && !this.#isNowhere(element, tag, look);
		if (tag === "svg" || tag === "canvas" || tag === "img" || (context.isDrawing && isShapeTag(tag))) {
			const drawn = this.#picture({ element, tag, look, attributes }, frame, canOperate ? operable : undefined);
			if (drawn !== "walk") return undefined;
		}
		const structure = this.#structure({ element, tag, look, attributes }, context);
		const inner: Context = {
			...context,
			block: look.block,
			clip: look.clip,
			extent: look.extent,
			place: look.place,
			isPointer: isPointer || (context.isPointer && context.control === undefined && look.style.cursor === "pointer"),
			isRow: isRowLayout(look),
			isUnseen: look.isUnseen,
			isInert,
			isDrawing: context.isDrawing || tag === "svg",
			isLayoutTable: tag === "table" ? isLayoutTable(attributes) : context.isLayoutTable,
			isPreformatted: context.isPreformatted || tag === "pre",
			isSaid: context.isSaid || this.#isSaid(element, tag, context),
		};
		const taken = { element, tag, look, attributes };
		if (canOperate && (structure === undefined || structure === scroller || inlineStructures.has(structure.type))) {
			return this.#openControl(taken, { frame, inner, operable, structure: structure === scroller ? undefined : structure });
		}
		if (structure !== undefined && isShown) return this.#openRegion(taken, { frame, inner, structure });
		return this.#openWrapper(taken, { frame, inner });
	}

	/** A control far outside of the document, where nobody can scroll to it. */
	#isNowhere(element: Element, tag: string, look: Look): boolean {
		if (tag === "input" && keptTypes.has((element as HTMLInputElement).type)) return false;
		return look.block.element === element && look.block.isOff;
	}

	#noteInControl(
		element: Element,
		{ look, isMarked }: { readonly look: Look; readonly isMarked: boolean },
		control: OpenControl | undefined,
	): void {
		if (control === undefined || !control.isPlain) return;
		const isPlain = look.isVisible && !look.isUnseen && isPlainText(this.#dom, element, isMarked) && hasNoPseudoText(this.#dom, element);
		if (!isPlain) control.isPlain = false;
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

	/** Text of labels and legends stands as a name already, unless it is too long for one. */
	#isSaid(element: Element, tag: string, context: Context): boolean {
		const dom = this.#dom;
		if (context.control !== undefined) return false;
		if (tag === "legend") {
			const parent = dom.parentNode(element);
			return (
				parent !== null &&
				this.#dom.nodeType(parent) === 1 &&
				dom.localName(parent as Element) === "fieldset" &&
				dom.textContent(element).trim().length <= saidLimit
			);
		}
		if (tag !== "label") return false;
		const { control } = element as HTMLLabelElement;
		if (control === null || dom.textContent(element).trim().length > saidLimit) return false;
		if (dom.hasAttribute(control, "aria-label") || dom.hasAttribute(control, "aria-labelledby")) return false;
		const isField = leafControls.has(dom.localName(control));
		const isShown = this.#dom.isShown(control) || this.#showsElsewhere(control, dom.localName(control));
		return isField && isShown;
	}

	/** Images, drawings and their parts; "walk" where what is inside is read too. */
	#picture({ element, tag, look, attributes }: Taken, frame: Frame, operable: Operable | undefined): "walk" | "done" {
		const { context, out } = frame;
		const isShown = look.isVisible && !look.isUnseen;
		if (tag === "svg" && context.control === undefined && isShown && !context.isDrawing) {
			const rect = this.#dom.rect(element);
			if (rect.width > drawingSize && rect.height > drawingSize && operable === undefined) return "walk";
		}
		if (tag === "svg" && context.isDrawing) return "walk";
		if (!isShown) return "done";
		if (operable !== undefined && !context.isDrawing) {
			this.#leaf({ element, tag, look, attributes }, frame, operable);
			return "done";
		}
		if (context.control !== undefined) return "done";
		if (tag === "canvas" || context.isDrawing) {
			this.#shape({ element, tag, look, attributes }, frame);
			return "done";
		}
		const label = attributes?.("aria-label") ?? (tag === "img" ? this.#dom.attribute(element, "alt") : null) ?? "";
		const isHidden = attributes?.("aria-hidden") === "true";
		if (label.trim() !== "" && !isHidden && !context.isSaid)
			this.#pushText(` [image: ${cut(cleanText(label), saidLimit)}] `, { ...frame, element, out });
		return "done";
	}

	/** A thing to point at: a shape of a drawing, a canvas, an empty block with a colour. */
	#shape({ element, tag, look, attributes }: Taken, frame: Frame): void {
		const dom = this.#dom;
		const rect = dom.rect(element);
		const isCanvas = tag === "canvas";
		const isTiny = rect.width < 1 && rect.height < 1;
		if (this.#shapes >= maxShapes || isTiny || (isCanvas && (rect.width <= drawingSize || rect.height <= drawingSize))) return;
		const isBox = !isCanvas && !frame.context.isDrawing;
		const description = isCanvas ? "canvas" : isBox ? describeBox(look.style, rect) : describeShape(dom, element, rect);
		if (description === undefined) return;
		this.#shapes += 1;
		const title = frame.context.isDrawing ? dom.queryFirst(element, "title") : null;
		const said = cleanText(attributes?.("aria-label") ?? attributes?.("title") ?? (title === null ? "" : dom.textContent(title)));
		const place = placeOf(rect, frame.context.clip);
		const box = boxOf(rect);
		const node: Building<ControlNode> = {
			...emptyControl(isCanvas ? "canvas" : isBox ? "box" : "shape", tag),
			name: normalize(said === "" ? description : said),
			attributes: [
				["at", `${box.x},${box.y}`],
				["size", `${box.width}x${box.height}`],
			],
			...place,
			box,
		};
		this.elements.set(node, element);
		pushBreak(frame.out, false);
		frame.out.push(node);
		pushBreak(frame.out, false);
	}

	#leaf({ element, tag, look }: Taken, frame: Frame, operable: Operable): void {
		const node = emptyControl(operable.type, tag);
		const rect = this.#dom.rect(element);
		const isMeasured = look.place === undefined;
		const place = isMeasured ? placeOf(rect, frame.context.clip) : look.block.place;
		this.#breakAround(look, frame, () => {
			frame.out.push(node);
			this.#finish(node, element, { rect, place, form: frame.context.form, isPlain: false });
		});
	}

	#finish(
		node: Building<ControlNode>,
		element: Element,
		input: { rect: DOMRect; place: NodePlace; form: OpenForm | undefined; isPlain: boolean },
	): void {
		this.elements.set(node, element);
		this.#builder.fill(node, element, input);
	}

	#breakAround(look: Look, frame: Frame, write: () => void): void {
		const kind = breakOf(look.display, frame.context.isRow);
		if (kind !== undefined) pushBreak(frame.out, kind === "line");
		write();
		if (kind !== undefined) pushBreak(frame.out, kind === "line");
	}

	#openControl(
		{ element, tag, look, attributes }: Taken,
		{
			frame,
			inner,
			operable,
			structure,
		}: { readonly frame: Frame; readonly inner: Context; readonly operable: Operable; readonly structure: Structure | undefined },
	): Frame | undefined {
		if (leafControls.has(tag) || operable.type === "editable") {
			this.#leaf({ element, tag, look, attributes }, frame, operable);
			return undefined;
		}
		const children: PageNode[] = [];
		const node: Building<ControlNode> = { ...emptyControl(operable.type, tag), children };
		const isMarker = structure?.type === "row";
		const open: OpenControl = { element, node, isPlain: this.#options.shadowOf(element) === null && hasNoPseudoText(this.#dom, element) };
		const rect = this.#dom.rect(element);
		const place = look.place ?? placeOf(rect, frame.context.clip);
		const region = structure === undefined ? undefined : this.#region(structure, place);
		const breakKind = region === undefined ? breakOf(look.display, frame.context.isRow) : undefined;
		if (breakKind !== undefined) pushBreak(frame.out, breakKind === "line");
		frame.out.push(region ?? node);
		if (region !== undefined) region.children = isMarker ? children : [node];
		const leave = () => {
			const isEmptyBox =
				rect.width * rect.height === 0 && plainTextOf(children, 1).trim() === "" && !children.some((child) => child.kind === "control");
			this.#builder.fill(node, element, { rect, place, form: inner.form, isPlain: open.isPlain });
			if (isEmptyBox && node.name === "") frame.out.pop();
			else this.elements.set(node, element);
			if (isMarker) markRow(node, children);
			if (breakKind !== undefined) pushBreak(frame.out, breakKind === "line");
		};
		const context: Context = { ...inner, control: isMarker ? undefined : open, isPointer: true, isSaid: false };
		return this.#frame({ element, context, out: children, style: look.style, leave }, undefined);
	}

	#region(structure: Structure, place: NodePlace): Building<RegionNode> {
		return {
			kind: "region",
			type: structure.type,
			...(structure.level === undefined ? {} : { level: structure.level }),
			isNew: false,
			name: "",
			states: [],
			attributes: [],
			children: [],
			zone: place.zone,
			distance: place.distance,
		};
	}

	#openRegion(
		{ element, tag, look, attributes }: Taken,
		{ frame, inner, structure }: { readonly frame: Frame; readonly inner: Context; readonly structure: Structure },
	): Frame | undefined {
		const { type } = structure;
		if (type === "frame") {
			this.#iframe(element, look, frame);
			return undefined;
		}
		const scroll = look.isScroller && !inlineStructures.has(type) ? this.#scrollOf(element) : "";
		if (type === "scroll" && scroll === "") return this.#openWrapper({ element, tag, look, attributes }, { frame, inner });
		const children: PageNode[] = [];
		const node = { ...this.#region(structure, look.block.place), children };
		const form: OpenForm | undefined = type === "form" ? { element, node, sensitive: new Set() } : inner.form;
		frame.out.push(node);
		const leave = () => {
			this.#nameRegion(node, element);
			if (scroll !== "") node.attributes = [["scroll", scroll]];
			if (form !== undefined && type === "form") this.#describeForm(form);
			if (type === "dialog" || scroll !== "") this.elements.set(node, element);
			if (children.length === 0 && frame.out.at(-1) === node) frame.out.pop();
		};
		return this.#frame({ element, context: { ...inner, form }, out: children, style: look.style, leave }, undefined);
	}

	#nameRegion(node: Building<RegionNode>, element: Element): void {
		const { type } = node;
		if (type === "fieldset") {
			const legend = this.#dom.query(element, "legend").find((found) => this.#dom.parentNode(found) === element);
			const text = legend === undefined || !this.#dom.isShown(legend) ? "" : cleanText(this.#dom.textContent(legend));
			node.name = text === "" || text.length > saidLimit ? this.#labelOf(element) : normalize(text);
		} else if (type === "dialog" || type === "form" || type === "nav" || type === "main" || type === "scroll")
			node.name = this.#labelOf(element);
	}

	/** Name that an author gave a region, its content left out. */
	#labelOf(element: Element): string {
		const hasLabel = this.#dom.hasAttribute(element, "aria-label") || this.#dom.hasAttribute(element, "aria-labelledby");
		return hasLabel ? normalize(this.#names.of(element, undefined)) : "";
	}

	#describeForm({ element, node, sensitive }: OpenForm): void {
		const { target, method } = formFacts(this.#dom, element, this.#options.pageUrl);
		node.states = method === "get" ? [] : [method];
		if (target !== undefined) node.href = target;
		if (sensitive.size > 0) node.attributes = [...node.attributes, ["sensitive", [...sensitive].sort().join(",")]];
	}

	/** `0.5 more above, 3.2 more below` in screens of the container; "" when everything fits. */
	#scrollOf(element: Element): string {
		const { top, left, height, width, clientHeight, clientWidth } = this.#dom.scrollSize(element);
		const parts: string[] = [];
		const add = (pixels: number, extent: number, where: string) => {
			if (pixels > 8 && extent >= drawingSize) parts.push(`${Math.max(0.1, Math.round((pixels / extent) * 10) / 10)} more ${where}`);
		};
		add(top, clientHeight, "above");
		add(height - clientHeight - top, clientHeight, "below");
		add(left, clientWidth, "left");
		add(width - clientWidth - left, clientWidth, "right");
		return parts.join(", ");
	}

	#iframe(element: Element, look: Look, frame: Frame): void {
		const rect = this.#dom.rect(element);
		if (rect.width < 10 || rect.height < 10 || frame.context.isUnseen) return;
		const fact = (name: string) => this.#dom.attribute(element, name) ?? "";
		const place = look.place ?? placeOf(rect, frame.context.clip);
		const node = this.#region({ type: "frame" }, place);
		node.name = normalize(fact("title").trim() || fact("aria-label").trim() || fact("name").trim());
		const url = URL.parse(fact("src"), this.#dom.baseUrl());
		const isOther =
			url !== null && (url.protocol === "http:" || url.protocol === "https:") && url.host !== URL.parse(this.#options.pageUrl)?.host;
		if (isOther) node.href = /[.:]/.test(url.host) ? url.host : `${url.host}/`;
		this.elements.set(node, element);
		frame.out.push(node);
	}

	#openWrapper(
		{ element, tag, look, attributes }: Taken,
		{ frame, inner }: { readonly frame: Frame; readonly inner: Context },
	): Frame | undefined {
		const kind = breakOf(look.display, frame.context.isRow);
		if (kind !== undefined) pushBreak(frame.out, kind === "line");
		if (this.#isEmptyBlock(element, look)) {
			if (frame.context.control === undefined && !look.isUnseen && !inner.isSaid && attributes?.("aria-hidden") !== "true")
				this.#box({ element, tag, look, attributes }, frame);
			return undefined;
		}
		const role = attributes === undefined ? "" : roleOf(attributes);
		const isAlert = role === "alert" || role === "status" || tag === "output";
		const start = frame.out.length;
		const leave =
			kind === undefined && !isAlert
				? undefined
				: () => {
						if (isAlert) this.#alert(frame.out.slice(start), role === "alert");
						if (kind !== undefined) pushBreak(frame.out, kind === "line");
					};
		return this.#frame({ element, context: inner, out: frame.out, style: look.style, leave }, undefined);
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

	#box(taken: Taken, frame: Frame): void {
		const { rect } = taken.look.block.element === taken.element ? taken.look.block : { rect: this.#dom.rect(taken.element) };
		const smaller = Math.min(rect.width, rect.height);
		const larger = Math.max(rect.width, rect.height);
		const isSized = smaller >= 8 && larger <= 400 && larger <= smaller * 8;
		if (isSized && taken.look.isVisible && !frame.context.isDrawing) this.#shape(taken, frame);
	}
}

/** An element that is about to be read. */
type Taken = { readonly element: Element; readonly tag: string; readonly look: Look; readonly attributes: Attributes | undefined };

function hasOwnLabel(attributes: Attributes | undefined): boolean {
	return attributes !== undefined && ((attributes("aria-label") ?? "").trim() !== "" || (attributes("title") ?? "").trim() !== "");
}

function isLayoutTable(attributes: Attributes | undefined): boolean {
	const role = attributes === undefined ? "" : roleOf(attributes);
	return role === "presentation" || role === "none";
}

function isRowLayout({ display, style }: Look): boolean {
	if (display === "table-row") return true;
	return (display === "flex" || display === "inline-flex") && style.flexDirection.startsWith("row");
}

/** What parts an element from its neighbours: the end of the line, a gap, or nothing. */
function breakOf(display: string, isRow: boolean): "line" | "gap" | undefined {
	if (display === "inline" || display === "contents") return undefined;
	return isRow || display.startsWith("inline-") || display === "table-cell" ? "gap" : "line";
}

/** The control of a whole table row stands in its first cell, named by what the row says. */
function markRow(node: Building<ControlNode>, cells: readonly PageNode[]): void {
	const first = cells.find((cell) => cell.kind === "region" && cell.type === "cell");
	if (node.name === "") node.name = cut(normalize(plainTextOf(cells, 160)), saidLimit);
	node.children = [];
	if (first?.kind === "region") (first as Building<RegionNode>).children = [node, { kind: "break", isLine: false }, ...first.children];
}
