import { Stack, Text } from "@chakra-ui/react";
import { useState } from "react";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemOf } from "../../../kit/load/problem.ts";
import { FormDialog } from "../../kit/form/form-dialog.tsx";
import { FormProblem } from "../../kit/form/form-problem.tsx";
import { workspacesText } from "./words.ts";
import { shownFields, WorkspaceFields } from "./workspace-fields.tsx";
import type { AnyWorkspace, WorkspaceFields as Fields } from "./workspace-form.ts";
import { changeOf, fieldsOf, worded } from "./workspace-form.ts";

/** What is sent of a form. */
export type WorkspaceEdit = NonNullable<ReturnType<typeof changeOf>>;

type Props = {
	readonly workspace: AnyWorkspace;
	readonly isOperator: boolean;
	readonly onSave: (change: WorkspaceEdit) => Promise<void>;
	readonly onClose: () => void;
};

const text = workspacesText;

/** Changes a workspace: an operator everything, an admin takes away. */
export function EditWorkspace({ workspace, isOperator, onSave, onClose }: Props) {
	const [form, setForm] = useState<Fields>(fieldsOf(workspace));
	const [isBusy, setIsBusy] = useState(false);
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const change = changeOf(workspace, form);
	const save = async () => {
		if (change === null) return;
		setIsBusy(true);
		setProblem(null);
		try {
			await onSave(change);
			onClose();
		} catch (error) {
			setProblem(worded(problemOf(error)));
			setIsBusy(false);
		}
	};
	return (
		<FormDialog
			title={text.editTitle(workspace.name)}
			save={text.save}
			isBusy={isBusy}
			isDisabled={change === null}
			onSave={() => void save()}
			onClose={onClose}
		>
			<Stack gap="4">
				{isOperator ? null : <Text color="fg.quiet">{text.narrowLead}</Text>}
				<WorkspaceFields
					form={form}
					problems={problem?.fields ?? {}}
					hasRoot={isOperator}
					onEdit={(part) => setForm({ ...form, ...part })}
				/>
				<FormProblem problem={problem} shown={shownFields} />
			</Stack>
		</FormDialog>
	);
}
