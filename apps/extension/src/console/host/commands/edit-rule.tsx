import { Text } from "@chakra-ui/react";
import type { CommandRule } from "@webhand/contracts/tools/commands";
import { putCommandRuleRoute } from "@webhand/contracts/tools/commands";
import { reworded } from "../../../kit/load/problem.ts";
import type { PageApi } from "../../../signed-in-api.ts";
import { FormDialog } from "../../kit/form/form-dialog.tsx";
import { useForm } from "../../kit/form/use-form.ts";
import { RuleFields } from "./rule-fields.tsx";
import { emptyForm, formOf, problemsOf, readForm } from "./rule-form.ts";
import { commandRulesText as text } from "./words.ts";

type Props = {
	readonly api: PageApi;
	/** Null for a new one. */
	readonly rule: CommandRule | null;
	readonly onSaved: (told: string) => void;
	readonly onClose: () => void;
};

/** Makes a rule or its next version; a wrong example is told at its line. */
export function EditRule({ api, rule, onSaved, onClose }: Props) {
	const form = useForm(rule === null ? emptyForm : formOf(rule), {
		check: (values) => {
			const read = readForm(values, rule);
			return "problems" in read ? read.problems : {};
		},
		send: async (values) => {
			const read = readForm(values, rule);
			if ("problems" in read) return;
			const saved = await api.call(putCommandRuleRoute, { params: { name: values.name.trim() }, body: read.wanted });
			onSaved(text.saved(saved.rule.name, saved.rule.version));
		},
		worded: (problem) => reworded({ ...problem, fields: problemsOf(problem.fields) }, text.problems),
	});
	const { name, program } = form.values;
	const isOfFile = rule?.source === "file";
	const lead = isOfFile ? text.fileLead : rule?.source === "default" ? text.defaultLead : "";
	return (
		<FormDialog
			title={rule === null ? text.addTitle : isOfFile ? rule.name : text.editTitle(rule.name)}
			save={text.save}
			form={form}
			isDisabled={isOfFile || name.trim() === "" || program.trim() === ""}
			onClose={onClose}
		>
			{lead === "" ? null : <Text color="fg.quiet">{lead}</Text>}
			<RuleFields form={form} isNew={rule === null} />
		</FormDialog>
	);
}
