import { AccessibleNames, isPlainText } from "../control/accessible-name.ts";
import { HiddenInputs, isRestylable, restylableSelector } from "../control/hidden-inputs.ts";
import { Labels } from "../control/labels.ts";
import { SecretFields } from "../control/secret-fields.ts";
import type { Dom } from "../dom.ts";
import { FlatTree } from "../flat-tree.ts";
import { GeneratedText } from "../generated/generated-text.ts";
import { isShapeTag } from "../graphics/appearance.ts";
import { Images } from "../graphics/images.ts";
import { Shapes } from "../graphics/shapes.ts";
import { HiddenControls } from "../hidden/hidden-controls.ts";
import { HoverRules } from "../hidden/hover-rules.ts";
import type { Attributes } from "../interactive.ts";
import { isMarked } from "../interactive.ts";
import { scroller, structureAt } from "../nodes/classify.ts";
import { ControlBuilder } from "../nodes/controls.ts";
import { inlineStructures, NodeOpener } from "../nodes/node-opener.ts";
import { operableAt } from "../nodes/operable-at.ts";
import { Regions } from "../nodes/regions.ts";
import { Texts } from "../nodes/texts.ts";
import type { ControlNode, PageNode } from "../page-node.ts";
import type { Context, OpenControl, WalkOptions } from "./context.ts";
import { handDown, rootContext } from "./context.ts";
import { DeferredParts } from "./deferred-parts.ts";
import type { ElementStyle } from "./element-style.ts";
import { isInvisible, isPainted, isPointerCursor, isTransparentInline, phraseTagSet, readElementStyle, rectOf } from "./element-style.ts";
import type { Effort, Frame, FrameBase } from "./traverse.ts";
import { descend, pushBreak } from "./traverse.ts";
import type { VisitedElement } from "./visited-element.ts";
import { attributesOf, breakLine, breakOf, isBlankAlone, isLayoutTable, isRowLayout } from "./visited-element.ts";

const skippedTags: ReadonlySet<string> = new Set(
	"script style noscript template head meta link source track title base param defs symbol clipPath mask linearGradient radialGradient pattern marker filter metadata desc datalist option optgroup".split(
		" ",
	),
);
const imageTags: ReadonlySet<string> = new Set(["svg", "canvas", "img"]);

/** One walk over the live document in flat-tree order. It writes nothing to the page. */
export class TreeReader {
	isPartial = false;
	readonly shadowRoots: ReadonlySet<ShadowRoot>;
	/** Elements of nodes that need an id. */
	readonly elements: ReadonlyMap<PageNode, Element>;
	/** Elements that own text, indexed by `place` of their nodes. */
	readonly places: readonly Element[];
	readonly textNodes: readonly Text[];
	/** Texts of alerts and status lines, in order. */
	readonly alerts: NodeOpener["alerts"];
	/** Fields whose value is never written. */
	readonly sensitive: ReadonlySet<ControlNode>;
	/** Complete texts of editors. */
	readonly editorTexts: ReadonlyMap<ControlNode, string>;
	readonly #dom: Dom;
	readonly #options: WalkOptions;
	readonly #names: AccessibleNames;
	readonly #labels: Labels;
	readonly #opener: NodeOpener;
	readonly #texts: Texts;
	readonly #images: Images;
	readonly #hiddenInputs: HiddenInputs;
	readonly #hidden: HiddenControls;
	readonly #hoverRules: HoverRules;
	readonly #flatTree: FlatTree;
	readonly #generated: GeneratedText;
	readonly #deferredParts = new DeferredParts();
	readonly #effort: Effort = { isExpensive: false };
	#mayDefer: boolean;
	/** Elements that are written in front of the page and skipped in their place. */
	readonly #apart = new Set<Element>();

	constructor(dom: Dom, options: WalkOptions) {
		this.#dom = dom;
		this.#options = options;
		this.#mayDefer = options.isHuge;
		this.#flatTree = new FlatTree(dom, options.shadowOf);
		this.#generated = new GeneratedText(dom, this.#flatTree.shadowRoots);
		this.#labels = new Labels(dom);
		const secrets = new SecretFields(dom, this.#labels, options.secrets);
		this.#names = new AccessibleNames(dom, { labels: this.#labels, secrets, effort: this.#effort });
		const builder = new ControlBuilder(dom, {
			names: this.#names,
			effort: this.#effort,
			focused: options.focused,
			secrets,
			pageUrl: options.pageUrl,
		});
		const shapes = new Shapes(dom);
		this.#hiddenInputs = new HiddenInputs(dom, this.#labels);
		this.#hoverRules = new HoverRules(dom);
		this.#hidden = new HiddenControls(dom, this.#hoverRules, options);
		this.#texts = new Texts(dom, options.window.bottom);
		this.#opener = new NodeOpener(dom, {
			shadowOf: (element) => this.#flatTree.shadowOf(element),
			builder,
			regions: new Regions(dom, this.#names, options.pageUrl),
			shapes,
			hiddenInputs: this.#hiddenInputs,
			hasFarBoxes: options.hasFarBoxes,
			frame: (base, tag) => this.#frame(base, this.#flatTree.special(base.element, tag)),
		});
		this.#images = new Images(dom, { opener: this.#opener, shapes, texts: this.#texts });
		this.shadowRoots = this.#flatTree.shadowRoots;
		this.elements = this.#opener.elements;
		this.alerts = this.#opener.alerts;
		this.places = this.#texts.places;
		this.textNodes = this.#texts.nodes;
		this.sensitive = builder.sensitive;
		this.editorTexts = builder.editorTexts;
	}

