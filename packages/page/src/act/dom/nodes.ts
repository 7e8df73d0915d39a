/**
 * Reads a node's own properties in spite of DOM clobbering: a field named `matches` hides the form's method in every world. The prototype
 * still has it. Use the result for reading only; it is not the node itself.
 *
 * @throws never
 */
export function real<T extends Node>(node: T): T {
	return node instanceof HTMLFormElement || node instanceof Document ? new Proxy<T>(node, throughPrototypes) : node;
}

/** The document, safe from clobbering. */
export const page = (): Document => real(document);

const throughPrototypes: ProxyHandler<object> = {
	get: (node, key) => {
		const value: unknown = Reflect.get(Object.getPrototypeOf(node), key, node);
		return typeof value === "function" ? value.bind(node) : value;
	},
};

/** The shadow root of an element, open or closed; null for none. */
export function shadowOf(element: Element): ShadowRoot | null {
	const { shadowRoot } = real(element);
	if (shadowRoot !== null) return shadowRoot;
	return element instanceof HTMLElement ? openClosedShadow(element) : null;
}

type World = { readonly chrome?: { readonly dom?: { readonly openOrClosedShadowRoot: (element: HTMLElement) => ShadowRoot | null } } };

/** The shadow root of an element, open or closed; a script that is no content script of an extension sees open ones alone. */
export function openClosedShadow(element: HTMLElement): ShadowRoot | null {
	return (globalThis as World).chrome?.dom?.openOrClosedShadowRoot(element) ?? element.shadowRoot;
}

/** The text of an element as it is drawn, line by line. */
export function drawnText(element: Element): string {
	// biome-ignore lint/performance/useDomNodeTextContent: lines are what is drawn
	return element instanceof HTMLElement ? element.innerText : (element.textContent ?? "");
}
