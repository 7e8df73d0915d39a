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

const mostObjects = 20;

/** The objects of a text, one behind the other, at most 20. Braces that hold no JSON count as one. */
export function objectsIn(text: string): readonly string[] {
	const found: string[] = [];
	let rest = text;
	while (found.length < mostObjects) {
		const source = balancedObject(rest);
		if (source === undefined) break;
		found.push(source);
		rest = rest.slice(rest.indexOf("{") + source.length);
	}
	return found;
}

/** True for JSON that needs no repair. */
export function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

const maxBrackets = 200;
const maxQuotes = 600;

/**
 * JSON as models write it; undefined when it cannot be read. The repairing library recurses and rescans from each quote, so input nested
 * deeper or quoted more often than any answer is refused.
 */
export function parseLoosely(text: string): unknown {
	if (countOf(text, /[[{]/g) > maxBrackets) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		if (countOf(text, /["'`‘’“”]/g) > maxQuotes) return undefined;
	}
	try {
		return JSON.parse(jsonrepair(text));
	} catch {
		return undefined;
	}
}

function countOf(text: string, pattern: RegExp): number {
	return text.match(pattern)?.length ?? 0;
}
