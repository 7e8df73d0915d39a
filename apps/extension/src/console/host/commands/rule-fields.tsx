import { Flex, Stack } from "@chakra-ui/react";
import { SelectField } from "../../kit/form/select-field.tsx";
import { TextField } from "../../kit/form/text-field.tsx";
import { TickField } from "../../kit/form/tick-field.tsx";
import type { RuleForm } from "./rule-form.ts";
import { commandRulesText as text } from "./words.ts";

type Props = {
	readonly form: RuleForm;
	readonly problems: Readonly<Record<string, string>>;
	/** The name and whom it is for say which rule it is, so they stay. */
	readonly isNew: boolean;
	readonly onEdit: (part: Partial<RuleForm>) => void;
};

type Labels = { readonly label: string; readonly hint: string };

const optionsOf = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
	(Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }));

/** Everything that is typed about a rule. */
export function RuleFields({ form, problems, isNew, onEdit }: Props) {
	const line = (
		field: "name" | "tenantId" | "program" | "prefix",
		{ label, hint, isOptional = false }: Labels & { isOptional?: boolean },
	) => (
		<TextField
			label={label}
			hint={hint}
			isOptional={isOptional}
			value={form[field]}
			problem={problems[field]}
			onChange={(value) => onEdit({ [field]: value })}
		/>
	);
	const code = (field: "flags" | "variables" | "match" | "notMatch", { label, hint, rows }: Labels & { rows: number }) => (
		<TextField
			label={label}
			hint={hint}
			rows={rows}
			value={form[field]}
			problem={problems[field]}
			isCode
			onChange={(value) => onEdit({ [field]: value })}
		/>
	);
	return (
		<Stack gap="4">
			{isNew ? line("name", { label: text.name, hint: text.nameHint }) : null}
			{isNew ? line("tenantId", { label: text.tenant, hint: text.tenantHint, isOptional: true }) : null}
			{line("program", { label: text.program, hint: text.programHint })}
			{line("prefix", { label: text.prefix, hint: text.prefixHint, isOptional: true })}
			<SelectField
				label={text.class}
				value={form.class}
				options={optionsOf(text.classOptions)}
				problem={problems["class"]}
				onChange={(value) => onEdit({ class: value, autoApprovable: value === "inspect" })}
			/>
			<SelectField
				label={text.flagMode}
				value={form.flagMode}
				options={optionsOf(text.flagModes)}
				onChange={(flagMode) => onEdit({ flagMode })}
			/>
			{code("flags", { label: text.flags, hint: text.flagsHint, rows: 3 })}
			<Flex gap="4" wrap="wrap">
				<SelectField
					label={text.positional}
					value={form.positional}
					width="20rem"
					options={optionsOf(text.positionals)}
					problem={problems["positional"]}
					onChange={(positional) => onEdit({ positional })}
				/>
				<TextField
					label={text.maxArgs}
					value={form.maxArgs}
					type="number"
					width="11rem"
					problem={problems["maxArgs"]}
					onChange={(maxArgs) => onEdit({ maxArgs })}
				/>
			</Flex>
			{code("match", { label: text.match, hint: text.matchHint, rows: 3 })}
			{code("notMatch", { label: text.notMatch, hint: text.notMatchHint, rows: 3 })}
			{code("variables", { label: text.variables, hint: text.variablesHint, rows: 2 })}
			<TickField
				label={text.autoApprovable}
				hint={text.autoApprovableHint}
				isOn={form.autoApprovable}
				problem={problems["autoApprovable"]}
				onChange={(autoApprovable) => onEdit({ autoApprovable })}
			/>
		</Stack>
	);
}
