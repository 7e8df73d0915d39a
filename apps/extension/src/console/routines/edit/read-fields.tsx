import { Box, Button, Heading, Stack } from "@chakra-ui/react";
import type { ReadColumn } from "@webhand/contracts/routine/step";
import type { ReactNode } from "react";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { TextField } from "../../../kit/form/text-field.tsx";
import { Problem } from "../../../kit/states.tsx";
import { Segments } from "../../kit/form/segments.tsx";
import type { Form } from "../../kit/form/use-form.ts";
import { FieldCard } from "./field-card.tsx";
import type { ColumnForm, ReadForm } from "./program/read-form.ts";
import { emptyColumn, withoutColumn } from "./program/read-form.ts";
import type { StepForm } from "./program/step-form.ts";
import { editText as text } from "./words.ts";

type Props = {
	readonly form: Form<StepForm>;
	/** The control that goes on, with what it is. */
	readonly control: (role: ReactNode) => ReactNode;
};

const types = (Object.keys(text.columnTypes) as ReadColumn["type"][]).map((value) => ({ value, label: text.columnTypes[value] }));
const ways = (Object.keys(text.goingOn) as ReadForm["goesOn"][]).map((value) => ({ value, label: text.goingOn[value] }));
const mostColumns = 40;

/** The columns of a list that is read, what makes two rows the same, and how the list goes on. */
export function ReadFields({ form, control }: Props) {
	const { values, edit, problemAt } = form;
	const { reading } = values;
	const { columns, key, goesOn, role } = reading;
	const set = (part: Partial<ReadForm>) => edit({ reading: { ...reading, ...part } });
	const change = (index: number, part: Partial<ColumnForm>) =>
		set({ columns: columns.map((column, at) => (at === index ? { ...column, ...part } : column)) });
	const missing = problemAt("columns");
	const keys = [
		{ value: "", label: text.allColumns },
		...columns.map(({ label }, index) => ({ value: String(index), label: label || text.columnOf(index + 1) })),
	];
	const roles = Object.entries({ [role]: role, ...text.roles }).map(([value, label]) => ({ value, label }));
	return (
		<>
			<Heading as="h3" textStyle="name">
				{text.columns}
			</Heading>
			{columns.map((column, index) => {
				const at = `columns.${index}`;
				return (
					<FieldCard
						key={`${index + 1}`}
						title={text.columnOf(index + 1)}
						remove={text.removeColumn(index + 1)}
						onRemove={() => edit({ reading: withoutColumn(reading, index) })}
					>
						<TextField
							label={text.columnLabel}
							maxLength={80}
							value={column.label}
							problem={problemAt(`${at}.label`)}
							onChange={(label) => change(index, { label })}
						/>
						<TextField
							label={text.header}
							maxLength={200}
							isOptional
							value={column.header}
							problem={problemAt(`${at}.header`)}
							onChange={(header) => change(index, { header })}
						/>
						<TextField
							label={text.place}
							hint={text.placeHint}
							isOptional
							type="number"
							value={column.place}
							problem={problemAt(`${at}.place`)}
							onChange={(place) => change(index, { place })}
						/>
						<SelectField label={text.columnType} value={column.type} options={types} onChange={(type) => change(index, { type })} />
					</FieldCard>
				);
			})}
			{missing === undefined ? null : <Problem message={missing} />}
			{columns.length >= mostColumns ? null : (
				<Box>
					<Button type="button" size="xs" variant="outline" onClick={() => set({ columns: [...columns, emptyColumn] })}>
						{text.addColumn}
					</Button>
				</Box>
			)}
			<SelectField label={text.key} value={key} options={keys} problem={problemAt("key")} onChange={(next) => set({ key: next })} />
			<Stack gap="1.5" align="start">
				<Heading as="h3" textStyle="name">
					{text.goesOn}
				</Heading>
				<Segments label={text.goesOn} value={goesOn} options={ways} onChange={(next) => set({ goesOn: next })} />
			</Stack>
			{goesOn === "control"
				? control(<SelectField width="14rem" label={text.role} value={role} options={roles} onChange={(next) => set({ role: next })} />)
				: null}
		</>
	);
}