	/** True for a field with a secret value, even if it was not read. */
	isSecret(field: Element): boolean {
		return this.#names.isSecret(field);
	}

	/** Labels of a control. A click on a label reaches the control. */
	labelsOf(element: Element): readonly Element[] {
		return this.#labels.of(element);
	}

	/** Reads an element in front of the page; it is skipped in its place later. */
	readApart(element: Element): PageNode[] {
		const nodes = this.read(element, true);
		this.#apart.add(element);
		return nodes;
	}

	/**
	 * Reads an element.
	 *
	 * @param isWhole false for its children only
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
		const { maxCharacters, deadline, now } = this.#options;
		return (maxCharacters !== undefined && this.#texts.length > maxCharacters) || now() > deadline;
	}

	/** Reads deferred parts, nearest first, while time is left. */
	#readLater(): void {
		this.#mayDefer = false;
		for (const deferred of this.#deferredParts.take()) {
			const { element, context } = deferred;
			if (this.isPartial || this.#isOver()) {
				this.isPartial = true;
				break;
			}
			if (!this.#options.shouldRead(element)) continue;
			const out: PageNode[] = [];
			this.#run(this.#frame({ element, context, out, style: undefined, leave: undefined, after: undefined }, [element]));
			this.#deferredParts.done(deferred, out);
		}
		this.#deferredParts.putBack();
		this.#mayDefer = this.#options.isHuge;
	}

	/** True for a block more than a screen away. Parts of a form are never deferred, because the form needs their facts. */
	#isForLater(element: Element, { block, isInline }: ElementStyle, { control, form }: Context): boolean {
		if (!this.#mayDefer || isInline || control !== undefined || form !== undefined || block.element !== element) return false;
		return block.place.distance > this.#options.window.bottom;
	}

	/** A frame over given nodes, or over the children of an element or of its shadow root. */
	#frame({ element, context, out, style, leave, after }: FrameBase, list: readonly Node[] | undefined): Frame {
		const next = list === undefined ? this.#dom.firstChild(this.#flatTree.shadowOf(element) ?? element) : null;
		return { element, context, out, style, leave, after, list, at: 0, next, isTextSeen: undefined, isTextLost: undefined };
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
		const isRevealed = display === "none" ? this.#hidden.mayReveal(element) : frame.context.isRevealed;
		if (display === "none" && !isRevealed) {
			if (tag === "input") this.#opener.hiddenInput(element as HTMLInputElement, frame);
			return undefined;
		}
		const names = dom.attributeNames(element);
		const attributes: Attributes | undefined = isMarked(names) ? attributesOf(dom, element, names) : undefined;
		if (display === "inline" && attributes === undefined && phraseTagSet.has(tag)) {
			const passed = this.#pass(element, style, frame);
			if (passed !== undefined) return this.#withGenerated(passed);
		}
		const styling = readElementStyle(dom, element, { tag, style, display, context: frame.context, page: this.#options, isRevealed });
		const appears = this.#hidden.mayAppear(styling, { tag, attributes })
			? this.#hidden.appears(element, { tag, styling, around: frame.context })
			: undefined;
		const isLost = isInvisible(styling) && tag !== "input" && appears === undefined;
		if (isLost && !this.#hidden.mayAppearInside(element, styling) && !this.#mayShowInside(element, styling, frame.context)) {
			if (frame.context.control !== undefined) frame.context.control.isPlain = false;
			return undefined;
		}
		if (styling.isSkipped) return undefined;
		if (this.#isForLater(element, styling, frame.context)) {
			this.#deferredParts.put(element, frame, styling.block.place.distance);
			return undefined;
		}
		if (tag === "br" || tag === "hr") {
			pushBreak(frame.out, true);
			return undefined;
		}
		const inner = this.#take({ element, tag, styling, attributes, ...(appears === undefined ? {} : { appears }) }, frame);
		return inner === undefined ? this.#alone(element, styling, frame) : this.#withGenerated(inner);
	}

	/** Puts the words that CSS generates around the content of an element. They do not count for its name. */
	#withGenerated(frame: Frame): Frame {
		const { element, style, context, leave } = frame;
		const { before, after } = this.#generated.of(element);
		const marker = style === undefined ? "" : this.#generated.markerOf(element, style);
		if (before === "" && after === "" && marker === "") return frame;
		if (context.isUsedAsName || isInvisible(context)) return frame;
		if (context.control !== undefined) context.control.isPlain = false;
		if (marker + before !== "") this.#texts.push(marker + before, frame);
		const close = () => {
			if (after !== "") this.#texts.push(after, frame);
			leave?.();
		};
		return { ...frame, leave: close };
	}

