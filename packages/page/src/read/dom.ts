/** The window of a page with its constructors. */
export type PageWindow = Window & typeof globalThis;

/** A rectangle in CSS pixels of the viewport. Plain numbers, because a `DOMRect` answers each read with a call into the browser. */
export type Rect = {
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
	readonly width: number;
	readonly height: number;
};

/** Builds a rectangle from a corner and a size. */
export function rectAt({ x, y, width, height }: Pick<DOMRect, "x" | "y" | "width" | "height">): Rect {
	return { left: x, top: y, right: x + width, bottom: y + height, width, height };
}

/**
 * DOM reads that a page cannot redirect: a form field named `children` or an image named `body` replaces the property of that name.
 * So each accessor is taken from its prototype once.
 */
export type Dom = {
	readonly window: PageWindow;
	readonly document: Document;
	readonly firstChild: (node: Node) => Node | null;
	readonly nextSibling: (node: Node) => Node | null;
	readonly parentNode: (node: Node) => Node | null;
	readonly nodeType: (node: Node) => number;
	readonly assignedSlot: (node: Element | Text) => HTMLSlotElement | null;
	/** True if the element has a painted box: neither it nor an ancestor is hidden or has opacity 0. */
	readonly isShown: (element: Element) => boolean;
	readonly isConnected: (node: Node) => boolean;
	readonly rootOf: (node: Node) => Node;
	readonly textContent: (node: Node) => string;
	readonly localName: (element: Element) => string;
	/** The outer HTML of an element. */
	readonly html: (element: Element) => string;
	readonly openShadow: (element: Element) => ShadowRoot | null;
	readonly attribute: (element: Element, name: string) => string | null;
	readonly attributeNames: (element: Element) => readonly string[];
	readonly hasAttribute: (element: Element, name: string) => boolean;
	readonly rect: (element: Element) => Rect;
	/** The rectangle of a text node, or of the content of an element without a box. */
	readonly contentRect: (node: Node) => Rect;
	readonly scrollSize: (element: Element) => {
		readonly top: number;
		readonly left: number;
		readonly height: number;
		readonly width: number;
		readonly clientHeight: number;
		readonly clientWidth: number;
	};
	readonly matches: (element: Element, selector: string) => boolean;
	readonly closest: (element: Element, selector: string) => Element | null;
	readonly query: (root: Document | ShadowRoot | Element, selector: string) => readonly Element[];
	/** The number of all descendants in this tree. */
	readonly countAll: (element: Element) => number;
	readonly queryFirst: (root: Document | ShadowRoot | Element, selector: string) => Element | null;
	readonly elementById: (root: Node, id: string) => Element | null;
	readonly elementAt: (root: Document | ShadowRoot, x: number, y: number) => Element | null;
	readonly active: (root: Document | ShadowRoot) => Element | null;
	readonly body: () => HTMLElement | null;
	readonly root: () => Element | null;
	readonly title: () => string;
	readonly baseUrl: () => string;
	readonly elementCount: () => number;
	readonly style: (element: Element, pseudo?: string) => CSSStyleDeclaration;
};

type Accessor<T> = (this: unknown) => T;

function accessor<T>(prototype: object, key: string): Accessor<T> {
	const get = Object.getOwnPropertyDescriptor(prototype, key)?.get as Accessor<T> | undefined;
	if (get === undefined) throw new TypeError(`${key} is no accessor`);
	return get;
}

function getter<T>(prototype: object, key: string): (target: Node) => T {
	const get = accessor<T>(prototype, key);
	return (target) => get.call(target);
}

const none: readonly string[] = [];

/**
 * The same for one synchronous run, in which no page code runs.
 * It lists attribute names once for each element and reads only attributes that exist.
 */
export function forOneRun(dom: Dom): Dom {
	let last: Element | undefined;
	let names = none;
	const namesOf = (element: Element) => {
		if (element !== last) {
			names = dom.attributeNames(element);
			last = element;
		}
		return names;
	};
	return {
		...dom,
		attributeNames: namesOf,
		hasAttribute: (element, name) => namesOf(element).includes(name),
		attribute: (element, name) => (namesOf(element).includes(name) ? dom.attribute(element, name) : null),
	};
}

/** Most computed styles that are kept. */
const maxStyles = 20_000;

/** Keeps computed styles: a style object is live, and creating one costs as much as three of its properties. */
function keptStyles(window: PageWindow): Dom["style"] {
	const getComputedStyle = window.getComputedStyle.bind(window);
	let styles = new WeakMap<Element, CSSStyleDeclaration>();
	let count = 0;
	return (element, pseudo) => {
		if (pseudo !== undefined) return getComputedStyle(element, pseudo);
		const known = styles.get(element);
		if (known !== undefined) return known;
		if (count === maxStyles) {
			styles = new WeakMap();
			count = 0;
		}
		count += 1;
		const style = getComputedStyle(element);
		styles.set(element, style);
		return style;
	};
}

