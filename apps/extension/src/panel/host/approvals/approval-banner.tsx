import { Box, Stack, Text } from "@chakra-ui/react";
import type { PendingApproval } from "@webhand/contracts/tools/approvals";
import { useEffect, useRef } from "react";
import { useNow } from "../../../kit/now.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { ToolProblem } from "../kit/tool-problem.tsx";
import { BatchApproval } from "./batch-approval.tsx";
import { SingleApproval } from "./single-approval.tsx";
import { useDecisions } from "./use-decisions.ts";
import { approvalsText } from "./words.ts";

type Props = {
	readonly api: SignedInApi;
	readonly approvals: readonly PendingApproval[];
	/** Called when a question was answered here: its buttons are gone, and the focus with them. */
	readonly onAnswered: () => void;
};

/** The tool calls that wait for the person: calls of the tier batch in one question, all others one by one. */
export function ApprovalBanner({ api, approvals, onAnswered }: Props) {
	const text = approvalsText;
	const { decide, decideAll, isBusy, problem, settled } = useDecisions(api);
	const answered = settled.size;
	useEffect(() => {
		if (answered > 0) onAnswered();
	}, [answered, onAnswered]);
	const now = useNow(approvals.length > 0);
	const waiting = approvals.filter(({ id, status }) => status === "pending" && !settled.has(id));
	const open = waiting.filter(({ expiresAt }) => Date.parse(expiresAt) > now);
	const batch = useFrozen(open.filter(({ tier }) => tier === "batch"));
	const [single] = open.filter(({ tier }) => tier !== "batch");
	const shown = batch.length > 0 ? batch : single === undefined ? [] : [single];
	const left = Math.max(0, Math.min(...shown.map(({ expiresAt }) => Math.ceil((Date.parse(expiresAt) - now) / 1_000))));
	const more = open.length - shown.length;
	const [first] = shown;
	return (
		<Stack gap="2">
			{problem === null ? null : <ToolProblem problem={problem} />}
			{waiting.length > open.length ? (
				<Box role="status" bg="bg.sunken" rounded="lg" px="3" py="2" textStyle="small">
					{text.expired}
				</Box>
			) : null}
			{first === undefined ? null : shown.length === 1 ? (
				<SingleApproval
					key={first.id}
					approval={first}
					left={left}
					isBusy={isBusy}
					onDecide={(decision, reason) => void decide(decision, reason)}
				/>
			) : (
				<BatchApproval
					key={shown.map(({ id }) => id).join(" ")}
					approvals={shown}
					left={left}
					isBusy={isBusy}
					onDecide={(decisions) => void decideAll(decisions)}
				/>
			)}
			{more > 0 ? (
				<Text textStyle="small" color="fg.quiet">
					{text.moreWait(more)}
				</Text>
			) : null}
		</Stack>
	);
}

/** A list as it was first shown, without those that no longer wait: one that came later waits for the next showing. */
function useFrozen(approvals: readonly PendingApproval[]): readonly PendingApproval[] {
	const frozen = useRef<ReadonlySet<string>>(new Set());
	const kept = approvals.filter(({ id }) => frozen.current.has(id));
	if (kept.length > 0) return kept;
	frozen.current = new Set(approvals.map(({ id }) => id));
	return approvals;
}
