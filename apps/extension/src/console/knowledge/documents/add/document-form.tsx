import { Flex, Stack } from "@chakra-ui/react";
import type { DocumentScope, DocumentView } from "@webhand/contracts/knowledge/documents";
import { addDocumentRoute, documentsRoute, replaceDocumentRoute } from "@webhand/contracts/knowledge/documents";
import { useRef } from "react";
import { reworded } from "../../../../kit/load/problem.ts";
import type { PageApi } from "../../../../signed-in-api.ts";
import { FileDrop } from "../../../kit/form/file-drop.tsx";
import { FormCard } from "../../../kit/form/form-card.tsx";
import { Segments } from "../../../kit/form/segments.tsx";
import { useForm } from "../../../kit/form/use-form.ts";
import { knowledgeText } from "../../words.ts";
import type { Draft } from "./draft.ts";
import { bodyOf, emptyDraft, hasContent, missingIn, newBodyOf, titleOf } from "./draft.ts";
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
const accepted = ".pdf,.docx,.html,.htm,.md,.markdown,.txt";
const kinds = (["file", "text", "address"] as const).map((value) => ({ value, label: text.kinds[value] }));

/** Adds documents, or replaces one: from files, a text or an address. Each message stands at its field, and nothing typed is lost. */
export function DocumentForm({ api, scope, replaced, onStored }: Props) {
	const isNew = replaced === undefined;
	const title = isNew ? text.title : text.replaceTitle(replaced.title);
	const { uploads, pick, drop, choose, sendAll } = useUploads();
	const picked = uploads.filter(isPicked).length;
	const files = picked + uploads.filter(isOnItsWay).length;
	const send = async (draft: Draft): Promise<Sent> => {
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
	/** Everything was stored, so nothing typed is of use any more. */
	const isWhole = useRef(false);
	const form = useForm<Draft>(emptyDraft, {
		check: (draft) => missingIn(draft, picked, isNew),
		send: async (draft, refuse) => {
			const { stored, problem } = await send(draft);
			if (problem !== null) refuse(problem);
			isWhole.current = problem === null && stored.length > 0;
			if (stored.length === 0) return "";
			onStored(stored.map(({ document }) => document));
			return sentenceOfStored(stored, { isNew, isFetched: draft.kind === "address", hasContent: hasContent(draft, picked) });
		},
		worded: (problem) => reworded(problem, knowledgeText.refusals),
		after: (draft) => (isWhole.current ? { ...emptyDraft, kind: draft.kind, domain: draft.domain } : draft),
	});
	const { values: draft, field } = form;
	return (
		<FormCard
			form={form}
			title={title}
			lead={isNew ? undefined : replaced.hasActive ? text.replaceLead : text.replaceFirstLead}
			save={isNew ? text.submit(draft.kind === "file" ? files : 1) : text.replace}
		>
			<Flex>
				<Segments label={text.from} options={kinds} {...field("kind")} />
			</Flex>
			{draft.kind === "file" ? (
				<Stack gap="3">
					<FileDrop
						text={isNew ? text : { ...text, drop: text.dropOne, choose: text.chooseOne }}
						accepted={accepted}
						isSingle={!isNew}
						isDisabled={form.isBusy}
						problem={form.problemAt("file")}
						onFiles={(chosen) => {
							pick(chosen, !isNew);
							form.edit({});
						}}
					/>
					<UploadList uploads={uploads} onDrop={drop} onChoose={choose} />
				</Stack>
			) : (
				<SourceFields kind={draft.kind} field={field} />
			)}
			<DraftFields api={api} draft={draft} field={field} scope={scope} isNew={isNew} files={files} />
		</FormCard>
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
