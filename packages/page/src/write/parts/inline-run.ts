import { maskNumbers } from "../../read/sensitive.ts";
import type { DraftElement, DraftPart } from "../draft.ts";
import { cleanCell, cleanInline, isBlank } from "../normalize.ts";

/** A control inside a cell must not contain cell separators. */
function withoutBars(element: DraftElement): DraftElement {
	return { ...element, parts: element.parts.map(asCellPart) };
}

function asCellPart(part: DraftPart): DraftPart {
	return part.kind === "text" ? { kind: "text", text: cleanCell(part.text) } : { kind: "element", element: withoutBars(part.element) };
}

/** Stands for a gap between neighbours until the text is cleaned, which would drop it. */
const gapSign = "\u0000";

/** Collects the parts of one line. Text arrives in pieces, so numbers are masked and white space is folded over all of them. */
export class InlineRun {
	readonly #parts: DraftPart[] = [];
	readonly #isCell: boolean;
	#pending = "";
	/** True while only white space is pending. Kept as a flag, because reading a concatenated string flattens it. */
	#isBlank = true;
	#startsWithSpace = false;
	#hasGap = false;
	/** The parts between gaps; undefined before the first one. */
	#cells: DraftPart[][] | undefined;
	/** False where a number is masked over a gap: the cells alone would show it. */
	#isSplit = true;

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

	/** What follows stands beside what came before. */
	addGap(): void {
		this.#hasGap = !this.#isCell && !this.isEmpty;
		this.#pending += this.#hasGap ? gapSign : " ";
	}

	/** Spaces at the ends of a control's content move outside it. */
	addElement(element: DraftElement, gap: { readonly before: boolean; readonly after: boolean }): void {
		if (gap.before) this.#pending += " ";
		this.#flush();
		this.#parts.push({ kind: "element", element: this.#isCell ? withoutBars(element) : element });
		this.#cells?.at(-1)?.push({ kind: "element", element: withoutBars(element) });
		if (gap.after) this.#pending = " ";
	}

	#flush(): void {
		if (this.#pending === "") return;
		const pieces = this.#hasGap ? this.#pending.split(gapSign) : [this.#pending];
		const text = maskNumbers(cleanInline(pieces.join(" ")));
		if (this.#hasGap) this.#cells ??= [this.#parts.map(asCellPart)];
		this.#hasGap = false;
		if (this.#cells !== undefined) this.#addToCells(this.#cells, pieces, text);
		const last = this.#parts.at(-1);
		if (last === undefined && text.startsWith(" ")) this.#startsWithSpace = true;
		const kept = last === undefined ? text.trimStart() : text;
		if (kept !== "") this.#parts.push({ kind: "text", text: this.#isCell ? cleanCell(kept) : kept });
		this.#pending = "";
		this.#isBlank = true;
	}

	#addToCells(cells: DraftPart[][], pieces: readonly string[], text: string): void {
		const texts = pieces.map((piece) => cleanInline(piece).trim());
		this.#isSplit &&= texts.filter((one) => one !== "").join(" ") === text.trim();
		for (const [at, own] of texts.entries()) {
			if (at > 0) cells.push([]);
			if (own !== "") cells.at(-1)?.push({ kind: "text", text: cleanCell(own) });
		}
	}

	/** The parts between gaps, as cells of a row; undefined for a line without gaps. */
	get cells(): readonly (readonly DraftPart[])[] | undefined {
		return this.#isSplit ? this.#cells?.filter((cell) => cell.length > 0) : undefined;
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
