import { Box, Button, List, Stack, Text } from "@chakra-ui/react";
import type { DocumentId, DocumentScope } from "@webhand/contracts/knowledge/documents";
import { documentChunksRoute } from "@webhand/contracts/knowledge/documents";
import type { ReplyOf } from "@webhand/contracts/routes";
import { useRows } from "../../../../kit/load/queries.ts";
import type { PageApi } from "../../../../signed-in-api.ts";
import { PagedList } from "../../../kit/list/paged-list.tsx";
import { knowledgeText } from "../../words.ts";

type Props = { readonly api: PageApi; readonly id: DocumentId; readonly scope: DocumentScope };
type Chunk = ReplyOf<typeof documentChunksRoute>["chunks"][number];

const text = knowledgeText.documents;
const words = { empty: text.chunksEmpty, emptyHint: text.chunksEmptyHint, count: text.chunksCount };

/** The chunks of the searched version, each with its place in the document. Always shown as text. */
export function ChunkList({ api, id, scope }: Props) {
	const list = useRows(api, { route: documentChunksRoute, list: "chunks", input: { params: { id }, query: { scope } } });
	return (
		<PagedList list={list} text={words}>
			{(chunks, more) => (
				<Stack gap="3">
					<List.Root as="ol" variant="plain" gap="3">
						{chunks.map((chunk, index) => (
							<List.Item key={chunk.id} display="block" borderWidth="1px" borderColor="line.soft" borderRadius="md" bg="bg.card" p="3">
								<Text color="fg.quiet" fontSize="xs" mb="1" overflowWrap="anywhere">
									{placeOf(chunk, index + 1)}
								</Text>
								<Box whiteSpace="pre-wrap" overflowWrap="anywhere" dir="auto">
									{chunk.content}
								</Box>
							</List.Item>
						))}
					</List.Root>
					{more === undefined ? null : (
						<Box>
							<Button size="sm" variant="outline" loading={more.isLoading} loadingText={text.moreChunks} onClick={more.onMore}>
								{text.moreChunks}
							</Button>
						</Box>
					)}
				</Stack>
			)}
		</PagedList>
	);
}

function placeOf({ section, page, charStart, charEnd }: Chunk, position: number): string {
	return [
		text.chunk(position),
		...(section === undefined ? [] : [text.section(section)]),
		...(page === undefined ? [] : [text.page(page)]),
		text.characters(charStart, charEnd),
	].join(" · ");
}
