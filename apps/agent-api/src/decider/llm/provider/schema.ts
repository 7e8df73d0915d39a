import type { Abilities } from "./client/abilities.ts";

type Schema = Readonly<Record<string, unknown>>;

const refusedKeywords: Readonly<Record<Abilities["keywords"], ReadonlySet<string>>> = {
	bounded: new Set(),
	counted: new Set(["maxLength", "minLength"]),
	strict: new Set(["maxLength", "minLength", "maxItems", "minItems", "maximum", "minimum"]),
};

/**
 * A schema with the keywords that a provider takes. Strict ones want every field required: those that may be absent may be null instead,
 * and `withoutNulls` takes them out of the answer.
 *
 * @throws never
 */
export function schemaFor(keywords: Abilities["keywords"], schema: Schema): Schema {
	const kept = Object.fromEntries(
		Object.entries(schema)
			.filter(([name]) => !refusedKeywords[keywords].has(name))
			.map(([name, value]) => [name, name === "items" ? schemaFor(keywords, value as Schema) : value]),
	);
	if (schema["type"] !== "object") return kept;
	const required = new Set(schema["required"] as readonly string[]);
	const properties = Object.entries(schema["properties"] as Readonly<Record<string, Schema>>).map(([name, property]) => {
		const own = schemaFor(keywords, property);
		return [name, keywords === "strict" && !required.has(name) ? { anyOf: [own, { type: "null" }] } : own] as const;
	});
	return {
		...kept,
		properties: Object.fromEntries(properties),
		required: keywords === "strict" ? properties.map(([name]) => name) : [...required],
	};
}

/** The JSON of an answer without its fields that are null; any other text as it is. @throws never */
export function withoutNulls(text: string): string {
	if (!text.includes("null")) return text;
	try {
		return JSON.stringify(JSON.parse(text, (_key, value: unknown) => (value === null ? undefined : value)));
	} catch {
		return text;
	}
}
