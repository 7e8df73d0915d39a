import { Button, Checkbox, Stack, Text } from "@chakra-ui/react";
import type { Question } from "@webhand/contracts/agent/interact";
import type { AnswerRequest } from "@webhand/contracts/agent/runs";
import { useCallback, useEffect, useState } from "react";
import { conversationText } from "../../chat-words.ts";
import { ApprovalFactList } from "../../kit/ask/approval-facts.tsx";
import { AlertDialog } from "../../kit/dialogs/alert-dialog.tsx";
import type { StandingWish } from "../../kit/mandates/standing-answer.tsx";
import { isReadable, onlyOnce, reachOf, StandingAnswer, wishOf } from "../../kit/mandates/standing-answer.tsx";
import { mandateText } from "../../kit/mandates/words.ts";
import { Problem } from "../../kit/states.tsx";
import { useHeldWhileTyping } from "../../kit/typing.ts";
import { language } from "../../kit/words/language.ts";
import { Words } from "../../kit/words/quoted-words.tsx";
import type { AskOutcome } from "../panel-props.ts";
import { secondsUntil } from "../state/select.ts";
import { AskCard } from "./ask-card.tsx";
import { AskOutcomeLine, isSettled } from "./ask-outcome.tsx";
import type { ReadApproval } from "./server-approvals.tsx";
import { ServerApprovals } from "./server-approvals.tsx";
import { askText } from "./words.ts";

type Props = {
	readonly question: Question;
	readonly isBusy: boolean;
	readonly now: number;
	/** What became of the question; absent while it is open. */
	readonly outcome?: AskOutcome | undefined;
	readonly readApproval: ReadApproval;
	/** Lets a routine act without asking from now on. @returns why not; "" where it may */
	readonly grant: (wish: StandingWish) => Promise<string>;
	readonly onAnswer: (answer: Pick<AnswerRequest, "approved" | "remember">) => void;
	readonly onDenyAndStop: () => void;
};

// Protects against a click or a key that was meant for something else.
const answerDelayMs = 500;

/**
 * The security gate's question, one instance each: what happens, where it goes, and why it is asked. Escape denies. What the server would
 * do is read first: nothing can be allowed unseen.
 */
export function ConfirmationDialog({ question, isBusy, now, outcome, readApproval, grant, onAnswer, onDenyAndStop }: Props) {
	const isHeld = useHeldWhileTyping();
	const [isNew, setIsNew] = useState(true);
	const [isRemembered, setIsRemembered] = useState(false);
	const facts = question.approval;
	const { approvals: asked = [] } = question;
	const [isRead, setIsRead] = useState(asked.length === 0);
	const onShown = useCallback(() => setIsRead(true), []);
	const canRemember = facts?.isSearch === true;
	const recorded = facts?.recorded;
	const [standing, setStanding] = useState(recorded && onlyOnce(recorded));
	const [refusal, setRefusal] = useState("");
	const [isGranting, setIsGranting] = useState(false);
	const left = secondsUntil(Date.parse(question.expiresAt), now);
	useEffect(() => {
		if (isHeld) return;
		const timer = setTimeout(() => setIsNew(false), answerDelayMs);
		return () => clearTimeout(timer);
	}, [isHeld]);
	const wish = recorded && standing && wishOf(recorded, standing, now);
	const allow = async () => {
		// A yes that was to count from now on counts for nothing less.
		setIsGranting(true);
		const why = wish === undefined ? "" : await grant(wish);
		setIsGranting(false);
		const remember = reachOf(wish) ?? (isRemembered && canRemember ? "task" : undefined);
		if (why === "") onAnswer({ approved: true, ...(remember === undefined ? {} : { remember }) });
		setRefusal(why);
	};
	const refuse = () => onAnswer({ approved: false });
	// The panel's clock may be ahead of the server's word.
	const shown: AskOutcome | undefined = outcome ?? (left === 0 ? { kind: "expired" } : undefined);
	if (shown !== undefined && isSettled(shown)) {
		return (
			<AskCard title={askText.approvalTitle} text={question.text} about={question.id} isSettled>
				<AskOutcomeLine outcome={shown} />
			</AskCard>
		);
	}
	// The dialog opens as soon as the focus leaves the field: by Tab, by a click, or by this button.
	if (isHeld) {
		return (
			<AskCard title={askText.approvalTitle} text={question.text} about={question.id}>
				<Button size="xs" colorPalette="brand" alignSelf="start">
					{conversationText[language].answerHere}
				</Button>
			</AskCard>
		);
	}
	return (
		<AlertDialog
			isOpen
			title={askText.approvalTitle}
			other={{ label: askText.denyStop, onChoose: onDenyAndStop, isDisabled: isBusy }}
			decline={{ label: askText.deny, onChoose: refuse, isDisabled: isBusy }}
			confirm={{
				label: wish === undefined ? askText.allow : mandateText.grant,
				onChoose: () => void allow(),
				palette: "brand",
				isBusy: isBusy || isGranting,
				isDisabled: isNew || !isRead || (recorded !== undefined && standing !== undefined && !isReadable(recorded, standing)),
			}}
			isNew={isNew}
		>
			<Stack gap="3">
				<Text overflowWrap="anywhere">
					<Words>{question.text}</Words>
				</Text>
				{shown === undefined ? null : <AskOutcomeLine outcome={shown} />}
				{asked.length > 0 ? (
					<ServerApprovals asked={asked} read={readApproval} onShown={onShown} />
				) : facts ? (
					<ApprovalFactList facts={facts} />
				) : null}
				{canRemember ? (
					<Checkbox.Root size="sm" checked={isRemembered} onCheckedChange={({ checked }) => setIsRemembered(checked === true)}>
						<Checkbox.HiddenInput />
						<Checkbox.Control borderColor="line.strong" />
						<Checkbox.Label>{askText.remember}</Checkbox.Label>
					</Checkbox.Root>
				) : null}
				{recorded && standing ? <StandingAnswer recorded={recorded} value={standing} onChange={setStanding} /> : null}
				{refusal === "" ? null : <Problem message={refusal} />}
				<Text textStyle="small" color="fg.quiet">
					{askText.denyHint} {askText.left(left)}
				</Text>
			</Stack>
		</AlertDialog>
	);
}
