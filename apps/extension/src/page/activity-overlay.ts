import { page, real } from "@webhand/page/act/dom/nodes";
import { browser } from "wxt/browser";
import type { PageNotice } from "./messages.ts";

/** What the badge says, and on its button; the worker knows the language. */
export type OverlayLook = { readonly state: "working" | "waiting"; readonly status: string; readonly button: string };

const notices: Readonly<Record<OverlayLook["state"], PageNotice>> = {
	working: { type: "overlay_stop" },
	waiting: { type: "overlay_open" },
};

const sheetText = `
:host { all: initial !important; position: fixed !important; inset: 0 !important; width: 100% !important; height: 100% !important; margin: 0 !important;
	padding: 0 !important; border: none !important; background: none !important; box-sizing: border-box !important;
	pointer-events: none !important; z-index: 2147483647 !important; overflow: visible !important; }
i { position: fixed; box-sizing: border-box; border: 2px solid #2563eb; }
i.frame { inset: 0; }
i.target { outline: 2px solid #fff; border-radius: 4px; }
div { position: absolute; right: 12px; bottom: 12px; display: flex; gap: 8px; align-items: center; padding: 6px 6px 6px 12px; border-radius: 999px;
	background: #1e3a8a; color: #fff; font: 500 13px/1.4 system-ui, sans-serif; pointer-events: auto; box-shadow: 0 2px 8px rgb(0 0 0 / 35%); }
button { all: unset; padding: 3px 10px; border-radius: 999px; background: #fff; color: #1e3a8a; font: 600 13px/1.4 system-ui, sans-serif; cursor: pointer; }
button:focus-visible { outline: 2px solid #fff; outline-offset: 2px; }
`;

const outlineMs = 600;
const outlineMarginPx = 4;

/** The overlay's host element and its content in a closed shadow root. Only the badge takes clicks. */
type Overlay = { readonly host: HTMLElement; readonly root: ShadowRoot; readonly badge: HTMLElement | null };

/** Shows the user what the agent does in this page. A closed shadow root holds it; a click on its button counts only when it is trusted. */
export function createActivityOverlay() {
	const own = new WeakSet<Node>();
	let overlay: Overlay | null = null;
	let shown: OverlayLook | null = null;
	let outlined: HTMLElement | null = null;
	let removals = 0;
	let hiddenCount = 0;

	const setBadge = () => {
		if (hiddenCount > 0) overlay?.badge?.style.setProperty("visibility", "hidden");
		else overlay?.badge?.style.removeProperty("visibility");
	};

	const hide = () => {
		overlay?.host.remove();
		overlay = null;
		shown = null;
		outlined = null;
	};

	const ensure = (look: OverlayLook | null): Overlay => {
		const around = newestModal() ?? page().documentElement;
		if (overlay?.host.isConnected && shown?.status === look?.status && overlay.host.parentNode === around) return overlay;
		if (overlay?.host.isConnected === false) removals += 1;
		hide();
		shown = look;
		overlay = build(look);
		own.add(overlay.host);
		around.append(overlay.host);
		overlay.host.showPopover();
		setBadge();
		return overlay;
	};

	const hideBadge = () => {
		hiddenCount += 1;
		setBadge();
		return () => {
			hiddenCount -= 1;
			setBadge();
		};
	};

	return {
		/** @returns how often the page removed the overlay */
		show: (look: OverlayLook): number => {
			ensure(look);
			return removals;
		},
		hide,
		/** Outlines the target for a moment; a second call moves the outline. Delays nothing. */
		outline: (element: Element | null): void => {
			const box = element !== null && real(element).isConnected ? real(element).getBoundingClientRect() : null;
			if (box === null || box.width === 0 || box.height === 0 || page().hidden) return;
			outlined?.remove();
			const line = lineAround(box);
			// A rebuilt overlay has no outline.
			ensure(shown).root.append(line);
			outlined = line;
			// An animation ends the outline: hidden pages slow timers down.
			line.animate({ opacity: [1, 1] }, outlineMs).onfinish = () => {
				line.remove();
				// Frames show nothing but the outline.
				if (outlined === line && shown === null) hide();
			};
		},
		/** True for the overlay's host, which is neither page text nor a page change. */
		isOwn: (node: Node) => own.has(node),
		/** Hides the badge while a point is looked up or clicked. */
		withoutBadge: async <T>(work: () => Promise<T>): Promise<T> => {
			const free = hideBadge();
			try {
				return await work();
			} finally {
				free();
			}
		},
		/** Hides the badge. @returns a function that shows it again */
		hideBadge,
	};
}

function lineAround({ left, top, width, height }: DOMRect): HTMLElement {
	const line = page().createElement("i");
	line.className = "target";
	const px = (length: number) => `${length}px`;
	const margin = outlineMarginPx;
	Object.assign(line.style, {
		left: px(left - margin),
		top: px(top - margin),
		width: px(width + 2 * margin),
		height: px(height + 2 * margin),
	});
	return line;
}

/** A modal dialog makes everything outside inert, so the overlay moves into the newest one. */
function newestModal(): Element | null {
	return [...page().querySelectorAll("dialog:modal")].at(-1) ?? null;
}

function build(look: OverlayLook | null): Overlay {
	const host = page().createElement("div");
	host.popover = "manual";
	const root = host.attachShadow({ mode: "closed" });
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(sheetText);
	root.adoptedStyleSheets = [sheet];
	if (look === null) return { host, root, badge: null };
	host.setAttribute("role", "status");
	const frame = page().createElement("i");
	frame.className = "frame";
	const badge = page().createElement("div");
	const button = page().createElement("button");
	button.type = "button";
	button.textContent = look.button;
	button.addEventListener("click", (event) => {
		if (event.isTrusted) void browser.runtime.sendMessage(notices[look.state]).catch(() => undefined);
	});
	badge.append(`${look.status} · `, button);
	root.append(frame, badge);
	return { host, root, badge };
}
