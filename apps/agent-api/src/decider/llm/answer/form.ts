import { OrderKind } from "@webhand/contracts/agent/step-labels";

type Schema = Readonly<Record<string, unknown>>;

/**
 * What an answer is like, for providers that hold a model to it by a JSON schema or a tool. Its fields are those that the tags and the JSON
 * of the prompts ask for. `schema` has bounds: without them a small model may repeat itself until its tokens are used up.
 */
export type AnswerForm = { readonly name: string; readonly description: string; readonly schema: Schema };

/** llama.cpp refuses a grammar with a repetition of exactly 2,000 (ggml-org/llama.cpp#27087, 2026-08-14). */
const longestText = 1_900;

const text = (maxLength: number, description: string): Schema => ({ type: "string", maxLength, description });
const texts = (maxItems: number, maxLength: number, description: string): Schema => ({
	type: "array",
	items: { type: "string", maxLength },
	maxItems,
	description,
});

/** Without further properties: providers that check an answer by its schema want it closed. */
const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
	type: "object",
	properties,
	required,
	additionalProperties: false,
});

const expectation = object(
	{
		kind: text(40, "One of the kinds in the instructions"),
		text: text(500, "For url_contains, text_appears, text_gone"),
		id: { type: "integer", description: "For value_is, state_is, element_gone" },
		value: text(longestText, "For value_is"),
		state: text(40, "For state_is"),
		on: { type: "boolean", description: "For state_is" },
		name: text(200, "For element_appears"),
	},
	["kind"],
);

const thought = text(300, "One or two sentences");
const action = text(longestText, "One action as in the instructions");
const plan = texts(10, 200, "Only when PLAN is missing or wrong: its steps");
const done: Schema = {
	type: "array",
	items: { type: "integer" },
	maxItems: 10,
	description: "Numbers of the PLAN steps that the page now proves done",
};

const act = (properties: Readonly<Record<string, Schema>>): AnswerForm => ({
	name: "act",
	description: "Your answer: each field holds what the instructions ask for in the field or tag of the same name.",
	schema: object(properties, ["thought", "action"]),
});

/** A decision. The thought comes first, so it can be shown while the rest is written. */
export const decisionForm = act({
	thought,
	action,
	expect: expectation,
	plan,
	done,
	memory: text(500, "Facts to keep for later steps"),
	more: texts(4, longestText, "Only where the instructions allow several fills: those after the first"),
	missing: texts(5, 200, "Only beside ask: the facts that you need"),
});

/** A decision of a small model. Its action is short: an address that runs away uses up the tokens of the answer. */
export const smallDecisionForm = act({ thought, action: { ...action, maxLength: 500 }, plan, done });

/** The same decision with the kind of the order, which is asked for with the first decision of a task. */
export function withKind({ schema, ...form }: AnswerForm): AnswerForm {
	const { properties, required } = schema as { readonly properties: Schema; readonly required: readonly string[] };
	const { thought: first, ...others } = properties;
	const kind = {
		type: "string",
		enum: OrderKind.options,
		description: "Whether the task asks for something, does something, or both",
	};
	return { ...form, schema: { ...schema, properties: { thought: first, kind, ...others }, required: [...required, "kind"] } };
}

/** The number of a choice, 0 to `last`. An enum: some providers refuse the bounds of a number. */
export function choiceForm(last: number): AnswerForm {
	const choice = { type: "integer", enum: Array.from({ length: last + 1 }, (_, index) => index), description: "The number of your choice" };
	return { name: "choose", description: "Your choice.", schema: object({ choice }, ["choice"]) };
}

/** A verdict on an action. */
export const judgementForm: AnswerForm = {
	name: "judgement",
	description: "The verdict.",
	schema: object(
		{ reason: text(300, "One sentence"), verdict: { type: "string", enum: ["success", "failure"] }, confidence: { type: "number" } },
		["reason", "verdict", "confidence"],
	),
};

/** A verdict on a proposed finish. */
export const completionForm: AnswerForm = {
	name: "completion",
	description: "The verdict.",
	schema: object(
		{
			evidence: text(500, "The words of the page that prove it"),
			missing: texts(10, 200, "What is not done yet"),
			verdict: { type: "string", enum: ["complete", "continue", "impossible"] },
		},
		["evidence", "missing", "verdict"],
	),
};
