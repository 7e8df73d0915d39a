import { browser } from "wxt/browser";

/** The shadow root of an element, also a closed one: Chrome shows it to content scripts. Null where there is none. */
export function shadowOf(element: Element): ShadowRoot | null {
	if (element.shadowRoot !== null) return element.shadowRoot;
	return element instanceof HTMLElement ? browser.dom.openOrClosedShadowRoot(element) : null;
}
