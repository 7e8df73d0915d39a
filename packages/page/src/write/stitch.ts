import { isPageText, readPageText } from "../parse/page-text.ts";
import type { Tag } from "../parse/tag.ts";
import { readTag } from "../parse/tag.ts";
import { fit } from "./fit.ts";
import { isTarget } from "./grammar.ts";
import { frameHost } from "./parts/target.ts";

/**
 * The answer of one frame: the id of its element in the parent's text, and its page text or null. `host` is the true host of the document,
 * "" for that of the document around it; absent where nobody knows it, so the element's own word stands.
 */
export type FrameChild = { readonly id: number; readonly text: string | null; readonly host?: string };

/** Characters of one frame and of all frames, nesting depth, and number of frames. */
const frameLimits = { each: 20_000, all: 60_000, depth: 5, count: 50 } as const;

/** Documents whose changes are written out. Of further ones only counts are added. */
const maxTold = 5;

const zoneMark = /^@(view|above|below|aside)$/;
const hoisted = /^@(dialog|alert) /;

type Page = { readonly header: readonly string[]; readonly body: readonly string[] };
/** What may still be written, and the documents already written, by frame id. */
type Budget = { characters: number; frames: number; readonly written: Map<number, Page> };
type Around = { readonly indent: string; readonly zone: string; readonly depth: number };

function split(text: string): Page {
	const lines = text.split("\n");
	const end = lines.indexOf("");
	return end === -1 ? { header: lines, body: [] } : { header: lines.slice(0, end), body: lines.slice(end + 1) };
}

function valueOf(page: Page, key: string): string {
	return page.header.find((line) => line.startsWith(`@${key} `))?.slice(key.length + 2) ?? "";
}

/** Writes the true host of a frame in the place of what its element says. */
function withHost(line: string, { start, tag }: { readonly start: number; readonly tag: Tag }, host: string | undefined): string {
	if (host === undefined) return line;
	const { id, isNew, name, words } = tag;
	const others = words.flatMap(([word, value]) =>
		isTarget(word) && value === undefined ? [] : [value === undefined ? word : `${word}="${value}"`],
	);
	const facts = [`${id}${isNew ? "*" : ""}`, ...(name === "" ? [] : [`"${name}"`]), ...(host === "" ? [] : [frameHost(host)]), ...others];
	return `${line.slice(0, start)}<frame ${facts.join(" ")}>${line.slice(tag.end)}`;
}

/** Adds words to a tag line. */
function withWords(line: string, at: number, words: string): string {
	return `${line.slice(0, at - 1)} ${words}${line.slice(at - 1)}`;
}

function fitted(text: string): string {
	return text.length <= frameLimits.each ? text : fit(readPageText(text), { cap: frameLimits.each, extendedCap: frameLimits.each }).text;
}

/** Writes frames below their lines. */
class Stitcher {
	readonly #children: ReadonlyMap<number, FrameChild>;
	readonly #budget: Budget;

	constructor(children: readonly FrameChild[], budget: Budget) {
		this.#children = new Map(children.map((child) => [child.id, child]));
		this.#budget = budget;
	}

