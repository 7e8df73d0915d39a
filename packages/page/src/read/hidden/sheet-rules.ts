import type { Dom } from "../dom.ts";

/** What the rules of a root's sheets do, as selectors of the elements concerned; "" for none. */
export type SheetRules = {
	/** Elements that get a box on hover, and those that become visible, without their `:hover`. */
	readonly display: string;
	readonly visibility: string;
	/** Elements that change their look on hover. */
	readonly answering: string;
	/** Elements that may get words before or after their content, and those that change counters. */
	readonly wording: string;
	readonly counting: string;
};
type Kept = SheetRules & { readonly rules: number };
type Root = Document | ShadowRoot;
type Window = Dom["window"];

export const noRules: SheetRules = { display: "", visibility: "", answering: "", wording: "", counting: "" };
/** A sheet is read again only when its number of rules changes. */
const keptSheets = new WeakMap<Root, ReadonlyMap<CSSStyleSheet, Kept>>();
const generated = /::?(?:before|after)\b/g;

/** Letters of an attribute or a counter are known later. */
function mayHaveWords(content: string): boolean {
	return (
		/attr\(|counters?\(/.test(content) ||
		/[\p{L}\p{N}]/u.test(content.replaceAll(/url\([^)]*\)|\\[0-9a-f]+|\b(?:none|normal|(?:no-)?(?:open|close)-quote)\b/gi, ""))
	);
}

/** Takes the selectors of a rule, those around it included, and its style. */
type Visit = (selectors: string, style: CSSStyleDeclaration) => void;

/** More than hand-written sheets have; reading a rule takes about a microsecond. */
const maxRules = 20_000;
const maxSelectors = 2_000;
/** Of one rule, in characters: each level of nesting may double them. */
const longestSelector = 10_000;

/** What the readable sheets of a root say. */
export function rulesIn({ window }: Dom, root: Root): SheetRules {
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
	const all = (key: keyof SheetRules) => [...read.values()].flatMap((found) => (found[key] === "" ? [] : [found[key]])).join(",");
	return {
		display: all("display"),
		visibility: all("visibility"),
		answering: all("answering"),
		wording: all("wording"),
		counting: all("counting"),
	};
}

function readSheet(window: Dom["window"], rules: CSSRuleList): Kept {
	const none = (): string[] => [];
	const found = { display: none(), visibility: none(), answering: none(), wording: none(), counting: none() };
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
	visitList(window, rules, (selectors, style) => {
		if (selectors.includes(":hover")) sort(selectors, style);
		const plain = selectors.replaceAll(generated, ":is(*)");
		if (plain !== selectors && mayHaveWords(style.content)) found.wording.push(plain);
		if (style.counterReset !== "" || style.counterIncrement !== "" || style.counterSet !== "") found.counting.push(plain);
	});
	const list = (selectors: readonly string[]) => listOf(window, selectors.slice(0, maxSelectors));
	return {
		display: list(found.display),
		visibility: list(found.visibility),
		answering: list(found.answering),
		wording: list(found.wording),
		counting: list(found.counting),
		rules: rules.length,
	};
}

/** Undefined for a sheet of another origin. */
function rulesOf(sheet: CSSStyleSheet): CSSRuleList | undefined {
	try {
		return sheet.cssRules;
	} catch {
		return undefined;
	}
}

/** Visits the rules that apply to the window now, nested ones with the selectors around them. */
function visitList(window: Window, rules: CSSRuleList, take: Visit): void {
	let read = 0;
	const visit = (list: CSSRuleList, around: string) => {
		for (const rule of list) {
			read += 1;
			if (read > maxRules) return;
			if (rule instanceof window.CSSStyleRule) {
				const { selectorText, cssRules } = rule;
				const own = around === "" ? selectorText : nest(selectorText, around);
				if (own.length > longestSelector) continue;
				take(own, rule.style);
				if (cssRules.length > 0) visit(cssRules, own);
			} else if (rule instanceof window.CSSMediaRule) {
				if (window.matchMedia(rule.media.mediaText).matches) visit(rule.cssRules, around);
			} else if (rule instanceof window.CSSGroupingRule) visit(rule.cssRules, around);
			else if (around !== "" && "style" in rule) take(around, rule.style as CSSStyleDeclaration);
		}
	};
	visit(rules, "");
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
