import { Box, Button, Checkbox, List, Stack, Text } from "@chakra-ui/react";
import type { Question } from "@webhand/contracts/agent/interact";
import { useCallback, useEffect, useState } from "react";
import { conversationText } from "../../chat-words.ts";
import { AlertDialog } from "../../kit/dialogs/alert-dialog.tsx";
import { useHeldWhileTyping } from "../../kit/typing.ts";
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
	readonly onAnswer: (answer: { readonly approved: boolean; readonly remember: boolean }) => void;
	readonly onDenyAndStop: () => void;
};

// Protects against a click or a key that was meant for something else.
const answerDelayMs = 500;

const moneyReasons: ReadonlySet<string> = new Set(["pay_word", "amount_beside", "checkout_page", "card_in_form"]);

/**
 * The security gate's question, one instance each: what happens, where it goes, and why it is asked. Escape denies. What the server would
 * do is read first: nothing can be allowed unseen.
 */
export function ConfirmationDialog({ question, isBusy, now, outcome, readApproval, onAnswer, onDenyAndStop }: Props) {
	const isHeld = useHeldWhileTyping();
	const [isNew, setIsNew] = useState(true);
	const [isRemembered, setIsRemembered] = useState(false);
	const facts = question.approval;
	const { approvals: asked = [] } = question;
	const [isRead, setIsRead] = useState(asked.length === 0);
	const onShown = useCallback(() => setIsRead(true), []);
	const canRemember = facts?.isSearch === true;
	const left = secondsUntil(Date.parse(question.expiresAt), now);
	useEffect(() => {
		if (isHeld) return;
		const timer = setTimeout(() => setIsNew(false), answerDelayMs);
		return () => clearTimeout(timer);
	}, [isHeld]);
	const allow = () => onAnswer({ approved: true, remember: isRemembered && canRemember });
	const refuse = () => onAnswer({ approved: false, remember: false });
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
					{conversationText.answerHere}
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
			confirm={{ label: askText.allow, onChoose: allow, palette: "brand", isBusy, isDisabled: isNew || !isRead }}
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
					<Facts facts={facts} />
				) : null}
				{canRemember ? (
					<Checkbox.Root size="sm" checked={isRemembered} onCheckedChange={({ checked }) => setIsRemembered(checked === true)}>
						<Checkbox.HiddenInput />
						<Checkbox.Control borderColor="line.strong" />
						<Checkbox.Label>{askText.remember}</Checkbox.Label>
					</Checkbox.Root>
				) : null}
				<Text textStyle="small" color="fg.quiet">
					{askText.denyHint} {askText.left(left)}
				</Text>
			</Stack>
		</AlertDialog>
	);
}

/** What is allowed, where, and what it changes; the question's text says why it is asked. */
function Facts({ facts }: { readonly facts: NonNullable<Question["approval"]> }) {
	const opens = [...(facts.newTab ? [askText.newTab] : []), ...(facts.download ? [askText.download] : [])].join(", ");
	// A price in the row of a deleted item is not its cost.
	const isAboutMoney = !facts.reasons.includes("destructive_word") || facts.reasons.some((reason) => moneyReasons.has(reason));
	const rows: readonly (readonly [label: string, value: string])[] = [
		[askText.control, facts.label],
		[askText.row, facts.row ?? ""],
		[askText.site, facts.site],
		[askText.target, facts.formTarget ?? ""],
		[askText.address, facts.address ?? ""],
		[askText.opens, opens],
		[askText.amount, isAboutMoney ? (facts.amount ?? "") : ""],
	];
	return (
		<Box borderWidth="1px" borderColor="line.soft" rounded="lg" bg="bg.sunken" p="2.5" textStyle="small" overflowWrap="anywhere">
			{rows
				.filter(([, value]) => value !== "")
				.map(([label, value]) => (
					<Text key={label}>
						<Text as="span" color="fg.quiet">
							{label}:{" "}
						</Text>
						{value}
					</Text>
				))}
			{facts.fields.length > 0 ? <Fields fields={facts.fields} more={facts.moreFields ?? 0} /> : null}
		</Box>
	);
}

/** The sent fields. A long list scrolls, so the buttons stay visible. */
function Fields({ fields, more }: { readonly fields: readonly string[]; readonly more: number }) {
	return (
		<>
			<Text color="fg.quiet" id="approval-fields">
				{askText.fields}:
			</Text>
			<List.Root aria-labelledby="approval-fields" maxHeight="9rem" overflowY="auto" paddingStart="4" tabIndex={0}>
				{[...fields.entries()].map(([index, field]) => (
					<List.Item key={index}>{field}</List.Item>
				))}
				{more > 0 ? <List.Item>{askText.moreFields(more)}</List.Item> : null}
			</List.Root>
		</>
	);
}
