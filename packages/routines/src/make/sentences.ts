import type { CheckedField, ListPlace, RoutineStep } from "@webhand/contracts/routine/step";
import type { Target } from "@webhand/contracts/routine/target";
import type { RoutineInput, Words } from "@webhand/contracts/routine/words";
import { cut } from "@webhand/page/write/normalize";

/** `value`: what a run was given, which then stands in the place of the label. */
type Inputs = readonly (Pick<RoutineInput, "name" | "label"> & { readonly value?: string | undefined })[];

/** A step of a program in words; `depth` counts the blocks around it. */
export type StepSentence = { readonly id: string; readonly depth: number; readonly text: string };

const longest = { value: 60, address: 120, reason: 200 } as const;
const clicks = { double: "Double-click", right: "Right-click", middle: "Middle-click" } as const;

/** How a person calls what has no name. */
const roleWords: Readonly<Record<string, string>> = { a: "link", input: "field", textarea: "field", select: "list", img: "picture" };

/**
 * A step as a person reads it: `Click “Save” in the form “Invoice”`, `Fill “Amount” with {Amount}`. Behind the name that its owner gave it
 * stands what it does, so that a name hides nothing.
 *
 * @param inputs those of its version, for their labels
 * @throws never
 */
export function sentenceOf(step: RoutineStep, inputs: Inputs): string {
	const does = `${whatItDoes(step, inputs)}${step.isOptional === true ? ", if it is there" : ""}`;
	return step.note === undefined ? does : `${step.note}: ${does}`;
}

/** All steps of a program in reading order, deeper ones behind the block that holds them. @throws never */
export function sentencesOf(
	{ steps, inputs }: { readonly steps: readonly RoutineStep[]; readonly inputs: Inputs },
	depth = 0,
): readonly StepSentence[] {
	return steps.flatMap((step) => {
		const own = { id: step.id, depth, text: sentenceOf(step, inputs) };
		const inside = (held: readonly RoutineStep[]) => sentencesOf({ steps: held, inputs }, depth + 1);
		if (step.do === "each") return [own, ...inside(step.steps)];
		if (step.do !== "if") return [own];
		const [first, ...others] = inside(step.otherwise);
		const otherwise = first === undefined ? [] : [{ ...first, text: `Otherwise: ${first.text}` }, ...others];
		return [own, ...inside(step.then), ...otherwise];
	});
}

/** A text with inputs in it: `“Invoice {Number}”`; an input alone stands without quotes. @throws never */
export function phraseOf(words: Words, inputs: Inputs): string {
	const [only] = words;
	const text = textOf(words, inputs);
	const isLabel = words.length === 1 && typeof only === "object" && valueOf(only.input, inputs) === undefined;
	return isLabel ? text : `“${cut(text, longest.value)}”`;
}

function textOf(words: Words, inputs: Inputs): string {
	return words
		.map((part) => (typeof part === "string" ? part : (valueOf(part.input, inputs) ?? `{${labelOf(part.input, inputs)}}`)))
		.join("");
}

const valueOf = (name: string, inputs: Inputs) => inputs.find((input) => input.name === name)?.value;

const labelOf = (name: string, inputs: Inputs) => inputs.find((input) => input.name === name)?.label ?? name;

function whatItDoes(step: RoutineStep, inputs: Inputs): string {
	const phrase = (words: Words) => phraseOf(words, inputs);
	// A field is known by its name; a button says little without its form.
	const isField = step.do === "fill" || step.do === "choose" || step.do === "tick";
	const on = "target" in step && step.target !== undefined ? calledOf(step.target, inputs, isField) : "";
	switch (step.do) {
		case "click":
			return `${step.kind === undefined ? "Click" : clicks[step.kind]} ${on}`;
		case "fill":
			if (step.value.length === 0) return `Empty ${on}`;
			return `Fill ${on} with ${phrase(step.value)}${step.submits === true ? " and press Enter" : ""}`;
		case "choose":
			return `Choose ${listed(step.values.map(phrase))} in ${on}`;
		case "tick":
			if (step.target.role === "radio") return `Choose ${on}`;
			return `${step.on ? "Tick" : "Untick"} ${on}`;
		case "press":
			return on === "" ? `Press ${step.keys}` : `Press ${step.keys} in ${on}`;
		case "hover":
			return `Point at ${on}`;
		case "drag":
			return `Drag ${on} to ${calledOf(step.to, inputs)}`;
		case "upload":
			return `Attach ${phrase(step.file)} to ${on}`;
		case "open":
			return `Open ${addressOf(step.address, inputs)}${step.inNewTab === true ? " in a new tab" : ""}`;
		case "go_back":
			return "Go back";
		case "switch_tab":
			return `Go to the tab ${phrase(step.title)}`;
		case "close_tab":
			return `Close the tab ${phrase(step.title)}`;
		case "hand_over":
			return `Hand over to you: ${cut(step.reason, longest.reason)}`;
		case "check":
			return `Check that ${listed(step.fields.map((field) => fieldOf(field, inputs)))}`;
		case "read":
			return `Read ${listOf(step.list)} with ${listed(step.columns.map(({ label }) => `“${label}”`))}`;
		case "if":
			return `If the page says ${phrase(step.says)}`;
		case "each":
			return `For each row of ${listOf(step.list)}, ${step.most} at most`;
		case "call":
			return `Run the routine ${step.routine}${givenTo(step.inputs, inputs)}`;
	}
}

/** A control with its place: `“Remove” in the row of “Blue kettle”`. */
function calledOf({ role, name, where = {}, row }: Target, inputs: Inputs, isField = false): string {
	const own = textOf(name, inputs) === "" ? `the ${roleWords[role] ?? role}` : phraseOf(name, inputs);
	// An entry of a list may be its whole row.
	const others = row?.filter((words) => textOf(words, inputs) !== textOf(name, inputs)) ?? [];
	const of = others.length === 0 ? "" : ` in the row of ${rowOf(others, inputs)}`;
	if (where.dialog !== undefined) return `${own}${of} in the dialog ${phraseOf(where.dialog, inputs)}`;
	const form = where.form?.name;
	return form === undefined || isField || of !== "" ? `${own}${of}` : `${own} in the form “${cut(form, longest.value)}”`;
}

/** Two of its words are enough to know a row. */
const rowOf = (row: readonly Words[], inputs: Inputs) => listed(row.slice(0, 2).map((words) => phraseOf(words, inputs)));

function fieldOf({ label, row, value, as }: CheckedField, inputs: Inputs): string {
	const of = row === undefined ? "" : ` in the row of ${rowOf(row, inputs)}`;
	return `“${cut(label, longest.value)}”${of} ${as === "contains" ? "contains" : "is"} ${phraseOf(value, inputs)}`;
}

function listOf({ heading, columns }: ListPlace): string {
	if (heading !== undefined) return `the list “${cut(heading, longest.value)}”`;
	return columns === undefined ? "the list" : `the list of ${listed(columns.slice(0, 3).map((head) => `“${head}”`))}`;
}

function addressOf(address: Words, inputs: Inputs): string {
	return cut(textOf(address, inputs).replace(/^https?:\/\//, ""), longest.address).replace(/(?<=^[^/?#]+)\/$/, "");
}

function givenTo(given: Readonly<Record<string, Words>>, inputs: Inputs): string {
	const parts = Object.entries(given).map(([name, words]) => `${name} ${phraseOf(words, inputs)}`);
	return parts.length === 0 ? "" : ` with ${listed(parts)}`;
}

const listed = (parts: readonly string[]): string =>
	parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
