// Names in the headers of a patch. A patch is held as bytes, one character each (Latin-1), so content of any encoding stays as it is.

const escapes: Readonly<Record<string, string>> = { a: "\x07", b: "\b", t: "\t", n: "\n", v: "\v", f: "\f", r: "\r", '"': '"', "\\": "\\" };
const quoted = /^"((?:[^"\\]|\\(?:[abtnvfr"\\]|[0-3][0-7]{2}))*)"/;

/** A name at the beginning of a text and what follows it; null when its quotes are wrong. */
type ReadName = { readonly name: string; readonly rest: string };

/**
 * Reads the name of a `---` or `+++` line: in C quotes as git writes it, or up to a tab, after which other tools put a time.
 *
 * @returns null for wrong quotes or text after them
 * @throws never
 */
export function readHeaderName(text: string): string | null {
	if (!text.startsWith('"')) return text.split("\t", 1)[0] ?? "";
	const read = readQuoted(text);
	return read === null || !/^(?:\t|$)/.test(read.rest) ? null : read.name;
}

/**
 * Reads the two names of a `diff --git` line. Without quotes they can only be told apart when both are the same but for `a/` and `b/`.
 *
 * @returns null when they cannot be told apart
 * @throws never
 */
export function readGitNames(text: string): { readonly old: string; readonly now: string } | null {
	if (text.startsWith('"') || text.endsWith('"')) {
		const first = text.startsWith('"') ? readQuoted(text) : splitAt(text, text.indexOf(' "'));
		if (first === null || !first.rest.startsWith(" ")) return null;
		const second = first.rest.slice(1);
		const now = second.startsWith('"') ? readQuoted(second) : { name: second, rest: "" };
		return now === null || now.rest !== "" ? null : { old: first.name, now: now.name };
	}
	const middle = (text.length - 1) / 2;
	const [old, now] = [text.slice(0, middle), text.slice(middle + 1)];
	return text[middle] === " " && withoutPrefix(old, now) !== null ? { old, now } : null;
}

/**
 * The one path that both names stand for, without `a/` and `b/`. `/dev/null` stands for no file.
 *
 * @returns null when they are two paths
 * @throws never
 */
export function withoutPrefix(old: string, now: string): string | null {
	const isPrefixed = (name: string, prefix: string) => name === "/dev/null" || name.startsWith(prefix);
	const hasPrefix = isPrefixed(old, "a/") && isPrefixed(now, "b/");
	const names = [old, now].filter((name) => name !== "/dev/null").map((name) => (hasPrefix ? name.slice(2) : name));
	return new Set(names).size === 1 ? (names[0] ?? null) : null;
}

function readQuoted(text: string): ReadName | null {
	const found = quoted.exec(text);
	if (found === null) return null;
	const name = (found[1] ?? "").replace(/\\([0-3][0-7]{2}|.)/g, (_, escape: string) =>
		escape.length === 3 ? String.fromCharCode(Number.parseInt(escape, 8)) : (escapes[escape] ?? escape),
	);
	return { name, rest: text.slice(found[0].length) };
}

function splitAt(text: string, at: number): ReadName | null {
	return at === -1 ? null : { name: text.slice(0, at), rest: text.slice(at) };
}
