import type { RoutineInput } from "@webhand/contracts/routine/words";
import { editText } from "../edit/words.ts";
import { routinesText as text } from "../words.ts";

/** What an input is, in short parts: its type, column, example, and whether a run has to give it. @throws never */
export function inputFacts({ name, type, choices = [], example, preset, isOptional }: RoutineInput): readonly string[] {
	return [
		editText.types[type],
		text.column(name),
		...(choices.length === 0 ? [] : [text.choices(choices)]),
		...(preset === undefined ? [] : [text.preset(preset)]),
		...(preset !== undefined || example === undefined ? [] : [text.example(example)]),
		...(isOptional === true ? [editText.optional] : []),
	];
}
