import { fold, holdsVerbatim, splitWords } from "@webhand/lexicon/text";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { secretsIn, secretWord, secretWordUnspaced } from "../secrets/find.ts";
import type { TaskFacts } from "./risk.ts";

const longestWhole = 6;
const enough = 0.75;
const shortestPiece = 3;
const reachBefore = 40;
const reachBehind = 60;

/** The person's own words: the instruction, and what was answered and added since. */
type OwnWords = Pick<TaskFacts, "query" | "notes" | "secrets">;

/**
 * True when an address takes one of the person's own secrets along, and the person did not write that address.
 *
 * @throws never
 */
export function givesSecretAway(address: string, own: OwnWords): boolean {
	const secrets = secretsOf(own).map(squeezed);
	if (secrets.length === 0 || !URL.canParse(address) || holdsVerbatim(own.query, address)) return false;
	const parts = partsOf(new URL(address));
	const said = [...new Set(parts.flatMap(unpackings))];
	const isTold = said.some((text) => {
		const words = splitWords(fold(text)).map(squeezed);
		const whole = squeezed(text);
		return secrets.some((secret) => (secret.length < longestWhole ? words.includes(secret) || whole === secret : holdsMost(whole, secret)));
	});
	return isTold || secrets.some((secret) => isToldInPieces(parts, secret));
}

/** Nearly all of a secret tells it: three quarters in a row. */
function holdsMost(text: string, secret: string): boolean {
	const most = Math.max(longestWhole, Math.ceil(secret.length * enough));
	for (let from = 0; from + most <= secret.length; from += 1) if (text.includes(secret.slice(from, from + most))) return true;
	return false;
}

/** In pieces, whatever their order. */
function isToldInPieces(parts: readonly string[], secret: string): boolean {
	const pieces = new Set(parts.map(squeezed).filter((part) => part.length >= shortestPiece && secret.includes(part)));
	return secret.length >= longestWhole && [...pieces].reduce((sum, { length }) => sum + length, 0) >= secret.length * enough;
}

/**
 * True when a text holds a secret of the person's own that was not meant for this field: a field that takes no secret by its name, and that
 * the person did not name beside the secret either.
 *
 * @throws never
 */
export function isSecretElsewhere(text: string, field: ElementView | undefined, own: OwnWords): boolean {
	const secrets = holdsSecret(text, own);
	if (secrets.length === 0) return false;
	const name = [field?.name, field?.attributes.get("placeholder"), field?.attributes.get("hint")].join(" ");
	return !ofSecrets.test(name) && !secrets.every((secret) => isNamedBeside(secret, field, own));
}

/** The person's own secrets that a text holds, whatever signs stand between. @throws never */
export function holdsSecret(text: string, own: OwnWords): readonly string[] {
	const whole = squeezed(text);
	return secretsOf(own).filter((secret) => text.includes(secret) || (secret.length >= longestWhole && whole.includes(squeezed(secret))));
}

/** True for a value that the person gave, in the instruction or when asked. @throws never */
export function isGiven(value: string, { query, secrets = [] }: OwnWords): boolean {
	return holdsVerbatim(query, value) || secrets.includes(value);
}

function secretsOf({ query, secrets = [] }: OwnWords): readonly string[] {
	return [...new Set([...secretsIn(query), ...secrets])];
}

const ofSecrets = new RegExp(
	`(?<![\\p{L}\\p{N}])(?:${secretWord}|code|key|código|codice|код)(?![\\p{L}\\p{N}])|${secretWordUnspaced}`,
	"iu",
);

/** "Enter 4711 into the locker field", "Locker: 4711"; and where it was asked for by the field's name. */
function isNamedBeside(secret: string, field: ElementView | undefined, { query, notes = [] }: OwnWords): boolean {
	const names = splitWords(fold(field?.name ?? ""));
	const at = query.indexOf(secret);
	const near = at === -1 ? "" : query.slice(Math.max(0, at - reachBefore), at + secret.length + reachBehind);
	return (
		names.length > 0 &&
		[near.replace(secret, " "), ...notes.filter((note) => note.includes(secret))].some((text) => {
			const around = new Set(splitWords(fold(text)));
			return names.every((word) => around.has(word));
		})
	);
}

function squeezed(text: string): string {
	return fold(text).replaceAll(/[^\p{L}\p{N}]+/gu, "") || text;
}

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
function partsOf(url: URL): readonly string[] {
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

const maxTexts = 120;
const maxDepth = 3;
const shortest = 6;
const shortestMixed = 12;

/**
 * What a piece of an address may say: as it is, and unpacked by what anybody would think of, up to three ways on top of each other: escapes,
 * Base64, Base32, hexadecimal, decimal codes, ROT13, read from its end. The same without its signs, and each second or third letter alone.
 *
 * @returns the text itself first; at most 242
 * @throws never
 */
function unpackings(text: string): readonly string[] {
	const bare = text.replaceAll(/[^\p{L}\p{N}]+/gu, "");
	const mixed = text.length < shortestMixed ? [] : [each(text, 2), each(text, 3)];
	return [...new Set([...unpacked(text), ...(bare === text ? [] : unpacked(bare)), ...mixed])];
}

function unpacked(text: string): ReadonlySet<string> {
	const found = new Set([text]);
	let last = [text];
	for (let depth = 0; depth < maxDepth; depth += 1) {
		const next = new Set(last.filter((one) => one.length >= shortest).flatMap((one) => ways.flatMap((way) => way(one) ?? [])));
		last = [...next].filter((one) => !found.has(one)).slice(0, maxTexts - found.size);
		for (const one of last) found.add(one);
	}
	return found;
}

type Way = (text: string) => string | undefined;

const ways: readonly Way[] = [
	(text) => (/[%+]/.test(text) ? decoded(text) : undefined),
	(text) => (/^[\w+/-]{8,}={0,2}$/.test(text) ? readable(Buffer.from(text, "base64").toString("utf8")) : undefined),
	(text) => (/^(?:[\da-f]{2}){6,}$/i.test(text) ? readable(Buffer.from(text, "hex").toString("utf8")) : undefined),
	(text) => (/^[a-z2-7]{10,}=*$/i.test(text) ? readable(fromBase32(text)) : undefined),
	(text) => (/^\d{2,3}(?:\D+\d{2,3}){5,}$|^(?:\d{3}){6,}$/.test(text) ? readable(fromCodes(text)) : undefined),
	(text) => [...text].reverse().join(""),
	(text) => text.replaceAll(/[a-z]/gi, rotated),
];

/** Each nth letter from the first on: what stands between them is thrown in. */
function each(text: string, nth: number): string {
	return [...text].filter((_letter, at) => at % nth === 0).join("");
}

/** What came of it by chance alone is no text. */
function readable(text: string): string | undefined {
	return /[\p{Cc}\uFFFD]/u.test(text) ? undefined : text;
}

function decoded(text: string): string | undefined {
	try {
		return decodeURIComponent(text.replaceAll("+", " "));
	} catch {
		return undefined;
	}
}

function fromBase32(text: string): string {
	const bits = [...text.toUpperCase().replace(/=+$/, "")].map((letter) =>
		"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
	);
	const bytes = bits.join("").match(/\d{8}/g) ?? [];
	return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))).toString("utf8");
}

function fromCodes(text: string): string {
	const codes = /\D/.test(text) ? text.match(/\d+/g) : text.match(/\d{3}/g);
	return String.fromCharCode(...(codes ?? []).map(Number));
}

function rotated(letter: string): string {
	const first = letter <= "Z" ? 65 : 97;
	return String.fromCharCode(first + ((letter.charCodeAt(0) - first + 13) % 26));
}
