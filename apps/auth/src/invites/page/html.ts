/** Markup that may stand in a page as it is; only `html` makes it. */
export type Html = { readonly markup: string };

type Value = string | number | Html | null | readonly Html[];

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Puts values into markup; every text is escaped, for content and for quoted attributes alike, and `null` is nothing. @throws never */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
	const markup = strings.map((part, index) => part + markupOf(values[index] ?? null)).join("");
	return { markup };
}

function markupOf(value: Value): string {
	if (value === null) return "";
	if (typeof value === "string") return value.replace(/[&<>"']/g, (sign) => entities[sign] ?? "");
	if (typeof value === "number") return String(value);
	return "markup" in value ? value.markup : value.map(({ markup }) => markup).join("");
}
