import type { Rect } from "../read/dom.ts";
import type { PageMemory } from "../read/memory.ts";
import { maskNumbers } from "../read/sensitive.ts";
import type { ReadOptions } from "../read/walk.ts";
import type { DraftPart } from "../write/draft.ts";
import { isSensitiveField } from "./locate.ts";

const mostNumbers = 300;
const valueless = ["checkbox", "radio", "button", "submit", "reset", "image", "range", "color", "file", "hidden"];
const fields = `input:not(${valueless.map((type) => `[type=${type}]`).join()}),textarea,select,[contenteditable],[role=textbox],[role=searchbox]`;
const frames = "iframe,frame,object,embed,fencedframe";
const shortestSecret = 4;

/** The controls of the newest reading that stand in its visible part and that nothing covers: at most 300. */
export function visibleControls({ ids, lines }: PageMemory): readonly { readonly id: number; readonly element: Element }[] {
	const found: { readonly id: number; readonly element: Element }[] = [];
	const take = (parts: readonly DraftPart[]): void => {
		for (const part of parts) {
			if (part.kind === "text") continue;
			const { id, states, parts: inside } = part.element;
			const element = id === undefined || states.includes("covered") ? undefined : ids.elementOf(id);
			if (id !== undefined && element !== undefined && found.length < mostNumbers) found.push({ id, element });
			take(inside);
		}
	};
	for (const { zone, cells } of lines) if (zone === "view" || zone === "none") for (const cell of cells) take(cell);
	return found;
}

type Root = Document | ShadowRoot;

/**
 * The parts that a picture must hide: boxes of secret fields and of text with a card number or a secret, and the elements of frames, which
 * only the extension can judge. Reads the document itself, since the newest reading may have been cut short.
 *
 * @param typed secrets of the person that were typed into this document; those of fewer than 4 characters are not looked for
 */
export function hiddenParts(
	memory: PageMemory,
	typed: Iterable<string>,
	options: ReadOptions,
): { readonly secrets: readonly Rect[]; readonly frames: readonly Element[] } {
	const { dom } = memory;
	const roots = allRoots(memory);
	const secrets = [...typed].filter((secret) => secret.length >= shortestSecret);
	const inWindow = ({ left, top, right, bottom, width, height }: Rect) =>
		width > 0 && height > 0 && right > 0 && bottom > 0 && left < dom.window.innerWidth && top < dom.window.innerHeight;
	const isSecret = (field: Element) => holdsAny(valueOf(memory, field), secrets) || isSensitiveField(memory, field, options);
	const ofFields = roots
		.flatMap((root) => dom.query(root, fields))
		.filter((field) => inWindow(dom.rect(field)) && isSecret(field))
		.map((field) => dom.rect(field));
	const ofTexts = secretTexts(textNodes(memory, roots), secrets).map(dom.contentRect).filter(inWindow);
	return { secrets: [...ofFields, ...ofTexts], frames: roots.flatMap((root) => dom.query(root, frames)) };
}

function allRoots({ dom, shadowOf, isOwn }: PageMemory): readonly Root[] {
	const roots: Root[] = [dom.document];
	for (const root of roots) {
		for (const element of dom.query(root, "*")) {
			const shadow = isOwn(element) ? null : shadowOf(element);
			if (shadow !== null) roots.push(shadow);
		}
	}
	return roots;
}

const holdsAny = (text: string, secrets: readonly string[]) => secrets.some((secret) => text.includes(secret));

function valueOf({ dom }: PageMemory, field: Element): string {
	const { HTMLInputElement, HTMLTextAreaElement } = dom.window;
	return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : "";
}

/** Text nodes with a part of a card number, which may go over several nodes, or with a secret. */
function secretTexts(nodes: Iterable<Text>, secrets: readonly string[]): readonly Text[] {
	const pieces: { readonly node: Text; readonly from: number; readonly to: number }[] = [];
	const found: Text[] = [];
	let joined = "";
	for (const node of nodes) {
		if (holdsAny(node.data, secrets)) found.push(node);
		const text = node.data.replaceAll(/\s+/g, " ");
		if (text === " ") joined += joined.endsWith(" ") ? "" : " ";
		else if (!/\d/.test(text)) joined += "|";
		else {
			pieces.push({ node, from: joined.length, to: joined.length + text.length });
			joined += text;
		}
	}
	const masked = maskNumbers(joined);
	if (masked === joined) return found;
	return [...found, ...pieces.filter(({ from, to }) => masked.slice(from, to) !== joined.slice(from, to)).map(({ node }) => node)];
}

function* textNodes(memory: PageMemory, roots: readonly Root[]): Generator<Text> {
	for (const root of roots) {
		const walker = memory.dom.window.Document.prototype.createTreeWalker.call(memory.dom.document, root, NodeFilter.SHOW_TEXT);
		for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) yield node as Text;
	}
}
