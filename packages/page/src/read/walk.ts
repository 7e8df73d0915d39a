import { cleanText, head, normalize } from "../write/normalize.ts";
import { countControls } from "../write/parts/measure.ts";
import type { Dom } from "./dom.ts";
import { forOneRun } from "./dom.ts";
import type { Extent } from "./geometry/containing-block.ts";
import { isCovered } from "./geometry/hit-test.ts";
import { frontElementsOf, isBlocking, mayHoldFrontElement } from "./geometry/top-layer.ts";
import type { Clip } from "./geometry/viewport-zone.ts";
import { keyOf } from "./ids.ts";
import type { PageMemory } from "./memory.ts";
import { orderStates } from "./nodes/controls.ts";
import type { Building, CollapsedNode, ControlNode, PageNode, PageTree, RegionNode } from "./page-node.ts";
import { seenIn } from "./seen.ts";
import { maskNumbers, maskUrl } from "./sensitive.ts";
import { TreeReader } from "./traversal/tree-reader.ts";

/** Options of a reading. Times in milliseconds of `now`. */
export type ReadOptions = {
	readonly now: () => number;
	/** Time limit; what was read until then counts. 1,500 by default. */
	readonly limitMs?: number;
	/** Stops after this many characters of text. */
	readonly maxCharacters?: number;
	/** Asked about distant parts of a large page; false leaves a part out and saves its time. */
	readonly shouldRead?: (part: Element) => boolean;
	/** Measures every control for `snapshotOf`. Otherwise boxes in clipped parts out of view are zero. */
	readonly hasFarBoxes?: boolean;
};

/** One walk before ids are given. */
export type Walk = {
	readonly reader: TreeReader;
	readonly viewport: PageTree["viewport"];
	readonly focused: Element | null;
	readonly frontElements: readonly Element[];
	/** Nodes in front of the page, and the other nodes. */
	readonly frontNodes: readonly PageNode[];
	readonly rest: readonly PageNode[];
};

const defaultLimitMs = 1_500;
const maxCoverProbes = 150;
/** Pages with more elements are read from the visible part outwards; a search does so earlier. */
const hugeCount = 20_000;
const searchedCount = 5_000;

type Viewport = PageTree["viewport"];

function viewportOf(dom: Dom): Viewport {
	const { innerWidth: width, innerHeight: height, scrollX, scrollY } = dom.window;
	const root = dom.root();
	const full = root === null ? height : Math.max(dom.scrollSize(root).height, height);
	return {
		width,
		height,
		scrollX: Math.round(scrollX),
		scrollY: Math.round(scrollY),
		pages: Math.max(1, Math.round((full / Math.max(1, height)) * 10) / 10),
	};
}

/** The edges of the document: right-to-left documents scroll into the negative, vertical ones in any direction. */
function beginning(dom: Dom): Pick<Extent, "minX" | "minY"> {
	const root = dom.root();
	// The writing direction of the body decides.
	const main = dom.body() ?? root;
	if (root === null || main === null) return { minX: 0, minY: 0 };
	const { direction, writingMode } = dom.style(main);
	if (writingMode !== "horizontal-tb") return { minX: Number.NEGATIVE_INFINITY, minY: Number.NEGATIVE_INFINITY };
	const { width, clientWidth } = dom.scrollSize(root);
	return { minX: direction === "rtl" ? Math.min(0, clientWidth - width) : 0, minY: 0 };
}

/** The focused element, through shadow roots; null for the page itself. */
function focusedElement(memory: Pick<PageMemory, "dom" | "shadowOf">): Element | null {
	const { dom, shadowOf } = memory;
	let focused = dom.active(dom.document);
	for (let depth = 0; focused !== null && depth < 64; depth += 1) {
		const shadow = shadowOf(focused);
		const inner = shadow === null ? null : dom.active(shadow);
		if (inner === null) break;
		focused = inner;
	}
	return focused === null || focused === dom.body() || focused === dom.root() ? null : focused;
}

