type Schema = Readonly<Record<string, unknown>>;

/** Keywords whose values are schemas by name: a name in them is no keyword. */
const named = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"]);
/** Keywords whose values are data, whatever they look like. */
const data = new Set(["enum", "const", "default", "example", "examples"]);

/**
 * A schema as the newest draft writes it: `nullable` of OpenAPI, `exclusiveMinimum: true` and `id` of draft 4, `required: true` of draft 3.
 *
 * @throws RangeError for one nested too deep
 */
export function inNewestDraft(schema: Schema): Schema {
	const { nullable, id, required, ...rest } = schema;
	const written: Record<string, unknown> = {};
	for (const [key, value] of Object.entries(rest)) written[key] = data.has(key) ? value : named.has(key) ? eachNamed(value) : inside(value);
	const own = Array.isArray(required) ? required : [];
	const ofParts = Object.entries(isSchema(schema["properties"]) ? schema["properties"] : {}).filter(
		([, part]) => isSchema(part) && part["required"] === true,
	);
	const all = [...new Set([...own, ...ofParts.map(([name]) => name)])];
	if (all.length > 0) written["required"] = all;
	if (id !== undefined && typeof id !== "string") written["id"] = inside(id);
	for (const [limit, keyword] of [
		["minimum", "exclusiveMinimum"],
		["maximum", "exclusiveMaximum"],
	] as const) {
		if (typeof written[keyword] !== "boolean") continue;
		if (written[keyword] === true) {
			written[keyword] = written[limit];
			delete written[limit];
		} else delete written[keyword];
	}
	return nullable === true ? { anyOf: [written, { type: "null" }] } : written;
}

function inside(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(inside);
	return isSchema(value) ? inNewestDraft(value) : value;
}

function eachNamed(value: unknown): unknown {
	return isSchema(value) ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inside(part)])) : value;
}

/** Says whether a schema is written for draft 7 or one before it. @throws never */
export const isOlderDraft = (schema: Schema): boolean => /draft-0[1-7]/.test(String(schema["$schema"] ?? ""));

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null && !Array.isArray(value);
