import { Box, Button, Field, HStack, Input, Stack, Text } from "@chakra-ui/react";
import { useState } from "react";
import type { LogLine } from "../../messages.ts";
import { text } from "../../text/en.ts";

/** The live log (spec 003): time, step, source, sentence, milliseconds. Not announced; it is looked at. */
export function LogView({ lines }: { readonly lines: readonly LogLine[] }) {
	const [filter, setFilter] = useState("");
	const wanted = filter.trim().toLowerCase();
	const shown = lines.filter((line) => wanted === "" || sentenceOf(line).toLowerCase().includes(wanted));
	const copy = () => void navigator.clipboard.writeText(shown.map(sentenceOf).join("\n"));
	return (
		<Box
			as="section"
			aria-label={text.log.title}
			borderTopWidth="1px"
			borderColor="line.soft"
			px="3"
			py="2"
			maxH="40vh"
			overflowY="auto"
			tabIndex={0}
		>
			<HStack justify="space-between" mb="1">
				<Field.Root orientation="horizontal">
					<Field.Label fontSize="xs">{text.log.filter}</Field.Label>
					<Input size="2xs" borderColor="line.strong" value={filter} onChange={(event) => setFilter(event.target.value)} />
				</Field.Root>
				<Button size="2xs" variant="outline" onClick={copy}>
					{text.log.copy}
				</Button>
			</HStack>
			{shown.length === 0 ? <Text color="fg.quiet">{text.log.empty}</Text> : null}
			<Stack gap="0">
				{shown.map((line, index) => (
					<Text key={`${line.at}-${index + 1}`} fontSize="xs" fontFamily="mono" overflowWrap="anywhere">
						{sentenceOf(line)}
					</Text>
				))}
			</Stack>
		</Box>
	);
}

function sentenceOf(line: LogLine): string {
	const time = new Date(line.at).toLocaleTimeString();
	const step = line.stepIndex === undefined ? "" : ` ${text.chat.step(line.stepIndex)}`;
	const ms = line.ms === undefined ? "" : ` (${Math.round(line.ms)} ms)`;
	return `${time}${step} ${text.log.source[line.source]}: ${line.text}${ms}`;
}
