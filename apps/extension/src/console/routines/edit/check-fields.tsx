import { Box, Button, Stack } from "@chakra-ui/react";
import type { Comparison } from "@webhand/contracts/routine/step";
import type { RoutineInput } from "@webhand/contracts/routine/words";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { TextField } from "../../../kit/form/text-field.tsx";
import { Problem } from "../../../kit/states.tsx";
import type { Form } from "../../kit/form/use-form.ts";
import { FieldCard } from "./field-card.tsx";
import { offeredFor } from "./program/inputs.ts";
import type { CheckForm, StepForm } from "./program/step-form.ts";
import { emptyCheck } from "./program/step-form.ts";
import { editText as text } from "./words.ts";
import { WordsField } from "./words-field.tsx";

type Props = { readonly form: Form<StepForm>; readonly inputs: readonly RoutineInput[] };

const comparisons = (Object.keys(text.comparisons) as Comparison[]).map((value) => ({ value, label: text.comparisons[value] }));
const mostFields = 30;

/** The values that a check reads: where each stands, and what it has to be. */
export function CheckFields({ form, inputs }: Props) {
	const { values, edit, problemAt } = form;
	const { checks } = values;
	const offered = offeredFor("shown", inputs);
	const change = (index: number, part: Partial<CheckForm>) =>
		edit({ checks: checks.map((check, at) => (at === index ? { ...check, ...part } : check)) });
	const missing = problemAt("fields");
	return (
		<Stack gap="4">
			{checks.map((check, index) => (
				<FieldCard
					key={`${index + 1}`}
					title={text.field(index + 1)}
					remove={text.removeField(index + 1)}
					onRemove={() => edit({ checks: checks.toSpliced(index, 1) })}
				>
					<TextField
						label={text.fieldLabel}
						hint={text.fieldLabelHint}
						maxLength={200}
						value={check.label}
						problem={problemAt(`fields.${index}.label`)}
						// Another label is another place than the control that was clicked.
						onChange={(label) => change(index, { label, target: undefined })}
					/>
					<WordsField
						label={text.fieldRow}
						isList
						isOptional
						inputs={offered}
						value={check.row}
						problem={problemAt(`fields.${index}.row`)}
						onChange={(row) => change(index, { row })}
					/>
					<WordsField
						label={text.fieldValue}
						inputs={offered}
						value={check.value}
						problem={problemAt(`fields.${index}.value`)}
						onChange={(value) => change(index, { value })}
					/>
					<SelectField label={text.fieldAs} value={check.as} options={comparisons} onChange={(as) => change(index, { as })} />
				</FieldCard>
			))}
			{missing === undefined ? null : <Problem message={missing} />}
			{checks.length >= mostFields ? null : (
				<Box>
					<Button type="button" size="xs" variant="outline" onClick={() => edit({ checks: [...checks, emptyCheck] })}>
						{text.addField}
					</Button>
				</Box>
			)}
		</Stack>
	);
}