/** Controls and regions in document order, including those behind a dialog. */
export function controlsIn(nodes: readonly PageNode[], into: (ControlNode | RegionNode)[] = []): readonly (ControlNode | RegionNode)[] {
	for (const node of nodes) {
		if (node.kind === "control" || node.kind === "region") into.push(node);
		if (node.kind === "control" || node.kind === "region" || node.kind === "collapsed") controlsIn(node.children, into);
	}
	return into;
}

/** The node of an element after a walk of it or of its surroundings. */
export function nodeOf({ reader, rest }: Pick<Walk, "reader" | "rest">, element: Element): ControlNode | RegionNode | undefined {
	return controlsIn(rest).find((node) => reader.elements.get(node) === element);
}

function isControl(node: ControlNode | RegionNode): node is ControlNode {
	return node.kind === "control";
}

/** Gives ids to everything that can be operated, in document order. */
function giveIds({ ids, dom }: PageMemory, reader: TreeReader, nodes: readonly (ControlNode | RegionNode)[]): void {
	const found: { readonly node: Building<ControlNode | RegionNode>; readonly element: Element; readonly key: string }[] = [];
	for (const node of nodes) {
		const element = reader.elements.get(node);
		if (element !== undefined) found.push({ node, element, key: keyOf(node) });
	}
	const assigned = ids.assignAll(found, dom.isConnected);
	for (let index = 0; index < found.length; index += 1) {
		const node = found[index]?.node;
		if (node === undefined) continue;
		node.id = assigned[index]?.id ?? 0;
		node.isNew = assigned[index]?.isNew ?? false;
	}
}

/** These controls had their hit test, or are not visible yet. */
const appearing = (state: string) => state === "on-hover" || state === "on-focus";

function markCovered(
	memory: PageMemory,
	reader: TreeReader,
	{ nodes, viewport }: { readonly nodes: readonly (ControlNode | RegionNode)[]; readonly viewport: Viewport },
): void {
	const inView = nodes.filter(isControl).filter(({ zone }) => zone === "view");
	for (const node of inView.slice(0, maxCoverProbes)) {
		const element = reader.elements.get(node);
		if (element === undefined || node.type === "shape" || node.type === "box" || node.states.some(appearing)) continue;
		const surfaces = [element, ...reader.labelsOf(element)];
		if (!isCovered(memory.dom, { surfaces, box: node.box, viewport }, memory)) continue;
		(node as Building<ControlNode>).states = orderStates([...node.states, "covered"]);
	}
}

function behindDialog(memory: PageMemory, nodes: readonly PageNode[]): CollapsedNode {
	const body = memory.dom.body();
	const count = countControls(nodes);
	const id = body === null ? 0 : memory.ids.number(body);
	return {
		kind: "collapsed",
		id,
		label: `behind the dialog: ${count} control${count === 1 ? "" : "s"}`,
		zone: "view",
		distance: 0,
		children: nodes,
	};
}

/** Messages that are new since the last reading; at the first reading, alerts only. */
function newAlerts(memory: PageMemory, reader: TreeReader): readonly string[] {
	const before = memory.alerts;
	const shown = reader.alerts.map(({ text, isAlert }) => ({ text: maskNumbers(normalize(text)), isAlert }));
	memory.alerts = new Set(shown.map(({ text }) => text));
	const added = before === undefined ? shown.filter(({ isAlert }) => isAlert) : shown.filter(({ text }) => !before.has(text));
	return [...new Set(added.map(({ text }) => text))].slice(0, 5);
}

/**
 * Walks the document, or one part of it, without giving ids.
 *
 * @param part read alone, as if it were the page
 */
