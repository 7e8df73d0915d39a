import { _SHA256 as Sha256 } from "@noble/hashes/sha2.js";
import { cut } from "../write/normalize.ts";
import type { ElementView, FormView, PageView } from "./view.ts";

/** The facts in a fingerprint, as page text writes them; "" for a missing one. */
export type IdentityFacts = {
	readonly type: string;
	readonly name: string;
	readonly href: string;
	/** Target and method of the form, and those that a submit button sets for itself. */
	readonly formTarget: string;
	readonly formMethod: string;
	readonly ownTarget: string;
	readonly ownMethod: string;
};

/** The characters of a name that are compared. */
export const nameLimit = 80;
const hexDigits = 16;

/**
 * 16 hex digits that identify an element by what it is, not by its position. Client and server compute it independently, and both must
 * agree before a guarded action.
 */
function fingerprintOf(facts: IdentityFacts): string {
	const { type, name, href, formTarget, formMethod, ownTarget, ownMethod } = facts;
	const joined = [type, cut(name, nameLimit), href, formTarget, formMethod, ownTarget, ownMethod].join("\n");
	// The class itself, because the library's wrapper adds a kilobyte to the content script.
	const bytes = new Sha256()
		.update(new TextEncoder().encode(joined))
		.digest()
		.slice(0, hexDigits / 2);
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The fingerprint of an element of a parsed page. Pass the view as parsed: shortening by `fit` removes link targets. */
export function fingerprint(element: ElementView, view: Pick<PageView, "forms" | "lines">): string {
	const form = formInDocument(element, view);
	return fingerprintOf({
		type: element.type,
		name: element.name,
		href: element.href ?? "",
		formTarget: form === undefined ? "" : `${form.host ?? ""}${form.path ?? ""}`,
		formMethod: form?.method ?? "",
		ownTarget: element.attributes.get("action") ?? "",
		ownMethod: element.attributes.get("method") ?? "",
	});
}

/** The form in the element's own document. A form around a frame belongs to another document. */
export function formInDocument(
	{ form: index, line }: ElementView,
	{ forms, lines }: Pick<PageView, "forms" | "lines">,
): FormView | undefined {
	const form = index === undefined ? undefined : forms[index];
	for (let at = line; form !== undefined && at > form.line; at = lines[at]?.parent ?? -1)
		if (lines[at]?.region === "frame" && at !== line) return undefined;
	return form;
}
