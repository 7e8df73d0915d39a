import { fold, holdsVerbatim, splitWords, wordsIn } from "@webhand/lexicon/text";
import { newest } from "@webhand/page/once";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { writeTarget } from "@webhand/page/write/parts/target";
import { readNote } from "../question/asked-note.ts";
import { secretsIn, secretWord, secretWordUnspaced } from "../secrets/find.ts";
import type { TaskFacts } from "./risk.ts";

/** From this length on a secret is found inside other text; a shorter one stands in it by chance. */
const minSecretInside = 6;
/** The share of a secret that gives it away. */
const mostOfSecret = 0.75;
const minSecretPiece = 3;
/** How far from a secret the query may name the field for it, in characters. */
const [namedBefore, namedBehind] = [40, 60];

/** What the user wrote: the query, data, notes and answers, and the secrets in them. */
type OwnWords = Pick<TaskFacts, "query" | "values" | "fills" | "notes" | "secrets">;

/** The query and the data that came with it, line by line: what may be filled in and sent, not what orders. @throws never */
export const givenText = ({ query, values = [] }: Pick<TaskFacts, "query" | "values">): string => [query, ...values].join("\n");

/** True when an address carries one of the user's secrets, and the user did not write that address. @throws never */
export function leaksSecret(address: string, own: OwnWords): boolean {
	const secrets = secretsOf(own).map(squeezed);
	if (secrets.length === 0 || !URL.canParse(address) || holdsVerbatim(own.query, address)) return false;
	const url = new URL(address);
	const isWhole = textsIn(url.href).some((text) => {
		const words = wordsIn(text).map(squeezed);
		const whole = squeezed(text);
		return secrets.some((secret) =>
			secret.length < minSecretInside ? words.includes(secret) || whole === secret : holdsMost(whole, secret),
		);
	});
	return isWhole || secrets.some((secret) => holdsPieces(partsOf(url), secret));
}

/** True for a text with three quarters of a secret in a row. */
function holdsMost(text: string, secret: string): boolean {
	const most = Math.max(minSecretInside, Math.ceil(secret.length * mostOfSecret));
	for (let from = 0; from + most <= secret.length; from += 1) if (text.includes(secret.slice(from, from + most))) return true;
	return false;
}

/** True for parts that hold three quarters of a secret in pieces, in any order. */
function holdsPieces(parts: readonly string[], secret: string): boolean {
	const pieces = new Set(parts.map(squeezed).filter((part) => part.length >= minSecretPiece && secret.includes(part)));
	return secret.length >= minSecretInside && [...pieces].reduce((sum, { length }) => sum + length, 0) >= secret.length * mostOfSecret;
}

/** True when a text holds a user's secret, but neither the name of the field nor the user says that it belongs there. */
export function isSecretInOtherField(text: string, field: ElementView | undefined, own: OwnWords): boolean {
	const secrets = secretsInText(text, own);
	if (secrets.length === 0) return false;
	const name = [field?.name, field?.attributes.get("placeholder"), field?.attributes.get("hint")].join(" ");
	return !secretNames.test(name) && !secrets.every((secret) => isNamedFor(secret, field, own));
}

/** The user's secrets that a text holds, with other signs between the letters too. @throws never */
export function secretsInText(text: string, own: OwnWords): readonly string[] {
	const whole = squeezed(text);
	return secretsOf(own).filter((secret) => text.includes(secret) || (secret.length >= minSecretInside && whole.includes(squeezed(secret))));
}

/** True for a value that the user gave, in the query or in an answer. @throws never */
export function isUserProvided(value: string, own: OwnWords): boolean {
	return holdsVerbatim(givenText(own), value) || own.secrets?.includes(value) === true;
}

/** True for a text with a word that the person did not say, in the task or in an answer. @throws never */
export function saysUnsaid(text: string, own: OwnWords): boolean {
	const said = saidWords(own);
	return wordsIn(text).some((word) => !said.has(word));
}

/** Characters that a site's own words take in an address; digits of a code; words that the page itself may give. */
const [maxUnsaid, codeDigits, maxLent] = [16, /\d{4}/, 3];

/**
 * True for an address with words that nobody said: a code, also in pieces, or more than a site's own few words.
 *
 * @param shown the page of the same site: its links, and a few of its words, tell the site nothing new. Only a few, since a page may show a
 * dictionary
 * @throws never
 */
export function carriesUnsaid(url: URL, own: OwnWords & Pick<TaskFacts, "origins">, shown?: PageView): boolean {
	if (holdsVerbatim(own.query, url.href) || (shown !== undefined && isLinkOf(url, shown))) return false;
	const said = new Set([...saidWords(own), ...own.origins.flatMap(wordsIn), "http", "https"]);
	const below = url.hostname.split(".").slice(0, -2);
	const parts = [...below, url.port, ...url.pathname.split("/"), ...[...url.searchParams].flat(), url.hash.slice(1)].slice(0, maxParts);
	const words = parts.flatMap((part) => wordsIn(decoded(part) ?? part)).filter((word) => !said.has(word));
	if (words.length === 0) return false;
	if ([words, words.filter((word) => /^\d$/.test(word))].some((pieces) => codeDigits.test(pieces.join("")))) return true;
	const lent = new Set(shown === undefined ? [] : wordsIn(textOf(shown)));
	const unsaid = [...new Set(words)];
	const foreign = unsaid.length > maxLent ? unsaid : unsaid.filter((word) => !lent.has(word));
	return foreign.reduce((sum, { length }) => sum + length, 0) >= maxUnsaid;
}