/** Takes the accessors of a window. Call it before page code of the same world runs; content scripts have their own world. */
export function createDom(window: PageWindow): Dom {
	const { Node, Element, Document, ShadowRoot, document } = window;
	const { getAttribute, getAttributeNames, hasAttribute, hasAttributes, matches, closest, getBoundingClientRect, checkVisibility } =
		Element.prototype;
	// Called for every node: a separate function for each accessor lets the engine compile it.
	const firstChildOf = accessor<Node | null>(Node.prototype, "firstChild");
	const nextSiblingOf = accessor<Node | null>(Node.prototype, "nextSibling");
	const nodeTypeOf = accessor<number>(Node.prototype, "nodeType");
	const localNameOf = accessor<string>(Element.prototype, "localName");
	const shadowRootOf = accessor<ShadowRoot | null>(Element.prototype, "shadowRoot");
	const nodeType = (node: Node) => nodeTypeOf.call(node);
	const slotOfElement = getter<HTMLSlotElement | null>(Element.prototype, "assignedSlot");
	const slotOfText = getter<HTMLSlotElement | null>(window.Text.prototype, "assignedSlot");
	const scroll = ["scrollTop", "scrollLeft", "scrollHeight", "scrollWidth", "clientHeight", "clientWidth"].map((key) =>
		getter<number>(Element.prototype, key),
	);
	const text = getter<string | null>(Node.prototype, "textContent");
	const documentGetter = <T>(key: string) => {
		const read = getter<T>(Document.prototype, key);
		return () => read(document);
	};
	const activeOfDocument = getter<Element | null>(Document.prototype, "activeElement");
	const activeOfShadow = getter<Element | null>(ShadowRoot.prototype, "activeElement");
	const base = getter<string>(Node.prototype, "baseURI");
	const prototypeOf = (root: Node) =>
		nodeType(root) === 9 ? Document.prototype : nodeType(root) === 11 ? ShadowRoot.prototype : Element.prototype;
	const live = Document.prototype.getElementsByTagName.call(document, "*");
	const range = Document.prototype.createRange.call(document);
	return {
		window,
		document,
		firstChild: (node) => firstChildOf.call(node),
		nextSibling: (node) => nextSiblingOf.call(node),
		parentNode: getter(Node.prototype, "parentNode"),
		nodeType,
		assignedSlot: (node) => (nodeType(node) === 1 ? slotOfElement(node) : slotOfText(node)),
		isShown: (element) => checkVisibility.call(element, { opacityProperty: true, visibilityProperty: true }),
		isConnected: getter(Node.prototype, "isConnected"),
		rootOf: (node) => Node.prototype.getRootNode.call(node),
		textContent: (node) => text(node) ?? "",
		localName: (element) => localNameOf.call(element),
		html: getter(Element.prototype, "outerHTML"),
		openShadow: (element) => shadowRootOf.call(element),
		attribute: (element, name) => getAttribute.call(element, name),
		attributeNames: (element) => (hasAttributes.call(element) ? getAttributeNames.call(element) : none),
		hasAttribute: (element, name) => hasAttribute.call(element, name),
		rect: (element) => rectAt(getBoundingClientRect.call(element)),
		contentRect: (node) => {
			range.selectNodeContents(node);
			return rectAt(range.getBoundingClientRect());
		},
		scrollSize: (element) => {
			const [top = 0, left = 0, height = 0, width = 0, clientHeight = 0, clientWidth = 0] = scroll.map((read) => read(element));
			return { top, left, height, width, clientHeight, clientWidth };
		},
		matches: (element, selector) => matches.call(element, selector),
		closest: (element, selector) => closest.call(element, selector),
		query: (root, selector) => Array.prototype.slice.call(prototypeOf(root).querySelectorAll.call(root, selector)),
		countAll: (element) => Element.prototype.getElementsByTagName.call(element, "*").length,
		queryFirst: (root, selector) => prototypeOf(root).querySelector.call(root, selector),
		elementById: (root, id) =>
			nodeType(root) === 9
				? Document.prototype.getElementById.call(root, id)
				: nodeType(root) === 11
					? window.DocumentFragment.prototype.getElementById.call(root, id)
					: null,
		elementAt: (root, x, y) =>
			nodeType(root) === 9 ? Document.prototype.elementFromPoint.call(root, x, y) : (root as ShadowRoot).elementFromPoint(x, y),
		active: (root) => (nodeType(root) === 9 ? activeOfDocument(root) : activeOfShadow(root)),
		body: documentGetter("body"),
		root: documentGetter("documentElement"),
		title: documentGetter("title"),
		baseUrl: () => base(document),
		elementCount: () => live.length,
		style: keptStyles(window),
	};
}
