import type { PageDialog } from "@webhand/contracts/agent/interact";
import { siteOfAddress } from "@webhand/page/site";
import { browser } from "wxt/browser";
import type { PageAsks } from "../../panel-state.ts";
import { withTimeLimit } from "../time-limit.ts";

/** Why trusted input was not possible. `BUSY`: another debugger is attached, such as the developer tools. `DETACHED`: the command failed. */
export class TrustedError extends Error {
	override readonly name = "TrustedError";
	readonly code: "TRUSTED_INPUT_BUSY" | "TIMEOUT" | "DETACHED";

	constructor(code: TrustedError["code"], message: string, options?: ErrorOptions) {
		super(message, options);
		this.code = code;
	}
}

/** Sends one DevTools command to the page of a tab. @throws {TrustedError} after 3 s, or where Chrome refuses it */
export type Send = (method: string, params?: Readonly<Record<string, unknown>>) => Promise<unknown>;

const protocol = "1.3";
const commandLimitMs = 3_000;
const keptMs = 10_000;

/** Attached tabs; Chrome detaches them when the worker dies. */
const attached = new Map<number, ReturnType<typeof setTimeout> | undefined>();
const dialogs = new Map<number, PageDialog[]>();
/** The window that a page shows now; the page stands still meanwhile. */
const open = new Map<number, PageDialog>();

/** False in the standard build, which lacks the permission. */
export function hasTrustedInput(): boolean {
	return browser.runtime.getManifest().permissions?.includes("debugger") === true;
}

/**
 * Attaches the debugger to a tab for some work and 10 s longer, so the next work need not attach again.
 *
 * @param isGranted checked by the caller right before; without it nothing is attached
 * @returns the work's value and the dialogs closed meanwhile; an `alert` is closed at once, others wait for the user
 * @throws {TrustedError}
 */
export async function withDebugger<T>(
	{ tabId, isGranted }: { readonly tabId: number; readonly isGranted: boolean },
	work: (send: Send) => Promise<T>,
): Promise<{ readonly value: T; readonly dialogs: readonly PageDialog[] }> {
	if (!isGranted || !hasTrustedInput()) throw new TrustedError("TRUSTED_INPUT_BUSY", "Real input is not allowed here");
	await attach(tabId);
	clearTimeout(attached.get(tabId));
	dialogs.set(tabId, []);
	try {
		const value = await work((method, params) => send(tabId, method, params));
		return { value, dialogs: dialogs.get(tabId) ?? [] };
	} finally {
		releaseLater(tabId);
	}
}

/** Without the debugger nobody could answer an open window. */
function releaseLater(tabId: number): void {
	attached.set(
		tabId,
		setTimeout(() => (open.has(tabId) ? releaseLater(tabId) : void release(tabId)), keptMs),
	);
}

/** True while the page stands still behind its own `alert`, `confirm` or `prompt`. */
export function hasOpenDialog(tabId: number): boolean {
	return open.has(tabId);
}

/** Answers the window that a page shows, as its user. @throws {TrustedError} after 3 s, or where there is none any more */
export async function answerDialog(tabId: number, { accept, text }: { readonly accept: boolean; readonly text: string }): Promise<void> {
	await send(tabId, "Page.handleJavaScriptDialog", { accept, promptText: text });
}

async function attach(tabId: number): Promise<void> {
	if (attached.has(tabId)) return;
	await browser.debugger.attach({ tabId }, protocol).catch((cause: unknown) => {
		throw new TrustedError("TRUSTED_INPUT_BUSY", cause instanceof Error ? cause.message : String(cause), { cause });
	});
	attached.set(tabId, undefined);
	try {
		// A click in a hidden tab takes 5 s without it.
		await send(tabId, "Emulation.setFocusEmulationEnabled", { enabled: true });
		await send(tabId, "Page.enable");
	} catch (error) {
		await release(tabId);
		throw error;
	}
}

/** Detaches from a tab. */
export async function release(tabId: number): Promise<void> {
	if (!attached.has(tabId)) return;
	clearTimeout(attached.get(tabId));
	attached.delete(tabId);
	await browser.debugger.detach({ tabId }).catch(() => undefined);
}

function send(tabId: number, method: string, params: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
	const sent: Promise<unknown> = browser.debugger.sendCommand({ tabId }, method, { ...params }).catch((cause: unknown) => {
		throw new TrustedError("DETACHED", cause instanceof Error ? cause.message : String(cause), { cause });
	});
	return withTimeLimit(sent, commandLimitMs, () => {
		throw new TrustedError("TIMEOUT", `${method} took too long`);
	});
}

/** Who is told what a page asks, and how that was answered. */
export type DialogListener = {
	readonly asked: (tabId: number, asks: PageAsks) => void;
	readonly closed: (tabId: number, dialog: PageDialog) => void;
};

const types: ReadonlySet<string> = new Set(["alert", "confirm", "prompt", "beforeunload"]);
const longestMessage = 1_000;

function readOpening(params: unknown): PageDialog & Pick<PageAsks, "site" | "suggestion"> {
	const { type = "", message = "", defaultPrompt = "", url = "" } = (params ?? {}) as Readonly<Record<string, string>>;
	const known = types.has(type) ? (type as PageDialog["type"]) : "unknown";
	return {
		type: known,
		message: message.slice(0, longestMessage),
		suggestion: defaultPrompt.slice(0, longestMessage),
		site: siteOfAddress(url) ?? "",
	};
}

/** Listens to attached pages; called once, at the worker's start. */
export function followDebuggers(told: DialogListener): void {
	if (!hasTrustedInput()) return;
	browser.debugger.onDetach.addListener(({ tabId }) => {
		if (tabId === undefined) return;
		attached.delete(tabId);
		open.delete(tabId);
	});
	browser.debugger.onEvent.addListener(({ tabId }, method, params) => {
		if (tabId === undefined) return;
		if (method === "Page.javascriptDialogOpening") {
			const { suggestion, site, ...dialog } = readOpening(params);
			open.set(tabId, dialog);
			const { type, message } = dialog;
			if (type === "alert") void answerDialog(tabId, { accept: true, text: "" }).catch(() => undefined);
			else if (type !== "unknown") told.asked(tabId, { site, type, message, suggestion });
		}
		if (method === "Page.javascriptDialogClosed") {
			const shown = open.get(tabId);
			open.delete(tabId);
			if (shown === undefined) return;
			const { result } = (params ?? {}) as { readonly result?: boolean };
			const dialog = { ...shown, ...(result === undefined ? {} : { accepted: result }) };
			dialogs.get(tabId)?.push(dialog);
			told.closed(tabId, dialog);
		}
	});
}
