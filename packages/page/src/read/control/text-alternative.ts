import type { Dom } from "../dom.ts";

/** Tags that do not change the text inside them. */
export const phraseTags: readonly string[] =
	"abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strong sub sup time tt u var".split(" ");
/** The same, and tags that only separate text. */
export const textTags: readonly string[] = [...phraseTags, ..."br data div h1 h2 h3 h4 h5 h6 p wbr".split(" ")];
/** Tags that only add their content to a name. */
const passedThrough: ReadonlySet<string> = new Set([
	...textTags,
	..."a article aside center dd dl dt figcaption figure footer header label li main nav nobr ol picture pre section ul".split(" "),
]);
/** Roles that do not change how a name is computed. */
const plainRoles: ReadonlySet<string> = new Set(["", "img", "presentation", "none", "generic", "text", "paragraph", "strong", "emphasis"]);
const maxDepth = 24;
/** Names are shorter than this, so longer content is not read to its end. */
const most = { characters: 4_000, elements: 2_000 } as const;
const quoted = /^["'].*["']$/;

function pseudoText(dom: Dom, element: Element, which: "::before" | "::after"): string {
	const { content } = dom.style(element, which);
	return quoted.test(content) ? content.slice(1, -1) : "";
}

/**
 * The text alternative of an element's content, by the simple rules of the accessible name computation.
 * Generated content (`::before`, `::after`) counts only if there is no other text: reading it costs ten times as much as any other
 * property.
 *
 * @param skipped the control of a label, which adds nothing to its own name
 * @returns undefined if a field, reference, shadow root or widget decides the name
 */
export function textBelow(dom: Dom, parent: Element, skipped?: Element): string | undefined {
	const begin = { skipped, depth: 0, isApproximate: false };
	const text = textInside(dom, parent, { ...begin, hasGenerated: false, spent: { elements: 0 } });
	if (text === undefined || text.trim() !== "") return text;
	return textInside(dom, parent, { ...begin, hasGenerated: true, spent: { elements: 0 } });
}

const referencedTags: ReadonlySet<string> = new Set([...passedThrough, "dt", "legend", "td", "th"]);

/**
 * The text of an element that `aria-labelledby` names. The element itself may be hidden.
 *
 * @returns undefined as in `textBelow`
 */
export function referencedText(dom: Dom, element: Element): string | undefined {
	const fact = (name: string) => dom.attribute(element, name);
	const role = (fact("role") ?? "").trim();
	const isPlain = plainRoles.has(role) || role === "heading";
	if (!isPlain || fact("contenteditable") !== null || !referencedTags.has(dom.localName(element))) return undefined;
	const label = (fact("aria-label") ?? "").trim();
	return label === "" ? textBelow(dom, element) : label;
}

const silent = "input,select,textarea,script,style,[contenteditable],[role=textbox],[role=combobox],[role=searchbox]";

/** The beginning of the text of an element that is too large for the full rules, without its fields. */
export function approximateText(dom: Dom, element: Element): string {
	if (dom.matches(element, silent)) return "";
	const text = textInside(dom, element, { skipped: undefined, depth: 0, hasGenerated: false, isApproximate: true, spent: { elements: 0 } });
	return text ?? "";
}

/** True if the full rules would read too much content, or a secret. */
export function needsApproximation(dom: Dom, elements: readonly Element[], isSecret: (element: Element) => boolean): boolean {
	const waiting: Node[] = [...elements];
	const seen = new Set<Node>();
	let characters = 0;
	for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
		if (seen.has(node)) continue;
		seen.add(node);
		const type = dom.nodeType(node);
		if (type === 3) characters += dom.textContent(node).length;
		if (type === 1) {
			if (isSecret(node as Element)) return true;
			let child = dom.firstChild(node);
			for (; child !== null && waiting.length <= mostWhole.nodes; child = dom.nextSibling(child)) waiting.push(child);
			waiting.push(...referencesOf(dom, node as Element));
			if (node instanceof dom.window.HTMLSlotElement) waiting.push(...node.assignedNodes().slice(0, mostWhole.nodes));
		}
		if (seen.size + waiting.length > mostWhole.nodes || characters > mostWhole.characters) return true;
	}
	return false;
}

