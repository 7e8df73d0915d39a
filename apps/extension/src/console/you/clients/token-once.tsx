import { Code, HStack, Stack, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { CopyButton } from "../../../kit/controls/copy-button.tsx";
import { CopyField } from "../../kit/copy/copy-field.tsx";
import { OnceCard } from "../../kit/copy/once-card.tsx";
import type { Connection } from "./snippets.ts";
import { claudeCommand, mcpJson } from "./snippets.ts";
import { clientsText } from "./words.ts";

const text = clientsText.once;

type Props = Connection & { readonly name: string; readonly onHide: () => void };

/** A new client's token with configurations to copy. */
export function TokenOnce({ name, url, token, onHide }: Props) {
	const connection = { url, token };
	return (
		<OnceCard title={text.title(name)} lead={text.lead} hide={text.hide} onHide={onHide}>
			<Labelled label={text.token}>
				<CopyField label={text.token} value={token} copy={text.copyToken}>
					{text.copy}
				</CopyField>
			</Labelled>
			<Labelled label={text.address}>
				<CopyField label={text.address} value={url} copy={text.copyAddress}>
					{text.copy}
				</CopyField>
			</Labelled>
			<Snippet label={text.command} value={claudeCommand(connection)} copy={text.copyCommand} />
			<Snippet label={text.json} value={mcpJson(connection)} copy={text.copyJson} />
		</OnceCard>
	);
}

function Labelled({ label, children }: { readonly label: string; readonly children: ReactNode }) {
	return (
		<Stack gap="1">
			<Text fontWeight="medium">{label}</Text>
			{children}
		</Stack>
	);
}

function Snippet({ label, value, copy }: { readonly label: string; readonly value: string; readonly copy: string }) {
	return (
		<Stack gap="1">
			<HStack justify="space-between" wrap="wrap">
				<Text fontWeight="medium">{label}</Text>
				<CopyButton label={copy} text={value}>
					{text.copy}
				</CopyButton>
			</HStack>
			<Code display="block" whiteSpace="pre-wrap" overflowWrap="anywhere" p="3" bg="bg.sunken" color="fg" fontSize="xs">
				{value}
			</Code>
		</Stack>
	);
}
