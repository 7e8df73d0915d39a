import type { AnswerRequest } from "@webhand/contracts/agent/runs";
import { answerRoute } from "@webhand/contracts/agent/runs";
import type { Waiting } from "@webhand/contracts/agent/waiting";
import { waitingRoute } from "@webhand/contracts/agent/waiting";
import type { QuestionId } from "@webhand/contracts/ids";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import { useState } from "react";
import { useReply, useSubmit } from "../../../kit/load/queries.ts";
import { usePolling } from "../../../kit/load/use-polling.ts";
import { ConfirmationDialog } from "../../ask/confirmation-dialog.tsx";
import { UserInputPrompt } from "../../ask/user-input-prompt.tsx";
import type { AskOutcome } from "../../panel-props.ts";
import { routineSentence } from "../kit/routine-sentence.ts";
import type { RoutinesBench } from "../kit/routines-props.ts";

const lookEveryMs = 2_000;
/** All that is listed: the questions of another run may be newer. */
const most = 100;

type Props = { readonly bench: RoutinesBench; readonly run: RoutineRun; readonly onStop: () => void };

/** What the row under way asks, answered here as in the chat of its tab. Hidden, nothing is asked over what the person does. */
export function RunQuestion({ bench, run, onStop }: Props) {
	const { api, now, isShown, readApproval, grant } = bench;
	const loaded = useReply(api, waitingRoute, { query: { limit: most } });
	const { retry } = loaded;
	usePolling({ isOn: isShown, everyMs: lookEveryMs, poll: async () => retry() });
	const [answered, setAnswered] = useState<QuestionId | null>(null);
	const answering = useSubmit(async ({ of: { taskId, question }, given }: { readonly of: Asked; readonly given: AnswerRequest }) => {
		await api.call(answerRoute, { params: { runId: taskId }, body: { ...given, questionId: question.id } });
		setAnswered(question.id);
		retry();
	});
	const asked = loaded.value?.waiting.flatMap((one) => (one.kind === "question" && one.run?.runId === run.id ? [one] : []))[0];
	if (asked === undefined || !isShown) return null;
	const { question } = asked;
	const answer = (given: AnswerRequest) => void answering.submit({ of: asked, given });
	const refused: AskOutcome | undefined =
		answering.problem === null ? undefined : { kind: "refused", message: routineSentence(answering.problem) };
	const common = {
		question,
		now,
		isBusy: answering.isBusy,
		outcome: answered === question.id ? ({ kind: "sent" } as const) : refused,
	};
	return question.kind === "approval" ? (
		<ConfirmationDialog key={question.id} {...common} readApproval={readApproval} grant={grant} onAnswer={answer} onDenyAndStop={onStop} />
	) : (
		<UserInputPrompt
			key={question.id}
			{...common}
			missing={[]}
			onAnswer={(text) => answer({ answer: text })}
			onDone={() => answer({ done: true })}
		/>
	);
}

type Asked = Pick<Extract<Waiting, { kind: "question" }>, "taskId" | "question">;