/** True for the whole address of a link, as far as page text writes it. */
function isLinkOf(url: URL, { url: pageUrl, elements }: PageView): boolean {
	const target = writeTarget(url.href, pageUrl);
	if (target === undefined || target.includes("…") || url.search !== "" || url.hash !== "") return false;
	return [...elements.values()].some(({ href }) => href === target);
}

// A question is the model's, and may quote a page: only what the person answered counts.
function saidWords({ notes = [], secrets = [], ...own }: OwnWords): ReadonlySet<string> {
	return new Set([givenText(own), ...notes.map(wordsOfPerson), ...secrets].flatMap(wordsIn));
}

/** A note without what stands around the person's own words; "" for a plain yes or no. */
function wordsOfPerson(note: string): string {
	return readNote(note).said.replace(/^The person (?:answered: |added: |said: |said (?:yes|no)\.$)|^It is done\.$/, "");
}

function secretsOf({ secrets = [], ...own }: OwnWords): readonly string[] {
	return [...new Set([...secretsIn(givenText(own)), ...secrets])];
}

const secretNames = new RegExp(
	`(?<![\\p{L}\\p{N}])(?:${secretWord}|code|key|código|codice|код)(?![\\p{L}\\p{N}])|${secretWordUnspaced}`,
	"iu",
);

/** "Enter 4711 into the locker field", "Locker: 4711", or an answer to a question that names the field; a routine says its fields. */
function isNamedFor(secret: string, field: ElementView | undefined, { query, fills = [], notes = [] }: OwnWords): boolean {
	const names = wordsIn(field?.name ?? "");
	const at = query.indexOf(secret);
	const near = at === -1 ? "" : query.slice(Math.max(0, at - namedBefore), at + secret.length + namedBehind);
	return (
		names.length > 0 &&
		[near.replace(secret, " "), ...[...fills, ...notes].filter((text) => text.includes(secret))].some((text) => {
			const around = new Set(wordsIn(text));
			return names.every((word) => around.has(word));
		})
	);
}

function squeezed(text: string): string {
	return fold(text).replaceAll(/[^\p{L}\p{N}]+/gu, "") || text;
}

/** Shorter runs of page text stand in ordinary addresses too. */
const minLeak = 16;
/** Half of a leak: any run of 16 characters holds one aligned block of eight. */
const blockSize = 8;
/** Bounds on work: parts of an address, and places of one block in the page text. */
const [maxParts, maxPlaces] = [400, 20];
const codeLike = /[\p{L}\p{N}]{4,64}/gu;
/** How much of a line and the one above may name a code. */
const maxNaming = 400;

/**
 * True when a URL carries 16 characters of this page that the user did not write, or a code of the page. They may stand in any part, with
 * other signs between the words or none, without vowels, or encoded (`decodingsOf`). @throws never
 */
export function leaksPageText(url: URL, page: PageView, own: Pick<TaskFacts, "query" | "values">): boolean {
	return leaksText(url, { text: textOf(page), lines: page.lines }, givenText(own));
}

/**
 * The same for the texts of the organization that the decider was shown. An address that stands in one of them as it is says nothing more
 * than that. @throws never
 */
export function leaksKnowledge(url: URL, { knowledge = [], ...own }: Pick<TaskFacts, "knowledge" | "query" | "values">): boolean {
	if (knowledge.length === 0 || knowledge.some((text) => holdsVerbatim(text, url.href))) return false;
	const lines = knowledge.flatMap((text) => text.split("\n")).map((text) => ({ text }));
	return leaksText(url, { text: knowledge.join(" "), lines }, givenText(own));
}

/** A text that must not leave, whole and line by line. */
type Private = { readonly text: string; readonly lines: readonly { readonly text: string }[] };

function leaksText(url: URL, known: Private, given: string): boolean {
	const own = shapesOf(given);
	const texts = textsIn(url.href);
	if (leaksCode(texts, known, given)) return true;
	const long = texts.filter((text) => text.length >= minLeak);
	const pieces = [...new Set(long.flatMap(shapesOf))].filter(
		(piece) => piece.length >= minLeak && !own.some((text) => text.includes(piece)),
	);
	if (pieces.length === 0) return false;
	const shapes = shapesOf(known.text).map((text) => ({ text, blocks: blocksOf(text) }));
	return pieces.some((piece) => shapes.some((shape) => hasForeignRun(piece, shape, own)));
}

