import { Box, Button, Link, Text } from "@chakra-ui/react";
import type { DocumentView } from "@webhand/contracts/knowledge/documents";
import type { RowAction } from "../../../../kit/controls/row-menu.tsx";
import { formatBytes, formatDay } from "../../../../kit/words/format.ts";
import type { Column, More } from "../../../kit/list/data-table.tsx";
import { DataTable } from "../../../kit/list/data-table.tsx";
import { Quiet } from "../../../kit/quiet.tsx";
import { knowledgeText } from "../../words.ts";
import { documentPath } from "../document-change.ts";
import { DocumentState } from "../document-state.tsx";
import { reachOf, stateOf } from "../document-words.ts";

type Props = {
	readonly documents: readonly DocumentView[];
	readonly nameOf: (userId: string) => string;
	readonly actionsOf: (document: DocumentView) => readonly RowAction[];
	readonly onAllow: (domain: string) => void;
	readonly more: More | undefined;
};

const text = knowledgeText.documents;

/** Documents with their site, state and size. */
export function DocumentTable({ documents, nameOf, actionsOf, onAllow, more }: Props) {
	const columns: readonly Column<DocumentView>[] = [
		{
			key: "title",
			value: ({ title }) => title,
			shown: (document) => (
				<Box minW="8rem">
					<Link color="brand.fg" textDecoration="underline" fontWeight="medium" overflowWrap="anywhere" href={`#${documentPath(document)}`}>
						{document.title}
					</Link>
					<Quiet>{text.formats[document.format]}</Quiet>
				</Box>
			),
		},
		{
			key: "domain",
			value: ({ domain }) => domain,
			shown: (document) => <Reach document={document} onAllow={onAllow} />,
		},
		{
			key: "status",
			value: (document) => stateOf(document).word,
			shown: (document) => <DocumentState document={document} />,
		},
		{
			key: "size",
			isNumber: true,
			value: ({ bytes }) => bytes,
			shown: ({ bytes, chunks, hasActive }) =>
				hasActive ? (
					<Box>
						<Text>{formatBytes(bytes)}</Text>
						<Quiet>{text.chunksCount(chunks)}</Quiet>
					</Box>
				) : (
					<Text color="fg.quiet">–</Text>
				),
		},
		{
			key: "at",
			value: ({ updatedAt }) => updatedAt,
			shown: ({ updatedAt, by }) => (
				<Box minW="6rem">
					<Text whiteSpace="nowrap">{formatDay(updatedAt)}</Text>
					<Quiet>{nameOf(by)}</Quiet>
				</Box>
			),
		},
	];
	return (
		<DataTable
			text={text}
			columns={columns}
			rows={documents}
			keyOf={({ id }) => id}
			more={more}
			actions={{ nameOf: ({ title }) => title, of: actionsOf }}
		/>
	);
}

function Reach({ document, onAllow }: { readonly document: DocumentView } & Pick<Props, "onAllow">) {
	const { domain, isSilent, note } = reachOf(document);
	return (
		<Box minW="8rem">
			<Text overflowWrap="anywhere">{domain}</Text>
			{document.pathPrefix === undefined ? null : <Quiet>{document.pathPrefix}</Quiet>}
			{note === "" ? null : (
				<Text color={isSilent ? "status.waiting" : "fg.quiet"} fontSize="xs">
					{note}
				</Text>
			)}
			{isSilent ? (
				<Button mt="1" size="xs" variant="outline" aria-label={knowledgeText.domains.allowAction(domain)} onClick={() => onAllow(domain)}>
					{text.allow}
				</Button>
			) : null}
		</Box>
	);
}
