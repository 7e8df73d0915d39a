import type { PageView } from "@webhand/page/parse/view";
import { secretsIn } from "../../own-secrets.ts";
import { fold, splitWords } from "../words.ts";
import { unpackings } from "./unpacked.ts";

const minCarried = 16;
const maxParts = 400;
const blockSize = 8;
const maxPlaces = 20;
const codeLike = /[\p{L}\p{N}]{4,64}/gu;
const longestNaming = 400;

/**
 * True when a URL takes 16 or more characters of this page along that the user did not write, or a code that the page calls one: in host,
 * path, parameters or fragment, as they are, with other signs between the words or none, without vowels, or packed (`unpackings`).
 *
 * @throws never
 */
export function carriesPageText(url: URL, page: PageView, query: string): boolean {
	const own = shapesOf(query);
	const unpacked = [...new Set(partsOf(url).flatMap(unpackings))];
	if (carriesCode(unpacked, page, query)) return true;
	const said = new Set(unpacked.filter((part) => part.length >= minCarried));
	const pieces = [...new Set([...said].flatMap(shapesOf))].filter(
		(piece) => piece.length >= minCarried && !own.some((text) => text.includes(piece)),
	);
	if (pieces.length === 0) return false;
	const texts = shapesOf(textOf(page)).map((text) => ({ text, blocks: blocksOf(text) }));
	return pieces.some((piece) => texts.some((known) => hasForeignRun(piece, known, own)));
}

/** What the page itself calls a code, a password, a key is one however short: "One-time code 482913", also with its name in the line above. */
function carriesCode(said: readonly string[], { lines }: PageView, query: string): boolean {
	const codes = new Set(said.flatMap((text) => text.match(codeLike) ?? []).filter((code) => /\d/.test(code) && !query.includes(code)));
	const known = [...codes].slice(0, maxParts);
	if (known.length === 0) return false;
	// Letters and digits alone: nothing to escape. One look at a line for all of them, and one for what it calls a secret.
	const any = new RegExp(known.join("|"), "u");
	return lines.some(({ text }, index) => {
		if (!any.test(text)) return false;
		const secrets = secretsIn(`${lines[index - 1]?.text ?? ""} ${text}`.slice(-longestNaming));
		return secrets.some((secret) => known.some((code) => secret.includes(code) && text.includes(code)));
	});
}

type Known = { readonly text: string; readonly blocks: ReadonlyMap<string, readonly number[]> };

/** Where each eighth piece of eight characters stands: whatever is 16 long holds one of them whole. */
function blocksOf(text: string): Known["blocks"] {
	const blocks = new Map<string, number[]>();
	for (let at = 0; at + blockSize <= text.length; at += blockSize) {
		const block = text.slice(at, at + blockSize);
		const known = blocks.get(block);
		if (known === undefined) blocks.set(block, [at]);
		else if (known.length < maxPlaces) known.push(at);
	}
	return blocks;
}

/** True when both texts have 16 characters in a row in common that the user did not write. */
function hasForeignRun(piece: string, { text, blocks }: Known, own: readonly string[]): boolean {
	for (let from = 0; from + blockSize <= piece.length; from += 1) {
		for (const at of blocks.get(piece.slice(from, from + blockSize)) ?? []) {
			const run = runAround({ piece, from }, { text, at });
			if (windows(run).some((window) => !own.some((words) => words.includes(window)))) return true;
		}
	}
	return false;
}

function runAround(
	{ piece, from }: { readonly piece: string; readonly from: number },
	{ text, at }: { readonly text: string; readonly at: number },
): string {
	const same = (offset: number) => piece[from + offset] !== undefined && piece[from + offset] === text[at + offset];
	let [first, end] = [0, blockSize];
	while (first > -minCarried && same(first - 1)) first -= 1;
	while (end < 2 * minCarried && same(end)) end += 1;
	return piece.slice(from + first, from + end);
}

/** The parts of an address, each alone and all of a kind together, since a text may be cut in pieces. */
export function partsOf(url: URL): readonly string[] {
	const path = url.pathname.split("/").slice(0, maxParts);
	const parameters = [...url.searchParams].slice(0, maxParts);
	const values = parameters.map(([, value]) => value);
	return [url.hostname, ...path, ...parameters.flat(), url.hash.slice(1), path.join(""), values.join(""), path.join(" "), values.join(" ")];
}

/** A text folded, with one space between its words, with nothing between them, and so without vowels. */
function shapesOf(text: string): readonly string[] {
	const folded = fold(text);
	const words = splitWords(folded);
	const joined = words.join("");
	return [folded, words.join(" "), joined, joined.replaceAll(/[aeiou]/g, "")];
}

function textOf(page: PageView): string {
	const values = Array.from(page.elements.values(), (element) => element.attributes.get("value") ?? "");
	return [page.title, ...page.lines.map((line) => line.text), ...values].join(" ");
}

function windows(text: string): readonly string[] {
	return Array.from({ length: Math.max(0, text.length - minCarried + 1) }, (_, start) => text.slice(start, start + minCarried));
}
