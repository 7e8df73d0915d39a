import type { PageDigest } from "../watch/changes.ts";
import type { Draft, DraftLine } from "../write/draft.ts";
import type { Dom, PageWindow } from "./dom.ts";
import { createDom } from "./dom.ts";
import type { ShadowOf } from "./flat-tree.ts";
import { ElementIds } from "./ids.ts";
import type { Seen } from "./seen.ts";

/** What a content script remembers of its document between readings. Nothing of it is stored in the page. */
export type PageMemory = {
	readonly dom: Dom;
	readonly ids: ElementIds;
	readonly shadowOf: ShadowOf;
	readonly isOwn: (element: Element) => boolean;
	/** Elements that own text, indexed by `place` of the text nodes and draft lines of the newest reading. */
	places: readonly Element[];
	/** Text nodes of the newest reading. Keeping them saves the browser from wrapping each one again. */
	texts: readonly Text[];
	/** All shadow roots found so far. */
	readonly shadowRoots: Set<ShadowRoot>;
	/** Fields that hid their text once. They stay secret when the page shows the text. */
	readonly secrets: WeakSet<Element>;
	alerts: ReadonlySet<string> | undefined;
	/** Content behind the `…` lines of the newest text, by the id that `expand` takes. */
	collapsed: ReadonlyMap<number, readonly DraftLine[]>;
	/** The newest text before it was shortened, and its length afterwards. Kept while frames may still need space. */
	unfitted: { readonly draft: Draft; readonly length: number } | undefined;
	/** The newest text before it was shortened. */
	lines: readonly DraftLine[];
	/** What the newest reading saw, the one before, and the newest lookup. */
	seen: Seen | undefined;
	seenBefore: Seen | undefined;
	seenByLookup: Seen | undefined;
	/** What was acted on since the newest reading: its values are ours. */
	touched: WeakSet<Element>;
	/** Digest of the newest reading, to describe what changed since. */
	digest: PageDigest | undefined;
};

/** Options of a content script. */
export type MemoryOptions = {
	/** 8 base32 characters, new for each document and injection (`newEpoch`). */
	readonly epoch: string;
	/** First id of this frame's block (`firstIdOfBlock`). */
	readonly firstId: number;
	/** Opens closed shadow roots too (`chrome.dom.openOrClosedShadowRoot`); without it only open ones are read. */
	readonly openShadow?: (element: HTMLElement) => ShadowRoot | null;
	/** True for elements of the extension, which no reading includes. */
	readonly isOwn?: (element: Element) => boolean;
	/** Fields that are secret whatever they look like; those that hide their text are added. */
	readonly secrets?: WeakSet<Element>;
};

/** Creates the memory of a document. Call it once for each content script. */
export function createPageMemory(window: PageWindow, options: MemoryOptions): PageMemory {
	const dom = createDom(window);
	const { openShadow } = options;
	const shadowOf: ShadowOf =
		openShadow === undefined ? dom.openShadow : (element) => (mayHostShadow(dom, element) ? openShadow(element as HTMLElement) : null);
	return {
		dom,
		ids: new ElementIds(options.epoch, options.firstId),
		shadowOf,
		isOwn: options.isOwn ?? (() => false),
		places: [],
		texts: [],
		shadowRoots: new Set(),
		secrets: options.secrets ?? new WeakSet(),
		alerts: undefined,
		collapsed: new Map(),
		unfitted: undefined,
		lines: [],
		seen: undefined,
		seenBefore: undefined,
		seenByLookup: undefined,
		touched: new WeakSet(),
		digest: undefined,
	};
}

const hostTags: ReadonlySet<string> = new Set(
	"article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "),
);

/** Only these tags and custom elements can have a shadow root, and asking others costs time. */
function mayHostShadow(dom: Dom, element: Element): boolean {
	const tag = dom.localName(element);
	return (hostTags.has(tag) || tag.includes("-")) && element instanceof dom.window.HTMLElement;
}
