import { browser } from "wxt/browser";
import { withTimeLimit } from "../time-limit.ts";

/** Why trusted input was not possible. `BUSY`: another debugger is attached, such as the developer tools. */
export class TrustedError extends Error {
	override readonly name = "TrustedError";
	readonly code: "TRUSTED_INPUT_BUSY" | "TIMEOUT";

	constructor(code: TrustedError["code"], message: string, options?: ErrorOptions) {
		super(message, options);
		this.code = code;
	}
}

/** Sends one DevTools command to the page of a tab. @throws {TrustedError} after 3 s */
export type Send = (method: string, params?: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** A dialog that the page opened while the debugger was attached. */
export type PageDialog = { readonly type: string; readonly message: string };

const protocol = "1.3";
const commandLimitMs = 3_000;
const keptMs = 10_000;

/** Attached tabs; Chrome detaches them when the worker dies. */
const attached = new Map<number, ReturnType<typeof setTimeout> | undefined>();
const dialogs = new Map<number, PageDialog[]>();

/** False in the standard build, which lacks the permission. */
export function hasTrustedInput(): boolean {
	return browser.runtime.getManifest().permissions?.includes("debugger") === true;
}

/**
 * Attaches the debugger to a tab for some work and 10 s longer, so the next work need not attach again.
 *
 * @param isGranted checked by the caller right before; without it nothing is attached
 * @returns the work's value and the dialogs opened meanwhile; an `alert` is closed, others wait for the user
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
		attached.set(
			tabId,
			setTimeout(() => void release(tabId), keptMs),
		);
	}
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
	const sent: Promise<unknown> = browser.debugger.sendCommand({ tabId }, method, { ...params });
	return withTimeLimit(sent, commandLimitMs, () => {
		throw new TrustedError("TIMEOUT", `${method} took too long`);
	});
}

/** Listens to attached pages; called once, at the worker's start. */
export function followDebuggers(): void {
	if (!hasTrustedInput()) return;
	browser.debugger.onDetach.addListener(({ tabId }) => {
		if (tabId !== undefined) attached.delete(tabId);
	});
	browser.debugger.onEvent.addListener(({ tabId }, method, params) => {
		if (tabId === undefined || method !== "Page.javascriptDialogOpening") return;
		const { type = "", message = "" } = (params ?? {}) as { readonly type?: string; readonly message?: string };
		dialogs.get(tabId)?.push({ type, message });
		if (type === "alert")
			void browser.debugger.sendCommand({ tabId }, "Page.handleJavaScriptDialog", { accept: true }).catch(() => undefined);
	});
}
