import type { InputType, RoutineInput } from "@webhand/contracts/routine/words";
import { InputName } from "@webhand/contracts/routine/words";
import { inputNameFor } from "@webhand/routines/input-name";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { TextField } from "../../../kit/form/text-field.tsx";
import { TickField } from "../../../kit/form/tick-field.tsx";
import { FormDialog } from "../../kit/form/form-dialog.tsx";
import type { Fields } from "../../kit/form/use-form.ts";
import { useForm } from "../../kit/form/use-form.ts";
import { editText as text } from "./words.ts";

type Props = {
	/** Null for a new one. */
	readonly input: RoutineInput | null;
	/** Names that it may not have: those of the other inputs, and of the rows of lists. */
	readonly taken: ReadonlySet<string>;
	readonly onApply: (input: RoutineInput) => void;
	readonly onClose: () => void;
};

type Values = {
	readonly label: string;
	readonly name: string;
	readonly type: InputType;
	readonly choices: string;
	readonly preset: string;
	readonly isOptional: boolean;
};

const types = (Object.keys(text.types) as InputType[]).map((value) => ({ value, label: text.types[value] }));
const longest = { label: 80, name: 40, preset: 10_000 };

/** Makes or changes an input. */
export function InputDialog({ input, taken, onApply, onClose }: Props) {
	const nameOf = ({ name, label }: Values) => (name.trim() === "" ? inputNameFor(label, [...taken]) : name.trim());
	const form = useForm<Values>(valuesOf(input), {
		check: (values) => problemsOf({ ...values, name: nameOf(values) }, taken),
		send: (values) => {
			onApply(inputOf({ ...values, name: nameOf(values) }, input));
			onClose();
		},
		after: (sent) => sent,
	});
	const { type } = form.values;
	return (
		<FormDialog title={text.inputTitle(input?.label ?? "")} save={text.inputSave} form={form} isDisabled={false} onClose={onClose}>
			<TextField label={text.label} isRequired maxLength={longest.label} {...form.field("label")} />
			<TextField label={text.columnName} hint={text.columnNameHint} isOptional isCode maxLength={longest.name} {...form.field("name")} />
			<SelectField label={text.type} options={types} {...form.field("type")} />
			{type === "choice" ? <TextField label={text.choices} hint={text.choicesHint} rows={4} {...form.field("choices")} /> : null}
			{type === "secret" || type === "file" ? null : (
				<TextField label={text.preset} isOptional maxLength={longest.preset} {...form.field("preset")} />
			)}
			<TickField label={text.optionalInput} hint={text.optionalInputHint} {...form.field("isOptional")} />
		</FormDialog>
	);
}

function valuesOf(input: RoutineInput | null): Values {
	const { label = "", name = "", type = "text", choices = [], preset = "", isOptional = false } = input ?? {};
	return { label, name, type, choices: choices.join("\n"), preset, isOptional };
}

const choicesIn = ({ choices }: Values) => [
	...new Set(
		choices
			.split("\n")
			.map((line) => line.trim())
			.filter((line) => line !== ""),
	),
];

function problemsOf(values: Values, taken: ReadonlySet<string>): Fields {
	const { label, name, type } = values;
	return {
		...(label.trim() === "" ? { label: text.missing } : {}),
		...(InputName.safeParse(name).success ? {} : { name: text.badName }),
		...(taken.has(name) ? { name: text.takenName } : {}),
		...(type === "choice" && choicesIn(values).length === 0 ? { choices: text.noChoices } : {}),
	};
}

function inputOf(values: Values, before: RoutineInput | null): RoutineInput {
	const { label, name, type, preset, isOptional } = values;
	const example = type === "secret" || type === "file" || before?.example === undefined ? {} : { example: before.example };
	const hasPreset = type !== "secret" && type !== "file" && preset !== "";
	return {
		name,
		label: label.trim(),
		type,
		...(type === "choice" ? { choices: choicesIn(values) } : {}),
		...example,
		...(hasPreset ? { preset } : {}),
		...(isOptional ? { isOptional: true } : {}),
	};
}
