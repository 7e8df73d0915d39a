import { writeFormTarget, writeTarget } from "../../write/parts/target.ts";
import type { Dom } from "../dom.ts";

/** What the gate needs to know of a form, as page text writes it. */
export type FormFacts = { readonly target: string | undefined; readonly method: string };

function methodOf(method: string | null): string {
	const name = (method ?? "").trim().toLowerCase();
	return name === "post" || name === "dialog" ? name : "get";
}

/** Facts of a form from its attributes: its properties answer with fields of those names. */
export function formFacts(dom: Dom, form: Element, pageUrl: string): FormFacts {
	const action = dom.attribute(form, "action") ?? "";
	return { target: writeFormTarget(resolve(dom, action), pageUrl), method: methodOf(dom.attribute(form, "method")) };
}

function resolve(dom: Dom, address: string): string {
	return address.trim() === "" ? "" : (URL.parse(address, dom.baseUrl())?.href ?? address);
}

const sending: ReadonlySet<string> = new Set(["button", "input", "select", "textarea"]);

/** The form that a field or button is sent with, through its `form` attribute too; null for other elements. */
function ownerOf(dom: Dom, element: Element): Element | null {
	const { HTMLButtonElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement } = dom.window;
	const isField =
		element instanceof HTMLButtonElement ||
		element instanceof HTMLInputElement ||
		element instanceof HTMLSelectElement ||
		element instanceof HTMLTextAreaElement;
	return isField ? element.form : null;
}

/**
 * `action` and `method` words of a control whose form is not the one around it, or that sends its form elsewhere.
 *
 * @param around the form that encloses the control in the text
 */
export function ownTarget(
	dom: Dom,
	element: Element,
	{ around, pageUrl }: { readonly around: Element | null; readonly pageUrl: string },
): readonly (readonly [string, string])[] {
	if (!sending.has(dom.localName(element))) return [];
	const owner = ownerOf(dom, element);
	const isElsewhere = owner !== null && owner !== around;
	const formAction = dom.attribute(element, "formaction");
	const formMethod = dom.attribute(element, "formmethod");
	if (owner === null || (!isElsewhere && formAction === null && formMethod === null)) return [];
	const action = formAction ?? dom.attribute(owner, "action") ?? "";
	const target = writeTarget(resolve(dom, action) || pageUrl, pageUrl) ?? "";
	const method = methodOf(formMethod ?? dom.attribute(owner, "method"));
	return [...(target === "" ? [] : [["action", target] as const]), ["method", method]];
}
