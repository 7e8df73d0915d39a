import type { z } from "zod";

const kinds: Readonly<Record<string, string>> = {
	string: "a text",
	number: "a number",
	int: "a whole number",
	boolean: "true or false",
	object: "an object",
	record: "an object",
	array: "a list",
	null: "null",
	date: "a date",
};

const formats: Readonly<Record<string, string>> = {
	uuid: "a UUID",
	url: "a web address",
	email: "an email address",
	date: "a date such as 2026-01-30",
	time: "a time such as 10:00:00",
	datetime: "a time such as 2026-01-30T10:00:00Z",
	base64: "base64",
};

const units: Readonly<Record<string, string>> = { string: " characters", array: " entries", set: " entries" };

/**
 * What is wrong with a value, in words for its sender; a schema's own `error` has priority. Pass it to `safeParse`.
 *
 * @returns reads on from the field's name: `is missing`, `must be a text`; `undefined` leaves it to zod
 * @throws never
 */
export function wrongWords(issue: z.core.$ZodRawIssue): string | undefined {
	switch (issue.code) {
		case "invalid_type":
			if (issue.input === undefined) return "is missing";
			return `must be ${kinds[issue.expected] ?? "of another type"}`;
		case "too_small":
			if (units[issue.origin] !== undefined && issue.minimum === 1) return "must not be empty";
			return `must be ${issue.inclusive === false ? "more than" : "at least"} ${issue.minimum}${units[issue.origin] ?? ""}`;
		case "too_big":
			return `must be ${issue.inclusive === false ? "less than" : "at most"} ${issue.maximum}${units[issue.origin] ?? ""}`;
		case "invalid_format":
			return formats[issue.format] === undefined ? writtenAs(issue) : `must be ${formats[issue.format]}`;
		case "invalid_value":
			return issue.input === undefined
				? "is missing"
				: `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
		case "invalid_union":
			return issue.input === undefined ? "is missing" : "has none of the forms it may have";
		default:
			return undefined;
	}
}

/** What a text has to look like; a schema that can say it in words does. */
function writtenAs({ pattern, prefix, suffix, includes }: Readonly<Record<string, unknown>>): string {
	if (prefix !== undefined) return `must begin with ${prefix}`;
	if (suffix !== undefined) return `must end with ${suffix}`;
	if (includes !== undefined) return `must hold ${includes}`;
	return pattern === undefined ? "must be written in another way" : `must match ${pattern}`;
}
