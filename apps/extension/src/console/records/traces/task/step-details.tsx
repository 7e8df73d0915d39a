import { Box, Heading, List, Stack, Text } from "@chakra-ui/react";
import type { ActionView } from "@webhand/contracts/agent/task-trace";
import type { ReactNode } from "react";
import { mandateText } from "../../../../kit/mandates/words.ts";
import { formatUsd } from "../../../../kit/words/format.ts";
import { classWords, reasonWords } from "../../../../kit/words/gate-words.ts";
import { observationSentence } from "../../../../kit/words/observations.ts";
import { Card } from "../../../kit/card.tsx";
import { Quiet } from "../../../kit/quiet.tsx";
import { knowledgeText } from "../../../knowledge/words.ts";
import { wordsOfAction } from "../action-words.ts";
import { VerdictMark } from "../verdict-mark.tsx";
import { tracesText } from "../words.ts";
import { Timings } from "./timings.tsx";

type Props = {
	readonly action: ActionView;
	readonly total: number;
	/** The knowledge of the step, for those who may see it. */
	readonly knowledge: ReactNode;
};

const text = tracesText;

/** The chosen step: thought, action, verdict with what was seen, gate, model, times and cost. */
export function StepDetails({ action, total, knowledge }: Props) {
	return (
		<Box flex={{ lg: "0 0 20rem", xl: "0 0 24rem" }} minW="0">
			<Card label={text.stepOf(action.stepIndex + 1, total)}>
				<Stack gap="4">
					<Heading as="h2" size="md">
						{text.stepOf(action.stepIndex + 1, total)}
					</Heading>
					<Part name={text.thought}>
						<Text whiteSpace="pre-wrap" color={action.thought === "" ? "fg.quiet" : "fg"}>
							{action.thought === "" ? text.noThought : action.thought}
						</Text>
					</Part>
					<Part name={text.action}>
						<Acted {...action} />
						<Quiet>{action.gate.outcome === "ask" ? text.byGate : text.by[action.by]}</Quiet>
					</Part>
					{action.more === undefined ? null : (
						<Part name={text.inSameStep}>
							{action.more.map((part) => (
								<Box key={part.action}>
									<Acted {...part} />
									<VerdictMark verdict={part.verification?.verdict} />
								</Box>
							))}
						</Part>
					)}
					<Part name={text.verdict}>
						<Verdict action={action} />
					</Part>
					<Part name={text.gate}>
						<Text>{text.gateLine(classWords(action.gate.class), text.outcomes[action.gate.outcome] ?? action.gate.outcome)}</Text>
						{action.gate.reasons.length === 0 ? null : <Quiet>{reasonWords(action.gate.reasons)}</Quiet>}
						{action.gate.mandate === undefined ? null : <Text>{mandateText.allowedBy(action.gate.mandate)}</Text>}
						{action.loop === undefined ? null : (
							<Text color="status.waiting">{text.loops[action.loop] ?? action.loop.replaceAll("_", " ")}</Text>
						)}
					</Part>
					{knowledge === null ? null : <Part name={knowledgeText.step.title}>{knowledge}</Part>}
					<Part name={text.usage}>
						<Usage action={action} />
					</Part>
					<Part name={text.timings}>
						<Timings action={action} />
					</Part>
				</Stack>
			</Card>
		</Box>
	);
}

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }) {
	return (
		<Box>
			<Heading as="h3" size="xs" color="fg.quiet" fontWeight="medium" mb="1">
				{name}
			</Heading>
			<Stack gap="1" overflowWrap="anywhere">
				{children}
			</Stack>
		</Box>
	);
}

function Acted(part: Pick<ActionView, "action" | "targetName">) {
	return (
		<Box>
			<Text fontWeight="medium">{wordsOfAction(part)}</Text>
			<Text as="code" fontFamily="mono" fontSize="xs" color="fg.quiet">
				{part.action}
			</Text>
		</Box>
	);
}

/** A question or an ending changes no page. */
const speaks = ({ action }: ActionView) => /^(?:ask|handoff|finish|fail)\(/.test(action);

function Verdict({ action }: { readonly action: ActionView }) {
	const { verification, expect } = action;
	if (verification === undefined) return <Text color="fg.quiet">{speaks(action) ? text.nothingToCheck : text.noVerdict}</Text>;
	const { verdict, confidence, by, observations } = verification;
	return (
		<Stack gap="1">
			<VerdictMark verdict={verdict} />
			<Quiet>{text.confidence(confidence, by)}</Quiet>
			{observations.length === 0 ? null : (
				<List.Root ps="4">
					{observations.map((observation) => (
						<List.Item key={observation}>{observationSentence(observation) || observation}</List.Item>
					))}
				</List.Root>
			)}
			{expect.kind === "none" ? null : (
				<Quiet>
					{text.expected}: {expectedWords(expect)}
				</Quiet>
			)}
		</Stack>
	);
}

function expectedWords({ kind, ...facts }: ActionView["expect"]): string {
	const given = Object.values(facts).map((value) => text.expectedFact(String(value)));
	return [text.expectations[kind], ...given].join(" ");
}

function Usage({ action: { usage, model } }: { readonly action: ActionView }) {
	if (usage === undefined || usage.calls === 0) return <Text color="fg.quiet">{text.noUsage}</Text>;
	return (
		<Stack gap="1">
			{model === undefined ? null : <Text fontWeight="medium">{model}</Text>}
			<Text>{text.usageLine(usage.promptTokens, usage.completionTokens, usage.calls)}</Text>
			<Text color="fg.quiet" fontSize="xs">
				{[
					formatUsd(usage.usd),
					...(usage.cachedTokens === undefined ? [] : [text.cached(usage.cachedTokens)]),
					...(usage.estimated === true ? [text.estimated] : []),
				].join(" · ")}
			</Text>
		</Stack>
	);
}
