import type { PageDigest } from "../watch/changes.ts";
import type { Draft, DraftLine } from "../write/draft.ts";
import type { Dom, PageWindow } from "./dom.ts";
import { createDom } from "./dom.ts";
import type { ShadowOf } from "./geometry/hit-test.ts";
import { ElementIds } from "./ids.ts";

/**
 * What a content script keeps of its document between readings: the numbers of its elements, and what the newest reading saw.
 * Nothing of it is in the page.
 */
export type PageMemory = {
	readonly dom: Dom;
	readonly ids: ElementIds;
	readonly shadowOf: ShadowOf;
	readonly isOwn: (element: Element) => boolean;
	/** Elements that own text, by the `place` of text nodes and draft lines of the newest reading. */
	places: readonly Element[];
	/** Text nodes of the newest reading: the browser makes the script's objects of them once, not anew at each reading. */
	texts: readonly Text[];
	/** Shadow roots met so far, open ones and those that `shadowOf` opened. */
	readonly shadowRoots: Set<ShadowRoot>;
	/** Fields whose text was hidden once: what the page shows of them later is still a secret. */
	readonly secrets: WeakSet<Element>;
	alerts: ReadonlySet<string> | undefined;
	/** What the `…` lines of the newest text stand for, by the id that `expand` takes. */
	collapsed: ReadonlyMap<number, readonly DraftLine[]>;
	/** The newest text before it was brought to its size, and its length after; kept where frames may yet ask for room. */
	unfitted: { readonly draft: Draft; readonly length: number } | undefined;
	/** What the newest text told, to say what changed since. */
	digest: PageDigest | undefined;
};

/** What a content script hands in of itself. */
export type MemoryOptions = {
	/** 8 base32 characters, new for each document and injection (`newEpoch`). */
	readonly epoch: string;
	/** First id of the block that the background gave this frame (`firstIdOfBlock`). */
	readonly firstId: number;
	/** Opens closed shadow roots too (`chrome.dom.openOrClosedShadowRoot`); open ones only when absent. */
	readonly openShadow?: (element: HTMLElement) => ShadowRoot | null;
	/** Says which elements are our own mark, which no reading sees. */
	readonly isOwn?: (element: Element) => boolean;
};

/** Starts the memory of a document. Call it once per content script. */
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
		secrets: new WeakSet(),
		alerts: undefined,
		collapsed: new Map(),
		unfitted: undefined,
		digest: undefined,
	};
}

const hostTags: ReadonlySet<string> = new Set(
	"article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "),
);

/** Only these and custom elements can host a shadow root that a page made; asking about others costs time. */
function mayHostShadow(dom: Dom, element: Element): boolean {
	const tag = dom.localName(element);
	return (hostTags.has(tag) || tag.includes("-")) && element instanceof dom.window.HTMLElement;
}
