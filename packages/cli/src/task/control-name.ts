import type { PageSnapshot } from "@webhand/page/write/snapshot";

type Order = {
	readonly tool: { readonly arguments: Readonly<Record<string, unknown>> };
	readonly guard?: { readonly name: string } | undefined;
};
type Element = Pick<PageSnapshot["elements"][number], "id" | "role" | "ariaLabel" | "text" | "placeholder">;

/** Of other controls the text may be what was typed into them. */
const namedByText: ReadonlySet<string> = new Set(["a", "button"]);

/**
 * What the control of a tool is called, without any value in it.
 *
 * @param elements the controls of the page that was read before
 * @returns undefined for a tool without a control, and for a control without a name
 * @throws never
 */
export function controlNameOf({ tool, guard }: Order, elements: readonly Element[]): string | undefined {
	const element = elements.find(({ id }) => id === tool.arguments["id"]);
	const { role = "", ariaLabel = "", text = "", placeholder = "" } = element ?? {};
	return [guard?.name ?? "", ariaLabel, namedByText.has(role) ? text : "", placeholder].find((name) => name.trim() !== "");
}
