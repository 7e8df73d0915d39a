import { ElementType, parseDocument } from "htmlparser2";
import type { Outline } from "../outline.ts";
import { createOutline } from "../outline.ts";
import { createWriter } from "./html-writer.ts";
import { decodeText } from "./text.ts";
import type { Page, PageElement, PageNode } from "./visible.ts";
import { isElement, isVisible, walk } from "./visible.ts";

/** A page: its readable text and its title. Scripts, styles, navigation and what it hides by attributes are left out. */
export function parseHtml(bytes: Uint8Array): Outline {
	return outlineOfHtml(decodeText(bytes), {});
}

/** Reads HTML as a browser would. `title` is for a page without a title element. @throws UnreadableError TOO_LARGE */
export function outlineOfHtml(html: string, { title }: { readonly title?: string | undefined }): Outline {
	const page = parseDocument(html);
	const outline = createOutline();
	const main = mainPartOf(page);
	const write = (root: Page | PageElement, { isBeside }: { readonly isBeside: boolean }) => {
		const writer = createWriter(outline, { isBeside });
		const isWanted = (node: PageNode) => isVisible(node) && !(isBeside && (node === main || isSiteHeader(node)));
		walk(root, { enter: (node) => isWanted(node) && writer.enter(node), leave: writer.leave });
		writer.end();
	};
	write(main, { isBeside: false });
	if (main !== page) {
		outline.top();
		write(page, { isBeside: true });
	}
	return outline.done([titleOf(page), title]);
}

/** Outside of the main part a header is that of the site. */
const isSiteHeader = (node: PageNode) => isElement(node) && node.name === "header";

function titleOf(page: Page): string | undefined {
	let title: string | undefined;
	walk(page, {
		enter: (node) => {
			if (isElement(node) && node.name === "title") title ??= textOf(node);
			return title === undefined && !(isElement(node) && node.name === "svg");
		},
		leave: () => {},
	});
	return title;
}

function textOf(element: PageElement): string {
	return element.children.map((child) => (child.type === ElementType.Text ? child.data : "")).join("");
}

/** The smallest `main` or `article` that holds more than half of the text, else the page. */
function mainPartOf(page: Page): Page | PageElement {
	let length = 0;
	const parts: { readonly element: PageElement; readonly length: number }[] = [];
	const before = new Map<PageNode, number>();
	walk(page, {
		enter: (node) => {
			if (!isVisible(node)) return false;
			if (node.type === ElementType.Text) length += node.data.trim().length;
			if (isMainPart(node)) before.set(node, length);
			return true;
		},
		leave: (node) => {
			const start = before.get(node);
			if (start !== undefined) parts.push({ element: node as PageElement, length: length - start });
		},
	});
	// A part is left before those around it.
	return parts.find((part) => part.length > length / 2)?.element ?? page;
}

function isMainPart(node: PageNode): boolean {
	return isElement(node) && (node.name === "main" || node.name === "article" || node.attribs["role"] === "main");
}
