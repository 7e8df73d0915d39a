import { parseLimits, regionTypes } from "../write/grammar.ts";
import { cleanInline, cut } from "../write/normalize.ts";
import type { Elements, OpenElement, Place } from "./elements.ts";
import type { Tag } from "./tag.ts";
import { readTag } from "./tag.ts";
import type { LinePart } from "./view.ts";

/** An element that is not closed yet. Without `element` its tag is invalid and its content belongs to the surroundings. */
type Open = { readonly element: OpenElement | undefined; readonly parts: LinePart[] };

function trimEnd(parts: LinePart[]): void {
	const last = parts.at(-1);
	if (last?.kind !== "text") return;
	const text = last.text.trimEnd();
	if (text.length === last.text.length) return;
	parts.pop();
	if (text !== "") parts.push({ kind: "text", text });
}

/** Reads the content of lines: text and controls, in cells. One reader for each page. */
export class ContentReader {
	readonly #elements: Elements;
	/** The text of each element inside its line: name and content. */
	readonly #spoken = new Map<number, string>();
	#cells: LinePart[][] = [];
	#open: Open[] = [];
	#pending = "";

	constructor(elements: Elements) {
		this.#elements = elements;
	}

	/** The text of these parts as a user reads it. */
	textOf(parts: readonly LinePart[]): string {
		let text = "";
		for (const part of parts) text += part.kind === "text" ? part.text : (this.#spoken.get(part.id) ?? "");
		return text;
	}

	/** Reads one cell, or several cells separated by `|` in a row. */
	read(
		content: { readonly line: string; readonly start: number; readonly isRow: boolean },
		place: Place,
	): readonly (readonly LinePart[])[] {
		const { line, start, isRow } = content;
		this.#cells = [[]];
		this.#open = [];
		this.#pending = "";
		let at = start;
		while (at < line.length) {
			const next = line.indexOf("<", at);
			this.#addText(line.slice(at, next === -1 ? line.length : next), isRow);
			if (next === -1) break;
			at = this.#readSign(line, next, place);
		}
		this.#endCell();
		return this.#cells;
	}

	/** Reads a tag or end tag, and returns where it ends. */
	#readSign(line: string, start: number, place: Place): number {
		if (line.startsWith("</>", start)) {
			this.#close();
			return start + 3;
		}
		const tag = readTag(line, start);
		if (tag === undefined || tag.id === undefined) {
			this.#pending += "<";
			return start + 1;
		}
		const element = this.#judge(tag, place);
		if (element === undefined) {
			if (tag.name !== "") this.#pending += `${tag.name} `;
			this.#open.push({ element, parts: this.#target() });
		} else {
			this.#flush();
			this.#target().push({ kind: "element", id: element.id });
			this.#open.push({ element, parts: [] });
		}
		return tag.end;
	}

	/** Regions open only at the start of a line. */
	#judge(tag: Tag, place: Place): OpenElement | undefined {
		if (regionTypes.has(tag.type)) {
			this.#elements.note(`<${tag.type}> inside a line`);
			return undefined;
		}
		if (this.#open.length < parseLimits.depth) return this.#elements.open(tag, place);
		this.#elements.truncated = true;
		return undefined;
	}

	#target(): LinePart[] {
		const parts = this.#open.at(-1)?.parts ?? this.#cells.at(-1);
		return parts ?? [];
	}

	#addText(text: string, isRow: boolean): void {
		if (!isRow || !text.includes("|")) {
			this.#pending += text;
			return;
		}
		const [first = "", ...others] = text.split("|");
		this.#pending += first;
		for (const other of others) {
			this.#endCell();
			this.#cells.push([]);
			this.#pending = other;
		}
	}

	#flush(): void {
		if (this.#pending === "") return;
		const parts = this.#target();
		const text = cleanInline(this.#pending);
		const trimmed = parts.length === 0 ? text.trimStart() : text;
		if (trimmed !== "") parts.push({ kind: "text", text: trimmed });
		this.#pending = "";
	}

	#endCell(): void {
		while (this.#open.length > 0) this.#close();
		this.#flush();
		trimEnd(this.#cells.at(-1) ?? []);
	}

	#close(): void {
		const closed = this.#open.at(-1);
		if (closed === undefined) return;
		const { element, parts } = closed;
		if (element !== undefined) {
			this.#flush();
			trimEnd(parts);
			const ownName = element.name;
			const content = this.textOf(parts);
			const shortContent = cut(content, parseLimits.name);
			element.parts = parts;
			element.content = content;
			if (ownName === "") element.name = shortContent;
			const isSaid = ownName === "" || ownName === shortContent;
			this.#spoken.set(element.id, isSaid ? content : `${ownName} ${content}`.trimEnd());
		}
		this.#open.pop();
	}
}
