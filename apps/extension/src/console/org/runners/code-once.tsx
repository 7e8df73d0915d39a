import { Stack, Text } from "@chakra-ui/react";
import type { Runner } from "@webhand/contracts/auth/runners";
import { CopyField } from "../../kit/copy/copy-field.tsx";
import { OnceCard } from "../../kit/copy/once-card.tsx";
import { quoted } from "./policy.ts";
import { runnersText } from "./words.ts";

const text = runnersText.once;

/** A runner with its code, as the server told it this once. */
export type Coded = { readonly runner: Runner; readonly code: string; readonly server: string };

/** The code and the command that starts the runner with it. */
export function CodeOnce({ runner, code, server, onHide }: Coded & { readonly onHide: () => void }) {
	const { name } = runner;
	const command = `npm start -- --runner --server ${quoted(server)} --code ${code} --name ${quoted(name)}`;
	return (
		<OnceCard title={text.title(name)} lead={text.lead} hide={text.hide} onHide={onHide}>
			<Stack gap="3">
				<Stack gap="1">
					<Text fontWeight="medium">{text.command}</Text>
					<CopyField label={text.command} value={command} copy={text.copyCommand}>
						{text.copy}
					</CopyField>
				</Stack>
				<Stack gap="1">
					<Text fontWeight="medium">{text.code}</Text>
					<CopyField label={text.code} value={code} copy={text.copyCode}>
						{text.copy}
					</CopyField>
				</Stack>
			</Stack>
		</OnceCard>
	);
}
