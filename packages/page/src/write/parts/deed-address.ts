const deeds = "approve|accept|confirm|reject|delete|remove|cancel|publish|send|unsubscribe";
// These words may also name a page: they count only where the words of a link commit too.
const pages = "submit|subscribe|register|apply|save|order|book|place";
const keys = "_?(?:action|act|do|op|cmd|command|method|task|verb)";
// As names of parameters: `?delete=17`. The other words also name contents of a page.
const deedKeys = "approve|delete|remove|unsubscribe";

/** Quickly rejects nearly all addresses. */
const quick = new RegExp(`${deeds}|%`, "i");
const mayAct = new RegExp(`act|do|op|cmd|command|method|task|verb|${deedKeys}|%`, "i");
const deed = new RegExp(`^(?:${deeds})(?:\\.[a-z]{2,5})?(?:;.*)?$`, "i");
const key = new RegExp(`^${keys}$`, "i");
const deedKey = new RegExp(`^(?:${deedKeys})$`, "i");
const namedDeed = new RegExp(`(?<![a-z])(?:${deeds}|${pages})/?$`, "i");

/**
 * True for an address whose path or query says that opening it does something: `/items/delete/17`, `/items.php?action=delete`.
 *
 * @param address whole, or from its path on
 * @throws never
 */
export function isDeedAddress(address: string): boolean {
	const url = quick.test(address) ? URL.parse(address, "http://page.invalid/") : null;
	return url !== null && (deedIn(url.pathname) !== undefined || actsIn(address).some((act) => deed.test(act)));
}

/** What the query of an address says that opening it does: "trash" of `?post=3&action=trash`, "delete" of `?delete=3`. @throws never */
export function actsIn(address: string): readonly string[] {
	const url = address.includes("?") ? URL.parse(address, "http://page.invalid/") : null;
	return url === null ? [] : actsOf(url.search).map(([name, value]) => (deedKey.test(name) ? name : value));
}

/** The parameters of a query that say what its address does. @throws never */
export function actsOf(query: string): readonly (readonly [name: string, value: string])[] {
	if (query === "" || !mayAct.test(query)) return [];
	return [...new URLSearchParams(query)].filter(([name, value]) => value !== "" && (key.test(name) || deedKey.test(name)));
}

/** The part of a path that says what opening it does. @throws never */
export function deedIn(path: string): string | undefined {
	return quick.test(path)
		? path
				.split("/")
				.map(decoded)
				.find((part) => deed.test(part))
		: undefined;
}

function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

/** The same for a link whose words commit too: `/orders/17/submit`, `/17-approve`. @throws never */
export function isNamedDeedAddress(address: string): boolean {
	return namedDeed.test(address) || isDeedAddress(address);
}
