import type { PageMemory } from "../read/memory.ts";
import type { QuietCounters } from "./quiet.ts";

/**
 * What happened since the mark, as spec 001 names it; counts are element nodes, at most 10,000. Without a target only `hasChanged` and
 * `hasNetwork` tell something of an action: it was done elsewhere.
 */
export type SinceBaseline = {
	readonly addedCount: number;
	readonly removedCount: number;
	readonly dropdownDetected: boolean;
	/** A value, state or text changed in the form of the target, or beside it; or the target was moved, which is all that some drags do. */
	readonly hasFormChange: boolean;
	/** A fetch, XMLHttpRequest or frame began. */
	readonly hasNetwork: boolean;
	/** Nodes or text changed, other than by tickers; or the document itself is newer than what is asked for. */
	readonly hasChanged: boolean;
};

/**
 * Counts what a page does, from the first reading on, until it is stopped or was asked nothing for a minute; it begins anew with the next reading or
 * action. Sets no timer and touches nothing.
 */
export type PageCounters = {
	/** Before an action, in the document of its target; with each reading, in all of them: counting starts anew. */
	readonly resetBaseline: (target: Element | null) => void;
	/** After the action: from here on the page is waited for. */
	readonly actionEnded: () => void;
	/** @param from when the action began, by the clock of the page, whose 0 is the document's own beginning: what came before is not its doing */
	readonly sinceBaseline: (from?: number) => SinceBaseline;
	readonly quiet: () => QuietCounters;
	/** The page is left alone from now on. */
	readonly stop: () => void;
};

const most = 10_000;
const tickerMs = 1_000;
/** Whoever waits for a page asks each 100 ms; nobody who still does is silent for so long. */
const forgottenMs = 60_000;
const near = 400;
// A button that sinks or lifts under the pointer moves by less.
const leastMove = 8;
const telling: ReadonlySet<string> = new Set(["fetch", "xmlhttprequest", "iframe"]);
const ignoredResources: ReadonlySet<string> = new Set(["video", "audio", "beacon", "ping", "track"]);
const silentTags: ReadonlySet<string> = new Set(["script", "style", "link"]);
const silentSelector = [...silentTags].join();
const popupSelector = "[role=listbox],[role=menu],[role=dialog],[role=tree],[role=grid],dialog,[popover],ul,ol";
const observed: MutationObserverInit = { subtree: true, childList: true, attributes: true, characterData: true };

type Baseline = { readonly at: number; readonly aimed: TargetBaseline | null };

/** The target of an action, and how it was before: its form's facts, where it stood, and which popups lay over the page. */
type TargetBaseline = {
	readonly target: Element;
	readonly form: string;
	readonly place: Place | null;
	readonly box: Box | null;
	readonly popups: ReadonlySet<Element>;
};

const never = Number.NEGATIVE_INFINITY;
const nothing: SinceBaseline = {
	addedCount: 0,
	removedCount: 0,
	dropdownDetected: false,
	hasFormChange: false,
	hasNetwork: false,
	hasChanged: false,
};

