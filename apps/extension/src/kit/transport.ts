import type { SessionId } from "@webhand/contracts/ids";
import type { BrowserCallId } from "@webhand/contracts/mcp-server/calls";
import { browserCallLimits } from "@webhand/contracts/mcp-server/calls";
import { browser } from "wxt/browser";
import type { CommandInput, CommandReply, PanelCommandType } from "../messages.ts";
import { MessageReply, messageVersion, panelPort, panelReplies, ServerTest, WorkerPortMessage } from "../messages.ts";
import {
	authItem,
	confirmedSignInItem,
	modeItem,
	noticeSeenItem,
	routinesWishItem,
	runsItem,
	serverUrlItem,
	siteGrantsItem,
	trustedGrantsItem,
} from "../storage.ts";

/** Why a command failed; kept until the next one of its kind. `retryAt` in ms since the epoch. */
export type CommandProblem = {
	readonly command: PanelCommandType;
	readonly code: string;
	readonly message: string;
	readonly requestId?: string;
	readonly retryAt?: number;
	readonly server?: ServerTest;
	readonly fields: readonly { readonly field: string; readonly message: string }[];
};

/** A command that was refused or did not arrive. */
export class CommandError extends Error {
	readonly problem: CommandProblem;
	constructor(problem: CommandProblem) {
		super(problem.message);
		this.name = "CommandError";
		this.problem = problem;
	}
}

export type Listener = { readonly onMessage: (message: WorkerPortMessage) => void; readonly onLink: (isLinked: boolean) => void };

// A killed worker is back at the first try; later waits are for one that cannot start.
const reconnectMs = [50, 500, 1_000, 2_000, 5_000] as const;
const pingMs = 20_000;

/**
 * Sends a command to the worker.
 *
 * @throws {CommandError} with the worker's or the server's code
 */
export async function send<T extends PanelCommandType>(type: T, input: CommandInput<T>): Promise<CommandReply<T>> {
	const raw: unknown = await browser.runtime
		.sendMessage({ v: messageVersion, id: crypto.randomUUID(), type, ...input })
		.catch((cause: unknown) => {
			throw new CommandError({ command: type, code: "NO_WORKER", message: String(cause), fields: [] });
		});
	const reply = MessageReply.safeParse(raw);
	if (!reply.success)
		throw new CommandError({ command: type, code: "BAD_REPLY", message: "The extension was updated. Reload this panel.", fields: [] });
	if (!reply.data.ok) throw new CommandError(problemOf(type, reply.data.error));
	return panelReplies[type].parse(reply.data.data) as CommandReply<T>;
}

function problemOf(command: PanelCommandType, error: Extract<MessageReply, { ok: false }>["error"]): CommandProblem {
	const listed = error.details?.["fields"];
	const fields = Array.isArray(listed)
		? listed.filter(
				(entry): entry is { field: string; message: string } => typeof entry?.field === "string" && typeof entry?.message === "string",
			)
		: [];
	const server = ServerTest.safeParse(error.details?.["server"]);
	return {
		command,
		code: error.code,
		message: error.message,
		fields,
		...(server.success ? { server: server.data } : {}),
		...(error.requestId === undefined ? {} : { requestId: error.requestId }),
		...(error.retryAfterMs === undefined ? {} : { retryAt: Date.now() + error.retryAfterMs }),
	};
}

/** The tab of `sidepanel.html?tabId=`. It counts only where the panel is a tab, so no link can bind a side panel to another tab. */
async function fixedTab(): Promise<number | undefined> {
	const asked = new URLSearchParams(location.search).get("tabId");
	if (asked === null || !/^\d{1,15}$/.test(asked)) return undefined;
	const own = await browser.tabs.getCurrent();
	return own === undefined ? undefined : Number(asked);
}

/** `show` names the chat whose events are wanted, null for none; `close` ends it. */
export type Watch = { readonly show: (sessionId: SessionId | null) => void; readonly close: () => void };

