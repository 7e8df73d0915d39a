import type { TokenizerCallbacks } from "htmlparser2";
import { Tokenizer } from "htmlparser2";
import type { PageNode, RegionNode } from "../read/node.ts";
import { isCardNumber, maskNumbers } from "../read/sensitive.ts";
import { parseLimits } from "../write/grammar.ts";
import { layOut } from "../write/layout.ts";
import { cleanText, cut, normalize } from "../write/normalize.ts";
import { countControls, plainTextOf } from "../write/parts/measure.ts";
import { writeFormTarget, writeTarget } from "../write/parts/target.ts";
import { renderDraft } from "../write/render.ts";
import type { HtmlTag } from "./html-tags.ts";
import {
	attributesOfTag,
	idOfTag,
	impliedEnds,
	inlineTags,
	isSecretTag,
	skippedTags,
	statesOfTag,
	typeOfTag,
	voidTags,
} from "./html-tags.ts";
import type { OptionView } from "./view.ts";

const maxOpenTags = 200;
const lookBack = 32;
const place = { zone: "view", distance: 0 } as const;
const nowhere = { x: 0, y: 0, width: 0, height: 0 };
const regionByTag: ReadonlyMap<string, RegionNode["type"]> = new Map([
	["li", "item"],
	["tr", "row"],
	["td", "cell"],
	["th", "cell"],
	["form", "form"],
	["fieldset", "fieldset"],
	["dialog", "dialog"],
	["nav", "nav"],
	["main", "main"],
]);
const fieldTags: ReadonlySet<string> = new Set(["input", "select", "textarea"]);

type OpenTag = { readonly tag: HtmlTag; readonly children: PageNode[]; readonly options: OptionView[] };

