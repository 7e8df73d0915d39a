import type { Dom } from "../dom.ts";
import { flatParent, isInside } from "../flat-tree.ts";
import type { PageMemory } from "../memory.ts";
import type { ControlNode } from "../page-node.ts";
import { topmostAt } from "./hit-test.ts";

const topSelector = "dialog[open],[popover],[aria-modal=true]";

/** True for a shadow root that may hold a dialog or popover. */
export function mayHoldFrontElement(dom: Dom, root: ShadowRoot): boolean {
	return dom.queryFirst(root, topSelector) !== null;
}

/** Open dialogs and popovers, outermost first. Shadow roots are searched as far as they are known. */
export function frontElementsOf(memory: PageMemory): readonly Element[] {
	const { dom, isOwn, shadowRoots } = memory;
	const roots = [dom.document, ...[...shadowRoots].filter((root) => dom.isConnected(root))];
	const candidates = roots.flatMap((root) => dom.query(root, topSelector));
	const open = candidates.filter((element) => {
		if (isOwn(element) || !dom.isShown(element)) return false;
		const rect = dom.rect(element);
		const isTop =
			dom.matches(element, ":modal") || dom.matches(element, ":popover-open") || dom.attribute(element, "aria-modal") === "true";
		return isTop && rect.width > 1 && rect.height > 1;
	});
	const outermost = outermostOf(dom, open);
	return [...outermost, ...popupsOver(memory, outermost)];
}

function outermostOf(dom: Dom, elements: readonly Element[]): readonly Element[] {
	const all: ReadonlySet<Node> = new Set(elements);
	return elements.filter((element) => !isWithin(dom, flatParent(dom, element), all));
}

/** True where a node or one around it is among these. */
function isWithin(dom: Dom, node: Node | null, all: ReadonlySet<Node>): boolean {
	let around = node;
	while (around !== null && !all.has(around)) around = flatParent(dom, around);
	return around !== null;
}

/** Pages append popups at the end, so the last ones count. */
const maxPopups = 50;
const popupSelector = "[role=listbox],[role=menu],[role=tree],[role=grid]";
const messageSelector = "[role=alert],[role=status],[aria-live]";

/** Lists and menus that a dialog opened outside itself, above one that is modal only by `aria-modal`; and messages that can be seen. */
function popupsOver(memory: PageMemory, open: readonly Element[]): readonly Element[] {
	const { dom } = memory;
	if (open.every((element) => dom.matches(element, ":popover-open"))) return [];
	const all: ReadonlySet<Node> = new Set(open);
	const shown = dom
		.query(dom.document, `${popupSelector},${messageSelector},body>*`)
		.slice(-maxPopups)
		.filter((element) => {
			if (isWithin(dom, element, all) || !dom.isShown(element)) return false;
			const { left, top, width, height } = dom.rect(element);
			if (width <= 1 || height <= 1) return false;
			const isPopup = dom.matches(element, popupSelector);
			if (!isPopup && !isMessage(dom, element, height)) return false;
			const point = { x: left + width / 2, y: top + height / 2 };
			const found = topmostAt(dom, memory.shadowOf, point);
			if (found === null || isInside(dom, found, element)) return found !== null;
			return !isPopup && open.some((other) => isSeenThrough(dom, { found, point, dialog: other }));
		});
	return outermostOf(dom, shown);
}

type Cover = { readonly found: Element; readonly point: { readonly x: number; readonly y: number }; readonly dialog: Element };

/** True where only a translucent backdrop of the dialog lies above a point. A hit on the backdrop of a modal dialog is one on the dialog. */
function isSeenThrough(dom: Dom, { found, point: { x, y }, dialog }: Cover): boolean {
	const isTranslucent = (pseudo?: string) => /^rgba|\//.test(dom.style(found, pseudo).backgroundColor);
	if (found !== dialog || !dom.matches(dialog, ":modal")) return isTranslucent() && isBackdrop(dom, found, dialog);
	const { left, top, right, bottom } = dom.rect(dialog);
	const isBeside = x < left || x > right || y < top || y > bottom;
	return (isBeside || isTranslucent()) && isTranslucent("::backdrop");
}

/** A message by its role, or by its fixed place at the end of the page. It leaves most of the window free, and leads nowhere. */
function isMessage(dom: Dom, element: Element, height: number): boolean {
	const isNamed = dom.matches(element, messageSelector) || dom.style(element).position === "fixed";
	return isNamed && height < dom.window.innerHeight / 2 && dom.queryFirst(element, "a,input") === null;
}

/** True if the page behind cannot be reached: a modal dialog, or one that covers most of the tested controls. */
export function isBlocking(memory: PageMemory, top: Element, behind: readonly ControlNode[]): boolean {
	const { dom } = memory;
	if (dom.matches(top, ":modal")) return true;
	if (!dom.matches(top, topSelector)) return false;
	const tried = behind.filter(({ zone }) => zone === "view").slice(0, 4);
	const hits = tried.filter(({ box }) => {
		const found = topmostAt(dom, memory.shadowOf, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
		return found !== null && (isInside(dom, found, top) || isBackdrop(dom, found, top));
	});
	return tried.length > 0 && hits.length >= Math.max(1, Math.ceil(tried.length * 0.75));
}

/** A backdrop is often the parent or a sibling of its dialog and fills the window. */
function isBackdrop(dom: Dom, found: Element, top: Element): boolean {
	const rect = dom.rect(found);
	const { innerWidth, innerHeight } = dom.window;
	const isWhole = rect.width >= innerWidth * 0.95 && rect.height >= innerHeight * 0.95;
	const { position } = dom.style(found);
	return (
		isWhole &&
		(position === "fixed" || position === "absolute") &&
		(isInside(dom, top, found) || dom.parentNode(found) === dom.parentNode(top))
	);
}
