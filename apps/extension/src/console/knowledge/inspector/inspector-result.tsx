import { Heading, List, Stack, Text } from "@chakra-ui/react";
import { checkDomainRoute } from "@webhand/contracts/knowledge/domains";
import type { ResolveReply } from "@webhand/contracts/knowledge/resolve";
import { resolveRoute } from "@webhand/contracts/knowledge/resolve";
import type { ReplyOf } from "@webhand/contracts/routes";
import { useLoaded, useReply } from "../../../kit/load/queries.ts";
import { formatNumber } from "../../../kit/words/format.ts";
import type { PageApi } from "../../../signed-in-api.ts";
import { Card } from "../../kit/card.tsx";
import { FactList } from "../../kit/fact-list.tsx";
import { EmptyState } from "../../kit/load/empty-state.tsx";
import { LoadView } from "../../kit/load/load-view.tsx";
import { citationOf } from "../citation.ts";
import { knowledgeText } from "../words.ts";
import { ChunkCard } from "./chunk-card.tsx";

type Props = { readonly api: PageApi; readonly url: string; readonly query: string; readonly isOperator: boolean };
type Checked = ReplyOf<typeof checkDomainRoute>;
type Found = { readonly reply: ResolveReply; readonly ms: number };

const text = knowledgeText.inspector;

/** What the filter let through, and what resolve returned. Each part is shown although the other one failed. */
export function InspectorResult({ api, url, query, isOperator }: Props) {
	const checked = useReply(api, checkDomainRoute, { body: { url } });
	const found = useLoaded(["found", url, query], async (signal): Promise<Found> => {
		const began = performance.now();
		const reply = await api.call(resolveRoute, { query: { url, query: query || undefined }, signal });
		return { reply, ms: Math.round(performance.now() - began) };
	});
	return (
		<Stack gap="6">
			<Card label={text.filter}>
				<Stack gap="3">
					<Heading as="h2" size="md">
						{text.filter}
					</Heading>
					<LoadView loaded={checked} refusals={text.problems}>
						{(reply) => <Filter checked={reply} found={found.value} />}
					</LoadView>
				</Stack>
			</Card>
			<Stack gap="3">
				<Heading as="h2" size="md">
					{text.results}
				</Heading>
				<LoadView loaded={found} refusals={text.problems}>
					{(value) => <Results found={value} checked={checked.value} isOperator={isOperator} />}
				</LoadView>
			</Stack>
		</Stack>
	);
}

function Filter({ checked: { domain, pattern, documents }, found }: { readonly checked: Checked; readonly found: Found | null }) {
	const { filterFacts } = text;
	return (
		<Stack gap="3">
			<FactList
				facts={[
					{ name: filterFacts.domain, value: domain },
					{ name: filterFacts.pattern, value: pattern ?? text.noPattern },
					{ name: filterFacts.documents, value: formatNumber(documents) },
					...(found === null ? [] : [{ name: filterFacts.knowledge, value: found.reply.hasOrgKnowledge ? text.has : text.hasNot }]),
				]}
			/>
			{pattern === null ? <Text color="fg.quiet">{text.filterNone}</Text> : null}
		</Stack>
	);
}

type ResultsProps = { readonly found: Found; readonly checked: Checked | null; readonly isOperator: boolean };

function Results({ found: { reply, ms }, checked, isOperator }: ResultsProps) {
	const { context, citations = [] } = reply;
	if (context.length === 0) return <EmptyState title={text.empty} hint={emptyHint(checked)} />;
	return (
		<Stack gap="4">
			<Text color="fg.quiet" role="status">
				{text.found(context.length, ms)}
			</Text>
			<List.Root as="ol" variant="plain" gap="3">
				{context.map((chunk) => (
					<ChunkCard key={chunk.id} chunk={chunk} isOperator={isOperator} />
				))}
			</List.Root>
			<Card label={text.citations}>
				<Heading as="h3" size="sm" mb="2">
					{text.citations}
				</Heading>
				{citations.length === 0 ? <Text color="fg.quiet">{text.noCitations}</Text> : null}
				<List.Root as="ol" ps="5">
					{citations.map((citation) => (
						<List.Item key={`${citation.documentId} ${citation.section ?? ""} ${citation.page ?? ""}`} overflowWrap="anywhere">
							{citationOf(citation)}
						</List.Item>
					))}
				</List.Root>
			</Card>
		</Stack>
	);
}

function emptyHint(checked: Checked | null): string {
	if (checked === null) return text.emptyHints.noMatch;
	if (checked.pattern === null) return text.emptyHints.noPattern;
	return checked.documents === 0 ? text.emptyHints.noDocuments : text.emptyHints.noMatch;
}
