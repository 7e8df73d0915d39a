/** `confirm dismissed "Delete it?"`: the answer that the page got, and its message; "" for none. @throws never */
export function dialogOf(shown: string): { readonly answer: "none" | "ok" | "cancel"; readonly message: string } {
	const [, kind, answer, message = ""] = /^(\w+)(?: (accepted|dismissed))? "(.*?)"?$/s.exec(shown) ?? [];
	if (kind === "alert" || answer === undefined) return { answer: "none", message };
	return { answer: answer === "accepted" ? "ok" : "cancel", message };
}

/** Host and path, where the address can be read. @throws never */
export function shortAddress(url: string): string {
	if (!URL.canParse(url)) return url;
	const { host, pathname } = new URL(url);
	return `${host}${pathname === "/" ? "" : pathname}`;
}

/** The page counts controls; the extension counts nodes, which mean nothing to a user: 0. @throws never */
export const controlsOf = (count: string): number => (/^\d+$/.test(count) ? Number(count) : 0);

/** States that an action brings about; focus and the like are left out. */
const tellingStates: ReadonlySet<string> = new Set("checked mixed selected expanded collapsed pressed disabled invalid".split(" "));

type States = { readonly now: readonly string[]; readonly gone: readonly string[]; readonly isNamed: boolean };

/** `checked -disabled`: states that a control has now or no longer; `isNamed`: some state was named, a telling one or not. @throws never */
export function statesOf(states: string): States {
	const words = states.split(" ").filter((word) => word !== "");
	const gone = words.filter((word) => word.startsWith("-") && tellingStates.has(word.slice(1))).map((word) => word.slice(1));
	return { now: words.filter((word) => tellingStates.has(word)), gone, isNamed: words.length > 0 };
}
