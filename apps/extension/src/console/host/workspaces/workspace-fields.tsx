import { Stack } from "@chakra-ui/react";
import { TextField } from "../../../kit/form/text-field.tsx";
import { TickField } from "../../../kit/form/tick-field.tsx";
import type { Form } from "../../kit/form/use-form.ts";
import { workspacesText as text } from "./words.ts";
import type { WorkspaceFields as Fields } from "./workspace-form.ts";

type Props = {
	readonly field: Form<Fields>["field"];
	/** Only an operator says which folder it is. */
	readonly hasRoot: boolean;
};

/** Name, folder, and what is allowed in a workspace. */
export function WorkspaceFields({ field, hasRoot }: Props) {
	return (
		<Stack gap="4">
			<TextField label={text.name} hint={text.nameHint} maxLength={80} {...field("name")} />
			{hasRoot ? <TextField label={text.rootPath} hint={text.rootPathHint} {...field("rootPath")} /> : null}
			<TickField label={text.onlyRead} hint={text.onlyReadHint} {...field("readOnly")} />
			<TextField label={text.commands} hint={text.commandsHint} rows={3} {...field("commands", "allowedCommands")} />
		</Stack>
	);
}