/** Starts counting. @param now the clock of the page (`performance.now`). */
export function createCounters(memory: PageMemory, now: () => number): PageCounters {
	const { dom, isOwn } = memory;
	const { window, document } = dom;
	const started = now();
	/** When a node changed last, and whether it did so shortly before the mark: tickers and spinners say nothing of an action. */
	const changedAt = new WeakMap<Node, number>();
	let watched = new WeakSet<ShadowRoot>();
	let isWatching = false;
	let askedAt = started;
	let lastMutation = 0;
	let lastResource = 0;
	let baseline: Baseline | undefined;
	let since = started;
	let isNewDocument = true;
	let added = 0;
	let removed = 0;
	let hasExpanded = false;
	let lastChange = never;
	let lastRequest = never;
	let tickers = new WeakSet<Node>();

	const isTelling = (node: Node): node is Element =>
		dom.nodeType(node) === 1 && !isOwn(node as Element) && !silentTags.has(dom.localName(node as Element));

	/** Beyond the most that is told nothing is counted: a page may move large parts as often as it likes. */
	const countElements = (nodes: NodeList, before: number) => {
		let count = before;
		for (const node of nodes) {
			if (count >= most) return most;
			if (isTelling(node)) count += 1 + dom.countAll(node) - dom.query(node, silentSelector).length;
		}
		return Math.min(most, count);
	};

	const take = (record: MutationRecord, time: number) => {
		const { target } = record;
		if (dom.nodeType(target) === 1 && isOwn(target as Element)) return;
		const before = changedAt.get(target);
		changedAt.set(target, time);
		if (baseline === undefined) {
			lastMutation = time;
			return;
		}
		if (before !== undefined && before < baseline.at && baseline.at - before < tickerMs) tickers.add(target);
		const isNoise = tickers.has(target);
		if (record.type === "childList") {
			const { addedNodes, removedNodes } = record;
			added = countElements(addedNodes, added);
			removed = countElements(removedNodes, removed);
			const nodes = [...addedNodes, ...removedNodes];
			if (nodes.length > 0 && !nodes.some((node) => isTelling(node) || dom.nodeType(node) === 3)) return;
		}
		if (!isNoise) lastMutation = time;
		if (!isNoise && record.type !== "attributes") lastChange = time;
		if (record.attributeName === "aria-expanded" && dom.attribute(target as Element, "aria-expanded") === "true") hasExpanded = true;
	};

	const observer = new window.MutationObserver((records) => {
		const time = now();
		if (isForgotten(time)) return;
		for (const record of records) take(record, time);
	});
	const resources = new window.PerformanceObserver((list) => {
		if (isForgotten(now())) return;
		for (const entry of list.getEntries()) {
			const type = "initiatorType" in entry ? String(entry.initiatorType) : "";
			if (ignoredResources.has(type)) continue;
			lastResource = Math.max(lastResource, entry.startTime + entry.duration);
			if (baseline !== undefined && telling.has(type) && entry.startTime >= baseline.at)
				lastRequest = Math.max(lastRequest, entry.startTime);
		}
	});

	const visiblePopups = (): ReadonlySet<Element> => {
		const found = [document, ...memory.shadowRoots].flatMap((root) => dom.query(root, popupSelector)).slice(0, 2_000);
		return new Set(found.filter((element) => isPopup(memory, element)));
	};
	const start = () => {
		askedAt = now();
		if (isWatching) return;
		isWatching = true;
		observer.observe(document, observed);
		resources.observe({ type: "resource", buffered: false });
	};
	const stop = () => {
		isWatching = false;
		watched = new WeakSet();
		observer.disconnect();
		resources.disconnect();
	};
	const baselineOf = (target: Element): TargetBaseline => {
		const popups = visiblePopups();
		return { target, form: formDigest(memory, target), place: placeOf(memory, target), box: boxOf(memory, target), popups };
	};
	const hasPopupNear = ({ target, box, popups }: TargetBaseline) => {
		// A target that the page has written anew stood where it stood.
		const here = boxOf(memory, target) ?? box;
		return here !== null && [...visiblePopups()].some((popup) => !popups.has(popup) && isNear(memory, popup, here));
	};
	const isForgotten = (time: number) => {
		if (time - askedAt < forgottenMs) return false;
		stop();
		return true;
	};
	const watch = (roots: Iterable<ShadowRoot>) => {
		start();
		for (const root of roots) {
			if (watched.has(root)) continue;
			watched.add(root);
			observer.observe(root, observed);
		}
	};
	start();

	return {
		resetBaseline: (target) => {
			watch(memory.shadowRoots);
			const time = now();
			for (const record of observer.takeRecords()) take(record, time);
			baseline = { at: time, aimed: target === null ? null : baselineOf(target) };
			added = 0;
			removed = 0;
			hasExpanded = false;
			lastChange = never;
			lastRequest = never;
			tickers = new WeakSet();
			since = time;
			isNewDocument = false;
		},
		actionEnded: () => {
			since = now();
		},
		sinceBaseline: (from = 0) => {
			const time = now();
			askedAt = time;
			for (const record of observer.takeRecords()) take(record, time);
			if (baseline === undefined) return { ...nothing, hasChanged: from <= 0 };
			const { aimed } = baseline;
			return {
				addedCount: added,
				removedCount: removed,
				dropdownDetected: hasExpanded || (aimed !== null && hasPopupNear(aimed)),
				hasFormChange:
					aimed !== null && (formDigest(memory, aimed.target) !== aimed.form || hasMoved(aimed.place, placeOf(memory, aimed.target))),
				hasNetwork: lastRequest >= from,
				hasChanged: lastChange >= from,
			};
		},
		quiet: () => ({ since, isNewDocument, isLoaded: document.readyState !== "loading", lastMutation, lastResource }),
		stop,
	};
}