/** Follows the worker and reconnects. */
export function watch(listener: Listener): Watch {
	let isOver = false;
	let shown: SessionId | null = null;
	let place: { readonly windowId: number; readonly tabId?: number } | undefined;
	const tellShown = () => {
		if (place !== undefined) port?.postMessage({ type: "panel_watch", ...place, ...(shown === null ? {} : { sessionId: shown }) });
	};
	let attempt = 0;
	let port: ReturnType<typeof browser.runtime.connect> | undefined;
	let retry: ReturnType<typeof setTimeout> | undefined;

	const connect = async () => {
		const [window, tabId] = await Promise.all([browser.windows.getCurrent(), fixedTab()]);
		if (isOver || window.id === undefined) return;
		const line = browser.runtime.connect({ name: panelPort });
		port = line;
		line.onMessage.addListener((raw: unknown) => {
			const message = WorkerPortMessage.safeParse(raw);
			if (!message.success) return;
			attempt = 0;
			listener.onMessage(message.data);
		});
		line.onDisconnect.addListener(() => {
			if (isOver || port !== line) return;
			listener.onLink(false);
			retry = setTimeout(() => void connect(), reconnectMs[Math.min(attempt, reconnectMs.length - 1)]);
			attempt += 1;
		});
		place = { windowId: window.id, ...(tabId === undefined ? {} : { tabId }) };
		tellShown();
		listener.onLink(true);
	};

	// Only messages over the port keep a worker alive while a task runs.
	const ping = setInterval(() => port?.postMessage({ type: "panel_ping" }), pingMs);
	void connect();
	return {
		show: (sessionId) => {
			shown = sessionId;
			tellShown();
		},
		close: () => {
			isOver = true;
			clearInterval(ping);
			clearTimeout(retry);
			port?.disconnect();
		},
	};
}

/** Opens the console. @param page of the console; without one its settings */
export function openSettings(page?: string): void {
	if (page === undefined) void browser.runtime.openOptionsPage();
	else void browser.tabs.create({ url: consoleAddress(page) });
}

/** The address of a page of the console. */
export const consoleAddress = (page: string) => new URL(`/options.html#/${page}`, location.href).href;

export function showTab(tabId: number): void {
	void browser.tabs.update(tabId, { active: true });
}

/** Asks Chrome for the site; must be called within a click. */
export function askChrome(wait: { readonly origins: readonly string[] }): Promise<boolean> {
	return browser.permissions.request({ origins: [...wait.origins] });
}

export function extensionVersion(): string {
	return browser.runtime.getManifest().version;
}

/** Follows everything that the settings show. @returns a function that ends it */
export function watchSettings(changed: () => void): () => void {
	const items = [authItem, confirmedSignInItem, serverUrlItem, siteGrantsItem, trustedGrantsItem, modeItem];
	const ends = items.map((item) => item.watch(changed));
	return () => {
		for (const end of ends) end();
	};
}

/** Opens the panel beside this page; must be called within a click. */
export async function openPanel(): Promise<void> {
	const { id } = await browser.windows.getCurrent();
	if (id !== undefined) await browser.sidePanel.open({ windowId: id });
}

/** Asks Chrome whether notifications may be shown, or gives the permission back; must be called within a click. @returns whether they may */
export async function allowNotifications(isWanted: boolean): Promise<boolean> {
	const permissions = { permissions: ["notifications" as const] };
	if (isWanted) return await browser.permissions.request(permissions);
	await browser.permissions.remove(permissions);
	return false;
}

/** Opens an address in a new tab; only http(s), since it comes from the server. */
export function openPage(url: string): void {
	const { protocol } = URL.parse(url) ?? {};
	if (protocol === "http:" || protocol === "https:") void browser.tabs.create({ url, active: true });
}

export function readNoticesSeen(): Promise<readonly string[]> {
	return noticeSeenItem.get();
}

export async function rememberNotice(domain: string): Promise<void> {
	await noticeSeenItem.update((domains) => [...domains.filter((other) => other !== domain), domain].slice(-500));
}

/** Saves a text as a file through the browser's own download. */
export function saveText(name: string, content: string): void {
	const address = URL.createObjectURL(new Blob([content], { type: "text/plain" }));
	Object.assign(document.createElement("a"), { href: address, download: name }).click();
	// The download has read the blob by the next task.
	setTimeout(() => URL.revokeObjectURL(address));
}

/** The calls of MCP clients that this browser works on, at most as many as one request takes. */
export async function clientCallsHere(): Promise<BrowserCallId[]> {
	const records = Object.values(await runsItem.get()).filter(({ phase }) => phase !== "ended");
	return records.flatMap(({ client }) => client?.callId ?? []).slice(0, browserCallLimits.open);
}

const wishMs = 10_000;

/** Calls back when somebody asked Chrome's menu or keyboard for the routines of this window, also just before. @returns ends it */
export function watchRoutinesWish(onWish: () => void): () => void {
	const take = async () => {
		const wish = await routinesWishItem.get();
		if (wish === null || Date.now() - wish.at > wishMs || (await browser.windows.getCurrent()).id !== wish.windowId) return;
		await routinesWishItem.set(null);
		onWish();
	};
	void take();
	return routinesWishItem.watch(() => void take());
}
