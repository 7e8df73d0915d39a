import { readPageText } from "@webhand/page/parse/page-text";
import type { PageView } from "@webhand/page/parse/view";
import { maskUrl } from "@webhand/page/read/sensitive";
import { siteOfAddress } from "@webhand/page/site";
import { stitchFrames } from "@webhand/page/write/stitch";
import { pickedValue } from "@webhand/routines/make/picked-value";
import type { RecordedEvent } from "@webhand/routines/make/recorded-event";
import { describeTarget } from "@webhand/routines/target/describe";
import type { Browser } from "wxt/browser";
import { browser } from "wxt/browser";
import type { PageNotice } from "../../page/messages.ts";
import type { RecordedTab, RecordingRecord } from "../../recording-record.ts";
import { recordingItem, siteGrantsItem } from "../../storage.ts";
import { askPage, PageError } from "../frames/ask-page.ts";
import type { Frame } from "../frames/documents.ts";
import { listFrames } from "../frames/documents.ts";
import { addressOf } from "../frames/frame-site.ts";
import type { TabText, Taken } from "../frames/read-tab.ts";
import { readTab } from "../frames/read-tab.ts";
import { isAllowedByChrome, isRefused } from "../tabs/access.ts";
import type { IsShut, ShutSites } from "../tabs/shut-sites.ts";
import { permissionFor, siteOf } from "../tabs/site.ts";
import { arrivalOf, controlOf, effectOf, eventOf, openEvent, withEffect, withStep } from "./policy.ts";

/** A document of a tab that told something. */
export type Teller = { readonly tabId: number; readonly frameId: number; readonly documentId: string };

type Recorded = Extract<PageNotice, { type: "recorded" }>;

/** The newest step and the page before it, until its effect is known; lost with the worker, and the effect with it. */
type Newest = {
	readonly key: string;
	readonly tabId: number;
	readonly before: PageView;
	readonly id: number | undefined;
	readonly typed: string | undefined;
};

const askLimitMs = 2_000;
/** After an act the page is read once more, for what came of it. */
const effectMs = 900;
/** A page that is too busy to be read is tried again after this time. */
const againMs = 1_000;
/** A step back or forward this soon after an act is what the page did. */
const ofActMs = 1_500;
/** Documents tell what is still open when they are told to stop; their notices arrive within this time. */
const lastNoticeMs = 150;
const badge = { text: "REC", color: "#b91c1c" } as const;

export type Recordings = ReturnType<typeof createRecordings>;

