import type { Dom } from "../dom.ts";
import { fieldTags } from "../interactive.ts";
import type { SensitiveKind } from "../sensitive.ts";
import { sensitiveKind } from "../sensitive.ts";
import type { Labels } from "./labels.ts";

const fields = "input,textarea,select,[contenteditable],[role=textbox],[role=searchbox]";
/** Types in page text that hold typed text, whatever their tag. */
export const textTypes: ReadonlySet<string> = new Set(["editable", "input", "search"]);
/** Fields whose value only says whether they are on. */
const valueless: ReadonlySet<string> = new Set(["checkbox", "radio", "button", "switch"]);
/** Characters of each label that are judged. Text behind them speaks of other things. */
const longestSaid = 500;

/** Finds fields whose value must never leave the page. */
export class SecretFields {
	readonly #dom: Dom;
	readonly #labels: Labels;
	readonly #hidden: WeakSet<Element>;

	/** @param hidden fields that hid their text once; new ones are added */
	constructor(dom: Dom, labels: Labels, hidden: WeakSet<Element>) {
		this.#dom = dom;
		this.#labels = labels;
		this.#hidden = hidden;
	}

	/**
	 * Why the value of a control is secret; undefined if it is not, or if there is none.
	 *
	 * @param type its type in page text
	 * @param name its name, as far as it is known
	 */
	kindOf(element: Element, { type, name }: { readonly type: string; readonly name: string }): SensitiveKind | undefined {
		if ((!fieldTags.has(this.#dom.localName(element)) && !textTypes.has(type)) || valueless.has(type)) return undefined;
		const fact = (key: string) => this.#dom.attribute(element, key) ?? "";
		const labels = this.#labels.of(element).map((label) => this.#labels.textOf(label));
		const said = [name, labels.join(" "), fact("placeholder")].map((text) => text.slice(0, longestSaid));
		// A "show" button of the page turns the field into plain text, but it stays secret.
		if (type === "password" || this.#isDotted(element)) this.#hidden.add(element);
		const facts = { type, autocomplete: fact("autocomplete"), name: fact("name"), id: fact("id"), label: said.join(" ") };
		return sensitiveKind(facts) ?? (this.#hidden.has(element) ? "password" : undefined);
	}

	/** True for a field with a secret value. Accepts any element. */
	isSecret(element: Element, nameOf: () => string): boolean {
		if (!this.#dom.matches(element, fields)) return false;
		const type = element instanceof this.#dom.window.HTMLInputElement ? element.type : "editable";
		return this.kindOf(element, { type, name: nameOf() }) !== undefined;
	}

	/** `-webkit-text-security` shows dots, so the value is as private as a password. */
	#isDotted(element: Element): boolean {
		const security = this.#dom.style(element).getPropertyValue("-webkit-text-security");
		return security !== "" && security !== "none";
	}
}
