import { Box, Button, Checkbox, Collapsible, HStack, Stack, Text } from "@chakra-ui/react";
import type { PendingApproval } from "@webhand/contracts/tools/approvals";
import { useState } from "react";
import { ChevronIcon } from "../../../kit/icons.tsx";
import { toolWords } from "../history/tool-calls.ts";
import { HiddenMarks } from "../kit/hidden-marks.tsx";
import { ApprovalFacts } from "./approval-facts.tsx";
import { ApprovalFrame } from "./approval-frame.tsx";
import { useIsNew } from "./single-approval.tsx";
import { TimeLeft } from "./time-left.tsx";
import type { Decision } from "./use-decisions.ts";
import { approvalsText } from "./words.ts";

type Props = {
	/** Frozen: what is shown is what is decided. */
	readonly approvals: readonly PendingApproval[];
	readonly left: number;
	readonly isBusy: boolean;
	readonly onDecide: (decisions: readonly Decision[]) => void;
};

/** Items that are unfolded at first; more would push the buttons away. */
const unfolded = 2;

/** Several tool calls in one question: each is ticked by itself, and one request decides them all. */
export function BatchApproval({ approvals, left, isBusy, onDecide }: Props) {
	const text = approvalsText;
	const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
	const isNew = useIsNew();
	const tick = (id: string, isTicked: boolean) =>
		setTicked((before) => new Set([...[...before].filter((one) => one !== id), ...(isTicked ? [id] : [])]));
	const decide = (isApproved: (id: string) => boolean) =>
		onDecide(approvals.map(({ id }) => ({ id, decision: isApproved(id) ? "approved" : "rejected" })));
	const approved = approvals.filter(({ id }) => ticked.has(id)).length;
	return (
		<ApprovalFrame title={text.batchTitle(approvals.length)} about={approvals.map(({ id }) => id).join(" ")}>
			<Text textStyle="small">{text.batchHint}</Text>
			<Stack role="list" gap="1.5">
				{approvals.map((approval, index) => (
					<Item
						key={approval.id}
						approval={approval}
						isOpenAtFirst={index < unfolded}
						isTicked={ticked.has(approval.id)}
						onTick={(isTicked) => tick(approval.id, isTicked)}
					/>
				))}
			</Stack>
			<TimeLeft left={left} />
			<HStack gap="2" wrap="wrap">
				<Button data-safe size="xs" variant="outline" borderColor="line.strong" disabled={isBusy} onClick={() => decide(() => false)}>
					{text.rejectAll}
				</Button>
				<Button
					size="xs"
					ms="auto"
					colorPalette="brand"
					loading={isBusy}
					aria-label={approved === 0 ? text.approve : text.approveSome(approved, approvals.length - approved)}
					disabled={isNew || approved === 0}
					onClick={() => decide((id) => ticked.has(id))}
				>
					{approved === 0 ? text.approve : text.approveSome(approved, approvals.length - approved)}
				</Button>
			</HStack>
		</ApprovalFrame>
	);
}

type ItemProps = {
	readonly approval: PendingApproval;
	readonly isOpenAtFirst: boolean;
	readonly isTicked: boolean;
	readonly onTick: (isTicked: boolean) => void;
};

function Item({ approval, isOpenAtFirst, isTicked, onTick }: ItemProps) {
	const [isOpen, setIsOpen] = useState(isOpenAtFirst);
	const title = approval.effect === "" ? toolWords(approval.toolName, JSON.stringify(approval.args)) : approval.effect;
	return (
		<Box role="listitem" bg="bg.card" borderWidth="1px" borderColor={isTicked ? "line.done" : "line.soft"} rounded="lg" px="2.5" py="2">
			<Collapsible.Root open={isOpen} onOpenChange={({ open }) => setIsOpen(open)} lazyMount unmountOnExit>
				<HStack gap="2" align="start">
					<Checkbox.Root
						size="sm"
						mt="0.5"
						flex="1"
						minW="0"
						alignItems="start"
						checked={isTicked}
						onCheckedChange={({ checked }) => onTick(checked === true)}
					>
						<Checkbox.HiddenInput />
						<Checkbox.Control borderColor="line.strong" mt="0.5" />
						<Checkbox.Label minW="0" overflowWrap="anywhere">
							<HiddenMarks>{title}</HiddenMarks>
						</Checkbox.Label>
					</Checkbox.Root>
					<Collapsible.Trigger asChild>
						<Button size="2xs" variant="ghost" aria-label={approvalsText.details(title)} title={approvalsText.details(title)}>
							<ChevronIcon boxSize="3.5" transform={isOpen ? "none" : "rotate(-90deg)"} />
						</Button>
					</Collapsible.Trigger>
				</HStack>
				<Collapsible.Content pt="2">
					<ApprovalFacts approval={approval} isTold />
				</Collapsible.Content>
			</Collapsible.Root>
		</Box>
	);
}
