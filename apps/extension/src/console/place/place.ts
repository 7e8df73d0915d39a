/** An address in the options page: `#/traces/<taskId>/3?q=tea` is `{ page: "traces", parts: [taskId, "3"], query: { q: "tea" } }`. */
export type Place = { readonly page: string; readonly parts: readonly string[]; readonly query: Readonly<Record<string, string>> };

/** Goes to an address such as `/usage`; `replace` leaves no entry in the history. */
export type Go = (path: string, options?: { readonly replace?: boolean }) => void;

/** Reads an address below `#`. `run/<routine>`, for links, is `routines/<routine>/run`. An unreadable part stays as it is. @throws never */
export function readPlace(path: string): Place {
	const [before = "", query = ""] = path.replace(/^#?\/?/, "").split("?", 2);
	const [page = "", ...named] = before.split("/").map(decoded);
	const parts = named.filter((part) => part !== "");
	const where = page === "run" ? { page: "routines", parts: [...parts, "run"] } : { page, parts };
	return { ...where, query: Object.fromEntries(new URLSearchParams(query)) };
}

/** Writes an address; empty values of the query are left out. */
export function pathOf({ page, parts = [], query = {} }: Partial<Place> & Pick<Place, "page">): string {
	const path = ["", page, ...parts].map(encodeURIComponent).join("/");
	const given = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ""));
	return given.size === 0 ? path : `${path}?${given.toString()}`;
}

function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}
