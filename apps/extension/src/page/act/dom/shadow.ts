import { browser } from "wxt/browser";
import { real } from "./nodes.ts";

/** The shadow root of an element, also a closed one: Chrome shows it to content scripts. Null where there is none. */
export function shadowOf(element: Element): ShadowRoot | null {
	const { shadowRoot } = real(element);
	if (shadowRoot !== null) return shadowRoot;
	return element instanceof HTMLElement ? browser.dom.openOrClosedShadowRoot(element) : null;
}
