import { Box, Button, Flex, Heading, Stack, Text } from "@chakra-ui/react";
import type { MeaningTrial, MeaningView } from "@webhand/contracts/knowledge/meaning";
import { meaningRoute, measureMeaningRoute } from "@webhand/contracts/knowledge/meaning";
import { useReply, useSubmit } from "../../../kit/load/queries.ts";
import { Loading } from "../../../kit/states.tsx";
import { formatNumber, formatTime } from "../../../kit/words/format.ts";
import type { PageApi } from "../../../signed-in-api.ts";
import { Card } from "../../kit/card.tsx";
import type { Column } from "../../kit/list/data-table.tsx";
import { DataTable } from "../../kit/list/data-table.tsx";
import { LoadView } from "../../kit/load/load-view.tsx";
import { ProblemView } from "../../kit/load/problem-view.tsx";
import { knowledgeText } from "../words.ts";

const text = knowledgeText.meaning;

/** Whether search by meaning helps with the organization's own documents, and the test that decides it. */
export function MeaningCard({ api }: { readonly api: PageApi }) {
	const loaded = useReply(api, meaningRoute, { query: {} });
	const trial = useSubmit(async () => loaded.replace(await api.call(measureMeaningRoute, { query: {} })));
	const { isBusy, problem } = trial;
	const measure = () => void trial.submit();
	return (
		<Card label={text.title}>
			<Stack gap="3">
				<Heading as="h2" size="md">
					{text.title}
				</Heading>
				<LoadView loaded={loaded} skeleton={<Loading lines={2} />}>
					{(view) => <Found view={view} isBusy={isBusy} onMeasure={measure} />}
				</LoadView>
				{problem === null ? null : <ProblemView problem={problem} onRetry={measure} />}
			</Stack>
		</Card>
	);
}

type FoundProps = { readonly view: MeaningView; readonly isBusy: boolean; readonly onMeasure: () => void };

function Found({ view: { model, measuredAt, trials }, isBusy, onMeasure }: FoundProps) {
	if (model === undefined) return <Text color="fg.quiet">{text.noEndpoint}</Text>;
	return (
		<Stack gap="3">
			<Flex justify="space-between" align="center" wrap="wrap" gap="3">
				<Text color="fg.quiet" flex="1 1 16rem" overflowWrap="anywhere">
					{measuredAt === undefined ? text.notMeasured(model) : text.measured(model, formatTime(measuredAt))}
				</Text>
				<Button size="sm" variant="outline" loading={isBusy} loadingText={text.measuring} disabled={isBusy} onClick={onMeasure}>
					{text.measure}
				</Button>
			</Flex>
			<Box role="status">
				{measuredAt === undefined ? null : trials.length === 0 ? (
					<Text>{text.nothing}</Text>
				) : (
					<DataTable text={text} columns={columns} rows={trials} keyOf={({ language }) => language} />
				)}
			</Box>
		</Stack>
	);
}

const share = (value: number) => value.toFixed(2);
const columns: readonly Column<MeaningTrial>[] = [
	{ key: "language", shown: ({ language }) => knowledgeText.documents.languages[language] },
	{ key: "questions", isNumber: true, shown: ({ questions }) => formatNumber(questions) },
	{ key: "words", isNumber: true, shown: ({ words }) => share(words) },
	{ key: "best", isNumber: true, shown: ({ best }) => share(best) },
	{ key: "use", shown: ({ use, questions }) => text.uses[use](questions) },
];
