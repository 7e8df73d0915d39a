import { documentSizes } from "@webhand/contracts/knowledge/documents";
import type { Fields } from "../../../kit/form/use-form.ts";
import { isWebAddress } from "../../citation.ts";
import { knowledgeText } from "../../words.ts";

/** What is typed into the form of a document. */
export type Draft = {
	readonly kind: "file" | "text" | "address";
	readonly title: string;
	readonly domain: string;
	readonly pathPrefix: string;
	readonly content: string;
	readonly format: "markdown" | "text" | "html";
	readonly url: string;
};

export const emptyDraft: Draft = { kind: "file", title: "", domain: "", pathPrefix: "", content: "", format: "markdown", url: "" };

const text = knowledgeText.add.problems;
const contentFields = { file: "file", text: "content", address: "url" } as const;

/** What is missing before anything is sent, by field. A replaced document keeps its title and domain. @throws never */
export function missingIn(draft: Draft, files: number, isNew: boolean): Fields {
	const { kind, title, domain, content, url } = draft;
	if (!isNew && !hasContent(draft, files)) return hasDetails(draft) ? {} : { [contentFields[kind]]: text.noChange };
	const isNamed = title.trim() !== "" || !isNew;
	const isPlaced = domain.trim() !== "" || !isNew;
	return {
		...(kind === "file" && files === 0 ? { file: text.noFile } : {}),
		...(kind === "text" && content.trim() === "" ? { content: text.noText } : {}),
		...(kind === "text" && !isNamed ? { title: text.noName } : {}),
		...(kind === "address" && !isWebAddress(url) ? { url: text.badAddress } : {}),
		...(kind !== "address" && !isPlaced ? { domain: text.noDomain } : {}),
	};
}

/** True when title or path are typed, which a replaced document takes without new content. */
const hasDetails = ({ title, pathPrefix }: Draft) => title.trim() !== "" || pathPrefix.trim() !== "";

/** True when there is a file, a text or an address to read. @throws never */
export function hasContent({ kind, content, url }: Draft, files: number): boolean {
	switch (kind) {
		case "file":
			return files > 0;
		case "text":
			return content.trim() !== "";
		case "address":
			return url.trim() !== "";
	}
}

/** The body of a request: for a file what stands beside it. Empty fields are left out. @throws never */
export function bodyOf({ kind, title, pathPrefix, content, format, url }: Draft) {
	return {
		...given("title", title),
		...given("pathPrefix", pathPrefix),
		...(kind === "text" && content.trim() !== "" ? { content, format } : {}),
		...(kind === "address" ? given("url", url) : {}),
	};
}

/** The same for a new document. @throws never */
export function newBodyOf(draft: Draft, scope: "org" | "public") {
	return { scope, ...bodyOf(draft), ...given("domain", draft.domain) };
}

/** The title that a file gets: what is typed, else its name without the ending, as the server makes it. @throws never */
export function titleOf({ name }: { readonly name: string }, typed: string): string {
	return typed.trim() === "" ? name.replace(/\.[A-Za-z0-9]{1,10}$/, "").trim() : typed.trim();
}

/** Why a file need not be sent: "" for a file that may. @throws never */
export function problemOfFile({ size }: { readonly size: number }): string {
	return size === 0 ? text.empty : size > documentSizes.file ? text.tooLarge : "";
}

function given<Name extends string>(name: Name, value: string): { readonly [key in Name]?: string } {
	const said = value.trim();
	return (said === "" ? {} : { [name]: said }) as { readonly [key in Name]?: string };
}
