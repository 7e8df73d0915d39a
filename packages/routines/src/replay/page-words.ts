import type { ElementView, PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";

const longest = 200;
const mostTexts = 5;

/** What the page itself says is wrong: its messages, and the errors of its fields. @throws never */
export function complaints(view: PageView): readonly string[] {
	const fields = [...view.elements.values()].flatMap((element) => errorOf(element) ?? []);
	const said = [...view.alerts, ...fields].map((text) => cut(text, longest)).filter((text) => text !== "");
	return [...new Set(said)].slice(0, mostTexts);
}

function errorOf({ name, attributes, states }: ElementView): string | undefined {
	const error = attributes.get("error");
	if (error !== undefined && error !== "") return name === "" ? error : `${name}: ${error}`;
	return states.has("invalid") && name !== "" ? `${name} is not valid` : undefined;
}

/** True for a page that asks for a password. @throws never */
export function asksForPassword({ elements }: PageView): boolean {
	for (const { type } of elements.values()) if (type === "password") return true;
	return false;
}

/** True if the page says a text: in its title, an alert or a line. Case and spaces do not count. @throws never */
export const says = (view: PageView, text: string): boolean => saying(view, text).length > 0;

/** The title, alerts and lines of a page that say a text. @throws never */
export function saying({ title, alerts, lines }: PageView, text: string): readonly string[] {
	const wanted = folded(text);
	const isThere = (said: string) => folded(said).includes(wanted);
	return wanted === "" ? [] : [title, ...alerts, ...lines.map((line) => line.text)].filter(isThere);
}

const folded = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