const mostWhole = { characters: 10_000, nodes: 400 } as const;

function referencesOf(dom: Dom, element: Element): readonly Element[] {
	const ids = `${dom.attribute(element, "aria-labelledby") ?? ""} ${dom.attribute(element, "aria-owns") ?? ""}`.trim();
	const named = ids === "" ? [] : ids.split(/\s+/, mostWhole.nodes).map((id) => dom.elementById(dom.rootOf(element), id));
	return named.filter((found) => found !== null);
}

/** The state of one computation. */
type Descent = {
	readonly skipped: Element | undefined;
	readonly depth: number;
	readonly hasGenerated: boolean;
	readonly isApproximate: boolean;
	readonly spent: { elements: number };
};

function textInside(dom: Dom, parent: Element, descent: Descent): string | undefined {
	const { skipped, depth, hasGenerated, isApproximate, spent } = descent;
	if (depth > maxDepth || (!isApproximate && (dom.openShadow(parent) !== null || dom.hasAttribute(parent, "aria-owns")))) return undefined;
	let text = hasGenerated ? `${pseudoText(dom, parent, "::before")} ` : "";
	for (let node = dom.firstChild(parent); node !== null; node = dom.nextSibling(node)) {
		if (text.length > most.characters || spent.elements > most.elements) break;
		const type = dom.nodeType(node);
		if (type === 3) text += dom.textContent(node);
		if (type !== 1 || node === skipped) continue;
		spent.elements += 1;
		const inner = alternativeOf(dom, node as Element, { ...descent, parent });
		if (inner === undefined && !isApproximate) return undefined;
		text += inner ?? "";
	}
	return hasGenerated ? `${text} ${pseudoText(dom, parent, "::after")}` : text;
}

function alternativeOf(dom: Dom, element: Element, { parent, ...descent }: Descent & { readonly parent: Element }): string | undefined {
	const fact = (name: string) => dom.attribute(element, name);
	const style = dom.style(element);
	const { display } = style;
	// A hidden control gets its name too; its parts only inherit the visibility.
	const isHidden = () => style.visibility === "hidden" && dom.style(parent).visibility === "visible";
	if (display === "none" || fact("aria-hidden") === "true" || fact("hidden") !== null || isHidden()) return "";
	const role = (fact("role") ?? "").trim();
	const isOther = !plainRoles.has(role) || fact("aria-labelledby") !== null || fact("contenteditable") !== null;
	if (descent.isApproximate ? dom.matches(element, silent) : isOther) return undefined;
	const label = (fact("aria-label") ?? "").trim();
	const inner = label === "" ? contentOf(dom, element, { ...descent, role }) : label;
	return inner === undefined || display === "inline" ? inner : ` ${inner} `;
}

function contentOf(dom: Dom, element: Element, { role, ...descent }: Descent & { readonly role: string }): string | undefined {
	const tag = dom.localName(element);
	if (tag === "img") return role === "presentation" || role === "none" ? "" : (dom.attribute(element, "alt") ?? "");
	if (tag === "svg") return role === "" || role === "img" ? titleOf(dom, element) : undefined;
	return passedThrough.has(tag) || descent.isApproximate ? textInside(dom, element, { ...descent, depth: descent.depth + 1 }) : undefined;
}

/** The title of an icon; "" for an icon without any text. */
function titleOf(dom: Dom, icon: Element): string | undefined {
	for (let node = dom.firstChild(icon); node !== null; node = dom.nextSibling(node)) {
		if (dom.nodeType(node) === 1 && dom.localName(node as Element) === "title") return dom.textContent(node);
	}
	const saysMore = dom.queryFirst(icon, "[aria-label],[aria-labelledby],title") !== null || dom.textContent(icon).trim() !== "";
	return saysMore ? undefined : "";
}
