import { Box, Flex, Stack, Text } from "@chakra-ui/react";
import { howToRoute } from "@webhand/contracts/agent/task-knowledge";
import type { TaskId } from "@webhand/contracts/ids";
import { addDocumentRoute, documentSizes } from "@webhand/contracts/knowledge/documents";
import type { ReplyOf } from "@webhand/contracts/routes";
import { useCallback, useState } from "react";
import type { ServerProblem } from "../../../../kit/load/problem.ts";
import { problemOf, reworded } from "../../../../kit/load/problem.ts";
import { useLoaded } from "../../../../kit/load/use-loaded.ts";
import type { PageApi } from "../../../../signed-in-api.ts";
import { FormDialog } from "../../../kit/form/form-dialog.tsx";
import { FormProblem } from "../../../kit/form/form-problem.tsx";
import { Segments } from "../../../kit/form/segments.tsx";
import { TextField } from "../../../kit/form/text-field.tsx";
import { LoadView } from "../../../kit/load/load-view.tsx";
import type { Draft, Fields } from "../../../knowledge/documents/add/draft.ts";
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
type HowToDraft = ReplyOf<typeof howToRoute>;

const text = knowledgeText.howTo;
const views = (["write", "preview"] as const).map((value) => ({ value, label: text.views[value] }));

/** The draft of a how-to, to be corrected and stored. */
export function HowToDialog({ api, taskId, onStored, onClose }: Props) {
	const [changed, setChanged] = useState<Draft | null>(null);
	const [missing, setMissing] = useState<Fields>({});
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const [isBusy, setIsBusy] = useState(false);
	const loaded = useLoaded(useCallback((signal: AbortSignal) => api.call(howToRoute, { params: { taskId }, signal }), [api, taskId]));
	const draft = changed ?? (loaded.value === null ? null : draftOf(loaded.value));
	const save = async () => {
		if (draft === null) return;
		const gaps = missingIn(draft, 0, true);
		setMissing(gaps);
		setProblem(null);
		if (Object.keys(gaps).length > 0) return;
		setIsBusy(true);
		try {
			onStored(await api.call(addDocumentRoute, { body: newBodyOf(draft, "org") }));
		} catch (error) {
			setProblem(reworded(problemOf(error), knowledgeText.refusals));
			setIsBusy(false);
		}
	};
	return (
		<FormDialog
			title={text.title}
			save={text.save}
			isBusy={isBusy}
			isDisabled={draft === null}
			onSave={() => void save()}
			onClose={onClose}
		>
			<LoadView loaded={loaded}>
				{({ steps }) =>
					draft === null ? null : (
						<Stack gap="4">
							<Text>
								{text.lead} {text.told(steps.told, steps.left)}
							</Text>
							<Box bg="bg.note" color="fg.note" borderRadius="md" px="3" py="2">
								{text.private}
							</Box>
							<Editor
								draft={draft}
								api={api}
								fields={{ ...(problem?.kind === "invalid" ? problem.fields : {}), ...missing }}
								onChange={(part) => {
									setChanged({ ...draft, ...part });
									setMissing({});
								}}
							/>
							<FormProblem problem={problem} shown={["title", "domain", "pathPrefix", "content"]} />
						</Stack>
					)
				}
			</LoadView>
		</FormDialog>
	);
}

type EditorProps = Pick<Props, "api"> & {
	readonly draft: Draft;
	readonly fields: Fields;
	readonly onChange: (part: Partial<Draft>) => void;
};

function Editor({ api, draft, fields, onChange }: EditorProps) {
	const [view, setView] = useState<keyof typeof text.views>("write");
	return (
		<Stack gap="4">
			<DraftFields api={api} draft={draft} fields={fields} scope="org" isNew files={0} onChange={onChange} />
			<Flex>
				<Segments label={text.view} value={view} options={views} onChange={setView} />
			</Flex>
			{view === "preview" ? (
				<MarkdownPreview markdown={draft.content} />
			) : (
				<TextField
					label={text.content}
					rows={14}
					value={draft.content}
					maxLength={documentSizes.content}
					problem={fields["content"]}
					onChange={(content) => onChange({ content })}
				/>
			)}
		</Stack>
	);
}

function draftOf({ title, domain, pathPrefix = "", content }: HowToDraft): Draft {
	return { ...emptyDraft, kind: "text", title, domain, pathPrefix, content };
}
