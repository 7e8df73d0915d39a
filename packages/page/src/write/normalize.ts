const ignorable = /\p{Default_Ignorable_Code_Point}+/gu;
const control = /(?!\s)\p{Cc}+/gu;
const privateUse = /\p{Co}+/gu;
/** White space other than a single space. */
const whiteSpace = /[^\S ]\s*| \s+/g;
/** Characters that may have to be replaced. */
const suspect = /[^ !-;=?-~]| {2}/;
/** The same without ASCII white space. */
const suspectInk = /[^\t-\r -;=?-~]/;
/** Characters that are not simply replaced by a space. */
const unusual = /[<>\p{Default_Ignorable_Code_Point}\p{Co}\p{Cs}]|(?!\s)\p{Cc}/u;

const overridden = /\u202E([^\u202C-\u202E]*)\u202C?/g;

/** Text after a right-to-left override in reading order: an overridden `yaP` becomes "Pay". */
function asRead(text: string): string {
	return text.includes("\u202E") ? text.replace(overridden, (_, run: string) => [...run].reverse().join("")) : text;
}

function replaceUnusual(text: string): string {
	return asRead(text.toWellFormed())
		.replace(ignorable, "")
		.replace(control, "")
		.replace(privateUse, "[icon]")
		.replace(whiteSpace, " ")
		.replaceAll("<", "‹")
		.replaceAll(">", "›");
}

/**
 * Cleans page text of everything that could pass for grammar or hide from a reader.
 * `<` `>` become `‹` `›`, runs of white space one space, private-use glyphs `[icon]`, lone surrogates U+FFFD; zero-width characters, bidi
 * controls, Unicode tags and control characters go.
 * Keeps one space at either end. Idempotent, linear, never throws.
 */
export function cleanInline(text: string): string {
	if (!suspect.test(text)) return text;
	return suspectInk.test(text) && unusual.test(text) ? replaceUnusual(text) : text.replace(whiteSpace, " ");
}

/** True for text that is only white space. */
export function isBlank(text: string): boolean {
	const first = text.charCodeAt(0);
	// A printable ASCII character.
	return !(first > 32 && first < 127) && text.trim() === "";
}

/** The same, trimmed. */
export function cleanText(text: string): string {
	return cleanInline(text).trim();
}

/**
 * Cleans a value that stands between quotes. Two values are equal if they are equal after this; a longer one is cut (`cut`).
 * Idempotent, never throws.
 */
export function normalize(value: string): string {
	return cleanText(value).replaceAll('"', "'");
}

function withoutFinalStars(text: string): string {
	let end = text.length;
	while (end > 0 && (text[end - 1] === "*" || text[end - 1] === " ")) end -= 1;
	return text.slice(0, end);
}

/** The text of a table cell. Spaces at its ends stay. */
export function cleanCell(text: string): string {
	return cleanInline(text).replaceAll("|", "¦");
}

/** The label of an option. A leading `…` is spelled out, because `… +24` counts further options. */
export function cleanOption(label: string): string {
	const text = withoutFinalStars(normalize(label).replaceAll("|", "¦"));
	return text.startsWith("…") ? `...${text.slice(1)}` : text;
}

const headLength = 4_000;

/** The beginning of a text, which is all that is shown: 4,000 characters without leading space. */
export function head(text: string): string {
	return text.length > headLength ? text.trimStart().slice(0, headLength) : text;
}

/** At most `limit` UTF-16 units, ending in `…` if the text is cut. Never splits a surrogate pair. */
export function cut(text: string, limit: number): string {
	if (text.length <= limit) return text;
	const head = text.slice(0, limit - 1);
	const last = head.charCodeAt(head.length - 1);
	return `${(last & 0xfc00) === 0xd800 ? head.slice(0, -1) : head}…`;
}

/**
 * True if a shown value is the value that was set, or its cut form.
 *
 * @param shown attribute of a parsed element
 * @param wanted raw value that was to be set
 */
export function isSameValue(shown: string, wanted: string): boolean {
	const expected = normalize(wanted);
	if (shown === expected) return true;
	return shown.endsWith("…") && expected.length >= shown.length && expected.startsWith(shown.slice(0, -1));
}