/** Collects what the person does in the tabs of the one recording. Everything that must outlive the worker stands in `recordingItem`. */
export function createRecordings({ now, shutSites }: { readonly now: () => number; readonly shutSites: ShutSites }) {
	let last: Promise<unknown> = Promise.resolve();
	/** What was read of each tab. A new worker reads again. */
	const taken = new Map<number, Taken>();
	const dueLooks = new Set<number>();
	let newest: Newest | undefined;

	/** One after the other: steps keep the order in which they happened. */
	const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
		const done = last.then(work);
		last = done.catch(() => undefined);
		return done;
	};
	const change = (work: (record: RecordingRecord) => RecordingRecord) =>
		recordingItem.update((record) => (record === null ? null : work(record)));
	const changeTab = (tabId: number, work: (tab: RecordedTab) => RecordedTab) =>
		change((record) => ({ ...record, tabs: record.tabs.map((tab) => (tab.id === tabId ? work(tab) : tab)) }));
	const open = async (tabId: number) => {
		const record = await recordingItem.get();
		const tab = record?.tabs.find(({ id }) => id === tabId);
		return record?.state !== "recording" || tab === undefined ? null : { record, tab };
	};
	const add = async (event: RecordedEvent, more: Omit<Parameters<typeof withStep>[1], "event"> = {}) =>
		(await change((record) => withStep(record, { event, ...more })))?.steps.at(-1)?.key;

	const listen = async (record: RecordingRecord, tab: RecordedTab, state: "off" | "on") => {
		const frames = await listFrames(tab.id);
		const grants = await siteGrantsItem.get();
		const isShut = await shutSites();
		const readable = frames.filter((frame) => !isRefused({ refused: [], isShut }, frame, frames));
		const isMeant = (frame: Frame) => {
			const site = siteOfAddress(addressOf(frame, frames));
			return site !== null && permissionFor(site, { ...record, grants }) === "allowed";
		};
		const wanted = state === "on" && record.isPicking && record.tabId === tab.id ? "picking" : state;
		await Promise.allSettled(
			(state === "off" ? frames : readable.filter(isMeant)).map(({ frameId, documentId }) =>
				tellDocument({ tabId: tab.id, frameId, documentId }, wanted),
			),
		);
		const others = readable.filter((frame) => !isMeant(frame)).flatMap((frame) => siteOfAddress(addressOf(frame, frames)) ?? []);
		return [...new Set(others)].filter((site) => !record.refused.includes(site)).slice(0, 20);
	};

	/** Reads a tab that may be read, and listens in its documents unless the recording ends. */
	const look = async (tabId: number, isLast = false): Promise<void> => {
		const found = await open(tabId);
		const shown = await browser.tabs.get(tabId).catch(() => null);
		if (found === null || shown === null) return;
		const { record, tab } = found;
		const isShut = await shutSites();
		const isReadable = isPage(shown.url) && !isShut(shown.url);
		const wait = isReadable ? await waitOf(record, shown.url ?? "") : null;
		if (wait !== null || !isReadable) {
			if (record.tabId === tabId) await change((current) => ({ ...current, wait }));
			return;
		}
		const text = await read({ ...record, isShut }, tab);
		if (text === null) {
			if (!isLast) setTimeout(() => lookSoon(tabId), againMs);
			return;
		}
		taken.set(tabId, text.taken);
		const highestId = Math.max(tab.highestId, ...text.frames.map(({ lastId }) => lastId));
		const facts = { frames: [...text.frames], highestId, title: shown.title ?? "", host: hostOf(shown.url), isEmpty: false };
		const visited = tab.visited.length === 0 && shown.url !== undefined ? [maskUrl(shown.url)] : tab.visited;
		await changeTab(tabId, (current) => ({ ...current, ...facts, visited }));
		if (tab.isArriving && shown.status === "complete") await arrive(tabId);
		await noteEffect(tabId, readPageText(text.text));
		if (isLast) return;
		const framed = await listen(record, { ...tab, ...facts }, "on");
		await change((current) => (current.tabId === tabId ? { ...current, wait: null, framed, isReady: true } : current));
		await showBadge(tabId, true);
	};
	const lookSoon = (tabId: number) => {
		if (dueLooks.has(tabId)) return;
		dueLooks.add(tabId);
		void inOrder(async () => {
			dueLooks.delete(tabId);
			await look(tabId);
		});
	};

	/** @param isNear the reading of a large page may leave distant controls out: one that it lacks need not be gone */
	const noteEffect = async (tabId: number, after: PageView, isNear = false) => {
		if (newest?.tabId !== tabId) return;
		const { key, before, id, typed } = newest;
		const isLost = isNear && id !== undefined && !after.elements.has(id);
		const effect = effectOf(before, after, {
			...(id === undefined || isLost ? {} : { id }),
			...(typed === undefined ? {} : { typed }),
		});
		await change((record) => withEffect(record, key, effect));
	};

	/** The person works in another tab of the recording now. */
	const arrive = async (tabId: number) => {
		const found = await open(tabId);
		if (found === null) return;
		const { title, host } = found.tab;
		await changeTab(tabId, (tab) => ({ ...tab, isArriving: false }));
		const url = found.record.tabs.find(({ id }) => id !== tabId)?.visited.at(-1) ?? found.record.url;
		await add({ kind: "switch_tab", at: now(), url, title: title.slice(0, 300), ...(host === "" ? {} : { host }) });
		newest = undefined;
	};

	const heard = async ({ act, ids, page }: Recorded, from: Teller): Promise<void> => {
		const found = await open(from.tabId);
		if (found === null) {
			await tellDocument(from, "off");
			return;
		}
		const { tab } = found;
		const record = { ...found.record, isShut: await shutSites() };
		if (!(await mayTell(record, from))) {
			await tellDocument(from, "off");
			return;
		}
		if (tab.isArriving) await arrive(tab.id);
		const view = await pageOf({ record, tab, from, page, ids }, taken.get(tab.id));
		await noteEffect(tab.id, view, true);
		const at = now();
		const url = view.url === "" ? (tab.visited.at(-1) ?? record.url) : view.url;
		if (act.kind === "pick") {
			const value = act.text === null ? undefined : pickedValue(view, { ids, text: act.text });
			await change((current) => ({ ...current, isPicking: false, isPickEmpty: value === undefined }));
			if (value !== undefined) await add({ kind: "check", at, url, ...value });
			await listen({ ...record, isPicking: false }, tab, "on");
			return;
		}
		const element = controlOf(view, ids);
		const target = element === undefined ? undefined : describeTarget(view, element.id);
		const event = eventOf(act, { view, element, target, at, url });
		if (event === undefined) return;
		const key = await add(event, {
			...(element === undefined ? {} : { control: `${element.epoch}:${element.id}` }),
			focuses: act.kind === "click" && act.focuses === true,
			opened: act.kind === "upload" && act.opened,
		});
		newest = key === undefined ? undefined : { key, tabId: tab.id, before: view, id: element?.id, typed: typedBy(act) };
		setTimeout(() => lookSoon(tab.id), effectMs);
	};

	const committed = async (details: Committed): Promise<void> => {
		const { tabId, frameId, url, transitionType, transitionQualifiers = [] } = details;
		const found = await open(tabId);
		if (found === null) return;
		if (frameId === 0 && isPage(url) && !(await shutSites())(url)) {
			const { record, tab } = found;
			const at = now();
			const isOfAct = at - record.lastActAt < ofActMs;
			const arrival = arrivalOf(tab.visited, { transition: transitionType, qualifiers: transitionQualifiers, url: maskUrl(url), isOfAct });
			const isNew = tab.isEmpty;
			await changeTab(tabId, (current) => ({
				...current,
				visited: arrival.visited,
				isEmpty: false,
				isArriving: current.isArriving && !isNew,
			}));
			const when = { at, url: tab.visited.at(-1) ?? record.url };
			if (arrival.does === "go_back") await add({ kind: "go_back", ...when });
			if (arrival.does === "open" || (isNew && arrival.does === "nothing")) await add(openEvent(url, { ...when, isNew }));
			if (arrival.does !== "nothing") newest = undefined;
		}
		await look(tabId);
	};

	const activated = async (tabId: number, windowId: number): Promise<void> => {
		const record = await recordingItem.get();
		if (record?.state !== "recording" || record.windowId !== windowId || record.tabId === tabId) return;
		const shown = await browser.tabs.get(tabId).catch(() => null);
		if (shown === null) return;
		const known = record.tabs.find(({ id }) => id === tabId);
		const isEmpty = !isPage(shown.url ?? shown.pendingUrl);
		// A tab of the browser's own, such as its settings, is no part of it; a new tab becomes one with its first page.
		const isForeign = async (url: string) => (await shutSites())(url) || (await waitOf(record, url)) !== null;
		if (known === undefined && !isEmpty && (await isForeign(shown.url ?? ""))) return;
		if (known === undefined && isEmpty && !isNewTab(shown)) return;
		const tab = known ?? newTab(shown, { isEmpty });
		await change((current) => ({
			...current,
			tabId,
			wait: null,
			framed: [],
			isReady: false,
			tabs: [...current.tabs.filter(({ id }) => id !== tabId), { ...tab, isArriving: !tab.isEmpty }],
		}));
		await look(tabId);
	};

	const closed = async (tabId: number, isWindowClosing: boolean): Promise<void> => {
		taken.delete(tabId);
		const found = await open(tabId);
		if (found === null || isWindowClosing) return;
		const { record, tab } = found;
		const tabs = record.tabs.filter(({ id }) => id !== tabId);
		await change((current) => ({ ...current, tabs }));
		if (tab.isEmpty || tabs.length === 0) return;
		await add({
			kind: "close_tab",
			at: now(),
			url: tab.visited.at(-1) ?? record.url,
			title: tab.title.slice(0, 300),
			...(tab.host === "" ? {} : { host: tab.host }),
		});
	};

	return {
		/** A document told what the person did. */
		heard: (notice: Recorded, from: Teller) => inOrder(() => heard(notice, from)),
		/** Starts to listen in the tab of a new recording, or in one whose site was just allowed. */
		look: (tabId: number) => inOrder(() => look(tabId)),
		change: (work: (record: RecordingRecord) => RecordingRecord) => inOrder(() => change(work)),
		/** Tells the documents of the tab in front whether their next press picks a value. */
		pick: (isPicking: boolean) =>
			inOrder(async () => {
				const record = await change((current) => ({ ...current, isPicking, isPickEmpty: false }));
				const tab = record?.tabs.find(({ id }) => id === record.tabId);
				if (record !== null && tab !== undefined) await listen(record, tab, "on");
			}),
		/** Ends the listening; what was open in the pages is told before it returns. */
		stop: async (): Promise<void> => {
			const record = await recordingItem.get();
			if (record === null) return;
			await inOrder(async () => {
				for (const tab of record.tabs) {
					await listen(record, tab, "off");
					await showBadge(tab.id, false);
				}
			});
			await new Promise((resolve) => setTimeout(resolve, lastNoticeMs));
			await inOrder(() => look(record.tabId, true));
		},
		/** Follows tabs and navigations. Registers its listeners at once. */
		follow: () => {
			const { webNavigation, tabs } = browser;
			webNavigation.onCommitted.addListener((details) => void inOrder(() => committed(details as Committed)));
			for (const event of [webNavigation.onHistoryStateUpdated, webNavigation.onReferenceFragmentUpdated])
				event.addListener((details) => void inOrder(() => committed(details as Committed)));
			webNavigation.onDOMContentLoaded.addListener(({ tabId }) => lookSoon(tabId));
			webNavigation.onCompleted.addListener(({ tabId, frameId }) => (frameId === 0 ? lookSoon(tabId) : undefined));
			webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId }) => {
				void inOrder(async () => {
					const found = await open(sourceTabId);
					const shown = await browser.tabs.get(tabId).catch(() => null);
					if (found === null || shown === null || found.record.tabs.some(({ id }) => id === tabId)) return;
					const isShown = found.record.tabId === tabId;
					await change((record) => ({
						...record,
						tabs: [...record.tabs, { ...newTab(shown, { isEmpty: false }), isArriving: isShown || shown.active }],
					}));
					if (shown.active) await change((record) => ({ ...record, tabId }));
				});
			});
			tabs.onActivated.addListener(({ tabId, windowId }) => void inOrder(() => activated(tabId, windowId)));
			tabs.onRemoved.addListener((tabId, { isWindowClosing }) => void inOrder(() => closed(tabId, isWindowClosing)));
		},
	};
}

