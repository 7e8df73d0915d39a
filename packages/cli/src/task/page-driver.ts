import type { Guard } from "@webhand/contracts/agent/interact";
import type { ToolCall, ToolResult } from "@webhand/contracts/agent/runs";
import type { ActivityReply, ActResult } from "@webhand/page/execute/page-action";
import type { Dialog, Page } from "playwright-core";
import { WebhandError } from "../errors.ts";
import type { PageRead } from "../page-script/main.ts";
import { pause } from "../server.ts";
import type { DocumentWorld } from "./document-world.ts";
import { DocumentGone, openWorld } from "./document-world.ts";
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
	/** @throws WebhandError browser; the reason of `signal` */
	readonly read: (signal: AbortSignal) => Promise<PageRead>;
	/** Carries a tool out on the page that was read last, and waits until it has settled. @throws the reason of `signal` */
	readonly perform: (order: ToolOrder, signal: AbortSignal) => Promise<ToolResult>;
	readonly close: () => Promise<void>;
};

/** `allowsDialog`: is a `confirm` or `prompt` of the page answered with yes? */
export type DriverOptions = { readonly page: Page; readonly allowsDialog: (dialog: DialogShown) => Promise<boolean> };

const actLimitMs = 10_000;
const lookMs = 100;
const settleLimitMs = 15_000;
/** A page that began to leave and stays, as behind a download, is waited for so long. */
const leavingLimitMs = 3_000;
const readTries = 20;

/** Drives a page of Chromium. */
export function drivePage({ page: first, allowsDialog }: DriverOptions): PageDriver {
	const pages: Page[] = [first];
	const worlds = new Map<Page, Promise<DocumentWorld>>();
	const listening = new Map<Page, (dialog: Dialog) => void>();
	let current = first;
	let docEpoch = "";
	let dialogs: { type: string; message: string; accepted: boolean }[] = [];
	let openDialogs = 0;

	const hear = (page: Page) => {
		const listener = (dialog: Dialog) => {
			openDialogs += 1;
			void answerDialog(dialog, allowsDialog)
				.then((accepted) => dialogs.push({ type: dialog.type(), message: dialog.message().slice(0, 1_000), accepted }))
				.catch(() => undefined)
				.finally(() => {
					openDialogs -= 1;
				});
		};
		listening.set(page, listener);
		page.on("dialog", listener);
	};
	const onPage = (page: Page) => {
		pages.push(page);
		hear(page);
		current = page;
	};
	hear(first);
	first.context().on("page", onPage);

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

	const activity = async (page: Page, actedMsAgo: number): Promise<ActivityReply | "gone"> => {
		const world = await worldOf(page);
		try {
			return await world.call("activity", actedMsAgo);
		} catch (cause) {
			if (!(cause instanceof DocumentGone)) throw cause;
			await entered(page).catch(() => undefined);
			return "gone";
		}
	};
	const settle = async (startedAt: number, signal: AbortSignal): Promise<void> => {
		for (;;) {
			await pause(lookMs, signal);
			const elapsedMs = Date.now() - startedAt;
			const page = currentPage();
			const seen = openDialogs > 0 ? "gone" : await activity(page, elapsedMs).catch(() => "gone" as const);
			if (elapsedMs >= settleLimitMs && openDialogs === 0) return;
			if (seen === "gone" || seen.rest === "waiting" || (seen.hasLeft && elapsedMs < leavingLimitMs)) continue;
			return;
		}
	};

	const go = async (work: (page: Page) => Promise<unknown>): Promise<ToolResult> => {
		try {
			return (await work(currentPage())) === null ? refusal("NO_HISTORY", "There is no page before or after this one") : { success: true };
		} catch (cause) {
			return refusal("NAVIGATION_FAILED", firstLine(cause));
		}
	};
	const actIn = async (doing: Extract<Doing, { kind: "page" }>, guard: Guard | undefined): Promise<ToolResult> => {
		const page = currentPage();
		const world = await worldOf(page);
		try {
			const order = { docEpoch, action: doing.action, ...(guard === undefined ? {} : { guard }) };
			const acted = await within(world.call("act", order), () => openDialogs > 0);
			return await afterActing(page, acted);
		} catch (cause) {
			if (!(cause instanceof DocumentGone)) return refusal("PAGE_ERROR", firstLine(cause));
			return cause.isBegun ? unknownOutcome : refusal("STALE_ELEMENT", "The page has changed to another one");
		}
	};
	/** A synthetic press is none of a person's to Chromium: windows and `javascript:` links that it would have opened are opened here. */
	const afterActing = async (page: Page, { scripts, opens, ...acted }: ActResult): Promise<ToolResult> => {
		for (const script of scripts ?? []) await page.evaluate((url) => void location.assign(url), script).catch(() => undefined);
		if (acted.success && isWebAddress(opens) && !pages.some((open) => !open.isClosed() && open !== page && open.url() === opens))
			await openPage(opens).catch(() => undefined);
		return resultOf(acted);
	};
	const openPage = async (url: string) => {
		const page = await first.context().newPage();
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
				const world = await worldOf(currentPage());
				const found = await world.call("lookUp", { docEpoch, lookup: doing.lookup }).catch((cause: unknown) => {
					if (cause instanceof DocumentGone) return null;
					throw cause;
				});
				return found === null ? refusal("STALE_ELEMENT", "The page has changed to another one") : resultOf(found);
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

	return {
		page: currentPage,
		read: async (signal) => {
			for (let attempt = 1; ; attempt += 1) {
				signal.throwIfAborted();
				const page = currentPage();
				try {
					const world = await worldOf(page);
					const read = await world.call("read").catch(async (cause: unknown) => {
						if (!(cause instanceof DocumentGone)) throw cause;
						return await (await entered(page)).call("read");
					});
					docEpoch = read.snapshot.docEpoch;
					return read;
				} catch (cause) {
					// A document that is just being replaced, or that a dialog stops.
					if (cause instanceof WebhandError || attempt >= readTries)
						throw cause instanceof WebhandError
							? cause
							: new WebhandError(`The page cannot be read: ${firstLine(cause)}`, { code: "browser", cause });
					await pause(lookMs * attempt, signal);
				}
			}
		},
		perform: async (order, signal) => {
			dialogs = [];
			const startedAt = Date.now();
			const result = await perform(order, signal);
			await settle(startedAt, signal);
			if (dialogs.length === 0) return result;
			return { ...result, data: { ...dataOf(result), dialogs: dialogs.slice(0, 5) } };
		},
		close: async () => {
			first.context().off("page", onPage);
			for (const [page, listener] of listening) page.off("dialog", listener);
			for (const world of worlds.values()) await world.then(({ close }) => close()).catch(() => undefined);
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

/** @param isHeld while true the limit does not run, since a person is asked */
async function within(work: Promise<ActResult>, isHeld: () => boolean): Promise<ActResult> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<ActResult>((resolve) => {
		const look = () => {
			if (isHeld()) timer = setTimeout(look, lookMs);
			else resolve(tooLate);
		};
		timer = setTimeout(look, actLimitMs);
	});
	work.catch(() => undefined);
	return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const tooLate: ActResult = { success: false, code: "OUTCOME_UNKNOWN", message: "The page did not answer in time" };
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
