import { Badge } from "@chakra-ui/react";
import type { Session } from "@webhand/contracts/chat/sessions";
import { maxTitleCharacters } from "@webhand/contracts/chat/sessions";
import { NameDialog } from "../../kit/name-dialog.tsx";
import { text } from "../words.ts";
import { titleParts } from "./sessions.ts";

type Props = { readonly session: Session; readonly onRename: (title: string) => void; readonly onClose: () => void };

/** Renames a chat. The prefix of its domain stands outside the field and is kept. */
export function RenameDialog({ session, onRename, onClose }: Props) {
	const { prefix, title } = titleParts(session);
	return (
		<NameDialog
			title={text.sessions.renameTitle}
			label={text.sessions.name}
			initial={title}
			confirm={text.sessions.rename}
			maxLength={maxTitleCharacters}
			onName={onRename}
			onClose={onClose}
			hint={prefix === "" ? undefined : text.sessions.prefixHint(prefix)}
			lead={
				prefix === "" ? null : (
					<Badge size="sm" variant="surface" alignSelf="start" maxW="full" title={text.sessions.prefixHint(prefix)}>
						{prefix}
					</Badge>
				)
			}
		/>
	);
}
