import { stateWords } from "../../write/grammar.ts";
import { cut, head, normalize } from "../../write/normalize.ts";
import { plainTextOf } from "../../write/parts/measure.ts";
import { writeParsedTarget, writeTarget } from "../../write/parts/target.ts";
import type { AccessibleNames } from "../control/accessible-name.ts";
import { ownTarget } from "../control/forms.ts";
import { hintOf } from "../control/icon-hint.ts";
import type { SecretFields } from "../control/secret-fields.ts";
import { statesOf } from "../control/states.ts";
import { valueOf } from "../control/values.ts";
import type { Dom, Rect } from "../dom.ts";
import { boxOf } from "../geometry/viewport-zone.ts";
import type { Building, ControlNode, NodePlace } from "../page-node.ts";
import { maskNumbers } from "../sensitive.ts";
import type { OpenForm } from "../traversal/context.ts";
import type { Effort } from "../traversal/traverse.ts";
import type { VisitedElement } from "../traversal/visited-element.ts";

const rank: ReadonlyMap<string, number> = new Map(stateWords.map((state, index) => [state, index]));

/** Sorts state words into writing order. */
export function orderStates(states: readonly string[]): readonly string[] {
	return [...states].sort((a, b) => (rank.get(a) ?? 99) - (rank.get(b) ?? 99));
}

const valueless: ReturnType<typeof valueOf> = { attributes: [], isFilled: false };

const nothing: ControlNode = {
	kind: "control",
	id: 0,
	type: "div",
	name: "",
	states: [],
	attributes: [],
	isNew: false,
	zone: "view",
	distance: 0,
	box: { x: 0, y: 0, width: 0, height: 0 },
	tag: "div",
	children: [],
};

/** A control without facts, so that its children have a parent. */
export function emptyControl(type: string, tag: string): Building<ControlNode> {
	return { ...nothing, type, tag };
}

/** Facts about a control that come from the walk. */
export type ControlInput = {
	/** Undefined for a control outside the visible part that was not measured. */
	readonly rect: Rect | undefined;
	readonly place: NodePlace;
	readonly form: OpenForm | undefined;
	readonly isPlain: boolean;
	/** How a hidden control becomes visible. */
	readonly appears?: VisitedElement["appears"];
	/** It holds text in the colour of its background. */
	readonly isLost?: boolean | undefined;
	/** The text of an editor. */
	readonly editorText?: string;
};

const columnHead = "thead th,th[scope=col],[role=columnheader],[aria-sort]";
const sortOrders: ReadonlySet<string> = new Set(["ascending", "descending", "other"]);

/** Fills in the facts of controls. */
export class ControlBuilder {
	readonly #dom: Dom;
	readonly #names: AccessibleNames;
	readonly #effort: Effort;
	readonly #focused: Element | null;
	readonly #secrets: SecretFields;
	readonly #page: { readonly url: string; readonly host: string; readonly withoutFragment: string };
	/** Fields whose value is never written. */
	readonly sensitive = new Set<ControlNode>();
	/** Complete texts of editors. */
	readonly editorTexts = new Map<ControlNode, string>();

	constructor(
		dom: Dom,
		facts: {
			readonly names: AccessibleNames;
			readonly effort: Effort;
			readonly focused: Element | null;
			readonly secrets: SecretFields;
			readonly pageUrl: string;
		},
	) {
		this.#dom = dom;
		this.#names = facts.names;
		this.#effort = facts.effort;
		this.#focused = facts.focused;
		this.#secrets = facts.secrets;
		const { pageUrl: url } = facts;
		this.#page = { url, host: URL.parse(url)?.host ?? "", withoutFragment: url.split("#", 1)[0] ?? "" };
	}

