import { chooserEvent } from "@webhand/page/act/chooser-event";
import { browser } from "wxt/browser";
import { gestureEvent } from "../../page/gestures.ts";
import { withTimeLimit } from "../time-limit.ts";

const limitMs = 500;

/**
 * Hears of what scripts of these documents try and Chrome grants to a person's press alone; it tells nobody but the caller. A second call
 * for a document changes nothing.
 */
export async function hearOfGestures(tabId: number, documentIds: readonly string[]): Promise<void> {
	const heard = documentIds.map(async (documentId) => {
		const target = { tabId, documentIds: [documentId] };
		const names = [gestureEvent, chooserEvent] as const;
		await browser.scripting.executeScript({ target, world: "MAIN", injectImmediately: true, func: hear, args: [...names] });
	});
	// A document may be gone, or Chrome's own.
	await withTimeLimit(Promise.allSettled(heard), limitMs, () => []);
}

/** Runs in the page and must be self-contained. The proxy of a native function looks like that function. */
function hear(name: string, chooser: string): void {
	const mark = Symbol.for(name);
	if (mark in window) return;
	Object.defineProperty(window, mark, { value: true });
	const tell = (what: string) => document.dispatchEvent(new CustomEvent(name, { detail: what }));
	const tellWindow = (address: unknown) => {
		const url = address === undefined || address === "" ? "" : (URL.parse(String(address), document.baseURI)?.href ?? "");
		tell(`window ${url}`);
	};
	type Call = (call: () => unknown, self: unknown, given: readonly unknown[]) => unknown;
	const around = (owner: object | undefined, key: string, call: Call) => {
		const native: unknown = owner === undefined ? undefined : Reflect.get(owner, key);
		if (owner === undefined || typeof native !== "function") return;
		const apply = (own: typeof native, self: unknown, given: unknown[]) => call(() => Reflect.apply(own, self, given), self, given);
		Reflect.set(owner, key, new Proxy(native, { apply }));
	};
	const isPressed = () => navigator.userActivation.isActive;
	/** A promise that Chrome breaks for want of a press. It stays unhandled where the page handles no error. */
	const promised =
		(what: string): Call =>
		(call) => {
			const isByHand = isPressed();
			const result = call();
			if (!(result instanceof Promise) || isByHand) return result;
			return result.catch((error: unknown) => {
				if (error instanceof Error && ["NotAllowedError", "SecurityError", "TypeError"].includes(error.name)) tell(what);
				throw error;
			});
		};
	around(window, "open", (call, _self, given) => {
		const opened = call();
		if (opened === null) tellWindow(given[0]);
		return opened;
	});
	around(Document.prototype, "execCommand", (call, _self, given) => {
		const isDone = call();
		if (isDone === false && !isPressed() && /^(?:copy|cut|paste)$/i.test(String(given[0]))) tell("clipboard");
		return isDone;
	});
	for (const key of ["writeText", "write", "readText", "read"]) around(globalThis.Clipboard?.prototype, key, promised("clipboard"));
	around(Element.prototype, "requestFullscreen", promised("fullscreen"));
	for (const key of ["showOpenFilePicker", "showSaveFilePicker", "showDirectoryPicker"]) around(window, key, promised("file_chooser"));
	/** Whether our own script takes the field. It has to stand in the document for that. */
	const isTaken = (field: HTMLInputElement) => {
		const isLoose = !field.isConnected;
		if (isLoose) document.documentElement.append(field);
		const isFree = field.dispatchEvent(new CustomEvent(chooser, { bubbles: true, composed: true, cancelable: true }));
		if (isLoose) field.remove();
		if (isFree && !isPressed()) tell("file_chooser");
		return !isFree;
	};
	around(HTMLInputElement.prototype, "showPicker", (call, self) =>
		self instanceof HTMLInputElement && self.type === "file" && isTaken(self) ? undefined : call(),
	);
	around(HTMLElement.prototype, "click", (call, self) => {
		if (self instanceof HTMLInputElement && self.type === "file" && !self.disabled && isTaken(self)) return undefined;
		const isLink = self instanceof HTMLAnchorElement && !self.hasAttribute("download") && !isPressed();
		if (!isLink || ["", "_self", "_parent", "_top"].includes(self.target) || self.target in window) return call();
		let clicked: Event | undefined;
		const note = (event: Event) => {
			clicked = event;
		};
		self.addEventListener("click", note, { capture: true, once: true });
		call();
		if (clicked?.defaultPrevented === false) tellWindow(self.href);
		return undefined;
	});
}

/** In which Chrome opens a window that it does not block. */
export const openingMs = 400;
const stepMs = 50;

/** True where a tab shows an address or is about to. @param waitMs for a window that is just opening */
export async function isOpenInTab(url: string, waitMs: number): Promise<boolean> {
	const end = Date.now() + waitMs;
	for (;;) {
		const tabs = await browser.tabs.query({});
		if (tabs.some((tab) => tab.pendingUrl === url || tab.url === url)) return true;
		if (Date.now() >= end) return false;
		await new Promise((resolve) => setTimeout(resolve, stepMs));
	}
}
