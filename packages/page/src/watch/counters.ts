import type { PageMemory } from "../read/memory.ts";
import type { QuietCounters } from "./quiet.ts";
import type { TargetBaseline } from "./target-baseline.ts";
import { baselineOf, hasNewPopup, hasTargetChanged } from "./target-baseline.ts";

/**
 * What happened since the baseline (spec 001). Counts are element nodes, at most 10,000.
 * In a document without the target, only `hasChanged` and `hasNetwork` say something about the action.
 */
export type SinceBaseline = {
	readonly addedCount: number;
	readonly removedCount: number;
	readonly dropdownDetected: boolean;
	/** A value, state or text changed in or beside the form of the target, or the target moved. */
	readonly hasFormChange: boolean;
	/** A fetch, XMLHttpRequest or frame began. */
	readonly hasNetwork: boolean;
	/** Nodes or text changed, tickers excluded, or the document is newer than the action. */
	readonly hasChanged: boolean;
};

/**
 * Counts the activity of a page. It stops on request or after a minute without a question, and starts again with the next baseline.
 * It sets no timer and changes nothing.
 */
export type PageCounters = {
	/** Called before an action with its target, and with null at each reading. */
	readonly resetBaseline: (target: Element | null) => void;
	readonly actionEnded: () => void;
	/** @param from start of the action in milliseconds of the document's clock; earlier activity does not count */
	readonly sinceBaseline: (from?: number) => SinceBaseline;
	readonly quiet: () => QuietCounters;
	readonly stop: () => void;
};

const maxCount = 10_000;
const tickerMs = 1_000;
/** The background asks every 100 ms while it waits, so a minute of silence means that nobody waits. */
const idleMs = 60_000;
const requestTypes: ReadonlySet<string> = new Set(["fetch", "xmlhttprequest", "iframe"]);
const ignoredResources: ReadonlySet<string> = new Set(["video", "audio", "beacon", "ping", "track"]);
const ignoredTags: ReadonlySet<string> = new Set(["script", "style", "link"]);
const ignoredSelector = [...ignoredTags].join();
const observed: MutationObserverInit = { subtree: true, childList: true, attributes: true, characterData: true };
const never = Number.NEGATIVE_INFINITY;

/** Activity since the baseline; `tickers` are nodes that also changed shortly before it. */
type Activity = {
	readonly since: number;
	readonly target: TargetBaseline | null;
	readonly tickers: WeakSet<Node>;
	added: number;
	removed: number;
	hasExpanded: boolean;
	lastChange: number;
	lastRequest: number;
};

/** Starts counting. @param now the clock of the page (`performance.now`) */
export function createCounters(memory: PageMemory, now: () => number): PageCounters {
	const { dom, isOwn } = memory;
	const { window, document } = dom;
	const changedAt = new WeakMap<Node, number>();
	let watched = new WeakSet<ShadowRoot>();
	let isWatching = false;
	let since = now();
	let askedAt = since;
	let lastMutation = 0;
	let lastResource = 0;
	let activity: Activity | undefined;

	const isCounted = (node: Node): node is Element =>
		dom.nodeType(node) === 1 && !isOwn(node as Element) && !ignoredTags.has(dom.localName(node as Element));

	/** Stops at the maximum, because a page may move large parts very often. */
	const countElements = (nodes: NodeList, before: number) => {
		let count = before;
		for (const node of nodes) {
			if (count >= maxCount) return maxCount;
			if (isCounted(node)) count += 1 + dom.countAll(node) - dom.query(node, ignoredSelector).length;
		}
		return Math.min(maxCount, count);
	};

	const record = ({ target, type, attributeName, addedNodes, removedNodes }: MutationRecord, time: number) => {
		if (dom.nodeType(target) === 1 && isOwn(target as Element)) return;
		const before = changedAt.get(target);
		changedAt.set(target, time);
		if (activity === undefined) {
			lastMutation = time;
			return;
		}
		if (before !== undefined && before < activity.since && activity.since - before < tickerMs) activity.tickers.add(target);
		if (type === "childList") {
			activity.added = countElements(addedNodes, activity.added);
			activity.removed = countElements(removedNodes, activity.removed);
			const nodes = [...addedNodes, ...removedNodes];
			if (nodes.length > 0 && !nodes.some((node) => isCounted(node) || dom.nodeType(node) === 3)) return;
		}
		const isTicker = activity.tickers.has(target);
		if (!isTicker) lastMutation = time;
		if (!isTicker && type !== "attributes") activity.lastChange = time;
		if (attributeName === "aria-expanded" && dom.attribute(target as Element, "aria-expanded") === "true") activity.hasExpanded = true;
	};

	const stopsWhenIdle = (time: number) => {
		if (time - askedAt < idleMs) return false;
		stop();
		return true;
	};
	const observer = new window.MutationObserver((records) => {
		const time = now();
		if (stopsWhenIdle(time)) return;
		for (const each of records) record(each, time);
	});
	const resources = new window.PerformanceObserver((list) => {
		if (stopsWhenIdle(now())) return;
		for (const entry of list.getEntries()) {
			const type = "initiatorType" in entry ? String(entry.initiatorType) : "";
			if (ignoredResources.has(type)) continue;
			lastResource = Math.max(lastResource, entry.startTime + entry.duration);
			if (activity !== undefined && requestTypes.has(type) && entry.startTime >= activity.since)
				activity.lastRequest = Math.max(activity.lastRequest, entry.startTime);
		}
	});
	const takeRecords = (time: number) => {
		for (const each of observer.takeRecords()) record(each, time);
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
			since = now();
			takeRecords(since);
			activity = {
				since,
				target: target === null ? null : baselineOf(memory, target),
				tickers: new WeakSet(),
				added: 0,
				removed: 0,
				hasExpanded: false,
				lastChange: never,
				lastRequest: never,
			};
		},
		actionEnded: () => {
			since = now();
		},
		sinceBaseline: (from = 0) => {
			askedAt = now();
			takeRecords(askedAt);
			const { target = null, added = 0, removed = 0, hasExpanded = false, lastChange = 0, lastRequest = never } = activity ?? {};
			return {
				addedCount: added,
				removedCount: removed,
				dropdownDetected: hasExpanded || (target !== null && hasNewPopup(memory, target)),
				hasFormChange: target !== null && hasTargetChanged(memory, target),
				hasNetwork: lastRequest >= from,
				hasChanged: lastChange >= from,
			};
		},
		quiet: () => ({
			since,
			isNewDocument: activity === undefined,
			isLoaded: document.readyState !== "loading",
			lastMutation,
			lastResource,
		}),
		stop,
	};
}
