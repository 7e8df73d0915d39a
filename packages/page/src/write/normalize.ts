const ignorable = /\p{Default_Ignorable_Code_Point}+/gu;
const control = /(?!\s)\p{Cc}+/gu;
const privateUse = /\p{Co}+/gu;
/** White space that is not one space already. */
const whiteSpace = /[^\S ]\s*| \s+/g;
/** What may have to be replaced; the rest stays as it is. */
const suspect = /[^ !-;=?-~]| {2}/;
/** The same but for the white space of ASCII. */
const suspectInk = /[^\t-\r -;=?-~]/;
/** What is replaced by anything but a space. */
const unusual = /[<>\p{Default_Ignorable_Code_Point}\p{Co}\p{Cs}]|(?!\s)\p{Cc}/u;

const overridden = /\u202E([^\u202C-\u202E]*)\u202C?/g;

/** What a right-to-left override turns round stands as it is read: `yaP` behind one is "Pay". */
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
 * Page text with everything replaced that could pass for grammar or hide from a reader: `<` `>` become `‹` `›`, white space runs one
 * space, private-use glyphs `[icon]`; zero-width characters, bidi controls, Unicode tags and control characters go; lone surrogates
 * become U+FFFD. A space at either end stays, one at most. Idempotent, linear, never throws.
 */
export function cleanInline(text: string): string {
	if (!suspect.test(text)) return text;
	return suspectInk.test(text) && unusual.test(text) ? replaceUnusual(text) : text.replace(whiteSpace, " ");
}

/** True for white space alone. */
export function isBlank(text: string): boolean {
	const first = text.charCodeAt(0);
	// A letter or sign of ASCII.
	return !(first > 32 && first < 127) && text.trim() === "";
}

/** The same with both ends trimmed. */
export function cleanText(text: string): string {
	return cleanInline(text).trim();
}

/**
 * A value as it stands between quotes in the text: `cleanText` and `"` as `'`. A value that was set equals a value read back when both
 * are equal after this; a text longer than its limit was cut (`cut`). Idempotent, never throws.
 */
export function normalize(value: string): string {
	return cleanText(value).replaceAll('"', "'");
}

function withoutFinalStars(text: string): string {
	let end = text.length;
	while (end > 0 && (text[end - 1] === "*" || text[end - 1] === " ")) end -= 1;
	return text.slice(0, end);
}

/** A table cell's text: `|` is `¦`, final stars go. Spaces at the ends stay. */
export function cleanCell(text: string): string {
	return cleanInline(text).replaceAll("|", "¦");
}

/** An option's label: `|` is `¦`, final stars go, and a leading `…` is spelled out, since `… +24` counts the rest. */
export function cleanOption(label: string): string {
	const text = withoutFinalStars(normalize(label).replaceAll("|", "¦"));
	return text.startsWith("…") ? `...${text.slice(1)}` : text;
}

const headLength = 4_000;

/** The beginning of a text of which less is shown: what follows need not be looked through. 4,000 characters without leading space. */
export function head(text: string): string {
	return text.length > headLength ? text.trimStart().slice(0, headLength) : text;
}

/** At most `limit` UTF-16 units, ending in `…` where something was cut; never half a surrogate pair. */
export function cut(text: string, limit: number): string {
	if (text.length <= limit) return text;
	const head = text.slice(0, limit - 1);
	const last = head.charCodeAt(head.length - 1);
	return `${(last & 0xfc00) === 0xd800 ? head.slice(0, -1) : head}…`;
}

/**
 * Says whether a value shown in the text is the one that was set: equal after `normalize`, or its cut form.
 *
 * @param shown an attribute of an `ElementView`, as parsed
 * @param wanted what was to be set, raw
 */
export function isSameValue(shown: string, wanted: string): boolean {
	const expected = normalize(wanted);
	if (shown === expected) return true;
	return shown.endsWith("…") && expected.length >= shown.length && expected.startsWith(shown.slice(0, -1));
}
