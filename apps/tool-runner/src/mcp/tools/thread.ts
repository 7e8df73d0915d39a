import type { ErrorObject, Options, ValidateFunction } from "ajv";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { ArgumentProblem, CheckTask } from "./arguments.ts";
import { inNewestDraft, isOlderDraft } from "./dialects.ts";

const mostKept = 100;
const compiled = new Map<string, ValidateFunction | null>();
const unfit: ArgumentProblem = { field: "", message: "do not fit the schema of this tool" };

/** The function that `piscina` calls in a thread; null starts the thread. @returns what is wrong; null where nothing is */
export function check(task: CheckTask | null): ArgumentProblem | null {
	if (task === null) return null;
	const validate = validatorOf(task);
	if (validate === null) return { field: "", message: "fit nothing: the schema of this tool cannot be read" };
	try {
		if (validate(task.given) === true) return null;
	} catch {
		// A schema that refers to itself without end.
		return unfit;
	}
	const [error] = validate.errors ?? [];
	if (error === undefined) return unfit;
	return { field: fieldOf(error), message: error.message ?? "does not fit the schema of this tool" };
}

function validatorOf({ schema, hash }: CheckTask): ValidateFunction | null {
	const known = compiled.get(hash);
	if (known !== undefined) return known;
	if (compiled.size >= mostKept) compiled.clear();
	const made = compile(schema);
	compiled.set(hash, made);
	return made;
}

/** Nothing is loaded. References are not copied into each other, and patterns are those of JavaScript without its `u` flag. */
const options: Options = {
	strict: false,
	validateSchema: false,
	addUsedSchema: false,
	logger: false,
	messages: true,
	inlineRefs: false,
	unicodeRegExp: false,
};

/** Read by the draft that it names, else by the newest one; by the other where that cannot read it. */
function compile({ nullable: _nullable, ...given }: CheckTask["schema"]): ValidateFunction | null {
	const drafts = isOlderDraft(given) ? [Ajv, Ajv2020] : [Ajv2020, Ajv];
	for (const Draft of drafts) {
		try {
			const { $schema: _schema, $id: _id, ...schema } = inNewestDraft(given);
			const ajv = new Draft(options);
			formats.default(ajv, { mode: "fast" });
			return ajv.compile(schema);
		} catch {
			// The next one may read it.
		}
	}
	return null;
}

/** The path of the field to blame, with dots. */
function fieldOf({ instancePath, params, keyword }: ErrorObject): string {
	const path = instancePath
		.split("/")
		.slice(1)
		.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
	const own =
		keyword === "required" ? params["missingProperty"] : keyword === "additionalProperties" ? params["additionalProperty"] : undefined;
	return [...path, ...(typeof own === "string" ? [own] : [])].join(".");
}
