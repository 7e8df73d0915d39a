import { Box, Button, Field, Heading, HStack, Input, List, Stack, Text } from "@chakra-ui/react";
import type { Question } from "@webhand/contracts/agent/interact";
import type { FormEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { text } from "../../text/en.ts";
import { choiceLabels, secondsUntil } from "../../view/select.ts";

type Props = {
	readonly question: Question;
	readonly missing: readonly string[];
	readonly isBusy: boolean;
	readonly now: number;
	readonly onAnswer: (answer: string) => void;
	readonly onDone: () => void;
};

/** A question of the agent, or the moment when the person takes over. Choices are buttons; anything else is typed. */
export function UserInputPrompt({ question, missing, isBusy, now, onAnswer, onDone }: Props) {
	const title = useRef<HTMLHeadingElement>(null);
	const [answer, setAnswer] = useState("");
	const isHandoff = question.kind === "handoff";
	const choices = question.choices ?? [];
	const labels = choiceLabels(choices);
	const left = secondsUntil(Date.parse(question.expiresAt), now);
	// A new question takes the focus, an old one keeps it where it is.
	useEffect(() => title.current?.focus(), [question.id]);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (answer.trim() !== "") onAnswer(answer.trim());
	};
	return (
		<Box
			role="alertdialog"
			aria-labelledby="ask-title"
			aria-describedby="ask-text"
			borderWidth="1px"
			borderColor="line.strong"
			bg="bg.note"
			color="fg.note"
			rounded="lg"
			p="3"
		>
			<Stack gap="2">
				<Heading as="h2" size="sm" id="ask-title" ref={title} tabIndex={-1}>
					{isHandoff ? text.ask.handoff : text.ask.question}
				</Heading>
				<Text id="ask-text" whiteSpace="pre-wrap">
					{question.text}
				</Text>
				{missing.length > 0 ? (
					<Box>
						<Text fontSize="xs">{text.ask.missing}</Text>
						<List.Root ps="4">
							{missing.map((item) => (
								<List.Item key={item}>{item}</List.Item>
							))}
						</List.Root>
					</Box>
				) : null}
				{isHandoff ? (
					<>
						<Text fontSize="xs">{text.ask.handoffHint}</Text>
						<Button size="sm" colorPalette="blue" alignSelf="start" loading={isBusy} onClick={onDone}>
							{text.ask.done}
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
									borderColor="line.strong"
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
							<HStack align="end">
								<Field.Root>
									<Field.Label fontSize="xs">{text.ask.answer}</Field.Label>
									<Input
										size="sm"
										maxLength={4_000}
										borderColor="line.strong"
										value={answer}
										onChange={(event) => setAnswer(event.target.value)}
									/>
								</Field.Root>
								<Button type="submit" size="sm" colorPalette="blue" loading={isBusy} disabled={answer.trim() === ""}>
									{text.ask.send}
								</Button>
							</HStack>
						</form>
					</>
				)}
				<Text fontSize="xs">{left === 0 ? text.ask.expired : text.ask.left(left)}</Text>
			</Stack>
		</Box>
	);
}