type Committed = {
	readonly tabId: number;
	readonly frameId: number;
	readonly url: string;
	readonly transitionType: string;
	readonly transitionQualifiers?: readonly string[];
};

/** A tab of a recording before anything of it was read. */
export function newTab(
	{ id = 0, title = "", url }: Pick<Browser.tabs.Tab, "id" | "title" | "url">,
	{ isEmpty }: { readonly isEmpty: boolean },
): RecordedTab {
	return { id, title, host: hostOf(url), visited: isPage(url) ? [maskUrl(url)] : [], isEmpty, isArriving: false, frames: [], highestId: 0 };
}

/** What keeps a recording from a page; null where nothing does, or where no permission would help. */
async function waitOf({ sites, refused }: RecordingRecord, url: string): Promise<RecordingRecord["wait"]> {
	const site = siteOf(url, siteOfAddress);
	if (site.kind !== "site") return null;
	const { domain, origins } = site;
	const isAllowed = permissionFor(domain, { sites, refused, grants: await siteGrantsItem.get() }) === "allowed";
	const withheld = !(await isAllowedByChrome(origins));
	return isAllowed && !withheld ? null : { domain, origins: [...origins], withheld };
}

/** With the sites that nothing is read of. */
type Guarded = RecordingRecord & { readonly isShut: IsShut };

