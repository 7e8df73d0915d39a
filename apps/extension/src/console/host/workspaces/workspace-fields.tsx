import { Stack } from "@chakra-ui/react";
import { TextField } from "../../kit/form/text-field.tsx";
import { TickField } from "../../kit/form/tick-field.tsx";
import { workspacesText } from "./words.ts";
import type { WorkspaceFields as Fields } from "./workspace-form.ts";

type Props = {
	readonly form: Fields;
	readonly problems: Readonly<Record<string, string>>;
	/** Only an operator says which folder it is. */
	readonly hasRoot: boolean;
	readonly onEdit: (part: Partial<Fields>) => void;
};

const text = workspacesText;

/** Name, folder, and what is allowed in a workspace. */
export function WorkspaceFields({ form, problems, hasRoot, onEdit }: Props) {
	return (
		<Stack gap="4">
			<TextField
				label={text.name}
				value={form.name}
				hint={text.nameHint}
				maxLength={80}
				problem={problems["name"]}
				onChange={(name) => onEdit({ name })}
			/>
			{hasRoot ? (
				<TextField
					label={text.rootPath}
					value={form.rootPath}
					hint={text.rootPathHint}
					problem={problems["rootPath"]}
					onChange={(rootPath) => onEdit({ rootPath })}
				/>
			) : null}
			<TickField
				label={text.onlyRead}
				hint={text.onlyReadHint}
				isOn={form.readOnly}
				problem={problems["readOnly"]}
				onChange={(readOnly) => onEdit({ readOnly })}
			/>
			<TextField
				label={text.commands}
				value={form.commands}
				hint={text.commandsHint}
				rows={3}
				problem={problems["allowedCommands"]}
				onChange={(commands) => onEdit({ commands })}
			/>
		</Stack>
	);
}

/** Fields that show their own message. */
export const shownFields = ["tenantId", "name", "rootPath", "readOnly", "allowedCommands", "takeOwnership"];
