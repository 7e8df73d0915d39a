import { computeAccessibleName } from "dom-accessibility-api";
import { cleanText, head } from "../../write/normalize.ts";
import type { Dom } from "../dom.ts";
import type { Effort } from "../traversal/traverse.ts";
import type { Labels } from "./labels.ts";
import type { SecretFields } from "./secret-fields.ts";
import { approximateText, needsApproximation, referencedText, textBelow, textTags } from "./text-alternative.ts";

const maxLength = 1_000;
const mostReferences = 100;
const inlineText: ReadonlySet<string> = new Set(textTags);
/** Elements that only a tooltip names while they have no role. */
const nameless: ReadonlySet<string> = new Set("article aside div em footer header i li main nav ol p section span strong ul".split(" "));
/** Widgets that take their name from their content. */
const namedByContent: ReadonlySet<string> = new Set(
	"button checkbox link menuitem menuitemcheckbox menuitemradio option radio switch tab treeitem".split(" "),
);
const nameGiving = ["role", "aria-label", "aria-labelledby", "aria-hidden", "aria-owns", "title"];
const defaultNames: ReadonlyMap<string, string> = new Map([
	["submit", "Submit"],
	["reset", "Reset"],
]);

/** True for an element that adds only its text to a name: it has no role, label, tooltip or icon. */
export function isPlainText(dom: Dom, element: Element, isMarked: boolean): boolean {
	if (!inlineText.has(dom.localName(element)) || dom.openShadow(element) !== null) return false;
	return !(isMarked && nameGiving.some((name) => dom.hasAttribute(element, name)));
}

/**
 * Accessible names. Plain text and single attributes take our own path, because the library is ten times slower.
 * Both agree except for spacing. Where the library would read out a secret, the name is the text around the fields.
 */
export class AccessibleNames {
	readonly #dom: Dom;
	readonly #labels: Labels;
	readonly #secrets: SecretFields;
	readonly #effort: Effort;
	/** Texts of elements that names refer to. Many controls can refer to one element, so each is read once. */
	readonly #referenced = new Map<Element, { readonly text: string | undefined }>();
	readonly #rough = new Map<Element, string>();
	readonly #groups = new Map<Element, string>();

	constructor(dom: Dom, { labels, secrets, effort }: { readonly labels: Labels; readonly secrets: SecretFields; readonly effort: Effort }) {
		this.#dom = dom;
		this.#labels = labels;
		this.#secrets = secrets;
		this.#effort = effort;
	}

