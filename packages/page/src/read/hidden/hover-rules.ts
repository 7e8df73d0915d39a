import type { Dom } from "../dom.ts";
import { flatParent } from "../flat-tree.ts";

/** The effects of a root's `:hover` rules, as selectors without their `:hover`. */
type Found = {
	/** Elements that get a box on hover, and those that become visible; "" for none. */
	readonly display: string;
	readonly visibility: string;
	/** Elements that change their look on hover; "" for none. */
	readonly answering: string;
};
type Root = Document | ShadowRoot;
type Kept = Found & { readonly rules: number };

/** More than hand-written sheets have; reading a rule takes about a microsecond. */
const maxRules = 20_000;
const maxSelectors = 2_000;
/** Of one rule, in characters: each level of nesting may double them. */
const longestSelector = 10_000;
const nothing: Kept = { display: "", visibility: "", answering: "", rules: 0 };
/** A sheet is read again only when its number of rules changes. */
const keptSheets = new WeakMap<Root, ReadonlyMap<CSSStyleSheet, Kept>>();

/**
 * Says from `:hover` rules which hidden elements show on hover, and which elements change their look. Sheets of other origins cannot be read
 * and do not count. Never throws.
 */
export class HoverRules {
	readonly #dom: Dom;
	readonly #roots = new Map<Node, Found>();

	constructor(dom: Dom) {
		this.#dom = dom;
	}

	/** True for a hidden element that a rule shows while it, or an ancestor, is hovered. */
	shows(element: Element): boolean {
		const { display, visibility } = this.#dom.style(element);
		if (display === "none") return this.#isIn(element, "display");
		return visibility === "hidden" && this.#isIn(element, "visibility");
	}

	/** The same for a control inside a hidden element. */
	showsAround(element: Element): boolean {
		const around = this.#lineOf(element);
		const boxless = around.filter((part) => this.#dom.style(part).display === "none");
		if (boxless.length > 0) return boxless.every((part) => this.shows(part));
		// Visibility is inherited, so the rule may be for any element that is hidden around the control.
		const seen = around.findIndex((part) => this.#dom.style(part).visibility !== "hidden");
		return around.slice(0, seen === -1 ? undefined : seen).some((part) => this.shows(part));
	}

	/** An element and those around it. */
	#lineOf(element: Element): readonly Element[] {
		const line: Element[] = [];
		for (let node: Node | null = element; node !== null && this.#dom.nodeType(node) === 1; node = flatParent(this.#dom, node))
			line.push(node as Element);
		return line;
	}

	/** True where any rule changes the look of what is pointed at; cheap. */
	mayAnswer(element: Element): boolean {
		return this.#foundFor(element).answering !== "";
	}

	/** True for an element whose own look changes while it is pointed at. */
	isAnswering(element: Element): boolean {
		return this.#isIn(element, "answering");
	}

	#isIn(element: Element, key: keyof Found): boolean {
		const selector = this.#foundFor(element)[key];
		return selector !== "" && this.#dom.matches(element, selector);
	}

	#foundFor(element: Element): Found {
		const root = this.#dom.rootOf(element);
		const known = this.#roots.get(root);
		if (known !== undefined) return known;
		const type = this.#dom.nodeType(root);
		const found = type === 9 || type === 11 ? readRoot(this.#dom, root as Root) : nothing;
		this.#roots.set(root, found);
		return found;
	}
}

function readRoot({ window }: Dom, root: Root): Found {
	const kept = keptSheets.get(root);
	const read = new Map<CSSStyleSheet, Kept>();
	let left = maxRules;
	for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) {
		const rules = rulesOf(sheet);
		if (sheet.disabled || rules === undefined || rules.length > left) continue;
		const before = kept?.get(sheet);
		const found = before?.rules === rules.length ? before : readSheet(window, rules);
		left -= rules.length;
		read.set(sheet, found);
	}
	keptSheets.set(root, read);
	const all = (key: keyof Found) => [...read.values()].flatMap((found) => (found[key] === "" ? [] : [found[key]])).join(",");
	return { display: all("display"), visibility: all("visibility"), answering: all("answering") };
}

/** Undefined for a sheet of another origin. */
function rulesOf(sheet: CSSStyleSheet): CSSRuleList | undefined {
	try {
		return sheet.cssRules;
	} catch {
		return undefined;
	}
}

