import { _SHA256 as Sha256 } from "@noble/hashes/sha2.js";
import { cut } from "../write/normalize.ts";
import type { ElementView, FormView, PageView } from "./view.ts";

/** What a fingerprint is made of, each as page text writes it; "" where there is none. */
export type IdentityFacts = {
	readonly type: string;
	readonly name: string;
	readonly href: string;
	/** Host and path of the form's action as written, its method; and those a submit button sets for itself. */
	readonly formTarget: string;
	readonly formMethod: string;
	readonly ownTarget: string;
	readonly ownMethod: string;
};

const nameLimit = 80;
const hexDigits = 16;

/**
 * 16 hex digits that name an element by what it is, not by where it stands. The client makes it from the live element, the server from
 * the text; both must agree before a guarded action.
 */
function fingerprintOf(facts: IdentityFacts): string {
	const { type, name, href, formTarget, formMethod, ownTarget, ownMethod } = facts;
	const joined = [type, cut(name, nameLimit), href, formTarget, formMethod, ownTarget, ownMethod].join("\n");
	// The class itself: what the library puts around it is a kilobyte of the content script.
	const bytes = new Sha256()
		.update(new TextEncoder().encode(joined))
		.digest()
		.slice(0, hexDigits / 2);
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The fingerprint of an element of a parsed page. Take it from the view as parsed, not from one that `fit` shortened: a link that lost its
 * path has another.
 */
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

/** The form of the element's own document: to a frame, the form around it is another page's. */
export function formInDocument(
	{ form: index, line }: ElementView,
	{ forms, lines }: Pick<PageView, "forms" | "lines">,
): FormView | undefined {
	const form = index === undefined ? undefined : forms[index];
	for (let at = line; form !== undefined && at > form.line; at = lines[at]?.parent ?? -1)
		if (lines[at]?.region === "frame" && at !== line) return undefined;
	return form;
}
