import type { SensitiveKind } from "../../read/sensitive.ts";
import { maskNumbers, sensitiveKind } from "../../read/sensitive.ts";
import { controlType, maxId, writeOptions } from "../../write/grammar.ts";
import { cut, normalize } from "../../write/normalize.ts";
import { valueWords } from "../../write/parts/value.ts";
import type { OptionView } from "../view.ts";

/** A tag with its attributes; keys in lower case. */
export type HtmlTag = { readonly name: string; readonly attributes: ReadonlyMap<string, string> };

export const voidTags: ReadonlySet<string> = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
export const skippedTags: ReadonlySet<string> = new Set("script style noscript template head meta link title svg".split(" "));
export const inlineTags: ReadonlySet<string> = new Set(
	"a abbr b bdi bdo button cite code em font i img input ins kbd label mark q s samp select small span strong sub sup textarea time u var wbr option".split(
		" ",
	),
);
/** Open tags that a new tag closes, up to the nearest tag of `until`. */
export const impliedEnds: ReadonlyMap<string, { readonly ends: ReadonlySet<string>; readonly until: ReadonlySet<string> }> = new Map([
	["body", { ends: new Set(["head"]), until: new Set(["template"]) }],
	["li", { ends: new Set(["li"]), until: new Set(["ul", "ol", "menu"]) }],
	["option", { ends: new Set(["option"]), until: new Set(["select", "optgroup", "datalist"]) }],
	["tr", { ends: new Set(["td", "th", "tr"]), until: new Set(["table", "tbody", "thead", "tfoot"]) }],
	["td", { ends: new Set(["td", "th"]), until: new Set(["tr", "table"]) }],
	["th", { ends: new Set(["td", "th"]), until: new Set(["tr", "table"]) }],
	["p", { ends: new Set(["p"]), until: new Set(["div", "section", "article", "td", "li", "form"]) }],
]);

/** The element id of a tag: numeric `id`, `agent-17` or `data-agent-id`; undefined without one. */
export function idOfTag({ attributes }: HtmlTag): number | undefined {
	const own = attributes.get("id") ?? "";
	const candidates = [own, own.startsWith("agent-") ? own.slice(6) : "", (attributes.get("data-agent-id") ?? "").replace(/^agent-/, "")];
	const digits = candidates.find((word) => /^[1-9]\d{0,9}$/.test(word));
	const id = Number(digits);
	return digits !== undefined && id <= maxId ? id : undefined;
}

const textTypes: ReadonlySet<string> = new Set(["", "text"]);
const buttonTypes: ReadonlySet<string> = new Set(["submit", "button", "reset", "image"]);

/** The type of a control in page text. */
export function typeOfTag({ name, attributes }: HtmlTag): string {
	const role = /^[a-z]{2,20}$/.test(attributes.get("role") ?? "") ? (attributes.get("role") ?? "") : "";
	if (name !== "input") return controlType(role === "" ? name : role);
	const type = (attributes.get("type") ?? "").toLowerCase();
	if (textTypes.has(type) || !/^[a-z-]{1,20}$/.test(type)) return role === "" ? "input" : role;
	return buttonTypes.has(type) ? "button" : type;
}

const stateNames: readonly (readonly [attribute: string, state: string])[] = [
	["checked", "checked"],
	["selected", "selected"],
	["disabled", "disabled"],
	["required", "required"],
	["readonly", "readonly"],
	["multiple", "multiple"],
];
const linkTags: ReadonlySet<string> = new Set(["a", "area"]);
const ariaStates: readonly (readonly [attribute: string, state: string])[] = [
	["aria-checked", "checked"],
	["aria-selected", "selected"],
	["aria-pressed", "pressed"],
	["aria-disabled", "disabled"],
	["aria-invalid", "invalid"],
	["aria-current", "current"],
];

function opensPopup({ name, attributes }: HtmlTag): boolean {
	const popup = attributes.get("aria-haspopup") ?? "false";
	return (popup !== "false" && popup !== "") || attributes.has("popovertarget") || (name === "button" && attributes.has("aria-controls"));
}

/** State words of a tag. */
export function statesOfTag(tag: HtmlTag): readonly string[] {
	const { attributes } = tag;
	const states = stateNames.filter(([attribute]) => attributes.has(attribute)).map(([, state]) => state);
	for (const [attribute, state] of ariaStates) {
		const value = attributes.get(attribute);
		if (value !== undefined && value !== "false" && value !== "" && !states.includes(state)) states.push(state);
	}
	const expanded = attributes.get("aria-expanded");
	if (expanded === "true") states.push("expanded");
	else if (expanded === "false") states.push("collapsed");
	else if (opensPopup(tag)) states.push("has-popup");
	const type = (attributes.get("type") ?? "").trim().toLowerCase();
	// A button without a valid type submits.
	const isSubmit = tag.name === "button" ? type !== "button" && type !== "reset" : tag.name === "input" && /^(?:submit|image)$/.test(type);
	if (isSubmit) states.push("submit");
	if (linkTags.has(tag.name) && attributes.has("download")) states.push("download");
	return states;
}

/** Why the value of a field is secret; undefined if it is not. @param label text of its label */
export function secretOfTag({ attributes }: HtmlTag, label: string): SensitiveKind | undefined {
	const fact = (key: string) => attributes.get(key) ?? "";
	return sensitiveKind({
		type: fact("type").toLowerCase(),
		autocomplete: fact("autocomplete"),
		name: fact("name"),
		id: fact("id"),
		label: `${fact("aria-label")} ${fact("placeholder")} ${label}`,
	});
}

/** `key="value"` words of a tag. The caller decides whether its value may be shown. */
export function attributesOfTag(tag: HtmlTag, options: readonly OptionView[]): readonly (readonly [string, string])[] {
	const { name, attributes } = tag;
	const words: (readonly [string, string])[] = [];
	const hasValue = name === "input" && !buttonTypes.has((attributes.get("type") ?? "").toLowerCase());
	const add = (key: string, value: string) => {
		if (value !== "") words.push([key, cut(maskNumbers(normalize(value)), 80)]);
	};
	words.push(...valueWords(hasValue ? (attributes.get("value") ?? "") : "", 80));
	for (const key of ["placeholder", "min", "max", "step"]) add(key, attributes.get(key) ?? "");
	if (options.length > 0) {
		const chosen = options.find((option) => option.chosen);
		if (chosen !== undefined) words.unshift(...valueWords(chosen.label, 80));
		words.push(["options", maskNumbers(writeOptions(options))]);
	}
	return words;
}

/** Simplified HTML has no positions, so everything counts as visible. */
export const unplaced = { zone: "view", distance: 0 } as const;
