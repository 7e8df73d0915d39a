import { Labels } from "../control/labels.ts";
import { isPlainText, Names } from "../control/name.ts";
import { Secrets } from "../control/secrets.ts";
import { isShapeTag } from "../control/shape.ts";
import type { Dom } from "../dom.ts";
import type { Attributes } from "../interactive.ts";
import { isMarked } from "../interactive.ts";
import type { ControlNode, PageNode } from "../node.ts";
import { Drawings } from "../picture/drawings.ts";
import { Pictures } from "../picture/pictures.ts";
import { Children } from "./children.ts";
import type { Context, OpenControl, WalkOptions } from "./context.ts";
import { handDown, rootContext } from "./context.ts";
import type { Effort, Frame, FrameBase } from "./descend.ts";
import { descend, pushBreak } from "./descend.ts";
import { Later } from "./later.ts";
import type { Look } from "./look.ts";
import { isShown, isUnseen, lookAt, rectOf } from "./look.ts";
import { ControlBuilder } from "./nodes/controls.ts";
import { inlineStructures, Openings } from "./nodes/openings.ts";
import { operableAt } from "./nodes/operable.ts";
import { Regions } from "./nodes/regions.ts";
import { scroller, structureAt } from "./nodes/structure.ts";
import { Texts } from "./nodes/texts.ts";
import { isPassed, passedTags, pointers } from "./passing.ts";
import { isKept, keptSelector, Showing } from "./showing.ts";
import type { Taken } from "./taken.ts";
import { attributesOf, isBlankAlone, isLayoutTable, isRowLayout } from "./taken.ts";

const skippedTags: ReadonlySet<string> = new Set(
	"script style noscript template head meta link source track title base param defs symbol clipPath mask linearGradient radialGradient pattern marker filter metadata desc datalist option optgroup".split(
		" ",
	),
);
const pictures: ReadonlySet<string> = new Set(["svg", "canvas", "img"]);

/** One walk over the live document, in the order of the flat tree. It writes nothing to the page and keeps nothing of it but references. */
export class Reader {
	isPartial = false;
	readonly #dom: Dom;
	readonly #options: WalkOptions;
	readonly #names: Names;
	readonly #labels: Labels;
	readonly #builder: ControlBuilder;
	readonly #openings: Openings;
	readonly #texts: Texts;
	readonly #pictures: Pictures;
	readonly #showing: Showing;
	readonly #children: Children;
	readonly #later = new Later();
	readonly #effort: Effort = { isDear: false };
	#mayDefer: boolean;
	/** Written in front of the page, skipped in their place. */
	readonly #apart = new Set<Element>();

