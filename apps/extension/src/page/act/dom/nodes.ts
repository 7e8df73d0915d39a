import { browser } from "wxt/browser";

/**
 * A node that answers for itself. A form whose field is called `matches`, and a document with an image called `body`, answer with those when asked
 * by name, in every world; so they are asked by way of their prototypes. Not for comparing or handing on: only its answers are the node's own.
 *
 * @throws never
 */
export function real<T extends Node>(node: T): T {
	return node instanceof HTMLFormElement || node instanceof Document ? new Proxy<T>(node, throughPrototypes) : node;
}

/** The document, see `real`. */
export const page = (): Document => real(document);

const throughPrototypes: ProxyHandler<object> = {
	get: (node, key) => {
		const value: unknown = Reflect.get(Object.getPrototypeOf(node), key, node);
		return typeof value === "function" ? value.bind(node) : value;
	},
};

/** The shadow root of an element, also a closed one: Chrome shows it to content scripts. Null where there is none. */
export function shadowOf(element: Element): ShadowRoot | null {
	const { shadowRoot } = real(element);
	if (shadowRoot !== null) return shadowRoot;
	return element instanceof HTMLElement ? browser.dom.openOrClosedShadowRoot(element) : null;
}
