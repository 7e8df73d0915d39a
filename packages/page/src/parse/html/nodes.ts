import type { PageNode, RegionNode } from "../../read/node.ts";
import type { SensitiveKind } from "../../read/sensitive.ts";
import { isCardNumber, maskNumbers } from "../../read/sensitive.ts";
import { cut, normalize } from "../../write/normalize.ts";
import { plainTextOf } from "../../write/parts/measure.ts";
import { writeFormTarget, writeTarget } from "../../write/parts/target.ts";
import type { OptionView } from "../view.ts";
import type { HtmlTag } from "./tags.ts";
import { attributesOfTag, idOfTag, secretOfTag, statesOfTag, typeOfTag } from "./tags.ts";

/** Simplified HTML does not say where things are: all of it counts as visible. */
export const nowhere = { zone: "view", distance: 0 } as const;

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

/** Inputs whose value is no text that somebody typed. */
const unread: ReadonlySet<string> = new Set(["hidden", "checkbox", "radio", "submit", "button", "reset", "image"]);

/** A tag that is being read, with what was found inside it so far. */
export type OpenTag = { readonly tag: HtmlTag; readonly children: PageNode[]; readonly options: OptionView[] };

/** What a tag stands in: the text of the label around it, and the secrets of its form; of a form, its own. */
export type Around = { readonly label: string; readonly form: Set<SensitiveKind> | undefined };

/** Turns tags of simplified HTML into nodes of a page, once they are closed. @source page.md §10 */
export class HtmlNodes {
	readonly #ids = new Set<number>();

	/** @param around what the tag stood in when it was closed */
	of(closed: OpenTag, around: Around): readonly PageNode[] {
		const { tag, children } = closed;
		const kind = fieldTags.has(tag.name) ? this.#secretIn(closed, around.label) : undefined;
		if (kind !== undefined) around.form?.add(kind);
		const id = idOfTag(tag);
		const heading = /^h[1-6]$/.test(tag.name) ? Number(tag.name[1]) : 0;
		const type = heading > 0 ? "heading" : regionByTag.get(tag.name);
		if (id !== undefined && !this.#ids.has(id) && type !== "form") {
			this.#ids.add(id);
			const control = this.#control(closed, { id, label: around.label, isSecret: kind !== undefined });
			return type === undefined || type === "dialog"
				? [control]
				: [this.#region(closed, { type, level: 0, children: [control], secrets: undefined })];
		}
		if (type !== undefined) return [this.#region(closed, { type, level: heading, children, secrets: around.form })];
		if (tag.name === "img") return [{ kind: "text", text: ` ${tag.attributes.get("alt") ?? ""} `, ...nowhere, place: 0 }];
		return children;
	}

	#region(
		{ tag }: OpenTag,
		{
			type,
			level,
			children,
			secrets,
		}: Required<Pick<RegionNode, "type" | "level" | "children">> & { readonly secrets: ReadonlySet<SensitiveKind> | undefined },
	): RegionNode {
		const { attributes } = tag;
		const method = (attributes.get("method") ?? "").toLowerCase();
		const target = type === "form" ? writeFormTarget(attributes.get("action") ?? "", "") : undefined;
		const isNamed = type !== "cell" && type !== "row" && type !== "item" && type !== "heading";
		return {
			kind: "region",
			type,
			...nowhere,
			...(level > 0 ? { level } : {}),
			isNew: false,
			name: isNamed ? normalize(attributes.get("aria-label") ?? attributes.get("name") ?? "") : "",
			states: method === "post" || method === "dialog" ? [method] : [],
			...(target === undefined ? {} : { href: target }),
			attributes: type === "form" && secrets !== undefined && secrets.size > 0 ? [["sensitive", [...secrets].sort().join(",")]] : [],
			children,
		};
	}

	/** Why the value of a field is not read on: what the page says of it, or that it is a card's number. */
	#secretIn({ tag, children }: OpenTag, label: string): SensitiveKind | undefined {
		if (unread.has((tag.attributes.get("type") ?? "").toLowerCase())) return undefined;
		const kind = secretOfTag(tag, label);
		const isCard = () => isCardNumber(tag.attributes.get("value") ?? "") || isCardNumber(plainTextOf(children, 60));
		return kind ?? (isCard() ? "card" : undefined);
	}

	#control(
		{ tag, children, options }: OpenTag,
		{ id, label, isSecret }: { readonly id: number; readonly label: string; readonly isSecret: boolean },
	): PageNode {
		const { attributes, name } = tag;
		const isField = fieldTags.has(name);
		const target = attributes.has("href") ? writeTarget(attributes.get("href") ?? "", "") : undefined;
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
			attributes: isFilled ? words.filter(([key]) => key !== "value" && key !== "options") : words,
			...(target === undefined ? {} : { href: target }),
			isNew: false,
			...nowhere,
			box: { x: 0, y: 0, width: 0, height: 0 },
			tag: name,
			children: isField ? [] : children,
		};
	}

	#attributesOf(tag: HtmlTag, { children, options }: Pick<OpenTag, "children" | "options">): readonly (readonly [string, string])[] {
		const own = attributesOfTag(tag, options);
		const text = tag.name === "textarea" ? maskNumbers(normalize(plainTextOf(children, 400))) : "";
		return text === "" ? own : [["value", cut(text, 200)], ...own];
	}
}
