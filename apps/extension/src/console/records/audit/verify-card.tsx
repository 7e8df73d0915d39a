import { Alert, Box, Button, Flex, Stack, Text } from "@chakra-ui/react";
import { verifyAuditRoute } from "@webhand/contracts/audit";
import type { WorkspaceId } from "@webhand/contracts/ids";
import { useSubmit } from "../../../kit/load/queries.ts";
import { formatTime } from "../../../kit/words/format.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { Card } from "../../kit/card.tsx";
import { ProblemView } from "../../kit/load/problem-view.tsx";
import { hostAuditText as all } from "./host-words.ts";
import { verdictWords } from "./outcome-words.ts";

/** Names of workspaces by id. */
export type WorkspaceNames = ReadonlyMap<WorkspaceId, string>;

const text = all.verify;

/** Checks the chains, of one workspace where one is chosen, and says whether they are whole. */
export function VerifyCard({ api, workspace, names }: { api: SignedInApi; workspace: WorkspaceId | undefined; names: WorkspaceNames }) {
	const check = useSubmit(() => api.call(verifyAuditRoute, { query: { workspaceId: workspace } }));
	const { isBusy, done: verdict, problem } = check;
	const verify = () => void check.submit();
	const nameOf = (id: string) => names.get(id as WorkspaceId) ?? id;
	const words = verdict === null ? null : verdictWords(verdict, { nameOf, formatTime });
	return (
		<Card label={text.button}>
			<Stack gap="3">
				<Flex justify="space-between" align="center" wrap="wrap" gap="3">
					<Text color="fg.quiet" flex="1 1 16rem">
						{text.hint}
					</Text>
					<Button size="sm" colorPalette="brand" loading={isBusy} loadingText={text.busy} disabled={isBusy} onClick={verify}>
						{verdict === null ? text.button : text.again}
					</Button>
				</Flex>
				<Box role="status" _empty={{ display: "none" }}>
					{words === null ? null : (
						<Alert.Root status={words.isWhole ? "success" : "error"} size="sm">
							<Alert.Indicator aria-hidden />
							<Alert.Content minW="0">
								<Alert.Title overflowWrap="anywhere">{words.title}</Alert.Title>
								{words.details.map((line) => (
									<Alert.Description key={line}>{line}</Alert.Description>
								))}
							</Alert.Content>
						</Alert.Root>
					)}
				</Box>
				{problem === null ? null : <ProblemView problem={problem} onRetry={verify} />}
			</Stack>
		</Card>
	);
}
