import { parsePage } from "@webhand/page/parse/parse";
import type { CDPSession } from "playwright-core";
import type { Ours } from "./inside/ours.ts";
import type { World } from "./isolated-world.ts";
import type { Recall, SideName } from "./results.ts";

/** The text of a side, and a function declaration that returns the keys by which the text names nodes (null for none). */
export type Naming = {
	readonly side: SideName;
	readonly text: string;
	readonly world: World;
	readonly declaration: string;
	readonly keysIn: (text: string) => ReadonlySet<string>;
};

const widgetRoles: ReadonlySet<string> = new Set(
	"button link checkbox radio textbox searchbox combobox listbox option slider spinbutton switch tab menuitem menuitemcheckbox menuitemradio treeitem DisclosureTriangle".split(
		" ",
	),
);
const perCall = 400;

const keysBetween = (pattern: RegExp) => (text: string) => new Set(Array.from(text.matchAll(pattern), ([, key]) => key ?? ""));

/** How each side names controls in its text. */
export const namings = {
	ours: {
		declaration: "function(...nodes) { return ours.numbersOf(...nodes); }",
		keysIn: (text: string) => new Set(Array.from(parsePage(text).elements.keys(), String)),
	},
	Playwright: {
		declaration: "function(...nodes) { return nodes.map((node) => node?._ariaRef?.ref ?? null); }",
		keysIn: keysBetween(/\[ref=([\w-]+)\]/g),
	},
	"page-agent": {
		declaration: "function(...nodes) { return pageAgent.numbersOf(...nodes); }",
		keysIn: keysBetween(/\[(\d+)\]</g),
	},
} as const satisfies Record<SideName, Pick<Naming, "declaration" | "keysIn">>;

/** Backend ids of the controls in the browser's accessibility tree. */
async function browserControls(session: CDPSession): Promise<readonly number[]> {
	const { nodes } = await session.send("Accessibility.getFullAXTree");
	return nodes.flatMap(({ ignored, role, properties, backendDOMNodeId }) => {
		if (ignored || role?.value === "RootWebArea" || backendDOMNodeId === undefined) return [];
		const isFocusable = properties?.some(({ name, value }) => name === "focusable" && value.value === true) ?? false;
		return isFocusable || widgetRoles.has(String(role?.value)) ? [backendDOMNodeId] : [];
	});
}

async function inCalls<T>(ids: readonly number[], call: (some: readonly number[]) => Promise<unknown>): Promise<readonly T[]> {
	const found: T[] = [];
	for (let at = 0; at < ids.length; at += perCall) found.push(...((await call(ids.slice(at, at + perCall))) as readonly T[]));
	return found;
}

/**
 * Counts which of the browser's visible controls each side wrote. The page itself and options of selects are left out.
 *
 * @param own our world, which decides what is visible
 */
export async function recallOf(session: CDPSession, own: World, sides: readonly Naming[]): Promise<Recall> {
	const ids = await browserControls(session);
	const described = await inCalls<ReturnType<Ours["describe"]>[number]>(ids, async (some) =>
		own.callWithNodes("function(...nodes) { return ours.describe(...nodes); }", some),
	);
	const seen = ids.flatMap((id, index) => {
		const control = described[index];
		return control?.isSeen === true ? [{ id, ...control }] : [];
	});
	const written = new Map<SideName, number>();
	for (const { side, text, world, declaration, keysIn } of sides) {
		const known = keysIn(text);
		const keys = await inCalls<string | null>(
			seen.map(({ id }) => id),
			async (some) => world.callWithNodes(declaration, some),
		);
		written.set(side, keys.filter((key) => key !== null && known.has(key)).length);
	}
	const missed = seen.filter(({ number }) => number === 0);
	return { all: seen.length, numbered: seen.length - missed.length, written, missed: missed.map(({ html }) => html) };
}