	constructor(dom: Dom, options: WalkOptions) {
		this.#dom = dom;
		this.#options = options;
		this.#mayDefer = options.isHuge;
		this.#children = new Children(dom, options.shadowOf);
		this.#labels = new Labels(dom);
		const secrets = new Secrets(dom, this.#labels, options.secrets);
		this.#names = new Names(dom, { labels: this.#labels, secrets, effort: this.#effort });
		this.#builder = new ControlBuilder(dom, {
			names: this.#names,
			effort: this.#effort,
			focused: options.focused,
			secrets,
			pageUrl: options.pageUrl,
		});
		const drawings = new Drawings(dom);
		this.#showing = new Showing(dom, this.#labels);
		this.#texts = new Texts(dom, options.window.bottom);
		this.#openings = new Openings(dom, {
			shadowOf: (element) => this.#children.shadowOf(element),
			builder: this.#builder,
			regions: new Regions(dom, this.#names, options.pageUrl),
			drawings,
			showing: this.#showing,
			hasFarBoxes: options.hasFarBoxes,
			frame: (base, tag) => this.#frame(base, this.#children.special(base.element, tag)),
		});
		this.#pictures = new Pictures(dom, { openings: this.#openings, drawings, texts: this.#texts });
	}

	/** Shadow roots that were met. */
	get shadowRoots(): ReadonlySet<ShadowRoot> {
		return this.#children.shadowRoots;
	}

	/** Elements behind nodes that need an id. */
	get elements(): ReadonlyMap<PageNode, Element> {
		return this.#openings.elements;
	}

	/** Elements that own text, by the `place` of their nodes. */
	get places(): readonly Element[] {
		return this.#texts.places;
	}

	/** Text nodes that were met. */
	get textNodes(): readonly Text[] {
		return this.#texts.nodes;
	}

	/** Text of alerts and status lines, in order. */
	get alerts(): Openings["alerts"] {
		return this.#openings.alerts;
	}

	/** Fields whose value is never written. */
	get sensitive(): ReadonlySet<ControlNode> {
		return this.#builder.sensitive;
	}

	/** True for a field whose value is a secret, whether it was read or not. */
	isSecret(field: Element): boolean {
		return this.#names.isSecret(field);
	}

	/** What stands in editors, whole. */
	get written(): ReadonlyMap<ControlNode, string> {
		return this.#builder.written;
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
		const context = rootContext(this.#dom, element, this.#options);
		const frame: Frame = isWhole
			? this.#frame({ element, context, out, style: undefined, leave: undefined, after: undefined }, [element])
			: this.#frame({ element, context, out, style: this.#dom.style(element), leave: undefined, after: undefined }, undefined);
		this.#run(frame);
		this.#readLater();
		return out;
	}

	#run(frame: Frame): void {
		const node = (found: Node, around: Frame) => this.#visit(found, around);
		const visit = { node, nextSibling: this.#dom.nextSibling, effort: this.#effort };
		const { isComplete } = descend(frame, visit, () => this.#isOver());
		if (!isComplete) this.isPartial = true;
	}

	#isOver(): boolean {
		const { enough, deadline, now } = this.#options;
		return (enough !== undefined && this.#texts.length > enough) || now() > deadline;
	}

	/** What was put off, nearest first, as far as the time allows. */
	#readLater(): void {
		this.#mayDefer = false;
		for (const deferred of this.#later.take()) {
			const { element, context } = deferred;
			if (this.isPartial || this.#isOver()) {
				this.isPartial = true;
				break;
			}
			if (!this.#options.isWanted(element)) continue;
			const out: PageNode[] = [];
			this.#run(this.#frame({ element, context, out, style: undefined, leave: undefined, after: undefined }, [element]));
			this.#later.done(deferred, out);
		}
		this.#later.putBack();
		this.#mayDefer = this.#options.isHuge;
	}

	/** Outside of the visible area by more than a screen, and not part of a form, whose facts are told with it. */
	#isForLater(element: Element, { block, isInline }: Look, { control, form }: Context): boolean {
		if (!this.#mayDefer || isInline || control !== undefined || form !== undefined || block.element !== element) return false;
		return block.place.distance > this.#options.window.bottom;
	}

	/** A frame over given nodes, or over what is below its element or the shadow root of it. */
	#frame({ element, context, out, style, leave, after }: FrameBase, list: readonly Node[] | undefined): Frame {
		const next = list === undefined ? this.#dom.firstChild(this.#children.shadowOf(element) ?? element) : null;
		return { element, context, out, style, leave, after, list, at: 0, next, isTextSeen: undefined };
	}

	#visit(node: Node, frame: Frame): Frame | undefined {
		const type = this.#dom.nodeType(node);
		if (type === 3) this.#texts.read(node as Text, frame);
		return type === 1 ? this.#enter(node as Element, frame) : undefined;
	}

	#enter(element: Element, frame: Frame): Frame | undefined {
		const dom = this.#dom;
		const tag = dom.localName(element);
		if (skippedTags.has(tag) || this.#options.isOwn(element) || this.#apart.has(element)) return undefined;
		const style = dom.style(element);
		const display = style.display;
		if (display === "none") {
			if (tag === "input") this.#openings.hiddenInput(element as HTMLInputElement, frame);
			return undefined;
		}
		const names = dom.attributeNames(element);
		const attributes: Attributes | undefined = isMarked(names) ? attributesOf(dom, element, names) : undefined;
		if (display === "inline" && attributes === undefined && passedTags.has(tag)) {
			const passed = this.#pass(element, style, frame);
			if (passed !== undefined) return passed;
		}
		const look = lookAt(dom, element, { tag, style, display, context: frame.context, page: this.#options });
		if (isUnseen(look) && tag !== "input" && !this.#mayShowInside(element, look, frame.context)) {
			if (frame.context.control !== undefined) frame.context.control.isPlain = false;
			return undefined;
		}
		if (look.isSkipped) return undefined;
		if (this.#isForLater(element, look, frame.context)) {
			this.#later.put(element, frame, look.block.place.distance);
			return undefined;
		}
		if (tag === "br" || tag === "hr") {
			pushBreak(frame.out, true);
			return undefined;
		}
		return this.#take({ element, tag, look, attributes }, frame);
	}

	/** Goes on inside an inline element that changes nothing; undefined for one at which more is to be looked. */
	#pass(element: Element, style: CSSStyleDeclaration, { context, out }: Frame): Frame | undefined {
		if (this.#options.isPinned(element)) return undefined;
		if (!isPassed(this.#dom, element, { style, context })) return undefined;
		const next = this.#dom.firstChild(element);
		if (next === null || isBlankAlone(this.#dom, next) || this.#children.shadowOf(element) !== null) return undefined;
		return { element, context, out, style, leave: undefined, after: undefined, list: undefined, at: 0, next, isTextSeen: undefined };
	}

	/** True for what is not seen itself, but may hold what is: a field shown by its label, or what is placed out of a box that only clips. */
	#mayShowInside(element: Element, { isFaded }: Look, { control }: Context): boolean {
		const dom = this.#dom;
		const mayBePlaced = !isFaded && control === undefined && dom.queryFirst(element, "*") !== null;
		return mayBePlaced || dom.queryFirst(element, keptSelector) !== null || this.#children.shadowOf(element) !== null;
	}

	#take(taken: Taken, frame: Frame): Frame | undefined {
		const { tag, look, attributes } = taken;
		const { context } = frame;
		const isInert = context.isInert || (attributes !== undefined && attributes("inert") !== null);
		this.#noteInControl(taken, context.control);
		const isPointer = context.control === undefined && pointers.has(look.style.cursor);
		const found = isInert ? undefined : operableAt(this.#dom, taken, { context, isPointer, isPinned: this.#options.isPinned });
		const operable = found !== undefined && this.#canOperate(taken) ? found : undefined;
		if ((pictures.has(tag) || (context.isDrawing && isShapeTag(tag))) && this.#pictures.read(taken, frame, operable) === "done")
			return undefined;
		const structure = structureAt(taken, context);
		const inner = this.#innerContext(taken, context, { isInert, isPointer });
		if (operable !== undefined && (structure === undefined || structure === scroller || inlineStructures.has(structure.type))) {
			return this.#openings.control(taken, { frame, inner, operable, structure: structure === scroller ? undefined : structure });
		}
		if (structure !== undefined && isShown(look)) return this.#openings.region(taken, { frame, inner, structure, operable });
		return this.#openings.wrapper(taken, { frame, inner });
	}

	/** True for what is seen, or shows through its label, and does not lie where nobody can scroll. */
	#canOperate({ element, tag, look }: Taken): boolean {
		if (!isShown(look) && !this.#showing.showsElsewhere(element, tag)) return false;
		return (
			isKept(element, tag) || !(look.isInline ? look.block.hidesLine(look.place, () => rectOf(this.#dom, element, look)) : look.block.isOff)
		);
	}

	/** What an element hands down. */
	#innerContext(
		{ element, tag, look, attributes }: Taken,
		context: Context,
		{ isInert, isPointer }: { readonly isInert: boolean; readonly isPointer: boolean },
	): Context {
		const isRow = isRowLayout(look);
		const isDrawing = context.isDrawing || tag === "svg";
		const isTable = tag === "table" ? isLayoutTable(attributes) : context.isLayoutTable;
		const isPreformatted = context.isPreformatted || tag === "pre";
		const isSaid = context.isSaid || (context.control === undefined && this.#showing.isSaid(element, tag));
		return handDown(context, look, { isPointer, isRow, isInert, isDrawing, isLayoutTable: isTable, isPreformatted, isSaid });
	}

	/** Whether the name of the control around is still nothing but its text. */
	#noteInControl({ element, look, attributes }: Taken, control: OpenControl | undefined): void {
		if (control === undefined || !control.isPlain) return;
		const isPlain = isPlainText(this.#dom, element, attributes !== undefined) && isShown(look);
		if (!isPlain) control.isPlain = false;
	}
}
