import type { Guard } from "@webhand/contracts/agent/interact";
import type { ToolCall, ToolResult } from "@webhand/contracts/agent/runs";
import type { ActResult } from "@webhand/page/execute/page-action";
import type { Dialog, Page } from "playwright-core";
import { WebhandError } from "../errors.ts";
import type { PageRead } from "../page-script/main.ts";
import { pause } from "../server.ts";
import type { DocumentWorld } from "./document-world.ts";
import { DocumentGone, openWorld } from "./document-world.ts";
import type { Activity, Observations } from "./observations.ts";
import { either, nothingSeen, observationsOf } from "./observations.ts";
import { PageSilent, untilAborted, within } from "./time-limit.ts";
import type { Doing } from "./tool.ts";
import { doingOf, isWebAddress } from "./tool.ts";

/** What the page says in a window of the browser. */
export type DialogShown = { readonly type: string; readonly message: string };

/** A tool call of the server, with what it judged. */
export type ToolOrder = { readonly tool: ToolCall; readonly guard?: Guard | undefined };

/** Reads and acts on the pages of a task; a page that opens becomes the current one. */
export type PageDriver = {
	/** The current page. */
	readonly page: () => Page;
	/** @throws WebhandError browser, also where the page does not answer; the reason of `signal` at once */
	readonly read: (signal: AbortSignal) => Promise<PageRead>;
	/** Carries a tool out on the page that was read last, and waits until it has settled. @throws the reason of `signal` at once */
	readonly perform: (order: ToolOrder, signal: AbortSignal) => Promise<ToolResult>;
	readonly close: () => Promise<void>;
};

/** `allowsDialog`: is a `confirm` or `prompt` of the page answered with yes? */
export type DriverOptions = { readonly page: Page; readonly allowsDialog: (dialog: DialogShown) => Promise<boolean> };

const actLimitMs = 10_000;
const lookUpLimitMs = 10_000;
/** A large page is read within a second or two. */
const readLimitMs = 30_000;
const closeLimitMs = 2_000;
const lookMs = 100;
const settleLimitMs = 15_000;
/** A page that began to leave and stays, as behind a download, is waited for so long. */
const leavingLimitMs = 3_000;
/** Chromium opens a window so soon after the press, where it opens it. */
const openingMs = 500;
const readTries = 20;

