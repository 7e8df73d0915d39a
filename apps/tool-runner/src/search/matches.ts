import { Buffer } from "node:buffer";
import type { GrepMatch } from "@webhand/contracts/tools/search";
import { z } from "zod";

const Text = z.union([z.object({ text: z.string() }), z.object({ bytes: z.string() })]);
const Line = z.object({
	path: Text,
	lines: Text,
	line_number: z.number(),
	submatches: z.array(z.object({ start: z.number(), end: z.number() })),
});

/** A record of `rg --json` that is of use here. `end` is the end of a file, with whose lines the next have nothing to do. */
const Record = z.discriminatedUnion("type", [
	z.object({ type: z.enum(["match", "context"]), data: Line }),
	z.object({ type: z.enum(["begin", "end", "summary"]) }),
]);

const lineCharacters = 2_000;
const mostSubmatches = 100;
// Characters before the first hit of a line that is cut.
const charactersBefore = 500;

/** Collects the matches of a search from ripgrep's records. */
export type Matches = {
	/** @returns why no more are wanted */
	readonly add: (record: Buffer) => "matches" | "bytes" | undefined;
	/** By path, then line. */
	readonly sorted: () => GrepMatch[];
};

/** @param limits `bytes` are of the texts in the reply */
export function collectMatches({ matches, bytes, context }: { matches: number; bytes: number; context: number }): Matches {
	const found: GrepMatch[] = [];
	let left = bytes;
	let recent: { readonly line: number; readonly text: string }[] = [];
	/** Matches that may still get lines after them. */
	let open: GrepMatch[] = [];
	return {
		add: (record) => {
			const read = Record.safeParse(jsonOf(record.toString()));
			if (!read.success) return undefined;
			if (!("data" in read.data)) {
				recent = [];
				open = [];
				return undefined;
			}
			const { data, type } = read.data;
			const line = data.line_number;
			const cut = cutLine(bytesOf(data.lines), type === "match" ? data.submatches : []);
			open = open.filter((match) => match.line >= line - context);
			for (const match of open) match.after.push(cut.text);
			left -= open.length * Buffer.byteLength(cut.text);
			if (type === "match") {
				if (found.length === matches) return "matches";
				const before = recent.filter((other) => other.line >= line - context).map(({ text }) => text);
				const path = bytesOf(data.path).toString().replace(/^\.\//, "");
				const match = { path, line, column: (cut.submatches[0]?.start ?? 0) + 1, ...cut, before, after: [] };
				left -= Buffer.byteLength([match.path, match.text, ...before].join(""));
				if (left < 0) return "bytes";
				found.push(match);
				if (context > 0) open.push(match);
			}
			recent = context === 0 ? [] : [...recent, { line, text: cut.text }].slice(-context);
			return left < 0 ? "bytes" : undefined;
		},
		sorted: () => found.sort((one, other) => compareText(one.path, other.path) || one.line - other.line),
	};
}

// Hits beyond the first hundred are not shown; these bytes hold more than so many.
const submatchBytes = 65_536;

/** What a record holds. One that was cut among its hits ends with the last whole one; one that was cut elsewhere holds nothing. */
function jsonOf(text: string): unknown {
	const start = text.lastIndexOf('"submatches":[');
	const end = start === -1 || text.endsWith("}") ? -1 : text.lastIndexOf("},{", start + submatchBytes);
	try {
		return JSON.parse(end > start ? `${text.slice(0, end)}}]}}` : text);
	} catch {
		return null;
	}
}

/** The order of texts by their UTF-16 units, for replies. */
export const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const bytesOf = (text: z.infer<typeof Text>) => ("text" in text ? Buffer.from(text.text) : Buffer.from(text.bytes, "base64"));

/**
 * A line without its end, cut to 2,000 characters around the first hit. Hits are given in bytes and returned in UTF-16 units of the text;
 * those beyond the cut, and beyond 100, are left out.
 */
export function cutLine(
	line: Buffer,
	submatches: readonly { readonly start: number; readonly end: number }[],
): Pick<GrepMatch, "text" | "submatches"> {
	let length = line.length;
	if (line[length - 1] === 0x0a) length -= 1;
	if (line[length - 1] === 0x0d) length -= 1;
	const first = Math.min(submatches[0]?.start ?? 0, length);
	// At most four bytes make a character: what lies further away is not decoded.
	const from = startOfCharacter(line, Math.max(0, first - 4 * charactersBefore));
	const to = Math.min(length, first + 4 * lineCharacters);
	// Decoded in pieces, so that bytes that are no UTF-8 do not shift what comes after them.
	let text = "";
	let at = from;
	const hits: { start: number; end: number }[] = [];
	const decodeTo = (end: number) => {
		text += line.subarray(at, end).toString();
		at = end;
		return text.length;
	};
	for (const { start, end } of submatches.slice(0, mostSubmatches)) {
		if (start > to) break;
		hits.push({ start: decodeTo(Math.max(at, Math.min(start, to))), end: decodeTo(Math.max(at, Math.min(end, to))) });
	}
	decodeTo(Math.max(at, to));
	const begin = text.length <= lineCharacters ? 0 : boundary(text, Math.max(0, (hits[0]?.start ?? 0) - charactersBefore));
	const end = boundary(text, Math.min(text.length, begin + lineCharacters));
	return {
		text: text.slice(begin, end),
		submatches: hits
			.filter((hit) => hit.start <= end - (hit.end > hit.start ? 1 : 0))
			.map((hit) => ({ start: hit.start - begin, end: Math.min(hit.end, end) - begin })),
	};
}

/** The begin of the UTF-8 character that holds a byte. */
function startOfCharacter(line: Buffer, at: number): number {
	let start = at;
	while (start > 0 && at - start < 3 && ((line[start] ?? 0) & 0xc0) === 0x80) start -= 1;
	return start;
}

/** The same place, or the one before it where it lies within a pair of surrogates. */
function boundary(text: string, at: number): number {
	const isWithin = at > 0 && at < text.length && /[\uDC00-\uDFFF]/.test(text[at] ?? "") && /[\uD800-\uDBFF]/.test(text[at - 1] ?? "");
	return isWithin ? at - 1 : at;
}
