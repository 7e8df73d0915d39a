import { Text } from "@chakra-ui/react";
import { FormDialog } from "../../kit/form/form-dialog.tsx";
import { useForm } from "../../kit/form/use-form.ts";
import { workspacesText as text } from "./words.ts";
import { WorkspaceFields } from "./workspace-fields.tsx";
import type { AnyWorkspace } from "./workspace-form.ts";
import { changeOf, fieldsOf, worded } from "./workspace-form.ts";

type Props = {
	readonly workspace: AnyWorkspace;
	readonly isOperator: boolean;
	/** Takes what is sent of the form. */
	readonly onSave: (change: NonNullable<ReturnType<typeof changeOf>>) => Promise<void>;
	readonly onClose: () => void;
};

/** Changes a workspace: an operator everything, an admin takes away. */
export function EditWorkspace({ workspace, isOperator, onSave, onClose }: Props) {
	const form = useForm(fieldsOf(workspace), {
		send: async (values) => {
			const change = changeOf(workspace, values);
			if (change === null) return;
			await onSave(change);
			onClose();
		},
		worded,
	});
	const isUnchanged = changeOf(workspace, form.values) === null;
	return (
		<FormDialog title={text.editTitle(workspace.name)} save={text.save} form={form} isDisabled={isUnchanged} onClose={onClose}>
			{isOperator ? null : <Text color="fg.quiet">{text.narrowLead}</Text>}
			<WorkspaceFields field={form.field} hasRoot={isOperator} />
		</FormDialog>
	);
}