function readSheet(window: Dom["window"], rules: CSSRuleList): Kept {
	const found = { display: [] as string[], visibility: [] as string[], answering: [] as string[] };
	let read = 0;
	const visit = (list: CSSRuleList, around: string) => {
		for (const rule of list) {
			read += 1;
			if (read > maxRules) return;
			if (rule instanceof window.CSSStyleRule) {
				const { selectorText, cssRules } = rule;
				const own = around === "" ? selectorText : nest(selectorText, around);
				if (own.length > longestSelector) continue;
				if (own.includes(":hover")) sort(own, rule.style);
				if (cssRules.length > 0) visit(cssRules, own);
			} else if (rule instanceof window.CSSMediaRule) {
				if (window.matchMedia(rule.media.mediaText).matches) visit(rule.cssRules, around);
			} else if (rule instanceof window.CSSGroupingRule) visit(rule.cssRules, around);
			else if (around.includes(":hover") && "style" in rule) sort(around, rule.style as CSSStyleDeclaration);
		}
	};
	const sort = (selectors: string, style: CSSStyleDeclaration) => {
		if (style.length === 0) return;
		const { display, visibility } = style;
		for (const selector of partsOf(selectors)) {
			if (!selector.includes(":hover") || selector.includes("::")) continue;
			const plain = withoutHover(selector);
			// A rule with `:not(:hover)` that hides an element shows it on hover.
			const isHiding = selector.includes(":not(:hover)");
			if (isHiding ? display === "none" : display !== "" && display !== "none") found.display.push(plain);
			if (isHiding ? visibility === "hidden" : visibility === "visible" || visibility === "inherit") found.visibility.push(plain);
			if (!isHiding && lastCompoundOf(selector).includes(":hover")) found.answering.push(withoutState(plain));
		}
	};
	visit(rules, "");
	const list = (selectors: readonly string[]) => listOf(window, selectors.slice(0, maxSelectors));
	return { display: list(found.display), visibility: list(found.visibility), answering: list(found.answering), rules: rules.length };
}

/** One selector for several; what is none without its `:hover` is left out. "" for none. */
function listOf(window: Dom["window"], selectors: readonly string[]): string {
	if (selectors.length === 0) return "";
	const all = `:is(${selectors.join(",")})`;
	if (isSelector(window, all)) return all;
	const valid = selectors.filter((one) => isSelector(window, `:is(${one})`));
	return valid.length < selectors.length ? listOf(window, valid) : "";
}

function isSelector(window: Dom["window"], text: string): boolean {
	try {
		new window.DocumentFragment().querySelector(text);
		return true;
	} catch {
		return false;
	}
}

// In names, `\:hover` and `\&` are letters.
const nest = (selector: string, around: string): string =>
	/(?<!\\)&/.test(selector) ? selector.replaceAll(/(?<!\\)&/g, () => `:is(${around})`) : `:is(${around}) ${selector}`;

const withoutHover = (selector: string): string => selector.replaceAll(/:not\(:hover\)|(?<!\\):hover/g, ":is(*)").trim();

/** A selected element often keeps its look on hover, and is a control too. */
const withoutState = (selector: string): string => selector.replaceAll(/:not\([^()"]*\)/g, "");

/** The selectors of a list, cut at the commas outside of brackets, strings and names. */
function partsOf(list: string): readonly string[] {
	if (!list.includes(",")) return [list];
	return cutAt(list, (character) => character === ",");
}

function lastCompoundOf(selector: string): string {
	const parts = cutAt(selector.trim(), (character) => " >+~".includes(character));
	return parts.at(-1) ?? "";
}

function cutAt(text: string, isCut: (character: string) => boolean): readonly string[] {
	const parts: string[] = [];
	let depth = 0;
	let start = 0;
	for (let at = 0; at < text.length; at += 1) {
		const character = text[at] ?? "";
		if (character === "\\") at += 1;
		else if (character === '"') at = endOfString(text, at);
		else if (character === "(" || character === "[") depth += 1;
		else if (character === ")" || character === "]") depth -= 1;
		else if (depth === 0 && isCut(character)) {
			parts.push(text.slice(start, at));
			start = at + 1;
		}
	}
	return [...parts, text.slice(start)];
}

/** The place of the quote that ends a string; the end of the text where none does. */
function endOfString(text: string, start: number): number {
	let at = start + 1;
	while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
	return at;
}
