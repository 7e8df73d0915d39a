import type { ESTree } from "vite";
import { parseSync } from "vite";
import type { Finding } from "../findings.ts";

export type Comment = ReturnType<typeof parseSync>["comments"][number];

/** A parsed file; offsets of nodes and comments are UTF-16 units of `text`. */
export type Source = {
	readonly file: string;
	readonly text: string;
	readonly program: ESTree.Program;
	readonly comments: readonly Comment[];
};

/** Says what of a file breaks one rule; it sees one file and never throws. */
export type SourceRule = (source: Source) => readonly Finding[];

/** Line of an offset, from 1. */
export function lineAt(source: Source, offset: number): number {
	return source.text.slice(0, offset).split("\n").length;
}

/** Parses TypeScript or JavaScript; a file that does not parse is a finding. */
export function parseSource(file: string, text: string): Source | { readonly problem: Finding } {
	const parsed = parseSync(file, text);
	const [error] = parsed.errors;
	if (error !== undefined) return { problem: { file, line: 0, rule: "parse", message: error.message } };
	return { file, text, program: parsed.program, comments: parsed.comments };
}

const testFile = /\.test\.tsx?$|^apps\/[^/]+\/(test|e2e)\/|^packages\/[^/]+\/test\/|^infra\/local\/test\//;

/** True for tests and what only they use. */
export function isTest(file: string): boolean {
	return testFile.test(file) || /^packages\/(testing|bench)\//.test(file);
}
