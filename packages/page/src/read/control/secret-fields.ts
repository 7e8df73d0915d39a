import type { Dom } from "../dom.ts";
import type { SensitiveKind } from "../sensitive.ts";
import { sensitiveKind } from "../sensitive.ts";
import type { Labels } from "./labels.ts";

const fieldTags: ReadonlySet<string> = new Set(["input", "textarea", "select"]);
const fields = "input,textarea,select,[contenteditable],[role=textbox],[role=searchbox]";
/** Types of page text that take a text, whatever their tag. */
export const textTypes: ReadonlySet<string> = new Set(["editable", "input", "search"]);
/** Fields whose value says nothing but whether they are chosen. */
const valueless: ReadonlySet<string> = new Set(["checkbox", "radio", "button", "switch"]);
/** Of each thing that is said of a field, in characters: what comes behind tells of something else. */
const longestSaid = 500;

/** Which fields hold what is never told. */
export class SecretFields {
	readonly #dom: Dom;
	readonly #labels: Labels;
	readonly #hidden: WeakSet<Element>;

	/** @param hidden fields whose text was hidden once; what is met is added */
	constructor(dom: Dom, labels: Labels, hidden: WeakSet<Element>) {
		this.#dom = dom;
		this.#labels = labels;
		this.#hidden = hidden;
	}

	/**
	 * Why the value of a control is a secret, undefined for what is none or holds no value.
	 *
	 * @param called its type in page text, and its name as far as that is known
	 */
	kindOf(element: Element, { type, name }: { readonly type: string; readonly name: string }): SensitiveKind | undefined {
		if ((!fieldTags.has(this.#dom.localName(element)) && !textTypes.has(type)) || valueless.has(type)) return undefined;
		const fact = (key: string) => this.#dom.attribute(element, key) ?? "";
		const labels = this.#labels.of(element).map((label) => this.#labels.textOf(label));
		const said = [name, labels.join(" "), fact("placeholder")].map((text) => text.slice(0, longestSaid));
		// A page's own "show" button turns it into plain text; it stays what it was.
		if (type === "password" || this.#isDotted(element)) this.#hidden.add(element);
		const facts = { type, autocomplete: fact("autocomplete"), name: fact("name"), id: fact("id"), label: said.join(" ") };
		return sensitiveKind(facts) ?? (this.#hidden.has(element) ? "password" : undefined);
	}

	/** True for a field whose value is a secret; asked of any element. */
	isSecret(element: Element, nameOf: () => string): boolean {
		if (!this.#dom.matches(element, fields)) return false;
		const type = element instanceof this.#dom.window.HTMLInputElement ? element.type : "editable";
		return this.kindOf(element, { type, name: nameOf() }) !== undefined;
	}

	/** What a page shows as dots (`-webkit-text-security`) is no more for other eyes than a password. */
	#isDotted(element: Element): boolean {
		const security = this.#dom.style(element).getPropertyValue("-webkit-text-security");
		return security !== "" && security !== "none";
	}
}