	/** The name of a group. Many controls can share it, so it is read once. */
	ofGroup(group: Element): string {
		return once(this.#groups, group, () => this.of(group, undefined));
	}

	/** The text of an element without the values of its fields. */
	ofText(element: Element): string {
		return cleanText(once(this.#rough, element, () => approximateText(this.#dom, element)));
	}

	/** True for a field that its labels mark as secret, even while it is hidden. */
	isSecret(field: Element): boolean {
		return this.#secrets.isSecret(field, () => this.#saidOf(field));
	}

	/**
	 * @param content visible text of an element that holds only plain text, undefined otherwise
	 * @returns clean text, "" for an element without a name
	 */
	of(element: Element, content: string | undefined): string {
		const own = this.#quick(element, content);
		const name = own === undefined ? this.#search(element) : cleanText(head(own));
		if (name !== "") return name.slice(0, maxLength);
		const placeholder = this.#dom.attribute(element, "placeholder") ?? this.#dom.attribute(element, "aria-placeholder") ?? "";
		return cleanText(head(placeholder)).slice(0, maxLength);
	}

	/** The name, if attributes or plain text give it; undefined if it needs a search. */
	#quick(element: Element, content: string | undefined): string | undefined {
		const dom = this.#dom;
		if (dom.hasAttribute(element, "aria-labelledby")) return this.#ofReferences(element);
		const label = dom.attribute(element, "aria-label")?.trim() ?? "";
		if (label !== "") return label;
		const title = dom.attribute(element, "title") ?? "";
		const tag = dom.localName(element);
		if (tag === "input" || tag === "select" || tag === "textarea") return this.#ofField(element, title);
		if (tag === "area") return (dom.attribute(element, "alt") ?? "").trim() || title;
		if (content === undefined) return this.#ofContent(element, { tag, title });
		if (tag === "fieldset" || tag === "table") return undefined;
		if (content.trim() !== "") return tag === "a" || this.#labels.of(element).length === 0 ? content : undefined;
		return this.#ofContent(element, { tag, title });
	}

	/** The name that other elements give, if all of them hold plain text. */
	#ofReferences(element: Element): string | undefined {
		const dom = this.#dom;
		const root = dom.rootOf(element);
		const ids = (dom.attribute(element, "aria-labelledby") ?? "").split(" ", mostReferences);
		const found = ids.map((id) => dom.elementById(root, id)).filter((reference) => reference !== null);
		if (found.length === 0 || found.includes(element) || dom.attribute(element, "aria-hidden") === "true") return undefined;
		const texts = found.map((reference) => once(this.#referenced, reference, () => ({ text: referencedText(dom, reference) })).text);
		return texts.includes(undefined) || new Set(found).size < found.length ? undefined : texts.join(" ");
	}

	/** The name of a control that holds icons, pictures or hidden text. */
	#ofContent(element: Element, { tag, title }: { readonly tag: string; readonly title: string }): string | undefined {
		const dom = this.#dom;
		const role = (dom.attribute(element, "role") ?? "").trim();
		if (dom.hasAttribute(element, "aria-hidden") || dom.hasAttribute(element, "hidden")) return undefined;
		if (role === "" && nameless.has(tag)) return title;
		if (!this.#isNamedByContent(element) || this.#labels.of(element).length > 0) return undefined;
		const text = textBelow(dom, element);
		return text === undefined || text.trim() !== "" ? text : title;
	}

	#ofField(element: Element, title: string): string | undefined {
		const type = element instanceof this.#dom.window.HTMLInputElement ? element.type : "";
		if (type === "image") return undefined;
		if (type === "submit" || type === "button" || type === "reset") {
			const value = this.#dom.attribute(element, "value") ?? "";
			if (value.trim() !== "") return value;
			const fallback = defaultNames.get(type);
			if (fallback !== undefined) return fallback;
		}
		if (isWidget(this.#dom.attribute(element, "role"))) return undefined;
		const labels = this.#labels.of(element);
		if (labels.length === 0) return title;
		const texts = labels.map((label) => this.#plainText(label, element));
		return texts.includes(undefined)
			? undefined
			: texts
					.map((text) => cleanText(text ?? ""))
					.filter((text) => text !== "")
					.join(" ");
	}

	/** The text of a label that holds plain text, without the text of its own control. */
	#plainText(label: Element, control: Element): string | undefined {
		if (nameGiving.some((name) => name !== "title" && this.#dom.hasAttribute(label, name))) return undefined;
		const style = this.#dom.style(label);
		if (style.display === "none" || style.visibility !== "visible") return undefined;
		return textBelow(this.#dom, label, control);
	}

	/** Computes the name by a search, which may take long. */
	#search(element: Element): string {
		this.#effort.isExpensive = true;
		const references = this.#references(element);
		const labels = this.#labels.of(element);
		// The library reads the values of fields inside the name of another field, or of a field that refers to itself.
		const isSecret = (field: Element) => (field !== element || references.includes(element)) && this.isSecret(field);
		if (!needsApproximation(this.#dom, [element, ...labels, ...references], isSecret)) return this.#byLibrary(element);
		const named = references.length > 0 ? references : labels;
		const sources = named.length > 0 ? named : this.#isNamedByContent(element) ? [element] : [];
		const text = sources.map((source) => this.ofText(source)).join(" ");
		return cleanText(text.trim() === "" ? head(this.#dom.attribute(element, "title") ?? "") : head(text));
	}

	#references(element: Element): readonly Element[] {
		const dom = this.#dom;
		const ids = (dom.attribute(element, "aria-labelledby") ?? "").split(/\s+/, mostReferences);
		return ids.map((id) => dom.elementById(dom.rootOf(element), id)).filter((found) => found !== null);
	}

	#isNamedByContent(element: Element): boolean {
		const role = (this.#dom.attribute(element, "role") ?? "").trim();
		const tag = this.#dom.localName(element);
		return role === ""
			? tag === "button" || tag === "summary" || (tag === "a" && this.#dom.hasAttribute(element, "href"))
			: namedByContent.has(role);
	}

	#byLibrary(element: Element): string {
		try {
			const name =
				computeAccessibleName(element, { computedStyleSupportsPseudoElements: false }) ||
				computeAccessibleName(element, { computedStyleSupportsPseudoElements: true });
			return cleanText(name);
		} catch {
			// A form with fields named `getAttribute` or `childNodes` breaks the library; such an element has no name.
			return "";
		}
	}

	/** Labels of a field without a search, because two fields can label each other. */
	#saidOf(field: Element): string {
		const dom = this.#dom;
		const references = this.#references(field).map((reference) => head(dom.textContent(reference)));
		return [dom.attribute(field, "aria-label"), dom.attribute(field, "title"), ...references].join(" ");
	}
}

function once<T>(known: Map<Element, T>, element: Element, find: () => T): T {
	const before = known.get(element);
	if (before !== undefined) return before;
	const found = find();
	known.set(element, found);
	return found;
}

function isWidget(role: string | null): boolean {
	return role !== null && role.trim() !== "" && role !== "presentation" && role !== "none";
}
