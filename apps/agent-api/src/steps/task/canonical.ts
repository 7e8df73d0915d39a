/**
 * JSON with sorted keys, so that equal values give equal bytes whatever order their keys were written in.
 *
 * @param value plain data as zod gives it back
 * @throws never
 * @source engine.md §5 "Body hash"
 */
export function canonicalJson(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
	const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
	const sorted = entries.sort(([left], [right]) => (left < right ? -1 : 1));
	return `{${sorted.map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`).join(",")}}`;
}
