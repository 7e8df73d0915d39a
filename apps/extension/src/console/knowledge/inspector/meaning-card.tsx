import { Box, Button, Flex, Heading, Stack, Text } from "@chakra-ui/react";
import type { MeaningTrial, MeaningView } from "@webhand/contracts/knowledge/meaning";
import { meaningRoute, measureMeaningRoute } from "@webhand/contracts/knowledge/meaning";
import { useCallback, useState } from "react";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemOf } from "../../../kit/load/problem.ts";
import { useLoaded } from "../../../kit/load/use-loaded.ts";
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
	const loaded = useLoaded(useCallback((signal: AbortSignal) => api.call(meaningRoute, { query: {}, signal }), [api]));
	const [isBusy, setIsBusy] = useState(false);
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const measure = () => {
		setIsBusy(true);
		setProblem(null);
		api
			.call(measureMeaningRoute, { query: {} })
			.then(loaded.replace)
			.catch((error: unknown) => setProblem(problemOf(error)))
			.finally(() => setIsBusy(false));
	};
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
					<DataTable caption={text.caption} columns={columns} rows={trials} keyOf={({ language }) => language} />
				)}
			</Box>
		</Stack>
	);
}

const share = (value: number) => value.toFixed(2);
const columns: readonly Column<MeaningTrial>[] = [
	{ key: "language", title: text.columns.language, isNumber: false, shown: ({ language }) => knowledgeText.documents.languages[language] },
	{ key: "questions", title: text.columns.questions, isNumber: true, shown: ({ questions }) => formatNumber(questions) },
	{ key: "words", title: text.columns.words, isNumber: true, shown: ({ words }) => share(words) },
	{ key: "best", title: text.columns.best, isNumber: true, shown: ({ best }) => share(best) },
	{ key: "use", title: text.columns.use, isNumber: false, shown: ({ use, questions }) => text.uses[use](questions) },
];
