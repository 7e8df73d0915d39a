import { Button, Field, HStack, Input, Text } from "@chakra-ui/react";
import type { ApprovalScope, PendingApproval } from "@webhand/contracts/tools/approvals";
import { useEffect, useState } from "react";
import { ApprovalFacts } from "./approval-facts.tsx";
import { ApprovalFrame } from "./approval-frame.tsx";
import { ScopeChoice } from "./scope-choice.tsx";
import { TimeLeft } from "./time-left.tsx";
import type { Decision } from "./use-decisions.ts";
import { approvalsText } from "./words.ts";

type Props = {
	readonly approval: PendingApproval;
	readonly left: number;
	readonly isBusy: boolean;
	readonly onDecide: (decision: Decision, reason: string) => void;
};

// Protects against a click or a key that was meant for something else.
const answerDelayMs = 500;
const reasonLimit = 500;

/** A tool call that is decided alone. */
export function SingleApproval({ approval, left, isBusy, onDecide }: Props) {
	const text = approvalsText;
	const [scope, setScope] = useState<ApprovalScope>("once");
	const [reason, setReason] = useState<string | null>(null);
	const isNew = useIsNew();
	const { id } = approval;
	return (
		<ApprovalFrame title={text.title} about={id}>
			<ApprovalFacts approval={approval} />
			<ScopeChoice offered={approval.ruleText} scope={scope} onScope={setScope} />
			{reason === null ? null : (
				<Field.Root gap="1">
					<Field.Label textStyle="name">{text.reason}</Field.Label>
					<Input
						size="xs"
						autoFocus
						dir="auto"
						bg="bg.card"
						borderColor="line.strong"
						maxLength={reasonLimit}
						value={reason}
						onChange={(event) => setReason(event.target.value)}
						onKeyDown={(event) => {
							if (event.key === "Enter" && !event.nativeEvent.isComposing) onDecide({ id, decision: "rejected" }, reason);
						}}
					/>
				</Field.Root>
			)}
			<TimeLeft left={left} />
			<HStack gap="2" wrap="wrap">
				<Button
					data-safe
					size="xs"
					variant="outline"
					borderColor="line.strong"
					disabled={isBusy}
					onClick={() => onDecide({ id, decision: "rejected" }, reason ?? "")}
				>
					{text.reject}
				</Button>
				{reason === null ? (
					<Button size="xs" variant="ghost" color="inherit" disabled={isBusy} onClick={() => setReason("")}>
						{text.withReason}
					</Button>
				) : null}
				<Button
					size="xs"
					ms="auto"
					colorPalette="brand"
					loading={isBusy}
					aria-label={text.approve}
					disabled={isNew}
					onClick={() => onDecide({ id, decision: "approved", scope }, "")}
				>
					{text.approve}
				</Button>
			</HStack>
			{left === 0 ? <Text textStyle="small">{text.expired}</Text> : null}
		</ApprovalFrame>
	);
}

/** True for the first half second. */
export function useIsNew(): boolean {
	const [isNew, setIsNew] = useState(true);
	useEffect(() => {
		const timer = setTimeout(() => setIsNew(false), answerDelayMs);
		return () => clearTimeout(timer);
	}, []);
	return isNew;
}
