import type { parseDocument } from "htmlparser2";
import { ElementType } from "htmlparser2";

/** A page as `htmlparser2` reads it. */
export type Page = ReturnType<typeof parseDocument>;
export type PageNode = Page["children"][number];
export type PageElement = Extract<PageNode, { readonly attribs: unknown }>;

/** Is a node an element, but no script or style? */
export function isElement(node: PageNode): node is PageElement {
	return node.type === ElementType.Tag;
}

const neverText = new Set(
	"script style template noscript head title nav footer svg math iframe object embed canvas audio video select textarea datalist".split(
		" ",
	),
);
const besideContent = new Set(["navigation", "contentinfo", "banner"]);
const cssComment = /\/\*.*?\*\//gs;
const hidingStyle =
	/(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:opacity|font-size)\s*:\s*0(?:\.0*)?(?:[a-z]{1,4}|%)?\s*(?:[;!]|$))/i;

/** False for what a reader of the page does not see, and for navigation and footers. Style sheets are not read. */
export function isVisible(node: PageNode): boolean {
	if (node.type === ElementType.Text) return true;
	if (!isElement(node) || neverText.has(node.name)) return false;
	const { hidden, role, style, open, "aria-hidden": ariaHidden } = node.attribs;
	if (hidden !== undefined || ariaHidden === "true" || (node.name === "dialog" && open === undefined)) return false;
	return !besideContent.has(role ?? "") && (style === undefined || !hidingStyle.test(style.replace(cssComment, "")));
}

/** What happens at each node below a root, in document order; `enter` tells whether to go into the node's children. */
export type Visitor = { readonly enter: (node: PageNode) => boolean; readonly leave: (node: PageNode) => void };

/** Visits all nodes below `root`. A loop, since hostile pages nest deeper than the stack. A node that is not gone into is not left. */
export function walk(root: Page | PageElement, { enter, leave }: Visitor): void {
	let node: PageNode | null = root.firstChild;
	while (node !== null) {
		if (enter(node)) {
			const child: PageNode | null = "firstChild" in node ? node.firstChild : null;
			if (child !== null) {
				node = child;
				continue;
			}
			leave(node);
		}
		while (node.nextSibling === null) {
			node = node.parent as PageNode | null;
			if (node === null || node === root) return;
			leave(node);
		}
		node = node.nextSibling;
	}
}
