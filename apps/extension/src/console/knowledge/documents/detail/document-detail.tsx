import { Box, Button, Flex, Heading, Link, Stack, Text } from "@chakra-ui/react";
import type { DocumentId, DocumentScope, DocumentView } from "@webhand/contracts/knowledge/documents";
import { documentRoute } from "@webhand/contracts/knowledge/documents";
import { useReply } from "../../../../kit/load/queries.ts";
import { usePolling } from "../../../../kit/load/use-polling.ts";
import { formatBytes, formatNumber, formatTime } from "../../../../kit/words/format.ts";
import { Card } from "../../../kit/card.tsx";
import { FactList } from "../../../kit/fact-list.tsx";
import { Told } from "../../../kit/form/told.tsx";
import { useChange } from "../../../kit/form/use-change.tsx";
import { LoadView } from "../../../kit/load/load-view.tsx";
import { PageTitle } from "../../../kit/page-title.tsx";
import { useNames } from "../../../org/use-names.ts";
import type { PageProps } from "../../../page-props.ts";
import { pathOf } from "../../../place/place.ts";
import { allowChange } from "../../domains/allow-change.ts";
import { knowledgeText } from "../../words.ts";
import { DocumentForm } from "../add/document-form.tsx";
import { deleteChange, documentPath } from "../document-change.ts";
import { DocumentState } from "../document-state.tsx";
import { reachOf, searchedInWords } from "../document-words.ts";
import { isProcessing } from "../refresh.ts";
import { ChunkList } from "./chunk-list.tsx";

type Props = PageProps & { readonly id: DocumentId; readonly isReplacing: boolean; readonly onDeleted: (title: string) => void };

const text = knowledgeText.documents;
const pollMs = 1_000;

/** One document: its state, what can be done with it, and its chunks. */
export function DocumentDetail(props: Props) {
	const { api, id, place, go, onDeleted } = props;
	const scope: DocumentScope = place.query["scope"] === "public" ? "public" : "org";
	const loaded = useReply(api, documentRoute, { params: { id }, query: { scope } });
	const { ask, told, dialog } = useChange();
	const { value, replace } = loaded;
	const document = value?.document;
	usePolling({
		isOn: document !== undefined && isProcessing(document),
		everyMs: pollMs,
		poll: async (signal) => {
			const reply = await api.call(documentRoute, { params: { id }, query: { scope }, signal });
			if (!signal.aborted) replace(reply);
		},
	});
	const back = pathOf({ page: "documents", query: { scope: scope === "public" ? scope : "" } });
	return (
		<Stack gap="5">
			<Flex>
				<Link href={`#${back}`} color="brand.fg">
					‹ {text.back}
				</Link>
			</Flex>
			<PageTitle title={document?.title ?? text.title} />
			<Told>{told}</Told>
			<LoadView loaded={loaded} refusals={knowledgeText.refusals}>
				{({ document }) => (
					<Shown
						{...props}
						document={document}
						onChanged={(changed) => replace({ document: changed })}
						onAllow={() => ask(allowChange(api, document.domain, loaded.retry))}
						onDelete={() =>
							ask(
								deleteChange(api, document, () => {
									onDeleted(document.title);
									go(back, { replace: true });
								}),
							)
						}
					/>
				)}
			</LoadView>
			{dialog}
		</Stack>
	);
}

type ShownProps = Props & {
	readonly document: DocumentView;
	readonly onChanged: (document: DocumentView) => void;
	readonly onAllow: () => void;
	readonly onDelete: () => void;
};

function Shown({ api, go, signIn, document, isReplacing, onChanged, onAllow, onDelete }: ShownProps) {
	const nameOf = useNames({ api, signIn });
	const { isSilent } = reachOf(document);
	return (
		<Stack gap="6">
			<Card label={document.title}>
				<Stack gap="4">
					<DocumentState document={document} />
					<FactList facts={factsOf(document, nameOf)} />
					<Flex wrap="wrap" gap="2">
						{isSilent ? (
							<Button size="xs" colorPalette="brand" h="auto" minH="8" whiteSpace="normal" onClick={onAllow}>
								{knowledgeText.domains.allowAction(document.domain)}
							</Button>
						) : null}
						<Button
							size="xs"
							variant="outline"
							aria-expanded={isReplacing}
							onClick={() => go(documentPath(document, isReplacing ? undefined : "replace"), { replace: true })}
						>
							{text.replace}
						</Button>
						<Button size="xs" variant="outline" color="fg.error" onClick={onDelete}>
							{text.remove}
						</Button>
					</Flex>
				</Stack>
			</Card>
			{isReplacing ? (
				<DocumentForm
					api={api}
					scope={document.scope}
					replaced={document}
					onStored={([stored]) => (stored === undefined ? undefined : onChanged(stored))}
				/>
			) : null}
			<Stack gap="3">
				<Box>
					<Heading as="h2" size="md">
						{text.chunksTitle}
					</Heading>
					<Text color="fg.quiet">{text.chunksLead}</Text>
				</Box>
				{/* Chunks change when a version has been read. */}
				<ChunkList key={`${document.version} ${document.status}`} api={api} id={document.id} scope={document.scope} />
			</Stack>
		</Stack>
	);
}

function factsOf(document: DocumentView, nameOf: (userId: string) => string) {
	const { facts } = text;
	const { domain, isSilent } = reachOf(document);
	const { pathPrefix, format, hasActive, chunks, bytes, language, version, createdAt, updatedAt, by, sourceUrl } = document;
	return [
		{ name: facts.domain, value: domain },
		...(pathPrefix === undefined ? [] : [{ name: facts.path, value: pathPrefix }]),
		{
			name: facts.covered,
			value: <Text color={isSilent ? "status.waiting" : "fg"}>{searchedInWords(document)}</Text>,
		},
		{ name: facts.format, value: text.formats[format] },
		...(hasActive
			? [
					{ name: facts.chunks, value: formatNumber(chunks) },
					{ name: facts.bytes, value: formatBytes(bytes) },
				]
			: []),
		...(language === undefined ? [] : [{ name: facts.language, value: text.languages[language] }]),
		{ name: facts.version, value: formatNumber(version) },
		{ name: facts.added, value: formatTime(createdAt) },
		{ name: facts.changed, value: formatTime(updatedAt) },
		{ name: facts.by, value: nameOf(by) },
		...(sourceUrl === undefined ? [] : [{ name: facts.source, value: <Original url={sourceUrl} /> }]),
	];
}

function Original({ url }: { readonly url: string }) {
	return (
		<Link color="brand.fg" textDecoration="underline" href={url} target="_blank" rel="noreferrer">
			{url}
		</Link>
	);
}
