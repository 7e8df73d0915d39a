import { Flex, Stack } from "@chakra-ui/react";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { TextField } from "../../../kit/form/text-field.tsx";
import { TickField } from "../../../kit/form/tick-field.tsx";
import type { Form } from "../../kit/form/use-form.ts";
import type { RuleForm } from "./rule-form.ts";
import { commandRulesText as text } from "./words.ts";

type Props = {
	readonly form: Pick<Form<RuleForm>, "field" | "edit">;
	/** The name and whom it is for say which rule it is, so they stay. */
	readonly isNew: boolean;
};

const optionsOf = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
	(Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }));

/** Everything that is typed about a rule. */
export function RuleFields({ form: { field, edit }, isNew }: Props) {
	return (
		<Stack gap="4">
			{isNew ? <TextField label={text.name} hint={text.nameHint} {...field("name")} /> : null}
			{isNew ? <TextField label={text.tenant} hint={text.tenantHint} isOptional {...field("tenantId")} /> : null}
			<TextField label={text.program} hint={text.programHint} {...field("program")} />
			<TextField label={text.prefix} hint={text.prefixHint} isOptional {...field("prefix")} />
			<SelectField
				label={text.class}
				options={optionsOf(text.classOptions)}
				{...field("class")}
				onChange={(value) => edit({ class: value, autoApprovable: value === "inspect" })}
			/>
			<SelectField label={text.flagMode} options={optionsOf(text.flagModes)} {...field("flagMode")} />
			<TextField label={text.flags} hint={text.flagsHint} rows={3} isCode {...field("flags")} />
			<Flex gap="4" wrap="wrap">
				<SelectField label={text.positional} width="20rem" options={optionsOf(text.positionals)} {...field("positional")} />
				<TextField label={text.maxArgs} type="number" width="11rem" {...field("maxArgs")} />
			</Flex>
			<TextField label={text.match} hint={text.matchHint} rows={3} isCode {...field("match")} />
			<TextField label={text.notMatch} hint={text.notMatchHint} rows={3} isCode {...field("notMatch")} />
			<TextField label={text.variables} hint={text.variablesHint} rows={2} isCode {...field("variables")} />
			<TickField label={text.autoApprovable} hint={text.autoApprovableHint} {...field("autoApprovable")} />
		</Stack>
	);
}