	body(lines: readonly string[], around: Around): readonly string[] {
		let zone = around.zone;
		return lines.flatMap((written) => {
			if (zoneMark.test(written)) {
				if (written === zone || (around.depth > 0 && around.zone !== "@view")) return [];
				zone = written;
				return [written];
			}
			const start = written.length - written.trimStart().length;
			const said = written.startsWith("<frame ", start) ? readTag(written, start) : undefined;
			if (said?.id === undefined) return [around.indent + written];
			const line = withHost(written, { start, tag: said }, this.#children.get(said.id)?.host);
			const own = around.indent + line;
			const tag = readTag(line, start) ?? said;
			const indent = `${around.indent}${line.slice(0, start)} `;
			const inside = this.#inside(said.id, { indent, zone, depth: around.depth + 1 });
			const end = around.indent.length + tag.end;
			const isMarked = tag.words.some(([word]) => word === "unreadable");
			if (inside === undefined) return [isMarked ? own : withWords(own, end, "unreadable")];
			const after = inside.endsIn === zone ? [] : [zone];
			return [inside.epoch === "" ? own : withWords(own, end, `epoch=${inside.epoch}`), ...inside.lines, ...after];
		});
	}

	#inside(id: number, around: Around): { readonly lines: readonly string[]; readonly epoch: string; readonly endsIn: string } | undefined {
		const text = this.#children.get(id)?.text ?? null;
		if (text === null || !isPageText(text) || around.depth > frameLimits.depth || this.#budget.frames === 0) return undefined;
		const page = split(fitted(text));
		const length = page.body.reduce((sum, line) => sum + line.length + around.indent.length + 1, 0);
		if (length > this.#budget.characters) return undefined;
		this.#budget.characters -= length;
		this.#budget.frames -= 1;
		this.#budget.written.set(id, page);
		const lines = this.body(page.body, around);
		const endsIn = lines.findLast((line) => zoneMark.test(line)) ?? around.zone;
		return { lines, epoch: /^[a-z0-9]{1,20}$/.exec(valueOf(page, "epoch"))?.[0] ?? "", endsIn };
	}
}

/** Sums `212/840 controls` over documents. */
function sumShown(pages: readonly Page[]): string {
	const counts = pages.map((page) => /^(\d+)\/(\d+) controls(.*)$/.exec(valueOf(page, "shown")));
	const shown = counts.reduce((sum, match) => sum + Number(match?.[1] ?? 0), 0);
	const all = counts.reduce((sum, match) => sum + Number(match?.[2] ?? 0), 0);
	return `${shown}/${all} controls${counts[0]?.[3] ?? ""}`;
}

/** Joins the `@changed` values of documents. Their ids never overlap. */
function joinChanges(pages: readonly Page[]): string {
	const changes = pages.map((page) => /^\+(\d+) -(\d+)(?:; (.*))?$/.exec(valueOf(page, "changed"))).filter((match) => match !== null);
	if (changes.length === 0) return "";
	const sum = (group: number) => changes.reduce((total, match) => total + Number(match[group]), 0);
	const said = changes.flatMap(([, , , rest]) => (rest === undefined ? [] : [rest]));
	return [`+${sum(1)} -${sum(2)}`, ...said.slice(0, maxTold)].join("; ");
}

/** Follows the focus into frames. */
function focusIn(top: Page, written: ReadonlyMap<number, Page>): string {
	let focus = valueOf(top, "focus");
	for (let depth = 0; depth <= frameLimits.depth; depth += 1) {
		const inside = written.get(Number(focus));
		const inner = inside === undefined ? "" : valueOf(inside, "focus");
		if (inner === "") return focus;
		focus = inner;
	}
	return focus;
}

function isSomewhere(pages: readonly Page[], key: string): boolean {
	return pages.some((page) => valueOf(page, key) !== "");
}

/**
 * Writes the text of each frame below its `<frame …>` line, indented, with the frame's epoch.
 * A frame without text or beyond the limits is `unreadable`. Dialogs, alerts, focus, changes and counts move to the one header.
 *
 * @param topText text of the top document; ids in it and in the frames' texts link to `children`
 */
export function stitchFrames(topText: string, children: readonly FrameChild[]): string {
	const top = split(topText);
	const budget: Budget = { characters: frameLimits.all, frames: frameLimits.count, written: new Map() };
	const body = new Stitcher(children, budget).body(top.body, { indent: "", zone: "", depth: 0 });
	const frames = [...budget.written.values()];
	const pages = [top, ...frames];
	const focus = focusIn(top, budget.written);
	const changed = joinChanges(pages);
	const own = top.header.filter((line) => !/^@(focus|changed|shown|partial|pending) /.test(line));
	const header = [
		...own,
		...(focus === "" ? [] : [`@focus ${focus}`]),
		...frames.flatMap(({ header }) => header.filter((line) => hoisted.test(line))),
		...(changed === "" ? [] : [`@changed ${changed}`]),
		...(isSomewhere(pages, "pending") ? ["@pending yes"] : []),
		...(valueOf(top, "shown") === "" ? [] : [`@shown ${sumShown(pages)}`]),
		...(isSomewhere(pages, "partial") ? ["@partial time"] : []),
	];
	return [...header, "", ...body].join("\n");
}

/**
 * Adds a header line that only the background knows, such as `@tabs`.
 *
 * @param value clean text (`cleanText`, or `normalize` inside quotes)
 */
export function withHeader(text: string, key: "tabs" | "files" | "pending" | "changed" | "restricted" | "alert", value: string): string {
	const { header, body } = split(text);
	// Only alerts may stand there several times.
	return [...header.filter((line) => key === "alert" || !line.startsWith(`@${key} `)), `@${key} ${value}`, "", ...body].join("\n");
}