/** Drives a page of Chromium. */
export function drivePage({ page: first, allowsDialog }: DriverOptions): PageDriver {
	const pages: Page[] = [];
	const worlds = new Map<Page, Promise<DocumentWorld>>();
	const leave: (() => void)[] = [];
	let current = first;
	let docEpoch = "";
	let dialogs: { type: string; message: string; accepted: boolean }[] = [];
	let openDialogs = 0;
	let observed = nothingSeen;
	const inTime = async <T>(work: Promise<T>, ms: number): Promise<T> => await within(work, { ms, isHeld: () => openDialogs > 0 });

	/** A page of this task: what the browser opens from it belongs to the task too, whatever else the context holds. */
	const take = (page: Page) => {
		pages.push(page);
		const onDialog = (dialog: Dialog) => {
			openDialogs += 1;
			void answerDialog(dialog, allowsDialog)
				.then((accepted) => dialogs.push({ type: dialog.type(), message: dialog.message().slice(0, 1_000), accepted }))
				.catch(() => undefined)
				.finally(() => {
					openDialogs -= 1;
				});
		};
		const onPopup = (opened: Page) => {
			take(opened);
			current = opened;
		};
		page.on("dialog", onDialog).on("popup", onPopup);
		leave.push(() => page.off("dialog", onDialog).off("popup", onPopup));
	};
	take(first);

	const worldOf = (page: Page): Promise<DocumentWorld> => {
		const known = worlds.get(page) ?? openWorld(page);
		worlds.set(page, known);
		return known;
	};
	const currentPage = (): Page => {
		if (current.isClosed()) current = pages.findLast((page) => !page.isClosed()) ?? current;
		if (current.isClosed()) throw new WebhandError("The page was closed", { code: "browser" });
		return current;
	};
	const entered = async (page: Page): Promise<DocumentWorld> => {
		const world = await worldOf(page);
		await page.waitForLoadState("domcontentloaded", { timeout: settleLimitMs }).catch(() => undefined);
		await world.enter();
		return world;
	};

	const activity = async (page: Page, actedMsAgo: number): Promise<Activity> => {
		const world = await worldOf(page);
		try {
			return await world.call("activity", actedMsAgo);
		} catch (cause) {
			if (!(cause instanceof DocumentGone)) throw cause;
			await entered(page).catch(() => undefined);
			return "replaced";
		}
	};
	/** @returns what was seen of the page meanwhile */
	const settle = async (startedAt: number, signal: AbortSignal): Promise<Observations> => {
		for (let seen = nothingSeen; ; ) {
			await pause(lookMs, signal);
			const elapsedMs = Date.now() - startedAt;
			const page = currentPage();
			const lookLimitMs = Math.max(lookMs, settleLimitMs - elapsedMs);
			const now = openDialogs > 0 ? "silent" : await inTime(activity(page, elapsedMs), lookLimitMs).catch(() => "silent" as const);
			seen = either(seen, observationsOf(now));
			if (elapsedMs >= settleLimitMs && openDialogs === 0) return seen;
			if (typeof now === "string" || now.rest === "waiting" || (now.hasLeft && elapsedMs < leavingLimitMs)) continue;
			return seen;
		}
	};

	const go = async (work: (page: Page) => Promise<unknown>): Promise<ToolResult> => {
		const page = currentPage();
		const before = page.url();
		try {
			// Null is also the answer where the page itself went back, without a request.
			const hasMoved = (await work(page)) !== null || page.url() !== before;
			return hasMoved ? { success: true } : refusal("NO_HISTORY", "There is no page before or after this one");
		} catch (cause) {
			return refusal("NAVIGATION_FAILED", firstLine(cause));
		}
	};
	const actIn = async (doing: Extract<Doing, { kind: "page" }>, guard: Guard | undefined): Promise<ToolResult> => {
		const page = currentPage();
		const pagesBefore = pages.length;
		try {
			const order = { docEpoch, action: doing.action, ...(guard === undefined ? {} : { guard }) };
			const acted = await inTime(
				worldOf(page).then((world) => world.call("act", order)),
				actLimitMs,
			);
			return await afterActing(page, acted, pagesBefore);
		} catch (cause) {
			if (cause instanceof PageSilent) return refusal("OUTCOME_UNKNOWN", cause.message);
			if (!(cause instanceof DocumentGone)) return refusal("PAGE_ERROR", firstLine(cause));
			return cause.isBegun ? unknownOutcome : refusal("STALE_ELEMENT", "The page has changed to another one");
		}
	};
	/** A synthetic press is none of a person's to Chromium: a `javascript:` link or a window that it does not open is opened here. */
	const afterActing = async (page: Page, { scripts, opens, ...acted }: ActResult, pagesBefore: number): Promise<ToolResult> => {
		for (const script of scripts ?? []) {
			const assigned = page.evaluate((url) => void location.assign(url), script);
			await inTime(assigned, actLimitMs).catch(() => undefined);
		}
		if (!acted.success || !isWebAddress(opens)) return resultOf(acted);
		const until = Date.now() + openingMs;
		while (pages.length === pagesBefore && Date.now() < until) await pause(lookMs);
		if (pages.length === pagesBefore) await openPage(opens).catch(() => undefined);
		return resultOf(acted);
	};
	const openPage = async (url: string) => {
		const page = await first.context().newPage();
		take(page);
		current = page;
		await page.goto(url, { waitUntil: "domcontentloaded" });
	};
	const tabAt = (tab: number): Page | undefined => {
		const page = pages[tab - 1];
		return page?.isClosed() === false ? page : undefined;
	};

	const perform = async ({ tool, guard }: ToolOrder, signal: AbortSignal): Promise<ToolResult> => {
		const doing = doingOf(tool);
		switch (doing.kind) {
			case "page":
				return await actIn(doing, guard);
			case "lookup": {
				const order = { docEpoch, lookup: doing.lookup };
				const found = worldOf(currentPage()).then((world) => world.call("lookUp", order));
				return await inTime(found, lookUpLimitMs).then(resultOf, (cause: unknown) => {
					if (cause instanceof DocumentGone) return refusal("STALE_ELEMENT", "The page has changed to another one");
					if (cause instanceof PageSilent) return refusal("PAGE_ERROR", cause.message);
					throw cause;
				});
			}
			case "wait":
				await pause(1_000 * Math.min(10, Math.max(0, doing.seconds)), signal);
				return { success: true };
			case "navigate":
				return await go((page) => page.goto(doing.url, { waitUntil: "domcontentloaded" }).then(() => true));
			case "open_tab":
				return await go(() => openPage(doing.url));
			case "back":
				return await go((page) => page.goBack({ waitUntil: "domcontentloaded" }));
			case "forward":
				return await go((page) => page.goForward({ waitUntil: "domcontentloaded" }));
			case "reload":
				return await go((page) => page.reload({ waitUntil: "domcontentloaded" }).then(() => true));
			case "switch_tab":
			case "close_tab": {
				const page = tabAt(doing.tab);
				if (page === undefined) return refusal("TAB_CLOSED", "This tab does not belong to the task");
				if (doing.kind === "switch_tab") current = page;
				else await page.close();
				return { success: true };
			}
			case "unknown":
				return refusal("UNSUPPORTED_ACTION", doing.why);
		}
	};

	const readNow = async (page: Page): Promise<PageRead> => {
		const world = await worldOf(page);
		return await world.call("read").catch(async (cause: unknown) => {
			if (!(cause instanceof DocumentGone)) throw cause;
			return await (await entered(page)).call("read");
		});
	};
	const read = async (signal: AbortSignal): Promise<PageRead> => {
		for (let attempt = 1; ; attempt += 1) {
			signal.throwIfAborted();
			try {
				const seen = await inTime(readNow(currentPage()), readLimitMs);
				docEpoch = seen.snapshot.docEpoch;
				return seen;
			} catch (cause) {
				if (cause instanceof WebhandError) throw cause;
				// A document that is just being replaced, or that a dialog stops, answers the next time.
				if (cause instanceof PageSilent || attempt >= readTries)
					throw new WebhandError(`The page cannot be read: ${firstLine(cause)}`, { code: "browser", cause });
				await pause(lookMs * attempt, signal);
			}
		}
	};

	return {
		page: currentPage,
		read: async (signal) => await untilAborted(read(signal), signal),
		perform: async (order, signal) => {
			dialogs = [];
			const [startedAt, before] = [Date.now(), currentPage().url()];
			const done = await untilAborted(perform(order, signal), signal);
			const settled = await untilAborted(settle(startedAt, signal), signal);
			const seen = { ...settled, didUrlChange: currentPage().url() !== before };
			// The server may wait for what an action comes to: what was seen of the action counts then too.
			observed = doingOf(order.tool).kind === "wait" ? either(observed, seen) : seen;
			const result = { ...done, clientObservations: observed };
			if (dialogs.length === 0) return result;
			return { ...result, data: { ...dataOf(result), dialogs: dialogs.slice(0, 5) } };
		},
		close: async () => {
			for (const each of leave) each();
			const closing = [...worlds.values()].map((world) => world.then(({ close }) => close()));
			await within(Promise.allSettled(closing), { ms: closeLimitMs, isHeld: () => false }).catch(() => undefined);
		},
	};
}

/** An `alert` only tells; leaving a page is what was ordered; what asks is asked. */
async function answerDialog(dialog: Dialog, allowsDialog: DriverOptions["allowsDialog"]): Promise<boolean> {
	const type = dialog.type();
	const accepts = type === "alert" || type === "beforeunload" || (await allowsDialog({ type, message: dialog.message() }));
	await (accepts ? dialog.accept() : dialog.dismiss());
	return accepts;
}

const unknownOutcome: ToolResult = { success: false, error: "OUTCOME_UNKNOWN: The page was left while the action ran" };

const dataOf = ({ data }: ToolResult): object => (typeof data === "object" && data !== null ? data : {});
const refusal = (code: string, message: string): ToolResult => ({ success: false, error: `${code}: ${message}`.slice(0, 2_000) });
const firstLine = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause)).split("\n", 1)[0] ?? "";

/** What the page script says of an action, as the server takes it. */
function resultOf({ success, code, message, actualState }: Omit<ActResult, "scripts" | "opens">): ToolResult {
	return {
		success,
		...(success ? {} : { error: `${code ?? "TOOL_FAILED"}: ${message ?? "The action failed"}`.slice(0, 2_000) }),
		...(actualState === undefined ? {} : { data: actualState }),
	};
}