/** A visible list, menu or dialog that lies over the page: lists count only where they are placed freely. */
function isPopup({ dom, isOwn }: PageMemory, element: Element): boolean {
	if (isOwn(element) || !dom.isShown(element)) return false;
	const rect = dom.rect(element);
	if (rect.width < 2 || rect.height < 2) return false;
	const tag = dom.localName(element);
	if ((tag !== "ul" && tag !== "ol") || dom.hasAttribute(element, "role")) return true;
	const isFree = (found: Element) => ["absolute", "fixed"].includes(dom.style(found).position);
	const parent = dom.parentNode(element);
	return isFree(element) || (parent !== null && dom.nodeType(parent) === 1 && isFree(parent as Element));
}

/** In the content of the window, whatever is scrolled. */
type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

/** null: it is not in the page, or nowhere to be seen. */
function boxOf({ dom }: PageMemory, element: Element): Box | null {
	const rect = dom.rect(element);
	if (rect.width === 0 && rect.height === 0) return null;
	const root = dom.root();
	const { left: x, top: y } = root === null ? { left: 0, top: 0 } : dom.scrollSize(root);
	return { left: rect.left + x, right: rect.right + x, top: rect.top + y, bottom: rect.bottom + y };
}

function isNear(memory: PageMemory, popup: Element, target: Box): boolean {
	const box = boxOf(memory, popup);
	if (box === null) return false;
	const across = Math.max(0, box.left - target.right, target.left - box.right);
	const down = Math.max(0, box.top - target.bottom, target.top - box.bottom);
	return Math.hypot(across, down) <= near;
}

type Place = { readonly x: number; readonly y: number };

/** Where the middle of an element lies in its parent's content, whatever is scrolled; null: it is not in the page. */
function placeOf({ dom }: PageMemory, target: Element | null): Place | null {
	const parent = target === null ? null : dom.parentNode(target);
	if (target === null || parent === null || dom.nodeType(parent) !== 1) return null;
	const own = dom.rect(target);
	const frame = dom.rect(parent as Element);
	const { left, top } = dom.scrollSize(parent as Element);
	return { x: own.left + own.width / 2 - frame.left + left, y: own.top + own.height / 2 - frame.top + top };
}

function hasMoved(before: Place | null, now: Place | null): boolean {
	return before !== null && now !== null && Math.hypot(now.x - before.x, now.y - before.y) >= leastMove;
}

/** More elements than so are no group around a button but a good part of the page, where a clock may run. */
const groupSize = 12;

/** Outside of a form, what stands beside the target: the number between a minus and a plus. */
function nearOf(dom: PageMemory["dom"], target: Element): Element {
	const parent = dom.parentNode(target);
	const isPart = parent !== null && dom.nodeType(parent) === 1 && parent !== dom.body() && parent !== dom.root();
	return isPart && dom.query(parent as Element, "*").length <= groupSize ? (parent as Element) : target;
}

/** Values, ticks and text of the target's form; kept here, never sent. */
function formDigest({ dom }: PageMemory, target: Element | null): string {
	if (target === null) return "";
	const form = dom.closest(target, "form,fieldset,[role=form],[role=radiogroup],[role=group]") ?? nearOf(dom, target);
	const fields = [
		form,
		...dom.query(form, "input,select,textarea,[aria-checked],[aria-selected],[aria-pressed],[aria-expanded]").slice(0, 500),
	];
	const { HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement } = dom.window;
	const facts = fields.map((field) => {
		const aria = ["aria-checked", "aria-selected", "aria-pressed", "aria-expanded"].map((name) => dom.attribute(field, name) ?? "").join();
		if (field instanceof HTMLInputElement) return `${field.value}\n${field.checked}\n${aria}`;
		if (field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement) return `${field.value}\n${aria}`;
		return aria;
	});
	return `${facts.join("\n")}\n${dom.textContent(form).slice(0, 20_000)}`;
}
