import { Badge, Box, Flex, HStack, Link, List, Text } from "@chakra-ui/react";
import type { KnowledgeChunk } from "@webhand/contracts/knowledge/resolve";
import { formatDay } from "../../../kit/words/format.ts";
import { Quiet } from "../../kit/quiet.tsx";
import { documentPath } from "../documents/document-change.ts";
import { knowledgeText } from "../words.ts";
import { factsOfChunk, scoreInWords } from "./chunk-facts.ts";

type Props = {
	readonly chunk: KnowledgeChunk;
	/** May open public documents. */
	readonly isOperator: boolean;
};

const text = knowledgeText.inspector;

/** A chunk with its score, where it stands and where it fits. Always shown as text. */
export function ChunkCard({ chunk, isOperator }: Props) {
	const { scope, section, page, score, fits, sourceUrl, documentId, updatedAt } = factsOfChunk(chunk);
	const place = [
		...(section === undefined ? [] : [knowledgeText.documents.section(section)]),
		...(page === undefined ? [] : [knowledgeText.documents.page(page)]),
		...(fits === undefined ? [] : [`${text.fits} ${fits}`]),
		...(updatedAt === undefined ? [] : [`${text.changed} ${formatDay(updatedAt)}`]),
	].join(" · ");
	const canOpen = documentId !== undefined && (scope !== "public" || isOperator);
	return (
		<List.Item display="block" borderWidth="1px" borderColor="line.soft" borderRadius="lg" bg="bg.card" p="4">
			<Flex justify="space-between" wrap="wrap" gap="2" align="baseline">
				<Text fontWeight="semibold" overflowWrap="anywhere" minW="0">
					{chunk.documentTitle}
				</Text>
				<HStack gap="2">
					{scope === undefined ? null : <Badge size="sm">{text.scopes[scope]}</Badge>}
					{score === undefined ? null : (
						<Text color="fg.quiet" fontSize="xs" fontVariantNumeric="tabular-nums">
							{text.score(scoreInWords(score))}
						</Text>
					)}
				</HStack>
			</Flex>
			{place === "" ? null : <Quiet>{place}</Quiet>}
			<Box my="2" whiteSpace="pre-wrap" overflowWrap="anywhere" dir="auto">
				{chunk.content}
			</Box>
			<Flex gap="4" wrap="wrap">
				{canOpen ? (
					<Link color="brand.fg" textDecoration="underline" href={`#${documentPath({ id: documentId, scope: scope ?? "org" })}`}>
						{text.open}
					</Link>
				) : null}
				{sourceUrl === undefined ? null : (
					<Link color="brand.fg" textDecoration="underline" href={sourceUrl} target="_blank" rel="noreferrer">
						{text.original}
					</Link>
				)}
			</Flex>
		</List.Item>
	);
}
