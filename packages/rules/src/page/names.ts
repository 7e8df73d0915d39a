import { takesValue } from "@webhand/page/layout/controls";
import type { Layout } from "@webhand/page/layout/layout";
import { namesOf } from "@webhand/page/layout/names";
import type { ElementView } from "@webhand/page/parse/view";
import { quoted } from "./text.ts";

/** How a person would call a control, in quotes where it has a name. */
export function calledOf(layout: Layout, element: ElementView): string {
	const [name] = namesOf(layout, element);
	return name === undefined
		? `the ${element.type === "a" ? "link" : takesValue(element) ? "field" : element.type}`
		: quoted(name.replace(/(?<![:*\s])[:*\s]+$/, ""));
}
