import { Box, Button, Flex, Heading, Stack, Text } from "@chakra-ui/react";
import type { DocumentScope, DocumentView } from "@webhand/contracts/knowledge/documents";
import { addDocumentRoute, documentsRoute, replaceDocumentRoute } from "@webhand/contracts/knowledge/documents";
import type { FormEvent } from "react";
import { useState } from "react";
import type { ServerProblem } from "../../../../kit/load/problem.ts";
import { problemOf, reworded } from "../../../../kit/load/problem.ts";
import type { PageApi } from "../../../../signed-in-api.ts";
import { Card } from "../../../kit/card.tsx";
import { FormProblem } from "../../../kit/form/form-problem.tsx";
import { Segments } from "../../../kit/form/segments.tsx";
import { Told } from "../../../kit/form/told.tsx";
import { knowledgeText } from "../../words.ts";
import type { Draft, Fields } from "./draft.ts";
import { bodyOf, emptyDraft, hasContent, missingIn, newBodyOf, titleOf } from "./draft.ts";
import { FileDrop } from "./file-drop.tsx";
import { DraftFields, SourceFields } from "./form-fields.tsx";
import { isOnItsWay, isPicked } from "./queue.ts";
import { UploadList } from "./upload-list.tsx";
import type { Around, Sent, Stored } from "./use-uploads.ts";
import { useUploads } from "./use-uploads.ts";

type Props = {
	readonly api: PageApi;
	readonly scope: DocumentScope;
	/** The document whose content is replaced; without it a new one is added. */
	readonly replaced?: DocumentView;
	readonly onStored: (documents: readonly DocumentView[]) => void;
};

const text = knowledgeText.add;
const shownFields = ["file", "content", "format", "url", "title", "domain", "pathPrefix"];
const kinds = (["file", "text", "address"] as const).map((value) => ({ value, label: text.kinds[value] }));

/** Adds documents, or replaces one: from files, a text or an address. Each message stands at its field, and nothing typed is lost. */
export function DocumentForm({ api, scope, replaced, onStored }: Props) {
	const isNew = replaced === undefined;
	const title = isNew ? text.title : text.replaceTitle(replaced.title);
	const [draft, setDraft] = useState<Draft>(emptyDraft);
	const [missing, setMissing] = useState<Fields>({});
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const [isBusy, setIsBusy] = useState(false);
	const [told, setTold] = useState("");
	const { uploads, pick, drop, choose, sendAll } = useUploads();
	const picked = uploads.filter(isPicked).length;
	const files = picked + uploads.filter(isOnItsWay).length;
	const fields: Fields = { ...(problem?.kind === "invalid" ? problem.fields : {}), ...missing };
	const change = (part: Partial<Draft>) => {
		setDraft({ ...draft, ...part });
		setMissing({});
	};
	const send = async (): Promise<Sent> => {
		// One title does not fit several files.
		const named = files > 1 ? { ...draft, title: "" } : draft;
		if (draft.kind === "file" && picked > 0)
			return sendAll(
				(file, { older, ...around }) =>
					store(api, { draft: named, scope, replaced: older ?? replaced }, { files: [{ name: "file", file }], ...around }),
				async (file) => (isNew ? await documentOfName(api, { ...named, scope, file }) : null),
			);
		const stored = await store(api, { draft, scope, replaced });
		return { stored: [stored], problem: null };
	};
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		const gaps = missingIn(draft, picked, isNew);
		setMissing(gaps);
		setProblem(null);
		setTold("");
		if (Object.keys(gaps).length > 0) return;
		setIsBusy(true);
		try {
			const sent = await send();
			setProblem(sent.problem);
			if (sent.stored.length === 0) return;
			setTold(sentenceOfStored(sent.stored, { isNew, isFetched: draft.kind === "address", hasContent: hasContent(draft, picked) }));
			if (sent.problem === null) setDraft({ ...emptyDraft, kind: draft.kind, domain: draft.domain });
			onStored(sent.stored.map(({ document }) => document));
		} catch (error) {
			setProblem(reworded(problemOf(error), knowledgeText.refusals));
		} finally {
			setIsBusy(false);
		}
	};
	const label = isNew ? text.submit(draft.kind === "file" ? files : 1) : text.replace;
	return (
		<Card label={title}>
			<form onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
				<Stack gap="4">
					<Stack gap="1">
						<Heading as="h2" size="md" overflowWrap="anywhere">
							{title}
						</Heading>
						{isNew ? null : <Text color="fg.quiet">{replaced.hasActive ? text.replaceLead : text.replaceFirstLead}</Text>}
					</Stack>
					<Flex>
						<Segments label={text.from} value={draft.kind} options={kinds} onChange={(kind) => change({ kind })} />
					</Flex>
					{draft.kind === "file" ? (
						<Stack gap="3">
							<FileDrop
								isSingle={!isNew}
								isDisabled={isBusy}
								problem={fields["file"]}
								onFiles={(files) => {
									pick(files, !isNew);
									setMissing({});
									setTold("");
								}}
							/>
							<UploadList uploads={uploads} onDrop={drop} onChoose={choose} />
						</Stack>
					) : (
						<SourceFields draft={draft} fields={fields} onChange={change} />
					)}
					<DraftFields api={api} draft={draft} fields={fields} scope={scope} isNew={isNew} files={files} onChange={change} />
					<FormProblem problem={problem} shown={shownFields} />
					<Told>{told}</Told>
					<Box>
						<Button type="submit" size="sm" colorPalette="brand" loading={isBusy} disabled={isBusy} aria-label={label} loadingText={label}>
							{label}
						</Button>
					</Box>
				</Stack>
			</form>
		</Card>
	);
}

type Target = { readonly draft: Draft } & Pick<Props, "scope"> & { readonly replaced: DocumentView | undefined };
type FileInput = Omit<Around, "older"> & {
	readonly files: readonly { readonly name: "file"; readonly file: File }[];
};

type Named = Pick<Draft, "title" | "domain"> & Pick<Props, "scope"> & { readonly file: File };

/** The newest document of the name that a file gets. */
async function documentOfName(api: PageApi, { title, domain, scope, file }: Named): Promise<DocumentView | null> {
	const name = titleOf(file, title);
	const query = { scope, q: name.slice(0, 200), domain: domain.trim().toLowerCase() };
	const { documents } = await api.call(documentsRoute, { query });
	return documents.find((document) => document.title.toLowerCase() === name.toLowerCase()) ?? null;
}

/** A file is sent with its progress; a text or an address is small. */
async function store(api: PageApi, { draft, scope, replaced }: Target, input?: FileInput): Promise<Stored> {
	if (replaced === undefined) {
		const body = newBodyOf(draft, scope);
		return input === undefined ? api.call(addDocumentRoute, { body }) : api.upload(addDocumentRoute, { body, ...input });
	}
	const given = { params: { id: replaced.id }, query: { scope }, body: bodyOf(draft) };
	const { document } = await (input === undefined
		? api.call(replaceDocumentRoute, given)
		: api.upload(replaceDocumentRoute, { ...given, ...input }));
	return { document, added: true };
}

type How = { readonly isNew: boolean; readonly isFetched: boolean; readonly hasContent: boolean };

function sentenceOfStored(stored: readonly Stored[], { isNew, isFetched, hasContent }: How): string {
	const [first] = stored;
	if (first === undefined || stored.length > 1) return text.addedMany(stored.length);
	const { title } = first.document;
	if (!isNew) return hasContent ? text.replaced(title) : text.renamed(title);
	if (!first.added) return text.there(title);
	return isFetched ? text.fetched(title) : text.added(title);
}
