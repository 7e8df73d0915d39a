import { Box, Button, Code, Heading, HStack, Stack, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { CopyButton } from "../../../kit/controls/copy-button.tsx";
import { Card } from "../../kit/card.tsx";
import { CopyField } from "../../kit/copy/copy-field.tsx";
import type { Connection } from "./snippets.ts";
import { claudeCommand, mcpJson } from "./snippets.ts";
import { clientsText } from "./words.ts";

const text = clientsText.once;

type Props = Connection & { readonly name: string; readonly onHide: () => void };

/** A new client's token with configurations to copy. It takes the focus, since it cannot be shown again. */
export function TokenOnce({ name, url, token, onHide }: Props) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus(), []);
	const connection = { url, token };
	return (
		<Card label={text.title(name)}>
			<Stack gap="4">
				<Heading as="h2" size="md" ref={heading} tabIndex={-1} outline="none" overflowWrap="anywhere">
					{text.title(name)}
				</Heading>
				<Text>{text.lead}</Text>
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
				<Box>
					<Button size="sm" variant="outline" onClick={onHide}>
						{text.hide}
					</Button>
				</Box>
			</Stack>
		</Card>
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
