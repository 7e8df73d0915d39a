import type { TokenizerCallbacks } from "htmlparser2";
import { cleanText } from "../../write/normalize.ts";
import { plainTextOf } from "../../write/parts/measure.ts";
import type { OpenTag } from "./nodes.ts";
import { HtmlNodes } from "./nodes.ts";
import type { HtmlTag } from "./tags.ts";
import { idOfTag, impliedEnds, inlineTags, skippedTags, unplaced, voidTags } from "./tags.ts";
import type { HtmlForm } from "./targets.ts";
import { HtmlTargets } from "./targets.ts";

const maxOpenTags = 200;
const lookBack = 32;

/** Builds the tree of simplified HTML from tokens. Linear, because it looks back over a bounded number of open tags. */
export class HtmlReader implements TokenizerCallbacks {
	readonly root: OpenTag = { tag: { name: "", attributes: new Map() }, children: [], options: [] };
	readonly #source: string;
	readonly #open: OpenTag[] = [this.root];
	readonly targets = new HtmlTargets();
	readonly #nodes = new HtmlNodes(this.targets);
	#form: HtmlForm | undefined;
	/** Texts of labels that precede their field, by the id of the field. */
	readonly #labels = new Map<string, string>();
	#skipped = 0;
	#name = "";
	#attributes = new Map<string, string>();
	#attribute = "";
	#value = "";
	tags = 0;
	title = "";

	constructor(source: string) {
		this.#source = source;
	}

	get #top(): OpenTag {
		return this.#open.at(-1) ?? this.root;
	}

	onattribname(start: number, end: number): void {
		this.#attribute = this.#source.slice(start, end).toLowerCase();
		this.#value = "";
	}

	onattribdata(start: number, end: number): void {
		this.#value += this.#source.slice(start, end);
	}

	onattribentity(codePoint: number): void {
		this.#value += String.fromCodePoint(codePoint);
	}

	onattribend(): void {
		if (!this.#attributes.has(this.#attribute)) this.#attributes.set(this.#attribute, this.#value);
	}

	onopentagname(start: number, end: number): void {
		this.#name = this.#source.slice(start, end).toLowerCase();
		this.#attributes = new Map();
	}

	onopentagend(): void {
		this.#openTag({ name: this.#name, attributes: this.#attributes });
	}

	onselfclosingtag(): void {
		this.#openTag({ name: this.#name, attributes: this.#attributes });
		if (!voidTags.has(this.#name)) this.#closeTag(this.#name);
	}

	onclosetag(start: number, end: number): void {
		this.#closeTag(this.#source.slice(start, end).toLowerCase());
	}

	ontext(start: number, end: number): void {
		this.#addText(this.#source.slice(start, end));
	}

	ontextentity(codePoint: number): void {
		this.#addText(String.fromCodePoint(codePoint));
	}

	oncdata(): void {}
	oncomment(): void {}
	ondeclaration(): void {}
	onprocessinginstruction(): void {}
	onend(): void {
		while (this.#open.length > 1) this.#closeTop();
		this.targets.resolveAll();
	}

	#addText(text: string): void {
		if (this.#top.tag.name === "title") this.title += text;
		if (this.#skipped === 0) this.#top.children.push({ kind: "text", text, ...unplaced, place: 0 });
	}

	#openTag(tag: HtmlTag): void {
		this.tags += 1;
		this.#endImplied(tag.name);
		// As in a browser, a form inside a form is ignored.
		if (tag.name === "form" && this.#form !== undefined) return;
		// Forms are never flattened.
		if (this.#open.length >= maxOpenTags && !voidTags.has(tag.name) && tag.name !== "form") return;
		this.#open.push({ tag, children: [], options: [] });
		if (tag.name === "form" && this.#skipped === 0) this.#form = this.targets.openForm(tag);
		const base = tag.name === "base" ? tag.attributes.get("href") : undefined;
		if (base !== undefined && this.#isInDocument()) this.targets.addBase(base);
		if (skippedTags.has(tag.name)) this.#skipped += 1;
		if (voidTags.has(tag.name)) this.#closeTop();
	}

	#endImplied(name: string): void {
		const implied = impliedEnds.get(name);
		if (implied === undefined) return;
		for (let back = 1; back <= lookBack && back < this.#open.length; back += 1) {
			const open = this.#open.at(-back)?.tag.name ?? "";
			if (implied.until.has(open)) return;
			if (implied.ends.has(open)) {
				for (let closed = 0; closed < back; closed += 1) this.#closeTop();
				back = 0;
			}
		}
	}

	#closeTag(name: string): void {
		const reach = name === "form" ? maxOpenTags : lookBack;
		for (let back = 1; back <= reach && back < this.#open.length; back += 1) {
			if (this.#open.at(-back)?.tag.name !== name) continue;
			for (let closed = 0; closed < back; closed += 1) this.#closeTop();
			return;
		}
	}

	#closeTop(): void {
		const closed = this.#open.pop();
		if (closed === undefined) return;
		const form = this.#form;
		if (closed.tag.name === "form" && this.#form?.tag === closed.tag) this.#form = undefined;
		if (skippedTags.has(closed.tag.name)) {
			this.#skipped -= 1;
			return;
		}
		if (this.#skipped > 0) return;
		const { name, attributes } = closed.tag;
		if (name === "option") {
			const select = this.#open.slice(-3).findLast(({ tag }) => tag.name === "select");
			const label = attributes.get("label") ?? plainTextOf(closed.children, 400);
			if (select !== undefined) select.options.push({ label, chosen: attributes.has("selected") });
			if (select !== undefined && idOfTag(closed.tag) === undefined) return;
		}
		const nodes = this.#nodes.of(closed, { label: this.#labelOf(attributes.get("id")), form });
		const labelled = name === "label" ? attributes.get("for") : undefined;
		if (labelled !== undefined) this.#labels.set(labelled, textOfLabel(closed));
		const into = this.#top.children;
		const isBlock = !inlineTags.has(name) || name === "br";
		if (isBlock) into.push({ kind: "break", isLine: true });
		for (const node of nodes) into.push(node);
		if (isBlock) into.push({ kind: "break", isLine: true });
	}

	/** True outside skipped content; the head is part of the document. */
	#isInDocument(): boolean {
		return this.#open.every(({ tag }) => tag.name === "head" || !skippedTags.has(tag.name));
	}

	/** The text of the enclosing label, else of the label that names the tag. */
	#labelOf(id: string | undefined): string {
		const label = this.#open.slice(-3).findLast(({ tag }) => tag.name === "label");
		return label === undefined ? (this.#labels.get(id ?? "") ?? "") : textOfLabel(label);
	}
}

function textOfLabel(label: OpenTag): string {
	return cleanText(plainTextOf(label.children, 200));
}
