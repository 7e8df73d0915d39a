import { jsonrepair } from "jsonrepair";

/** The first object of a text with balanced braces outside strings, or all from the first brace when it never closes. */
export function balancedObject(text: string): string | undefined {
	const start = text.indexOf("{");
	if (start === -1) return undefined;
	let depth = 0;
	let isQuoted = false;
	for (let index = start; index < text.length; index += 1) {
		const character = text[index];
		if (isQuoted && character === "\\") index += 1;
		else if (character === '"') isQuoted = !isQuoted;
		else if (!isQuoted && character === "{") depth += 1;
		else if (!isQuoted && character === "}") depth -= 1;
		if (depth === 0) return text.slice(start, index + 1);
	}
	return text.slice(start);
}

/** JSON as models write it; undefined when it cannot be read. The library recurses, so what is nested deeper than any answer is not given to it. */
export function parseLoosely(text: string): unknown {
	if ((text.match(/[[{]/g)?.length ?? 0) > 200) return undefined;
	try {
		return JSON.parse(jsonrepair(text));
	} catch {
		return undefined;
	}
}
