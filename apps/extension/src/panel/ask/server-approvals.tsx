import { Box, Stack } from "@chakra-ui/react";
import type { Question } from "@webhand/contracts/agent/interact";
import type { PendingApproval } from "@webhand/contracts/tools/approvals";
import { useEffect } from "react";
import { useLoaded } from "../../kit/load/queries.ts";
import { Loading } from "../../kit/states.tsx";
import { ApprovalFacts } from "../host/approvals/approval-facts.tsx";
import { ToolProblem } from "../host/kit/tool-problem.tsx";
import { askText } from "./words.ts";

/** Reads an approval of the signed-in person. */
export type ReadApproval = (id: PendingApproval["id"], signal: AbortSignal) => Promise<PendingApproval>;

type Props = {
	readonly asked: NonNullable<Question["approvals"]>;
	readonly read: ReadApproval;
	/** Told once all that would be done is on the screen. */
	readonly onShown: () => void;
};

/** What the server would do, whole: loading, a problem with a way to try again, or the facts of each call. */
export function ServerApprovals({ asked, read, onShown }: Props) {
	const ids = asked.map(({ id }) => id).join(" ");
	const { value, problem, isLoading, retry } = useLoaded(["asked", ids], (signal) => Promise.all(asked.map(({ id }) => read(id, signal))));
	const isShown = value !== null;
	useEffect(() => {
		if (isShown) onShown();
	}, [isShown, onShown]);
	if (value === null)
		return problem === null || isLoading ? (
			<Box role="status" aria-label={askText.factsLoading}>
				<Loading lines={3} />
			</Box>
		) : (
			<ToolProblem problem={problem} onRetry={retry} />
		);
	return (
		<Stack gap="2" maxH="45vh" overflowY="auto" tabIndex={0} role="region" aria-label={askText.facts}>
			{value.map((approval) => (
				<ApprovalFacts key={approval.id} approval={approval} isTold={value.length === 1} />
			))}
		</Stack>
	);
}
