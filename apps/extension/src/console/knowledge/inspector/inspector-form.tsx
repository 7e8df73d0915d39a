import { Box, Button, Flex, Stack } from "@chakra-ui/react";
import type { FormEvent } from "react";
import { useState } from "react";
import { Card } from "../../kit/card.tsx";
import { TextField } from "../../kit/form/text-field.tsx";
import { isWebAddress } from "../citation.ts";
import { knowledgeText } from "../words.ts";

type Asked = { readonly url: string; readonly query: string };
type Props = Asked & { readonly onRun: (asked: Asked) => void };

const text = knowledgeText.inspector;

/** The page and the search that are looked up. */
export function InspectorForm({ url, query, onRun }: Props) {
	const [form, setForm] = useState<Asked>({ url, query });
	const [isWrong, setIsWrong] = useState(false);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const asked = { url: form.url.trim(), query: form.query.trim() };
		const isWhole = isWebAddress(asked.url);
		setIsWrong(!isWhole);
		if (isWhole) onRun(asked);
	};
	return (
		<Card label={text.title}>
			<form onSubmit={submit} noValidate autoComplete="off">
				<Stack gap="4">
					<Flex wrap="wrap" gap="4" align="flex-start">
						<Box flex="1 1 18rem">
							<TextField
								label={text.url}
								type="url"
								value={form.url}
								hint={knowledgeText.domains.addressHint}
								maxLength={4_096}
								problem={isWrong ? knowledgeText.domains.addressMissing : undefined}
								onChange={(next) => setForm({ ...form, url: next })}
							/>
						</Box>
						<Box flex="1 1 18rem">
							<TextField
								label={text.query}
								isOptional
								value={form.query}
								hint={text.queryHint}
								maxLength={2_000}
								onChange={(next) => setForm({ ...form, query: next })}
							/>
						</Box>
					</Flex>
					<Button type="submit" size="sm" colorPalette="brand" alignSelf="flex-start">
						{text.run}
					</Button>
				</Stack>
			</form>
		</Card>
	);
}
