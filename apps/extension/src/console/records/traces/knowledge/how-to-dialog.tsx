import { Box, Flex, Stack, Text } from "@chakra-ui/react";
import { howToRoute } from "@webhand/contracts/agent/task-knowledge";
import type { TaskId } from "@webhand/contracts/ids";
import { addDocumentRoute, documentSizes } from "@webhand/contracts/knowledge/documents";
import type { ReplyOf } from "@webhand/contracts/routes";
import { useEffect, useState } from "react";
import { TextField } from "../../../../kit/form/text-field.tsx";
import { reworded } from "../../../../kit/load/problem.ts";
import { useReply } from "../../../../kit/load/queries.ts";
import type { PageApi } from "../../../../signed-in-api.ts";
import { FormDialog } from "../../../kit/form/form-dialog.tsx";
import { Segments } from "../../../kit/form/segments.tsx";
import type { Form } from "../../../kit/form/use-form.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { LoadView } from "../../../kit/load/load-view.tsx";
import type { Draft } from "../../../knowledge/documents/add/draft.ts";
import { emptyDraft, missingIn, newBodyOf } from "../../../knowledge/documents/add/draft.ts";
import { DraftFields } from "../../../knowledge/documents/add/form-fields.tsx";
import type { Stored } from "../../../knowledge/documents/add/use-uploads.ts";
import { knowledgeText } from "../../../knowledge/words.ts";
import { MarkdownPreview } from "./markdown-preview.tsx";

type Props = {
	readonly api: PageApi;
	readonly taskId: TaskId;
	readonly onStored: (stored: Stored) => void;
	readonly onClose: () => void;
};

const text = knowledgeText.howTo;
const views = (["write", "preview"] as const).map((value) => ({ value, label: text.views[value] }));

/** The draft of a how-to, to be corrected and stored. */
export function HowToDialog({ api, taskId, onStored, onClose }: Props) {
	const loaded = useReply(api, howToRoute, { params: { taskId } });
	const form = useForm<Draft>(emptyDraft, {
		check: (draft) => missingIn(draft, 0, true),
		send: async (draft) => onStored(await api.call(addDocumentRoute, { body: newBodyOf(draft, "org") })),
		worded: (problem) => reworded(problem, knowledgeText.refusals),
	});
	const { value } = loaded;
	useEffect(() => {
		if (value !== null) form.edit(draftOf(value));
	}, [value]);
	return (
		<FormDialog title={text.title} save={text.save} form={form} isDisabled={value === null} onClose={onClose}>
			<LoadView loaded={loaded}>
				{({ steps }) => (
					<Stack gap="4">
						<Text>
							{text.lead} {text.told(steps.told, steps.left)}
						</Text>
						<Box bg="bg.note" color="fg.note" borderRadius="md" px="3" py="2">
							{text.private}
						</Box>
						<Editor api={api} form={form} />
					</Stack>
				)}
			</LoadView>
		</FormDialog>
	);
}

function Editor({ api, form: { values, field } }: Pick<Props, "api"> & { readonly form: Form<Draft> }) {
	const [view, setView] = useState<keyof typeof text.views>("write");
	const content = field("content");
	return (
		<Stack gap="4">
			<DraftFields api={api} draft={values} field={field} scope="org" isNew files={0} />
			<Flex>
				<Segments label={text.view} value={view} options={views} onChange={setView} />
			</Flex>
			{view === "preview" ? (
				<MarkdownPreview markdown={values.content} />
			) : (
				<TextField label={text.content} rows={14} maxLength={documentSizes.content} {...content} />
			)}
		</Stack>
	);
}

function draftOf({ title, domain, pathPrefix = "", content }: ReplyOf<typeof howToRoute>): Draft {
	return { ...emptyDraft, kind: "text", title, domain, pathPrefix, content };
}
