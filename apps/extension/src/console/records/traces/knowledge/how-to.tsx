import { Alert, Box, Button, Link, Text } from "@chakra-ui/react";
import type { TaskId } from "@webhand/contracts/ids";
import { useState } from "react";
import type { PageApi } from "../../../../signed-in-api.ts";
import type { Stored } from "../../../knowledge/documents/add/use-uploads.ts";
import { documentPath } from "../../../knowledge/documents/document-change.ts";
import { knowledgeText } from "../../../knowledge/words.ts";
import { HowToDialog } from "./how-to-dialog.tsx";

type Props = { readonly api: PageApi; readonly taskId: TaskId };

const text = knowledgeText.howTo;

/** Makes a document from a completed task: a draft, which a person reads and corrects before it is stored. */
export function HowTo({ api, taskId }: Props) {
	const [isOpen, setIsOpen] = useState(false);
	const [stored, setStored] = useState<Stored | null>(null);
	return (
		<>
			<Button
				size="xs"
				variant="outline"
				onClick={() => {
					setStored(null);
					setIsOpen(true);
				}}
			>
				{text.make}
			</Button>
			<Box role="status" flexBasis="full" _empty={{ display: "none" }}>
				{stored === null ? null : <StoredNote {...stored} />}
			</Box>
			{isOpen ? (
				<HowToDialog
					api={api}
					taskId={taskId}
					onClose={() => setIsOpen(false)}
					onStored={(made) => {
						setIsOpen(false);
						setStored(made);
					}}
				/>
			) : null}
		</>
	);
}

function StoredNote({ document, added }: Stored) {
	return (
		<Alert.Root status="success" size="sm">
			<Alert.Indicator aria-hidden />
			<Alert.Description overflowWrap="anywhere">
				<Text>
					{added ? text.saved(document.title) : text.there(document.title)} {document.covered ? "" : text.silent(document.domain)}
				</Text>
				<Link color="brand.fg" textDecoration="underline" href={`#${documentPath(document)}`}>
					{text.open}
				</Link>
			</Alert.Description>
		</Alert.Root>
	);
}
