import { formMethodOf } from "../../write/grammar.ts";
import { writeFormTarget, writeTarget } from "../../write/parts/target.ts";
import type { Dom } from "../dom.ts";

/** Form facts for the security gate, as page text writes them. */
export type FormFacts = { readonly target: string | undefined; readonly method: string };

/** Reads attributes, because a field named `action` hides the property of that name. */
export function formFacts(dom: Dom, form: Element, pageUrl: string): FormFacts {
	const action = dom.attribute(form, "action") ?? "";
	return { target: writeFormTarget(resolve(dom, action), pageUrl), method: formMethodOf(dom.attribute(form, "method")) };
}

function resolve(dom: Dom, address: string): string {
	return address.trim() === "" ? "" : (URL.parse(address, dom.baseUrl())?.href ?? address);
}

const sending: ReadonlySet<string> = new Set(["button", "input", "select", "textarea"]);

/** The form that submits a field or button, also by its `form` attribute; null for other elements. */
function ownerOf(dom: Dom, element: Element): Element | null {
	const { HTMLButtonElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement } = dom.window;
	const isField =
		element instanceof HTMLButtonElement ||
		element instanceof HTMLInputElement ||
		element instanceof HTMLSelectElement ||
		element instanceof HTMLTextAreaElement;
	return isField ? element.form : null;
}

/** How the libraries that many pages use send a link otherwise than by GET: Rails, Turbo, htmx. */
function methodOfLink(dom: Dom, element: Element): readonly (readonly [string, string])[] {
	const named = dom.attribute(element, "data-turbo-method") ?? dom.attribute(element, "data-method") ?? "";
	const method = changing.find((name) => name === named.toLowerCase() || dom.hasAttribute(element, `hx-${name}`));
	return method === undefined ? [] : [["method", method]];
}

const changing = ["delete", "post", "put", "patch"];

/**
 * `action` and `method` of a control that belongs to a form elsewhere, or that overrides the target of its form.
 *
 * @param around the form that encloses the control in the text
 */
export function ownTarget(
	dom: Dom,
	element: Element,
	{ around, pageUrl }: { readonly around: Element | null; readonly pageUrl: string },
): readonly (readonly [string, string])[] {
	if (dom.localName(element) === "a") return methodOfLink(dom, element);
	if (!sending.has(dom.localName(element))) return [];
	const owner = ownerOf(dom, element);
	const isElsewhere = owner !== null && owner !== around;
	const formAction = dom.attribute(element, "formaction");
	const formMethod = dom.attribute(element, "formmethod");
	if (owner === null || (!isElsewhere && formAction === null && formMethod === null)) return [];
	const action = formAction ?? dom.attribute(owner, "action") ?? "";
	const target = writeTarget(resolve(dom, action) || pageUrl, pageUrl) ?? "";
	const method = formMethodOf(formMethod ?? dom.attribute(owner, "method"));
	return [...(target === "" ? [] : [["action", target] as const]), ["method", method]];
}
