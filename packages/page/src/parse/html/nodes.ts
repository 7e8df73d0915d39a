import { fieldTags } from "../../read/interactive.ts";
import type { Building, ControlNode, PageNode, RegionNode } from "../../read/page-node.ts";
import type { SensitiveKind } from "../../read/sensitive.ts";
import { isCardNumber, maskNumbers } from "../../read/sensitive.ts";
import { formMethodOf } from "../../write/grammar.ts";
import { normalize } from "../../write/normalize.ts";
import { plainTextOf } from "../../write/parts/measure.ts";
import { valueWords } from "../../write/parts/value.ts";
import type { OptionView } from "../view.ts";
import type { HtmlTag } from "./tags.ts";
import { attributesOfTag, idOfTag, secretOfTag, statesOfTag, typeOfTag, unplaced } from "./tags.ts";
import type { HtmlForm, HtmlTargets } from "./targets.ts";

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
const sendingTags: ReadonlySet<string> = new Set([...fieldTags, "button"]);

const valueKeys: ReadonlySet<string> = new Set(["value", "rest", "options"]);
const longestText = 100_000;

/** Inputs whose value nobody typed. */
const unread: ReadonlySet<string> = new Set(["hidden", "checkbox", "radio", "submit", "button", "reset", "image"]);

/** An open tag and its content so far. */
export type OpenTag = { readonly tag: HtmlTag; readonly children: PageNode[]; readonly options: OptionView[] };

/** The label around a tag, and its form; for a form tag, the form itself. */
export type Around = { readonly label: string; readonly form: HtmlForm | undefined };

/** Turns closed tags of simplified HTML into nodes. */
export class HtmlNodes {
	readonly #ids = new Set<number>();
	readonly #targets: HtmlTargets;

	constructor(targets: HtmlTargets) {
		this.#targets = targets;
	}

	/** @param around the surroundings of the tag when it closed */
	of(closed: OpenTag, around: Around): readonly PageNode[] {
		const { tag, children } = closed;
		if (tag.name === "input" && (tag.attributes.get("type") ?? "").trim().toLowerCase() === "hidden") return [];
		const kind = fieldTags.has(tag.name) ? this.#secretIn(closed, around.label) : undefined;
		if (kind !== undefined) this.#targets.ownerOf(tag, around.form)?.secrets.add(kind);
		const id = idOfTag(tag);
		const heading = /^h[1-6]$/.test(tag.name) ? Number(tag.name[1]) : 0;
		const type = heading > 0 ? "heading" : regionByTag.get(tag.name);
		if (id !== undefined && !this.#ids.has(id) && type !== "form") {
			this.#ids.add(id);
			const control = this.#control(closed, { id, label: around.label, isSecret: kind !== undefined });
			this.#resolveLater(control, tag, around.form);
			return type === undefined || type === "dialog" ? [control] : [this.#region(closed, { type, level: 0, children: [control] })];
		}
		if (type !== undefined) {
			const region = this.#region(closed, { type, level: heading, children });
			if (type === "form" && around.form !== undefined) around.form.region = region;
			return [region];
		}
		if (tag.name === "img") return [{ kind: "text", text: ` ${tag.attributes.get("alt") ?? ""} `, ...unplaced, place: 0 }];
		return children;
	}

	#resolveLater(control: Building<ControlNode>, tag: HtmlTag, around: HtmlForm | undefined): void {
		const href = tag.attributes.get("href");
		if (href !== undefined) this.#targets.addLink(control, href);
		if (sendingTags.has(tag.name)) this.#targets.addSending({ node: control, tag, around });
	}

	#region({ tag }: OpenTag, { type, level, children }: Required<Pick<RegionNode, "type" | "level" | "children">>): Building<RegionNode> {
		const { attributes } = tag;
		const method = type === "form" ? formMethodOf(attributes.get("method")) : "get";
		const isNamed = type !== "cell" && type !== "row" && type !== "item" && type !== "heading";
		return {
			kind: "region",
			type,
			...unplaced,
			...(level > 0 ? { level } : {}),
			isNew: false,
			name: isNamed ? normalize(attributes.get("aria-label") ?? attributes.get("name") ?? "") : "",
			states: method === "get" ? [] : [method],
			attributes: [],
			children,
		};
	}

	/** Why the value of a field is secret: by its labels, or as a card number. */
	#secretIn({ tag, children }: OpenTag, label: string): SensitiveKind | undefined {
		if (unread.has((tag.attributes.get("type") ?? "").toLowerCase())) return undefined;
		const kind = secretOfTag(tag, label);
		const isCard = () => isCardNumber(tag.attributes.get("value") ?? "") || isCardNumber(plainTextOf(children, 60));
		return kind ?? (isCard() ? "card" : undefined);
	}

	#control(
		{ tag, children, options }: OpenTag,
		{ id, label, isSecret }: { readonly id: number; readonly label: string; readonly isSecret: boolean },
	): Building<ControlNode> {
		const { attributes, name } = tag;
		const isField = fieldTags.has(name);
		const button = name === "input" ? (attributes.get("value") ?? "") : "";
		const alternatives = [attributes.get("aria-label"), attributes.get("placeholder"), attributes.get("title"), attributes.get("alt")];
		const own = alternatives.find((text) => text !== undefined && text.trim() !== "") ?? "";
		const named = isField && label !== "" && attributes.get("aria-label") === undefined ? label : own;
		const words = this.#attributesOf(tag, { children, options });
		const value = words.find(([key]) => key === "value")?.[1] ?? "";
		const isFilled = value !== "" && isSecret;
		const isButton = typeOfTag(tag) === "button" && isField;
		return {
			kind: "control",
			id,
			type: typeOfTag(tag),
			name: maskNumbers(normalize(named !== "" ? named : isButton ? button : isField ? "" : plainTextOf(children, 400))),
			states: isFilled ? [...statesOfTag(tag), "filled"] : statesOfTag(tag),
			attributes: isFilled ? words.filter(([key]) => !valueKeys.has(key)) : words,
			isNew: false,
			...unplaced,
			box: { x: 0, y: 0, width: 0, height: 0 },
			tag: name,
			children: isField ? [] : children,
		};
	}

	#attributesOf(tag: HtmlTag, { children, options }: Pick<OpenTag, "children" | "options">): readonly (readonly [string, string])[] {
		const own = attributesOfTag(tag, options);
		return tag.name === "textarea" ? [...valueWords(plainTextOf(children, longestText), 200), ...own] : own;
	}
}