/** A short code counts where the page calls it a code, a password, a key, in its own line or the one above: "One-time code 482913". */
function leaksCode(texts: readonly string[], { lines }: Private, given: string): boolean {
	const codes = new Set(texts.flatMap((text) => text.match(codeLike) ?? []).filter((code) => /\d/.test(code) && !given.includes(code)));
	const known = [...codes].slice(0, maxParts);
	if (known.length === 0) return false;
	// One search a line for all codes: a search a code takes seconds on a page of codes. They are letters and digits, so nothing to escape.
	const any = new RegExp(known.join("|"), "u");
	return lines.some(({ text }, index) => {
		if (!any.test(text)) return false;
		const secrets = secretsIn(`${lines[index - 1]?.text ?? ""} ${text}`.slice(-maxNaming));
		return secrets.some((secret) => known.some((code) => secret.includes(code) && text.includes(code)));
	});
}

type Known = { readonly text: string; readonly blocks: ReadonlyMap<string, readonly number[]> };

/** The places of each aligned block of eight characters. */
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

/** True when both texts share 16 characters in a row that the user did not write. */
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
	while (first > -minLeak && same(first - 1)) first -= 1;
	while (end < 2 * minLeak && same(end)) end += 1;
	return piece.slice(from + first, from + end);
}

/** The parts of an address with their decodings. It is judged several times in a row, and decoding a long one takes a while. */
const textsIn = newest(1, (href: string): readonly string[] => [...new Set(partsOf(new URL(href)).flatMap(decodingsOf))]);

/** The parts of an address, each alone and all of a kind joined, since a text may be cut in pieces. */
function partsOf(url: URL): readonly string[] {
	const path = url.pathname.split("/").slice(0, maxParts);
	const parameters = [...url.searchParams].slice(0, maxParts);
	const values = parameters.map(([, value]) => value);
	return [url.hostname, ...path, ...parameters.flat(), url.hash.slice(1), path.join(""), values.join(""), path.join(" "), values.join(" ")];
}

/** A text folded; its words with single spaces; without spaces; without vowels too. */
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
	return Array.from({ length: Math.max(0, text.length - minLeak + 1) }, (_, start) => text.slice(start, start + minLeak));
}

/** Bounds on work: decoded texts, their characters together, and decodings on top of each other. */
const [maxDecoded, maxCharacters, maxDepth] = [120, 100_000, 3];
/** A shorter text holds no secret; a shorter mixed one none in its second or third letters. */
const [minEncoded, minMixed] = [6, 12];

/**
 * A text and its plain decodings, up to three on top of each other: escapes, Base64, Base32, hexadecimal, decimal codes, ROT13, reversed.
 * The same without signs, and each second or third letter alone.
 *
 * @returns the text itself first; at most 242
 * @throws never
 */
function decodingsOf(text: string): readonly string[] {
	const bare = text.replaceAll(/[^\p{L}\p{N}]+/gu, "");
	const mixed = text.length < minMixed ? [] : [everyNth(text, 2), everyNth(text, 3)];
	return [...new Set([...decodeRepeatedly(text), ...(bare === text ? [] : decodeRepeatedly(bare)), ...mixed])];
}

function decodeRepeatedly(text: string): ReadonlySet<string> {
	const found = new Set([text]);
	const most = Math.min(maxDecoded, Math.ceil(maxCharacters / Math.max(1, text.length)));
	let last = [text];
	for (let depth = 0; depth < maxDepth; depth += 1) {
		const next = new Set(last.filter((one) => one.length >= minEncoded).flatMap((one) => decoders.flatMap((way) => way(one) ?? [])));
		last = [...next].filter((one) => !found.has(one)).slice(0, Math.max(0, most - found.size));
		for (const one of last) found.add(one);
	}
	return found;
}

type Decoder = (text: string) => string | undefined;

const decoders: readonly Decoder[] = [
	(text) => (/[%+]/.test(text) ? decoded(text) : undefined),
	(text) => (/^[\w+/-]{8,}={0,2}$/.test(text) ? readable(Buffer.from(text, "base64").toString("utf8")) : undefined),
	(text) => (/^(?:[\da-f]{2}){6,}$/i.test(text) ? readable(Buffer.from(text, "hex").toString("utf8")) : undefined),
	(text) => (/^[a-z2-7]{10,}=*$/i.test(text) ? readable(fromBase32(text)) : undefined),
	(text) => (/^\d{2,3}(?:\D+\d{2,3}){5,}$|^(?:\d{3}){6,}$/.test(text) ? readable(fromCodes(text)) : undefined),
	(text) => [...text].reverse().join(""),
	(text) => text.replaceAll(/[a-z]/gi, rotated),
];

/** Every nth letter from the first on, for a text with other letters thrown in. */
function everyNth(text: string, nth: number): string {
	return [...text].filter((_letter, at) => at % nth === 0).join("");
}

/** A decoding with control characters came about by chance. */
function readable(text: string): string | undefined {
	return /[\p{Cc}\uFFFD]/u.test(text) ? undefined : text;
}

/** A part of an address without its escapes; undefined for broken ones. @throws never */
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
