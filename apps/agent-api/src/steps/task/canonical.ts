/**
 * JSON with sorted keys, so that equal values give equal bytes whatever order their keys were written in.
 *
 * @param value plain data as zod gives it back
 * @throws never
 */
export function canonicalJson(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
	const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
	const sorted = entries.sort(([left], [right]) => (left < right ? -1 : 1));
	return `{${sorted.map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`).join(",")}}`;
}

/** Texts from here on are given as they are: writing a page of 100,000 characters as JSON costs more than hashing it. */
const longText = 1_000;

/**
 * The same in pieces, for a hash. A long text comes as its length and itself in place of its JSON, so equal pieces still mean equal values.
 *
 * @param add takes the pieces in order
 * @throws never
 */
export function addCanonical(value: unknown, add: (text: string) => unknown): void {
	if (typeof value === "string" && value.length >= longText) {
		add(`${value.length}:`);
		add(value);
	} else if (typeof value !== "object" || value === null || Array.isArray(value)) {
		add(canonicalJson(value));
	} else {
		const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
		add("{");
		for (const [key, entry] of entries.sort(([left], [right]) => (left < right ? -1 : 1))) {
			add(`${JSON.stringify(key)}:`);
			addCanonical(entry, add);
			add(",");
		}
		add("}");
	}
}