async function read(record: Guarded, tab: RecordedTab, before?: Taken): Promise<TabText | null> {
	const may = { page: () => true, frame: (frame: Frame, all: readonly Frame[]) => !isRefused(record, frame, all) };
	const known = { frames: tab.frames, highestId: tab.highestId, ...(before === undefined ? {} : { taken: before }) };
	try {
		return await readTab(tab.id, known, may);
	} catch (error) {
		if (error instanceof PageError) return null;
		throw error;
	}
}

/** Whether the site of a document is allowed. One that is gone was, when it was told to listen. */
async function mayTell(record: Guarded, { tabId, documentId }: Teller): Promise<boolean> {
	const frames = await listFrames(tabId);
	const frame = frames.find((each) => each.documentId === documentId);
	if (frame === undefined) return true;
	if (isRefused(record, frame, frames)) return false;
	const site = siteOfAddress(addressOf(frame, frames));
	return site !== null && permissionFor(site, { ...record, grants: await siteGrantsItem.get() }) === "allowed";
}

type Told = {
	readonly record: Guarded;
	readonly tab: RecordedTab;
	readonly from: Teller;
	readonly page: Recorded["page"];
	readonly ids: readonly number[];
};

/**
 * The whole page right before an act: its document as it told it, in the frames around it as they were read before, else as they are now,
 * else alone.
 */
