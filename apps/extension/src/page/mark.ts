import { browser } from "wxt/browser";
import type { PageNotice } from "./messages.ts";

/** How the mark looks: at work, or waiting for the person. */
export type Mood = "working" | "waiting";

const words: Readonly<Record<Mood, { readonly status: string; readonly button: string; readonly notice: PageNotice }>> = {
	working: { status: "Webhand is working", button: "Stop", notice: { type: "mark_stop" } },
	waiting: { status: "Webhand needs you", button: "Open panel", notice: { type: "mark_open" } },
};

const style = `
:host { all: initial !important; position: fixed !important; inset: 0 !important; width: 100% !important; height: 100% !important; margin: 0 !important;
	padding: 0 !important; border: 2px solid #2563eb !important; background: none !important; box-sizing: border-box !important;
	pointer-events: none !important; z-index: 2147483647 !important; overflow: visible !important; }
div { position: absolute; right: 12px; bottom: 12px; display: flex; gap: 8px; align-items: center; padding: 6px 6px 6px 12px; border-radius: 999px;
	background: #1e3a8a; color: #fff; font: 500 13px/1.4 system-ui, sans-serif; pointer-events: auto; box-shadow: 0 2px 8px rgb(0 0 0 / 35%); }
button { all: unset; padding: 3px 10px; border-radius: 999px; background: #fff; color: #1e3a8a; font: 600 13px/1.4 system-ui, sans-serif; cursor: pointer; }
button:focus-visible { outline: 2px solid #fff; outline-offset: 2px; }
`;

/**
 * The mark that tells the person what the agent does in this page. It stands in a closed shadow root, takes no clicks but on its own button, and
 * a click on that one counts only when it is the person's.
 *
 * @source extension.md §5 "The mark"
 */
export function createMark() {
	let host: HTMLElement | null = null;
	let shown: Mood | null = null;

	const hide = () => {
		host?.remove();
		host = null;
		shown = null;
	};

	const show = (mood: Mood) => {
		const place = newestModal() ?? document.documentElement;
		if (host?.isConnected && shown === mood && host.parentNode === place) return;
		hide();
		shown = mood;
		host = build(mood);
		place.append(host);
		host.showPopover();
	};

	const stepAside = () => {
		host?.style.setProperty("visibility", "hidden", "important");
		return () => {
			host?.style.removeProperty("visibility");
		};
	};

	return {
		show,
		hide,
		/** True for the mark itself: no part of the page's text or of its changes. */
		isOwn: (node: Node) => node === host,
		/** Takes the mark out of the way while a place on the page is looked up or clicked. */
		aside: async <T>(work: () => Promise<T>): Promise<T> => {
			const free = stepAside();
			try {
				return await work();
			} finally {
				free();
			}
		},
		/** The same for work that is done elsewhere. @returns what ends it */
		stepAside,
	};
}

/** A modal dialog makes everything outside it inert, so the mark moves into the newest one. */
function newestModal(): Element | null {
	return [...document.querySelectorAll("dialog:modal")].at(-1) ?? null;
}

function build(mood: Mood): HTMLElement {
	const { status, button: label, notice } = words[mood];
	const host = document.createElement("div");
	host.popover = "manual";
	host.setAttribute("role", "status");
	const root = host.attachShadow({ mode: "closed" });
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(style);
	root.adoptedStyleSheets = [sheet];
	const badge = document.createElement("div");
	const button = document.createElement("button");
	button.type = "button";
	button.textContent = label;
	button.addEventListener("click", (event) => {
		if (event.isTrusted) void browser.runtime.sendMessage(notice).catch(() => undefined);
	});
	badge.append(`${status} · `, button);
	root.append(badge);
	return host;
}
