import type { InputValues } from "@webhand/contracts/routine/words";

/** A place in a body, such as `order.lines.0.amount`, that holds an object or a list. */
export type MappedFault = { readonly path: string; readonly message: string };

/**
 * Takes the values of inputs out of a body. What is absent or null is left out.
 *
 * @param fields where the value of each input stands: names and places with dots between
 * @throws never
 */
export function mappedValues(
	body: Readonly<Record<string, unknown>>,
	fields: Readonly<Record<string, string>>,
): { readonly values: InputValues; readonly faults: readonly MappedFault[] } {
	const found = Object.entries(fields).map(([input, path]) => ({ input, path, value: valueAt(body, path) }));
	return {
		values: Object.fromEntries(
			found.flatMap(({ input, value }) =>
				value === undefined || value === null || typeof value === "object" ? [] : [[input, String(value)]],
			),
		),
		faults: found.flatMap(({ path, value }) =>
			typeof value === "object" && value !== null ? [{ path, message: "must be a text, a number, true or false" }] : [],
		),
	};
}

function valueAt(body: unknown, path: string): unknown {
	let found = body;
	for (const name of path.split("."))
		found =
			typeof found === "object" && found !== null && Object.hasOwn(found, name) ? (found as Record<string, unknown>)[name] : undefined;
	return found;
}
