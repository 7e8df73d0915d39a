import type { DocumentFailure } from "@webhand/contracts/knowledge/documents";
import { cleanLine, cleanLines } from "./clean.ts";

/** Clean text: one or more lines that belong together, or the rows of a table with its header first. Never empty. */
export type Block = { readonly kind: "text"; readonly text: string } | { readonly kind: "table"; readonly rows: readonly string[] };

/** What stands between two headings on one page. `path` is the headings above it: "Expenses › Travel", or empty. Pages count from 1. */
export type Section = { readonly path: string; readonly page?: number; readonly blocks: readonly Block[] };

/** A document as its format's parser gives it. */
export type Outline = { readonly title?: string; readonly sections: readonly Section[] };

/** Why a document gives no text. Parsers throw it; `readDocument` turns it into a result. */
export class UnreadableError extends Error {
	readonly reason: DocumentFailure;

	constructor(reason: DocumentFailure, options?: ErrorOptions) {
		super(reason, options);
		this.reason = reason;
	}
}

/** Largest text of a document, in characters, most pages, and most sections with text: each is a chunk or more. */
export const documentLimits = { characters: 2_000_000, pages: 500, sections: 20_000 } as const;

const longestTitle = 200;
const longestHeading = 120;
const longestPath = 300;
const cellBreak = " | ";

type Heading = { readonly level: number; readonly text: string };
type OpenSection = { readonly headings: readonly Heading[]; readonly page: number | undefined; readonly blocks: Block[] };

/** Collects a document's clean text in reading order. Each call cleans what it gets and drops what is empty. */
export type OutlineBuilder = {
	/** @param level 1 is the highest */
	readonly heading: (level: number, text: string) => void;
	/** Text whose line breaks mean nothing. */
	readonly paragraph: (text: string) => void;
	/** Text whose line breaks mean something. */
	readonly lines: (text: string) => void;
	/** Cells by row; the first row is the header. */
	readonly table: (rows: readonly (readonly string[])[]) => void;
	/** What follows stands below no heading. */
	readonly top: () => void;
	/** What follows stands on this page. */
	readonly page: (page: number) => void;
	/** The first of the titles that says something counts, else the first heading of level 1. */
	readonly done: (titles: readonly (string | undefined)[]) => Outline;
};

/**
 * Begins an outline.
 *
 * @throws UnreadableError from its functions: TOO_LARGE past 2,000,000 characters or 20,000 sections
 */
export function createOutline(): OutlineBuilder {
	const sections: OpenSection[] = [];
	let section: OpenSection = { headings: [], page: undefined, blocks: [] };
	let characters = 0;
	let filled = 0;
	let firstHeading: string | undefined;

	const open = (next: Pick<OpenSection, "headings" | "page">) => {
		section = { ...next, blocks: [] };
		sections.push(section);
	};
	const add = (block: Block) => {
		characters += block.kind === "text" ? block.text.length : block.rows.reduce((sum, row) => sum + row.length, 0);
		if (section.blocks.length === 0) filled += 1;
		if (characters > documentLimits.characters || filled > documentLimits.sections) throw new UnreadableError("TOO_LARGE");
		section.blocks.push(block);
	};
	const addText = (text: string) => {
		if (text !== "") add({ kind: "text", text });
	};
	// A heading with nothing below it is all that its section says.
	const endSection = (nextLevel: number) => {
		const { headings, page, blocks } = section;
		const last = headings.at(-1);
		if (last === undefined || blocks.length > 0 || nextLevel > last.level) return;
		const above = headings.slice(0, -1);
		const before = sections.at(-2);
		if (before !== undefined && before.page === page && isSame(before.headings, above)) section = before;
		else open({ headings: above, page });
		addText(last.text);
	};

	open(section);
	return {
		heading: (level, text) => {
			const line = cleanLine(text);
			if (line === "") return;
			endSection(level);
			if (level === 1) firstHeading ??= line;
			const above = section.headings.filter((heading) => heading.level < level);
			open({ headings: [...above, { level, text: line }], page: section.page });
		},
		paragraph: (text) => addText(cleanLine(text)),
		lines: (text) => addText(cleanLines(text).join("\n")),
		table: (rows) => {
			const lines = rows.map((cells) => cells.map(cleanLine)).filter((cells) => cells.some((cell) => cell !== ""));
			if (lines.length > 0) add({ kind: "table", rows: lines.map((cells) => cells.join(cellBreak).trim()) });
		},
		top: () => {
			endSection(0);
			open({ headings: [], page: section.page });
		},
		page: (page) => open({ headings: section.headings, page }),
		done: (titles) => {
			endSection(0);
			const title = [...titles.map((text) => cleanLine(text ?? "")), firstHeading ?? ""].find((text) => text !== "");
			const withText = sections.filter(({ blocks }) => blocks.length > 0);
			return {
				...(title === undefined ? {} : { title: cut(title, longestTitle) }),
				sections: withText.map(({ headings, page, blocks }) => ({
					path: pathOf(headings, title),
					...(page === undefined ? {} : { page }),
					blocks,
				})),
			};
		},
	};
}

function isSame(some: readonly Heading[], others: readonly Heading[]): boolean {
	return some.length === others.length && some.every((heading, index) => heading === others[index]);
}

// Each chunk says its document's title anyway.
function pathOf(headings: readonly Heading[], title: string | undefined): string {
	const below = headings[0]?.text === title ? headings.slice(1) : headings;
	return cut(below.map(({ text }) => cut(text, longestHeading)).join(" › "), longestPath);
}

function cut(text: string, length: number): string {
	return text.length <= length
		? text
		: `${text
				.slice(0, length - 1)
				.toWellFormed()
				.trimEnd()}…`;
}
