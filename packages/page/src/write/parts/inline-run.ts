import { maskNumbers } from "../../read/sensitive.ts";
import type { DraftElement, DraftPart } from "../draft.ts";
import { cleanCell, cleanInline, isBlank } from "../normalize.ts";

/** A control inside a cell must not contain cell separators. */
function withoutBars(element: DraftElement): DraftElement {
	const parts = element.parts.map(
		(part): DraftPart =>
			part.kind === "text" ? { kind: "text", text: cleanCell(part.text) } : { kind: "element", element: withoutBars(part.element) },
	);
	return { ...element, parts };
}

/** Collects the parts of one line. Text arrives in pieces, so numbers are masked and white space is folded over all of them. */
export class InlineRun {
	readonly #parts: DraftPart[] = [];
	readonly #isCell: boolean;
	#pending = "";
	/** True while only white space is pending. Kept as a flag, because reading a concatenated string flattens it. */
	#isBlank = true;
	#startsWithSpace = false;

	constructor(isCell: boolean) {
		this.#isCell = isCell;
	}

	get isEmpty(): boolean {
		return this.#isBlank && this.#parts.length === 0;
	}

	/** Drops white space that belongs to no line. */
	clear(): void {
		this.#pending = "";
		this.#isBlank = true;
	}

	addText(raw: string): void {
		this.#pending += raw;
		if (this.#isBlank) this.#isBlank = isBlank(raw);
	}

	/** Spaces at the ends of a control's content move outside it. */
	addElement(element: DraftElement, gap: { readonly before: boolean; readonly after: boolean }): void {
		if (gap.before) this.#pending += " ";
		this.#flush();
		this.#parts.push({ kind: "element", element: this.#isCell ? withoutBars(element) : element });
		if (gap.after) this.#pending = " ";
	}

	#flush(): void {
		if (this.#pending === "") return;
		const text = maskNumbers(cleanInline(this.#pending));
		const last = this.#parts.at(-1);
		if (last === undefined && text.startsWith(" ")) this.#startsWithSpace = true;
		const kept = last === undefined ? text.trimStart() : text;
		if (kept !== "") this.#parts.push({ kind: "text", text: this.#isCell ? cleanCell(kept) : kept });
		this.#pending = "";
		this.#isBlank = true;
	}

	/** The trimmed parts, and whether either end had a space. */
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
