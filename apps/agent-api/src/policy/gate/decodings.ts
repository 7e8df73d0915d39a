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
export function decodingsOf(text: string): readonly string[] {
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
export function decoded(text: string): string | undefined {
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
