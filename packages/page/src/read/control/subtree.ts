import type { Dom } from "../dom.ts";

/** Tags that add to a name what is inside them and nothing else. */
const passedThrough: ReadonlySet<string> = new Set(
	"a abbr article aside b bdi bdo big br center cite code data dd del dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header i ins kbd label li main mark nav nobr ol p picture pre q s samp section small span strong sub sup time tt u ul var wbr".split(
		" ",
	),
);
/** Roles that change nothing about that. */
const plainRoles: ReadonlySet<string> = new Set(["", "img", "presentation", "none", "generic", "text", "paragraph", "strong", "emphasis"]);
const maxDepth = 24;
const quoted = /^["'].*["']$/;

/** Text that `::before` or `::after` adds, "" where it adds none. */
function pseudoText(dom: Dom, element: Element, which: "::before" | "::after"): string {
	const { content } = dom.style(element, which);
	return quoted.test(content) ? content.slice(1, -1) : "";
}

/**
 * The text alternative of what is inside an element, in the rules of the accessible name computation, as far as they are simple.
 *
 * What style sheets generate counts only where there is no other text: an icon font's glyph or the star of a required field adds nothing to
 * a name, and to ask for it costs ten times what any other property does.
 *
 * @param skipped the control that a label is read for: it adds nothing to its own name
 * @returns undefined where something else decides: a field, a reference, a shadow root, a widget
 * @source page.md §1 "Names"
 */
export function textBelow(dom: Dom, parent: Element, skipped?: Element): string | undefined {
	const text = textInside(dom, parent, { skipped, depth: 0, hasGenerated: false });
	return text === undefined || text.trim() !== "" ? text : textInside(dom, parent, { skipped, depth: 0, hasGenerated: true });
}

const referencedTags: ReadonlySet<string> = new Set([...passedThrough, "dt", "legend", "td", "th"]);

/**
 * What an element says that `aria-labelledby` refers to; it may itself be hidden.
 *
 * @returns undefined where something else decides, as in `textBelow`
 * @source page.md §1 "Names"
 */
export function referencedText(dom: Dom, element: Element): string | undefined {
	const fact = (name: string) => dom.attribute(element, name);
	const role = (fact("role") ?? "").trim();
	const isPlain = plainRoles.has(role) || role === "heading";
	if (!isPlain || fact("contenteditable") !== null || !referencedTags.has(dom.localName(element))) return undefined;
	const label = (fact("aria-label") ?? "").trim();
	return label === "" ? textBelow(dom, element) : label;
}

/** Where the computation is, the control that it leaves out, and whether generated content counts. */
type Descent = { readonly skipped: Element | undefined; readonly depth: number; readonly hasGenerated: boolean };

function textInside(dom: Dom, parent: Element, descent: Descent): string | undefined {
	const { skipped, depth, hasGenerated } = descent;
	if (depth > maxDepth || dom.openShadow(parent) !== null || dom.hasAttribute(parent, "aria-owns")) return undefined;
	let text = hasGenerated ? `${pseudoText(dom, parent, "::before")} ` : "";
	for (let node = dom.firstChild(parent); node !== null; node = dom.nextSibling(node)) {
		const type = dom.nodeType(node);
		if (type === 3) text += dom.textContent(node);
		if (type !== 1 || node === skipped) continue;
		const inner = alternativeOf(dom, node as Element, descent);
		if (inner === undefined) return undefined;
		text += inner;
	}
	return hasGenerated ? `${text} ${pseudoText(dom, parent, "::after")}` : text;
}

function alternativeOf(dom: Dom, element: Element, descent: Descent): string | undefined {
	const fact = (name: string) => dom.attribute(element, name);
	const style = dom.style(element);
	const { display } = style;
	if (display === "none" || fact("aria-hidden") === "true" || fact("hidden") !== null || style.visibility === "hidden") return "";
	const role = (fact("role") ?? "").trim();
	if (!plainRoles.has(role) || fact("aria-labelledby") !== null || fact("contenteditable") !== null) return undefined;
	const label = (fact("aria-label") ?? "").trim();
	const inner = label === "" ? contentOf(dom, element, { ...descent, role }) : label;
	return inner === undefined || display === "inline" ? inner : ` ${inner} `;
}

function contentOf(dom: Dom, element: Element, { role, ...descent }: Descent & { readonly role: string }): string | undefined {
	const tag = dom.localName(element);
	if (tag === "img") return role === "presentation" || role === "none" ? "" : (dom.attribute(element, "alt") ?? "");
	if (tag === "svg") return role === "" || role === "img" ? titleOf(dom, element) : undefined;
	return passedThrough.has(tag) ? textInside(dom, element, { ...descent, depth: descent.depth + 1 }) : undefined;
}

/** The title of an icon; "" for one that says nothing. */
function titleOf(dom: Dom, icon: Element): string | undefined {
	for (let node = dom.firstChild(icon); node !== null; node = dom.nextSibling(node)) {
		if (dom.nodeType(node) === 1 && dom.localName(node as Element) === "title") return dom.textContent(node);
	}
	const saysMore = dom.queryFirst(icon, "[aria-label],[aria-labelledby],title") !== null || dom.textContent(icon).trim() !== "";
	return saysMore ? undefined : "";
}
