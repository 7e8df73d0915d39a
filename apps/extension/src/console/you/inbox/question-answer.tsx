import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { AnswerRequest } from "@webhand/contracts/agent/runs";
import { answerRoute } from "@webhand/contracts/agent/runs";
import type { Waiting } from "@webhand/contracts/agent/waiting";
import type { FormEvent } from "react";
import { useState } from "react";
import { ApprovalFactList } from "../../../kit/ask/approval-facts.tsx";
import { TextField } from "../../../kit/form/text-field.tsx";
import { reworded } from "../../../kit/load/problem.ts";
import { useSubmit } from "../../../kit/load/queries.ts";
import { grantStanding } from "../../../kit/mandates/grant-standing.ts";
import { allowedWords, isReadable, onlyOnce, reachOf, StandingAnswer, wishOf } from "../../../kit/mandates/standing-answer.tsx";
import { mandateText } from "../../../kit/mandates/words.ts";
import { Words } from "../../../kit/words/quoted-words.tsx";
import type { PageApi } from "../../../signed-in-api.ts";
import type { Changing } from "../../kit/form/use-change.tsx";
import { ProblemView } from "../../kit/load/problem-view.tsx";
import { inboxText as text } from "./words.ts";

export type AnswerProps = {
	readonly api: PageApi;
	readonly ask: Changing["ask"];
	/** @param done what was done, in words */
	readonly onAnswered: (done: string) => void;
};

type Entry = Extract<Waiting, { kind: "question" }>;
type Props = AnswerProps & { readonly entry: Entry };
type Given = Pick<AnswerRequest, "approved" | "answer" | "done" | "remember">;

/** A question in the page's words, with its ways to answer. An answer names the question: another one is never answered by it. */
export function QuestionAnswer({ api, ask, onAnswered, entry }: Props) {
	const { question, taskId, title } = entry;
	const send = (given: Given) => api.call(answerRoute, { params: { runId: taskId }, body: { ...given, questionId: question.id } });
	const [typed, setTyped] = useState("");
	const answering = useSubmit(async ({ given, done }: { readonly given: Given; readonly done: string }) => {
		await send(given);
		onAnswered(done);
	});
	const say = (given: Given, done: string) => void answering.submit({ given, done });
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (typed.trim() !== "") say({ answer: typed.trim() }, text.told.sent);
	};
	const recorded = question.approval?.recorded;
	const [standing, setStanding] = useState(recorded && onlyOnce(recorded));
	const isLegible = recorded === undefined || standing === undefined || isReadable(recorded, standing);
	const shown = <Shown question={question} />;
	// New entries move the others: a yes is asked for once more, with what it is for.
	const allow = () => {
		const wish = recorded && standing && wishOf(recorded, standing, Date.now());
		const remember = reachOf(wish);
		ask({
			title: text.allowTitle,
			lead: (
				<Stack gap="3">
					{shown}
					<Text color="fg.quiet">{wish === undefined ? text.allowNote : `${allowedWords(wish)} ${text.standingNote}`}</Text>
				</Stack>
			),
			confirm: wish === undefined ? text.allow : mandateText.grant,
			act: async () => {
				if (wish !== undefined) await grantStanding(api, wish);
				await send({ approved: true, ...(remember === undefined ? {} : { remember }) });
				onAnswered(wish === undefined ? text.told.allowed : text.told.allowedFor(allowedWords(wish)));
				// The page tells it, in the same place as the other answers.
				return "";
			},
		});
	};
	const problem = reworded(answering.problem, text.refusals);
	return (
		<Stack gap="3">
			{shown}
			{recorded && standing ? <StandingAnswer recorded={recorded} value={standing} onChange={setStanding} /> : null}
			{question.kind === "approval" ? (
				<HStack gap="2" wrap="wrap">
					<Button size="sm" colorPalette="brand" aria-label={text.allowOf(title)} disabled={answering.isBusy || !isLegible} onClick={allow}>
						{standing === undefined || standing.how === "once" ? text.allow : mandateText.grant}
					</Button>
					<Button
						size="sm"
						variant="outline"
						aria-label={text.denyOf(title)}
						loading={answering.isBusy}
						onClick={() => say({ approved: false }, text.told.denied)}
					>
						{text.deny}
					</Button>
				</HStack>
			) : question.kind === "handoff" ? (
				<>
					<Text color="fg.quiet">{text.handoff}</Text>
					<Box>
						<Button
							size="sm"
							colorPalette="brand"
							aria-label={text.doneOf(title)}
							loading={answering.isBusy}
							onClick={() => say({ done: true }, text.told.done)}
						>
							{text.done}
						</Button>
					</Box>
				</>
			) : (
				<>
					<HStack gap="2" wrap="wrap">
						{(question.choices ?? []).map((choice) => (
							<Button
								key={choice}
								size="sm"
								variant="outline"
								height="auto"
								py="1.5"
								whiteSpace="normal"
								disabled={answering.isBusy}
								onClick={() => say({ answer: choice }, text.told.sent)}
							>
								{choice}
							</Button>
						))}
					</HStack>
					<form onSubmit={submit}>
						<HStack align="end" gap="2" wrap="wrap">
							<Box flex="1 1 16rem" maxW="30rem">
								<TextField label={text.answer} value={typed} onChange={setTyped} maxLength={4_000} />
							</Box>
							<Button type="submit" size="sm" colorPalette="brand" loading={answering.isBusy} disabled={typed.trim() === ""}>
								{text.send}
							</Button>
						</HStack>
					</form>
				</>
			)}
			{problem === null ? null : <ProblemView problem={problem} onRetry={() => onAnswered("")} />}
		</Stack>
	);
}

function Shown({ question }: { readonly question: Entry["question"] }) {
	return (
		<Stack gap="3">
			<Text overflowWrap="anywhere" whiteSpace="pre-wrap">
				<Words>{question.text}</Words>
			</Text>
			{question.approval === undefined ? null : <ApprovalFactList facts={question.approval} />}
		</Stack>
	);
}