	fill(node: Building<ControlNode>, element: Element, input: ControlInput): void {
		const content = input.isPlain ? plainTextOf(node.children, 1_000) : undefined;
		const name = maskNumbers(normalize(this.#names.of(element, content)));
		const kind = this.#secrets.kindOf(element, { type: node.type, name });
		const { editorText } = input;
		if (editorText !== undefined) this.editorTexts.set(node, editorText);
		// The field in which an editor catches keys holds none of its text, or a piece of it.
		const isKeyCatcher = input.appears === "on-focus" && (node.type === "textarea" || node.type === "input");
		const value = isKeyCatcher ? valueless : valueOf(this.#dom, element, { type: node.type, isSecret: kind !== undefined, editorText });
		if (kind !== undefined) {
			input.form?.sensitive.add(kind);
			this.sensitive.add(node);
		}
		if (value.isFilled && kind === undefined) input.form?.sensitive.add("card");
		const states = statesOf(this.#dom, element, this.#focused);
		if (value.isLong || states.includes("invalid")) this.#effort.isExpensive = true;
		node.name = name;
		const more = [
			...(value.isFilled ? ["filled"] : []),
			...(input.appears === undefined ? [] : [input.appears]),
			...(input.isLost === true ? ["unseen"] : []),
		];
		node.states = more.length === 0 ? states : orderStates([...states, ...more]);
		node.attributes = [
			...value.attributes,
			...this.#placeholder(element, { name, hasValue: value.attributes.some(([key]) => key === "value") || value.isFilled }),
			...this.#group(element, node.type),
			...this.#sort(element),
			...this.#error(element, node.states),
			...this.#hint(node, element),
			...ownTarget(this.#dom, element, { around: input.form?.element ?? null, pageUrl: this.#page.url }),
		];
		const href = this.#href(element);
		if (href !== undefined) node.href = href;
		node.zone = input.place.zone;
		node.distance = input.place.distance;
		if (input.rect !== undefined) node.box = boxOf(input.rect);
	}

	#placeholder(
		element: Element,
		{ name, hasValue }: { readonly name: string; readonly hasValue: boolean },
	): readonly (readonly [string, string])[] {
		const placeholder = cut(maskNumbers(normalize(head(this.#dom.attribute(element, "placeholder") ?? ""))), 80);
		return placeholder === "" || placeholder === name || hasValue ? [] : [["placeholder", placeholder]];
	}

	/** The name of the group of a radio button. */
	#group(element: Element, type: string): readonly (readonly [string, string])[] {
		if (type !== "radio") return [];
		const group = this.#dom.closest(element, "fieldset,[role=radiogroup],[role=group]");
		if (group === null) return [];
		const legend = this.#dom.localName(group) === "fieldset" ? this.#dom.queryFirst(group, "legend") : null;
		const name = legend === null ? this.#names.ofGroup(group) : this.#names.ofText(legend);
		return name === "" ? [] : [["of", cut(maskNumbers(normalize(name)), 80)]];
	}

	/** How the column is sorted that a button heads. */
	#sort(element: Element): readonly (readonly [string, string])[] {
		const head = this.#dom.localName(element) === "button" ? this.#dom.closest(element, columnHead) : null;
		if (head === null) return [];
		const order = this.#dom.attribute(head, "aria-sort") ?? "";
		return [["sort", sortOrders.has(order) ? order : "none"]];
	}

	#error(element: Element, states: readonly string[]): readonly (readonly [string, string])[] {
		if (!states.includes("invalid")) return [];
		const dom = this.#dom;
		const ids = dom.attribute(element, "aria-errormessage") ?? dom.attribute(element, "aria-describedby") ?? "";
		const root = dom.rootOf(element);
		const messages = ids
			.split(/\s+/)
			.slice(0, 5)
			.map((id) => (id === "" ? null : dom.elementById(root, id)))
			.map((message) => (message !== null && dom.isShown(message) ? head(dom.textContent(message)) : ""));
		const native = "validationMessage" in element ? String(element.validationMessage) : "";
		const text = cut(maskNumbers(normalize(messages.join(" "))), 80) || cut(maskNumbers(normalize(native)), 80);
		return text === "" ? [] : [["error", text]];
	}

	#hint(node: ControlNode, element: Element): readonly (readonly [string, string])[] {
		if (node.name !== "" && !/^(\[icon\] ?)+$/.test(node.name)) return [];
		const said = plainTextOf(node.children, 20).replaceAll("[icon]", "").trim();
		const hint = said === "" ? hintOf(this.#dom, element) : "";
		return hint === "" ? [] : [["hint", hint]];
	}

	#href(element: Element): string | undefined {
		const tag = this.#dom.localName(element);
		if (tag !== "a" && tag !== "area") return undefined;
		const { href } = element as HTMLAnchorElement;
		// For an invalid address, `href` returns the attribute as written.
		if (typeof href === "string") return href === "" || this.#isOnPage(href) ? undefined : writeParsedTarget(href, this.#page);
		const address = this.#dom.attribute(element, "href") ?? this.#dom.attribute(element, "xlink:href") ?? "";
		return address === "" || this.#isOnPage(address) ? undefined : writeTarget(address, this.#page.url);
	}

	/** True for a link to a part of this page, whose path says nothing new. */
	#isOnPage(address: string): boolean {
		const hash = address.indexOf("#");
		return hash !== -1 && (hash === 0 || address.slice(0, hash) === this.#page.withoutFragment);
	}
}
