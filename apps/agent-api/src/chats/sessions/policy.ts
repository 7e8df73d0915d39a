import type { TaskStatus } from "@webhand/contracts/agent/task";
import type { SessionStatus } from "@webhand/contracts/chat/sessions";
import { maxTitleCharacters } from "@webhand/contracts/chat/sessions";
import { oneLine } from "@webhand/page/site";

/** The status of a chat, from its newest task. @throws never */
export function chatStatusOf(status: TaskStatus): SessionStatus {
	switch (status) {
		case "completed":
		case "failed":
			return status;
		case "cancelled":
		case "expired":
			return "interrupted";
		case "planning":
		case "executing":
		case "verifying":
		case "correcting":
		case "needs_user_input":
			return "active";
	}
}

/**
 * The title `{domain}: {words}` of a renamed chat: one line without control and bidi characters. A prefix in the input is not doubled.
 *
 * @returns null when the words are not 1 to 200 characters long
 * @throws never
 */
export function renamedTitle(domain: string | null, title: string): string | null {
	const words = withoutPrefix(domain, oneLine(title));
	const length = [...words].length;
	if (length === 0 || length > maxTitleCharacters) return null;
	return domain === null ? words : `${domain}: ${words}`;
}

/** The title of a chat that got its domain later. @throws never */
export function prefixedTitle(domain: string, title: string): string {
	const words = withoutPrefix(domain, title);
	return words === "" ? domain : `${domain}: ${words}`;
}

function withoutPrefix(domain: string | null, title: string): string {
	if (domain === null) return title;
	const prefix = `${domain}:`;
	let words = title;
	while (words.toLowerCase().startsWith(prefix)) words = words.slice(prefix.length).trimStart();
	return words;
}

/** All white space of Unicode: the `\s` of MongoDB knows that of ASCII only. */
const whiteSpace = "[\\s\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+";

/**
 * The source of a regular expression that finds the words as they stand, for JavaScript and MongoDB; white space matches any.
 *
 * @returns null when nothing is left to search for
 * @throws never
 */
export function searchPattern(words: string): string | null {
	const line = oneLine(words);
	return line === "" ? null : line.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replaceAll(" ", whiteSpace);
}

const maxSnippet = 200;
/** How much of a snippet stands before the found words. */
const leadingCharacters = 60;

/**
 * The text around the first place that a pattern finds, at most 200 UTF-16 units, in one line, with `…` where it is cut.
 *
 * @param pattern of `searchPattern`
 * @returns null when the text does not hold it
 * @throws never
 */
export function snippetOf(text: string, pattern: string): string | null {
	const found = new RegExp(pattern, "iu").exec(text);
	if (found === null) return null;
	// Folding makes lines shorter, never longer.
	const before = oneLine(text.slice(Math.max(0, found.index - maxSnippet), found.index + 1)).slice(0, -1);
	const isCutBefore = found.index > maxSnippet || before.length > leadingCharacters;
	const lead = isCutBefore ? `…${startOfWord(before.slice(-leadingCharacters))}` : before;
	const rest = oneLine(text.slice(found.index, found.index + 2 * maxSnippet));
	const room = maxSnippet - lead.length;
	const isCutBehind = rest.length > room || found.index + 2 * maxSnippet < text.length;
	const tail = isCutBehind ? `${rest.slice(0, room - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : rest;
	return `${lead}${tail}`;
}

/** Drops half a word, or half a character, at the beginning. */
function startOfWord(text: string): string {
	const space = text.indexOf(" ");
	return space === -1 || space === text.length - 1 ? text.replace(/^[\uDC00-\uDFFF]/, "") : text.slice(space + 1);
}