/** Builds the tree of a simplified HTML text from its tokens; linear, since it looks back over a bounded number of open tags. */
class HtmlReader implements TokenizerCallbacks {
	readonly root: OpenTag = { tag: { name: "", attributes: new Map() }, children: [], options: [] };
	readonly #source: string;
	readonly #open: OpenTag[] = [this.root];
	#ids = new Set<number>();
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
	}

	#addText(text: string): void {
		if (this.#top.tag.name === "title") this.title += text;
		if (this.#skipped === 0) this.#top.children.push({ kind: "text", text, ...place, place: 0 });
	}

	#openTag(tag: HtmlTag): void {
		this.tags += 1;
		this.#endImplied(tag.name);
		if (this.#open.length >= maxOpenTags && !voidTags.has(tag.name)) return;
		const opened: OpenTag = { tag, children: [], options: [] };
		this.#open.push(opened);
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
		for (let back = 1; back <= lookBack && back < this.#open.length; back += 1) {
			if (this.#open.at(-back)?.tag.name !== name) continue;
			for (let closed = 0; closed < back; closed += 1) this.#closeTop();
			return;
		}
	}

	#closeTop(): void {
		const closed = this.#open.pop();
		if (closed === undefined) return;
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
		const nodes = this.#nodesOf(closed);
		const into = this.#top.children;
		const isBlock = !inlineTags.has(name) || name === "br";
		if (isBlock) into.push({ kind: "break", isLine: true });
		for (const node of nodes) into.push(node);
		if (isBlock) into.push({ kind: "break", isLine: true });
	}

	#nodesOf(closed: OpenTag): readonly PageNode[] {
		const { tag, children } = closed;
		const id = idOfTag(tag);
		const heading = /^h[1-6]$/.test(tag.name) ? Number(tag.name[1]) : 0;
		const type = heading > 0 ? "heading" : regionByTag.get(tag.name);
		if (id !== undefined && !this.#ids.has(id) && type !== "form") {
			this.#ids.add(id);
			const control = this.#control(closed, id);
			return type === undefined || type === "dialog" ? [control] : [this.#region(closed, { type, level: 0, children: [control] })];
		}
		if (type !== undefined) return [this.#region(closed, { type, level: heading, children })];
		if (tag.name === "img") return [{ kind: "text", text: ` ${tag.attributes.get("alt") ?? ""} `, ...place, place: 0 }];
		return children;
	}

	#region({ tag }: OpenTag, { type, level, children }: Required<Pick<RegionNode, "type" | "level" | "children">>): RegionNode {
		const { attributes } = tag;
		const method = (attributes.get("method") ?? "").toLowerCase();
		const target = type === "form" ? writeFormTarget(attributes.get("action") ?? "", "") : undefined;
		const isNamed = type !== "cell" && type !== "row" && type !== "item" && type !== "heading";
		return {
			kind: "region",
			type,
			...place,
			...(level > 0 ? { level } : {}),
			isNew: false,
			name: isNamed ? normalize(attributes.get("aria-label") ?? attributes.get("name") ?? "") : "",
			states: method === "post" || method === "dialog" ? [method] : [],
			...(target === undefined ? {} : { href: target }),
			attributes: [],
			children,
		};
	}

	#control({ tag, children, options }: OpenTag, id: number): PageNode {
		const { attributes, name } = tag;
		const isField = fieldTags.has(name);
		const target = attributes.has("href") ? writeTarget(attributes.get("href") ?? "", "") : undefined;
		const button = name === "input" ? (attributes.get("value") ?? "") : "";
		const alternatives = [attributes.get("aria-label"), attributes.get("placeholder"), attributes.get("title"), attributes.get("alt")];
		const label = this.#labelAround();
		const own = alternatives.find((text) => text !== undefined && text.trim() !== "") ?? "";
		const named = isField && label !== "" && attributes.get("aria-label") === undefined ? label : own;
		const words = this.#attributesOf(tag, { children, options });
		const value = words.find(([key]) => key === "value")?.[1] ?? "";
		const isCard = isCardNumber(attributes.get("value") ?? "") || isCardNumber(plainTextOf(isField ? children : [], 60));
		const isFilled = value !== "" && (isCard || isSecretTag(tag, label));
		const isButton = typeOfTag(tag) === "button" && isField;
		return {
			kind: "control",
			id,
			type: typeOfTag(tag),
			name: maskNumbers(normalize(named !== "" ? named : isButton ? button : isField ? "" : plainTextOf(children, 400))),
			states: isFilled ? [...statesOfTag(tag), "filled"] : statesOfTag(tag),
			attributes: isFilled ? words.filter(([key]) => key !== "value" && key !== "options") : words,
			...(target === undefined ? {} : { href: target }),
			isNew: false,
			...place,
			box: nowhere,
			tag: name,
			children: isField ? [] : children,
		};
	}

	#attributesOf(tag: HtmlTag, { children, options }: Pick<OpenTag, "children" | "options">): readonly (readonly [string, string])[] {
		const own = attributesOfTag(tag, options);
		const text = tag.name === "textarea" ? maskNumbers(normalize(plainTextOf(children, 400))) : "";
		return text === "" ? own : [["value", cut(text, 200)], ...own];
	}

	/** Text so far of the label that encloses what is being closed. */
	#labelAround(): string {
		const label = this.#open.slice(-3).findLast(({ tag }) => tag.name === "label");
		return label === undefined ? "" : cleanText(plainTextOf(label.children, 200));
	}
}

/**
 * Reads a text that is no page text: simplified HTML, whose controls are the tags with a numeric `id`, `id="agent-17"` or
 * `data-agent-id`; otherwise its plain text. Linear; never throws.
 *
 * @returns page text of the same content, for the one parser there is, and the mode it stands for
 * @source page.md §10
 */
export function htmlToPageText(source: string): { readonly text: string; readonly mode: "html" | "text" } {
	const reader = new HtmlReader(source);
	const tokenizer = new Tokenizer({ decodeEntities: true }, reader);
	tokenizer.write(source);
	tokenizer.end();
	const isHtml = reader.tags > 0;
	const lines = (text: string): PageNode[] =>
		text.split("\n", parseLimits.lines).flatMap((line) => [
			{ kind: "text" as const, text: line, ...place, place: 0 },
			{ kind: "break" as const, isLine: true },
		]);
	const children = isHtml ? reader.root.children : lines(source);
	const draft = layOut({
		url: "",
		title: reader.title,
		epoch: "",
		viewport: { width: 0, height: 0, scrollX: 0, scrollY: 0, pages: 1 },
		dialogs: [],
		alerts: [],
		children,
		partial: false,
		controls: countControls(children),
	});
	return { text: renderDraft({ ...draft, header: { ...draft.header, screen: "", shown: "" } }), mode: isHtml ? "html" : "text" };
}
