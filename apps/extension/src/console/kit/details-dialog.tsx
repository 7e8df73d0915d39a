import { Button, Stack, Text } from "@chakra-ui/react";
import { DialogFrame } from "../../kit/dialogs/dialog-frame.tsx";
import { consoleText } from "../words.ts";
import { CopyField } from "./copy/copy-field.tsx";
import type { Fact } from "./fact-list.tsx";
import { FactList } from "./fact-list.tsx";
import { Quiet } from "./quiet.tsx";

/** An id or hash that is only copied. */
export type CopiedFact = { readonly name: string; readonly value: string };

type Props = {
	readonly title: string;
	/** What happened, as a sentence. */
	readonly lead: string;
	readonly facts: readonly Fact[];
	readonly copied: readonly CopiedFact[];
	readonly onClose: () => void;
};

/** All of a row: its facts, and its ids and hashes to copy. */
export function DetailsDialog({ title, lead, facts, copied, onClose }: Props) {
	return (
		<DialogFrame
			title={title}
			size="lg"
			scrollBehavior="inside"
			onClose={onClose}
			footer={
				<Button type="button" size="sm" variant="outline" onClick={onClose}>
					{consoleText.close}
				</Button>
			}
		>
			<Stack gap="4">
				<Text fontWeight="medium" overflowWrap="anywhere" dir="auto">
					{lead}
				</Text>
				<FactList facts={facts} />
				{copied.map(({ name, value }) => (
					<Stack key={name} gap="1">
						<Quiet>{name}</Quiet>
						<CopyField label={name} value={value} copy={consoleText.copyNamed(name)} />
					</Stack>
				))}
			</Stack>
		</DialogFrame>
	);
}
