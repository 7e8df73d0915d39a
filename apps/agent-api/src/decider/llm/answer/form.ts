type Schema = Readonly<Record<string, unknown>>;

/**
 * What an answer is like, for providers that hold a model to it: a forced call of one tool, or a JSON object. `schema`: JSON Schema of it.
 * Its fields are those that the tags and the JSON of the prompts ask for.
 */
export type AnswerForm = { readonly kind: "tool" | "json"; readonly name: string; readonly description: string; readonly schema: Schema };

const text = (description: string): Schema => ({ type: "string", description });
const texts = (description: string): Schema => ({ type: "array", items: { type: "string" }, description });

/** Without further properties: providers that check an answer by its schema want it closed. */
const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
	type: "object",
	properties,
	required,
	additionalProperties: false,
});

const expectation = object(
	{
		kind: text("One of the kinds in the instructions"),
		text: text("For url_contains, text_appears, text_gone"),
		id: { type: "integer", description: "For value_is, state_is, element_gone" },
		value: text("For value_is"),
		state: text("For state_is"),
		on: { type: "boolean", description: "For state_is" },
		name: text("For element_appears"),
	},
	["kind"],
);

/** A decision. The thought comes first, so it can be shown while the rest is written. */
export const decisionForm: AnswerForm = {
	kind: "tool",
	name: "act",
	description: "Your answer: each field holds what the instructions ask for in the tag of the same name.",
	schema: object(
		{
			thought: text("One or two sentences"),
			action: text('One action as in the instructions, such as click(17) or setValue(17, "text")'),
			expect: expectation,
			plan: texts("Only when PLAN is missing or wrong: its steps"),
			done: { type: "array", items: { type: "integer" }, description: "Numbers of the PLAN steps that the page now proves done" },
			memory: text("Facts to keep for later steps"),
			more: texts("Only where the instructions allow several fills: those after the first"),
			missing: texts("Only beside ask: the facts that you need"),
		},
		["thought", "action"],
	),
};

const { thought, action, plan, done } = decisionForm.schema["properties"] as Readonly<Record<string, Schema>>;

/** A decision of a small model. */
export const smallDecisionForm: AnswerForm = {
	...decisionForm,
	schema: object({ thought: thought ?? {}, action: action ?? {}, plan: plan ?? {}, done: done ?? {} }, ["thought", "action"]),
};

/** The same decision with the kind of the order, which is asked for with the first decision of a task. */
export function withKind({ schema, ...form }: AnswerForm): AnswerForm {
	const { properties, required } = schema as { readonly properties: Schema; readonly required: readonly string[] };
	const { thought: first, ...others } = properties;
	const kind = {
		type: "string",
		enum: ["asks", "acts", "both"],
		description: "Whether the task asks for something, does something, or both",
	};
	return { ...form, schema: { ...schema, properties: { thought: first, kind, ...others }, required: [...required, "kind"] } };
}

/** The number of a choice, 0 to `last`. */
export function choiceForm(last: number): AnswerForm {
	const choice = { type: "integer", enum: Array.from({ length: last + 1 }, (_, index) => index), description: "The number of your choice" };
	return { kind: "json", name: "choose", description: "Your choice.", schema: object({ choice }, ["choice"]) };
}

/** A verdict on an action. */
export const judgementForm: AnswerForm = {
	kind: "json",
	name: "judgement",
	description: "The verdict.",
	schema: object(
		{ verdict: { type: "string", enum: ["success", "failure"] }, confidence: { type: "number" }, reason: text("One sentence") },
		["verdict", "confidence", "reason"],
	),
};

/** A verdict on a proposed finish. */
export const completionForm: AnswerForm = {
	kind: "json",
	name: "completion",
	description: "The verdict.",
	schema: object(
		{
			verdict: { type: "string", enum: ["complete", "continue", "impossible"] },
			evidence: text("What on the page proves it"),
			missing: texts("What is not done yet"),
		},
		["verdict", "evidence", "missing"],
	),
};