async function pageOf({ record, tab, from, page, ids }: Told, before: Taken | undefined): Promise<PageView> {
	const { documentId } = from;
	const ways: (() => Promise<string | undefined>)[] = [];
	if (before?.found.some((frame) => frame.documentId === documentId) === true) {
		const replies = new Map(before.replies).set(documentId, page);
		ways.push(async () => (await read(record, tab, { ...before, replies }))?.text);
	}
	ways.push(async () => {
		const found = await listFrames(tab.id);
		if (!found.some((frame) => frame.documentId === documentId)) return undefined;
		return (await read(record, tab, { found, replies: new Map([[documentId, page]]) }))?.text;
	});
	let first: PageView | undefined;
	for (const way of ways) {
		const text = await way();
		if (text === undefined) continue;
		const view = readPageText(text);
		first ??= view;
		if (ids.some((id) => view.elements.has(id))) return view;
	}
	const alone = readPageText(stitchFrames(page.text, []));
	return first === undefined || ids.some((id) => alone.elements.has(id)) ? alone : first;
}

function typedBy(act: Recorded["act"]): string | undefined {
	return act.kind === "fill" && act.text !== null ? act.text : undefined;
}

async function tellDocument({ tabId, frameId, documentId }: Teller, state: "off" | "on" | "picking"): Promise<void> {
	await askPage({ tabId, frameId, documentId }, { type: "page_record", input: { state }, limitMs: askLimitMs }).catch((error: unknown) => {
		// A document without the content script listens to nothing.
		if (!(error instanceof PageError)) throw error;
	});
}

async function showBadge(tabId: number, isOn: boolean): Promise<void> {
	await Promise.allSettled([
		browser.action.setBadgeText({ tabId, text: isOn ? badge.text : "" }),
		...(isOn ? [browser.action.setBadgeBackgroundColor({ tabId, color: badge.color })] : []),
	]);
}

const isPage = (url: string | undefined): url is string => url !== undefined && /^https?:/.test(url);
const hostOf = (url: string | undefined) => (isPage(url) ? (URL.parse(url)?.host ?? "") : "");

function isNewTab({ url, pendingUrl }: Pick<Browser.tabs.Tab, "url" | "pendingUrl">): boolean {
	const site = siteOf(url || pendingUrl || "", siteOfAddress);
	return site.kind === "restricted" && site.restricted === "new_tab";
}