	/** The generated words of an element without content. */
	#alone(element: Element, styling: ElementStyle, { context, out }: Frame): undefined {
		const { before, after } = this.#generated.of(element);
		if (before + after === "" || isInvisible(styling) || context.isUsedAsName || this.#dom.firstChild(element) !== null) return undefined;
		if (context.control !== undefined) context.control.isPlain = false;
		const frame = this.#frame({ element, context, out, style: styling.style, leave: undefined, after: undefined }, []);
		const kind = breakOf(styling.display, context.isRow);
		breakLine(out, kind);
		this.#texts.push(before + after, frame);
		breakLine(out, kind);
		return undefined;
	}

	/** A frame over a transparent inline element; undefined if the element needs a full look. */
	#pass(element: Element, style: CSSStyleDeclaration, { context, out }: Frame): Frame | undefined {
		if (this.#options.isPinned(element)) return undefined;
		if (!isTransparentInline(this.#dom, element, { style, context })) return undefined;
		const next = this.#dom.firstChild(element);
		if (next === null || isBlankAlone(this.#dom, next) || this.#flatTree.shadowOf(element) !== null) return undefined;
		return {
			element,
			context,
			out,
			style,
			leave: undefined,
			after: undefined,
			list: undefined,
			at: 0,
			next,
			isTextSeen: undefined,
			isTextLost: undefined,
		};
	}

	/** True for an invisible element with content that may be visible: a hidden input, or content positioned outside of it. */
	#mayShowInside(element: Element, { isUnpainted }: ElementStyle, { control }: Context): boolean {
		const dom = this.#dom;
		const mayBePlaced = !isUnpainted && control === undefined && dom.queryFirst(element, "*") !== null;
		return mayBePlaced || dom.queryFirst(element, restylableSelector) !== null || this.#flatTree.shadowOf(element) !== null;
	}

	#take(visited: VisitedElement, frame: Frame): Frame | undefined {
		const { tag, styling, attributes } = visited;
		const { context } = frame;
		const isInert = context.isInert || (attributes !== undefined && attributes("inert") !== null);
		this.#noteInControl(visited, context.control);
		const isPointer = context.control === undefined && isPointerCursor(styling.style.cursor);
		const found = isInert
			? undefined
			: operableAt(this.#dom, visited, { context, isPointer, isPinned: this.#options.isPinned, rules: this.#hoverRules });
		const operable = found !== undefined && this.#canOperate(visited) ? found : undefined;
		if ((imageTags.has(tag) || (context.isDrawing && isShapeTag(tag))) && this.#images.read(visited, frame, operable) === "done")
			return undefined;
		const structure = structureAt(visited, context);
		const inner = this.#innerContext(visited, context, { isInert, isPointer });
		if (operable !== undefined && (structure === undefined || structure === scroller || inlineStructures.has(structure.type))) {
			return this.#opener.control(visited, { frame, inner, operable, structure: structure === scroller ? undefined : structure });
		}
		if (structure !== undefined && isPainted(styling)) return this.#opener.region(visited, { frame, inner, structure, operable });
		return this.#opener.wrapper(visited, { frame, inner });
	}

	/** True for a control that is visible, or visible through its label, and not out of reach. */
	#canOperate({ element, tag, styling, appears }: VisitedElement): boolean {
		if (appears !== undefined) return true;
		if (!isPainted(styling) && !this.#hiddenInputs.isShownByProxy(element, tag)) return false;
		return (
			isRestylable(element, tag) ||
			!(styling.isInline ? styling.block.hidesLine(styling.place, () => rectOf(this.#dom, element, styling)) : styling.block.isOff)
		);
	}

	#innerContext(
		{ element, tag, styling, attributes }: VisitedElement,
		context: Context,
		{ isInert, isPointer }: { readonly isInert: boolean; readonly isPointer: boolean },
	): Context {
		const isRow = isRowLayout(styling);
		const isDrawing = context.isDrawing || tag === "svg";
		const isTable = tag === "table" ? isLayoutTable(attributes) : context.isLayoutTable;
		const isPreformatted = context.isPreformatted || tag === "pre";
		const isUsedAsName = context.isUsedAsName || (context.control === undefined && this.#hiddenInputs.isUsedAsName(element, tag));
		return handDown(context, styling, { isPointer, isRow, isInert, isDrawing, isLayoutTable: isTable, isPreformatted, isUsedAsName });
	}

	/** Clears `isPlain` of the enclosing control if this element adds more than text to its name. */
	#noteInControl({ element, styling, attributes }: VisitedElement, control: OpenControl | undefined): void {
		if (control === undefined || !control.isPlain) return;
		const isPlain = isPlainText(this.#dom, element, attributes !== undefined) && isPainted(styling);
		if (!isPlain) control.isPlain = false;
	}
}
