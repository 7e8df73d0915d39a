import { Box, Button, Link, List, Stack, Text } from "@chakra-ui/react";
import type { UsedChunk } from "@webhand/contracts/agent/task-knowledge";
import { stepKnowledgeRoute } from "@webhand/contracts/agent/task-knowledge";
import type { TaskId } from "@webhand/contracts/ids";
import { DocumentId } from "@webhand/contracts/knowledge/documents";
import type { ReplyOf } from "@webhand/contracts/routes";
import { useEffect, useRef, useState } from "react";
import { useReply } from "../../../../kit/load/queries.ts";
import type { PageApi } from "../../../../signed-in-api.ts";
import { LoadView } from "../../../kit/load/load-view.tsx";
import { Quiet } from "../../../kit/quiet.tsx";
import { citationOf } from "../../../knowledge/citation.ts";
import { documentPath } from "../../../knowledge/documents/document-change.ts";
import { knowledgeText } from "../../../knowledge/words.ts";

type Props = { readonly api: PageApi; readonly taskId: TaskId; readonly stepIndex: number; readonly isOperator: boolean };

const text = knowledgeText.step;

/** Which knowledge stood in the prompt of a step, for admins; asked for only when it is wanted. */
export function StepKnowledge(props: Props) {
	const [isOpen, setIsOpen] = useState(false);
	if (isOpen) return <Used {...props} />;
	return (
		<Box>
			<Button size="xs" variant="outline" onClick={() => setIsOpen(true)}>
				{text.show}
			</Button>
		</Box>
	);
}

function Used({ api, taskId, stepIndex, isOperator }: Props) {
	const shown = useRef<HTMLDivElement>(null);
	// The button that had the focus is gone.
	useEffect(() => shown.current?.focus(), []);
	const loaded = useReply(api, stepKnowledgeRoute, { params: { taskId, stepIndex } });
	return (
		<Box ref={shown} role="status" tabIndex={-1} outline="none">
			<LoadView loaded={loaded}>
				{(reply) =>
					reply.used.length === 0 ? (
						<Text color="fg.quiet">{noneOf(reply)}</Text>
					) : (
						<List.Root ps="4">
							{reply.used.map((chunk) => (
								<List.Item key={chunk.chunkId}>
									<Chunk chunk={chunk} isOperator={isOperator} />
								</List.Item>
							))}
						</List.Root>
					)
				}
			</LoadView>
		</Box>
	);
}

function Chunk({ chunk, isOperator }: { readonly chunk: UsedChunk; readonly isOperator: boolean }) {
	const { documentId, scope } = chunk;
	const id = DocumentId.safeParse(documentId);
	const canOpen = id.success && (scope === "org" || isOperator);
	return (
		<Stack gap="0">
			{canOpen ? (
				<Link color="brand.fg" textDecoration="underline" href={`#${documentPath({ id: id.data, scope })}`}>
					{citationOf(chunk)}
				</Link>
			) : (
				<Text>{citationOf(chunk)}</Text>
			)}
			<Quiet>{text.scopes[scope]}</Quiet>
		</Stack>
	);
}

/** Why a step used none. A step without the flag did not reach the knowledge. */
function noneOf({ hasOrgKnowledge }: ReplyOf<typeof stepKnowledgeRoute>): string {
	if (hasOrgKnowledge === undefined) return text.unknown;
	return hasOrgKnowledge ? text.none : `${text.none} ${text.noOrg}`;
}
