import { Flex, Heading, HStack, Link, Stack, Text } from "@chakra-ui/react";
import type { Waiting } from "@webhand/contracts/agent/waiting";
import type { RoutineRunId } from "@webhand/contracts/ids";
import { formatTime } from "../../../kit/words/format.ts";
import { Card } from "../../kit/card.tsx";
import { pathOf } from "../../place/place.ts";
import { runPath, versionPath } from "../../routines/kit/paths.ts";
import type { AnswerProps } from "./question-answer.tsx";
import { QuestionAnswer } from "./question-answer.tsx";
import { inboxText as text } from "./words.ts";

type Props = AnswerProps & { readonly entry: Waiting };

/** One thing that waits: what and where it is, the way to answer it, and what happens without an answer. */
export function WaitingCard({ entry, ...answering }: Props) {
	const { kind, label, facts, links, ifNot } = shownOf(entry);
	return (
		<Card label={`${kind}: ${entry.title}`}>
			<Stack gap="3">
				<Stack gap="1">
					<Flex wrap="wrap" columnGap="3" color="fg.quiet" fontSize="sm">
						<Text fontWeight="semibold" color="fg.note">
							{kind}
						</Text>
						{facts.map((fact) => (
							<Text key={fact}>{fact}</Text>
						))}
					</Flex>
					<Heading as="h2" size="md" overflowWrap="anywhere">
						{entry.title}
					</Heading>
				</Stack>
				{entry.kind === "question" ? <QuestionAnswer {...answering} entry={entry} /> : <Text overflowWrap="anywhere">{label}</Text>}
				<Text color="fg.quiet" fontSize="sm">
					{ifNot}
				</Text>
				{links.length === 0 ? null : (
					<HStack gap="4" wrap="wrap">
						{links.map(({ name, path }) => (
							<Link key={path} href={`#${path}`} color="brand.fg">
								{name}
							</Link>
						))}
					</HStack>
				)}
			</Stack>
		</Card>
	);
}

type Shown = {
	readonly kind: string;
	readonly label: string;
	readonly facts: readonly string[];
	readonly links: readonly { readonly name: string; readonly path: string }[];
	readonly ifNot: string;
};

function shownOf(entry: Waiting): Shown {
	const since = text.since(entry.since);
	const runLink = (runId: RoutineRunId) => ({ name: text.run, path: runPath(runId) });
	switch (entry.kind) {
		case "question": {
			const { question, run, taskId, endsAt } = entry;
			return {
				kind: question.kind === "handoff" ? text.of.handoff : text.of.question,
				label: "",
				facts: [...(run === undefined ? [] : [text.row(run.row, run.rowCount)]), since],
				links: [
					{ name: text.steps, path: pathOf({ page: "traces", parts: [taskId] }) },
					...(run === undefined ? [] : [runLink(run.runId)]),
				],
				ifNot: text.ifNot.question(formatTime(question.expiresAt), formatTime(endsAt)),
			};
		}
		case "approval":
			return {
				kind: text.of.approval,
				label: text.inPanel(entry.approval.workspace.name),
				facts: [since],
				links: [],
				ifNot: text.ifNot.approval(formatTime(entry.expiresAt)),
			};
		case "heal":
			return {
				kind: text.of.heal,
				label: text.healed(entry.version),
				facts: [since],
				links: [{ name: text.review, path: versionPath(entry.routineId, entry.version) }],
				ifNot: text.ifNot.heal,
			};
		case "webhook":
			return {
				kind: text.of.webhook,
				label: text.webhook,
				facts: [since],
				links: [{ name: text.webhooks, path: pathOf({ page: "webhooks" }) }],
				ifNot: text.ifNot.webhook,
			};
		case "browser":
			return {
				kind: text.of.browser,
				label: text.browser(entry.rowsLeft),
				facts: [since],
				links: [runLink(entry.runId)],
				ifNot: entry.endsAt === undefined ? text.ifNot.run : text.ifNot.row(formatTime(entry.endsAt)),
			};
	}
}
