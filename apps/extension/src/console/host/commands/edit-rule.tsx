import { Stack, Text } from "@chakra-ui/react";
import type { CommandRule } from "@webhand/contracts/tools/commands";
import { putCommandRuleRoute } from "@webhand/contracts/tools/commands";
import { useState } from "react";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemOf, reworded } from "../../../kit/load/problem.ts";
import type { PageApi } from "../../../signed-in-api.ts";
import { problemOfFields } from "../../kit/form/contract-problem.ts";
import { FormDialog } from "../../kit/form/form-dialog.tsx";
import { FormProblem } from "../../kit/form/form-problem.tsx";
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

const shownFields = Object.keys(emptyForm);

/** Makes a rule or its next version; a wrong example is told at its line. */
export function EditRule({ api, rule, onSaved, onClose }: Props) {
	const [form, setForm] = useState(rule === null ? emptyForm : formOf(rule));
	const [isBusy, setIsBusy] = useState(false);
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const save = async () => {
		const read = readForm(form, rule);
		if ("problems" in read) return setProblem(problemOfFields(read.problems));
		setIsBusy(true);
		setProblem(null);
		try {
			const saved = await api.call(putCommandRuleRoute, { params: { name: form.name.trim() }, body: read.wanted });
			onSaved(text.saved(saved.rule.name, saved.rule.version));
		} catch (error) {
			const found = problemOf(error);
			setProblem(reworded({ ...found, fields: problemsOf(found.fields) }, text.problems));
			setIsBusy(false);
		}
	};
	const isOfFile = rule?.source === "file";
	const lead = isOfFile ? text.fileLead : rule?.source === "default" ? text.defaultLead : "";
	return (
		<FormDialog
			title={rule === null ? text.addTitle : isOfFile ? rule.name : text.editTitle(rule.name)}
			save={text.save}
			isBusy={isBusy}
			isDisabled={isOfFile || form.name.trim() === "" || form.program.trim() === ""}
			onSave={() => void save()}
			onClose={onClose}
		>
			<Stack gap="4">
				{lead === "" ? null : <Text color="fg.quiet">{lead}</Text>}
				<RuleFields
					form={form}
					problems={problem?.fields ?? {}}
					isNew={rule === null}
					onEdit={(part) => setForm((before) => ({ ...before, ...part }))}
				/>
				<FormProblem problem={problem} shown={shownFields} />
			</Stack>
		</FormDialog>
	);
}
