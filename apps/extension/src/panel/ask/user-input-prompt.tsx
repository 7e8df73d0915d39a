import { Box, Button, Field, HStack, Input, List, Text } from "@chakra-ui/react";
import type { Question } from "@webhand/contracts/agent/interact";
import type { FormEvent, ReactNode } from "react";
import { useState } from "react";
import type { AskOutcome } from "../panel-props.ts";
import { choiceLabels, secondsUntil } from "../state/select.ts";
import { AskCard } from "./ask-card.tsx";
import { AskOutcomeLine, isSettled } from "./ask-outcome.tsx";
import { askText } from "./words.ts";

type Props = {
	readonly question: Question;
	readonly missing: readonly string[];
	readonly isBusy: boolean;
	readonly now: number;
	/** Stands between a hand-over and its end. */
	readonly logins?: ReactNode;
	/** What became of the question; absent while it is open. */
	readonly outcome?: AskOutcome | undefined;
	readonly onAnswer: (answer: string) => void;
	readonly onDone: () => void;
};

/** A question of the agent, or a handover to the user. Choices are buttons; other answers are typed. */
export function UserInputPrompt({ question, missing, isBusy, now, logins, outcome, onAnswer, onDone }: Props) {
	const [answer, setAnswer] = useState("");
	const isHandoff = question.kind === "handoff";
	const choices = question.choices ?? [];
	const labels = choiceLabels(choices);
	const left = secondsUntil(Date.parse(question.expiresAt), now);
	// The panel's clock may be ahead of the server's word.
	const shown: AskOutcome | undefined = outcome ?? (left === 0 ? { kind: "expired" } : undefined);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (answer.trim() !== "") onAnswer(answer.trim());
	};
	return (
		<AskCard title={isHandoff ? askText.handoff : askText.question} text={question.text} about={question.id} isSettled={isSettled(shown)}>
			{missing.length > 0 ? (
				<Box>
					<Text textStyle="small">{askText.missing}</Text>
					<List.Root ps="4">
						{missing.map((item) => (
							<List.Item key={item}>{item}</List.Item>
						))}
					</List.Root>
				</Box>
			) : null}
			{shown === undefined ? null : <AskOutcomeLine outcome={shown} />}
			{isSettled(shown) ? null : isHandoff ? (
				<>
					<Text textStyle="small">{askText.handoffHint}</Text>
					{logins}
					<Button size="sm" colorPalette="brand" alignSelf="start" loading={isBusy} aria-label={askText.done} onClick={onDone}>
						{askText.done}
					</Button>
				</>
			) : (
				<>
					<HStack wrap="wrap">
						{choices.map((choice, index) => (
							<Button
								key={choice}
								size="sm"
								variant="outline"
								bg="bg.card"
								borderColor="line.strong"
								rounded="lg"
								height="auto"
								minH="9"
								maxW="full"
								py="1.5"
								whiteSpace="normal"
								overflowWrap="anywhere"
								textAlign="start"
								justifyContent="flex-start"
								aria-label={choice}
								title={choice}
								disabled={isBusy}
								onClick={() => onAnswer(choice)}
							>
								{labels[index] ?? choice}
							</Button>
						))}
					</HStack>
					<form onSubmit={submit}>
						<HStack align="end" wrap="wrap">
							<Field.Root flex="1 1 7rem" minW="0">
								<Field.Label textStyle="small">{askText.answer}</Field.Label>
								<Input
									size="sm"
									maxLength={4_000}
									bg="bg.card"
									borderColor="line.strong"
									value={answer}
									onChange={(event) => setAnswer(event.target.value)}
								/>
							</Field.Root>
							<Button
								type="submit"
								size="sm"
								ms="auto"
								colorPalette="brand"
								loading={isBusy}
								aria-label={askText.send}
								disabled={answer.trim() === ""}
							>
								{askText.send}
							</Button>
						</HStack>
					</form>
				</>
			)}
			{isSettled(shown) ? null : (
				<Text textStyle="small" color="fg.note">
					{askText.left(left)}
				</Text>
			)}
		</AskCard>
	);
}
