import { maskNumbers } from "../../read/sensitive.ts";
import type { DraftElement, DraftPart } from "../draft.ts";
import { cleanCell, cleanInline } from "../normalize.ts";

/** What stands inside a control of a cell is text of that cell too. */
function withoutBars(element: DraftElement): DraftElement {
	const parts = element.parts.map(
		(part): DraftPart =>
			part.kind === "text" ? { kind: "text", text: cleanCell(part.text) } : { kind: "element", element: withoutBars(part.element) },
	);
	return { ...element, parts };
}

/**
 * Collects the parts of one line. Text comes raw and in pieces: a number parted by markup is masked as a whole, and white space between
 * pieces is folded as a reader sees it.
 *
 * @source page.md §4
 */
export class InlineRun {
	readonly #parts: DraftPart[] = [];
	readonly #isCell: boolean;
	#pending = "";
	#startsWithSpace = false;

	constructor(isCell: boolean) {
		this.#isCell = isCell;
	}

	get isEmpty(): boolean {
		return this.#parts.length === 0 && this.#pending.trim() === "";
	}

	addText(raw: string): void {
		this.#pending += raw;
	}

	/** Spaces at the ends of a control's content belong outside of it. */
	addElement(element: DraftElement, gap: { readonly before: boolean; readonly after: boolean }): void {
		if (gap.before) this.#pending += " ";
		this.#flush();
		this.#parts.push({ kind: "element", element: this.#isCell ? withoutBars(element) : element });
		if (gap.after) this.#pending = " ";
	}

	#flush(): void {
		const text = maskNumbers(cleanInline(this.#pending));
		const last = this.#parts.at(-1);
		if (last === undefined && text.startsWith(" ")) this.#startsWithSpace = true;
		const kept = last === undefined ? text.trimStart() : text;
		if (kept !== "") this.#parts.push({ kind: "text", text: this.#isCell ? cleanCell(kept) : kept });
		this.#pending = "";
	}

	/** The parts with trimmed ends, and which of the ends had a space. */
	end(): { readonly parts: readonly DraftPart[]; readonly startsWithSpace: boolean; readonly endsWithSpace: boolean } {
		this.#flush();
		const last = this.#parts.at(-1);
		const endsWithSpace = last?.kind === "text" && last.text.endsWith(" ");
		if (endsWithSpace) {
			this.#parts.pop();
			const text = last.text.trimEnd();
			if (text !== "") this.#parts.push({ kind: "text", text });
		}
		return { parts: this.#parts, startsWithSpace: this.#startsWithSpace, endsWithSpace };
	}
}