export function walkDocument(memory: PageMemory, options: ReadOptions, part?: Element): Walk {
	const { dom, shadowOf, isOwn, ids } = memory;
	const deadline = options.now() + (options.limitMs ?? defaultLimitMs);
	const viewport = viewportOf(dom);
	const window: Clip = { left: 0, top: 0, right: viewport.width, bottom: viewport.height };
	const focused = focusedElement(memory);
	const reader = new TreeReader(forOneRun(dom), {
		shadowOf,
		isOwn,
		isPinned: (element) => ids.isPinned(element),
		focused,
		secrets: memory.secrets,
		pageUrl: dom.window.location.href,
		window,
		extent: { scrollX: viewport.scrollX, scrollY: viewport.scrollY, ...beginning(dom) },
		now: options.now,
		deadline,
		maxCharacters: options.maxCharacters,
		isHuge: dom.elementCount() > (options.shouldRead === undefined ? hugeCount : searchedCount),
		shouldRead: options.shouldRead ?? (() => true),
		hasFarBoxes: options.hasFarBoxes ?? false,
	});
	if (part !== undefined) return { reader, viewport, focused, frontElements: [], frontNodes: [], rest: reader.read(part, true) };
	const frontElements = frontElementsOf(memory);
	const frontNodes = frontElements.flatMap((top) => reader.readApart(top));
	const root = dom.root();
	const rest = root === null ? [] : reader.read(root, false);
	const found = [...reader.shadowRoots].filter((shadow) => !memory.shadowRoots.has(shadow));
	for (const shadow of found) memory.shadowRoots.add(shadow);
	// A dialog in an unknown shadow root stands in its place, so the page is read again.
	if (!reader.isPartial && found.some((shadow) => mayHoldFrontElement(dom, shadow))) {
		return walkDocument(memory, { ...options, limitMs: Math.max(0, deadline - options.now()) });
	}
	return { reader, viewport, focused, frontElements, frontNodes, rest };
}

/** Adds the header facts of the document to nodes. */
export function treeOf(
	memory: PageMemory,
	walk: Walk,
	{
		children,
		shown,
		controls,
	}: {
		readonly children: readonly PageNode[];
		/** Controls and regions that are written, and all that exist. */
		readonly shown: readonly (ControlNode | RegionNode)[];
		readonly controls: readonly (ControlNode | RegionNode)[];
	},
): PageTree {
	const { dom, ids } = memory;
	const { reader, viewport, focused } = walk;
	const focus = focused === null ? undefined : ids.idOf(focused);
	const dialogs = shown.filter((node) => node.kind === "region" && node.type === "dialog");
	return {
		url: maskUrl(dom.window.location.href),
		title: maskNumbers(cleanText(head(dom.title()))),
		epoch: ids.epoch,
		viewport,
		...(focus === undefined ? {} : { focus }),
		dialogs: dialogs.map(({ name, id }) => (id === undefined ? { name } : { name, id })),
		alerts: [],
		children,
		partial: reader.isPartial,
		controls: controls.reduce((count, node) => (reader.elements.has(node) ? count + 1 : count), 0),
	};
}

/**
 * Reads the live document in one walk. Nothing is written to the page.
 * Stops at its time limit with what was read so far (`partial`). Never throws into the page.
 *
 * @param memory of this document; the reading updates it
 */
export function readTree(memory: PageMemory, options: ReadOptions): PageTree {
	const walk = walkDocument(memory, options);
	const { dom } = memory;
	const { reader, viewport, frontElements, frontNodes, rest } = walk;
	const all = [...frontNodes, ...rest];
	const [inFront, inRest] = [controlsIn(frontNodes), controlsIn(rest)];
	const nodes = [...inFront, ...inRest];
	giveIds(memory, reader, nodes);
	const behind = frontElements.length === 0 ? [] : inRest.filter(isControl);
	const isBlocked = frontElements.some((top) => isBlocking(memory, top, behind));
	markCovered(memory, reader, { nodes: isBlocked ? inFront : nodes, viewport });
	memory.places = reader.places;
	memory.texts = reader.textNodes;
	memory.seenBefore = memory.seen;
	memory.seen = seenIn(memory, walk, all);
	memory.seenByLookup = undefined;
	memory.touched = new WeakSet();
	for (const shadow of memory.shadowRoots) if (!dom.isConnected(shadow)) memory.shadowRoots.delete(shadow);
	const children = isBlocked ? [...frontNodes, behindDialog(memory, rest)] : all;
	return {
		...treeOf(memory, walk, { children, shown: isBlocked ? inFront : nodes, controls: nodes }),
		alerts: newAlerts(memory, reader),
	};
}
