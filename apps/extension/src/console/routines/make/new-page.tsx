import { Flex, Link, Stack } from "@chakra-ui/react";
import { TaskId } from "@webhand/contracts/ids";
import { routineLimits } from "@webhand/contracts/routine/limits";
import type { RoutineDraft } from "@webhand/contracts/routine/routine";
import { draftFromTaskRoute, importRoutineRoute } from "@webhand/contracts/routine/routine";
import { useState } from "react";
import { reworded } from "../../../kit/load/problem.ts";
import { useReply, useSubmit } from "../../../kit/load/queries.ts";
import { Card } from "../../kit/card.tsx";
import { FileDrop } from "../../kit/form/file-drop.tsx";
import { LoadView } from "../../kit/load/load-view.tsx";
import { ProblemView } from "../../kit/load/problem-view.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import { pathOf } from "../../place/place.ts";
import { libraryPath } from "../kit/paths.ts";
import type { RoutinesProps } from "../kit/routine-props.ts";
import { routinesText } from "../words.ts";
import { DraftForm } from "./draft-form.tsx";

const text = routinesText.make;

/** A draft out of a finished task or a file, which is looked through before it is stored. */
export function NewPage(props: RoutinesProps) {
	const task = TaskId.safeParse(props.place.query["task"]);
	return task.success ? <TaskDraft key={task.data} {...props} taskId={task.data} /> : <FileDraft {...props} />;
}

function TaskDraft({ taskId, ...props }: RoutinesProps & { readonly taskId: TaskId }) {
	const loaded = useReply(props.api, draftFromTaskRoute, { body: { taskId } });
	return (
		<Stack gap="5">
			<Flex>
				<Link href={`#${pathOf({ page: "traces", parts: [taskId] })}`} color="brand.fg">
					‹ {text.backToTask}
				</Link>
			</Flex>
			<PageTitle title={text.taskTitle} lead={text.taskLead} />
			<LoadView loaded={loaded} refusals={routinesText.refusals}>
				{({ draft }) => <DraftForm {...props} draft={draft} origin={{ kind: "task", taskId }} />}
			</LoadView>
		</Stack>
	);
}

function FileDraft(props: RoutinesProps) {
	const [draft, setDraft] = useState<RoutineDraft | null>(null);
	const [wrong, setWrong] = useState<string | undefined>();
	const reading = useSubmit(async (file: File) => {
		const content = await file.text();
		const reply = await props.api.call(importRoutineRoute, { body: { text: content } });
		setDraft(reply.draft);
	});
	const problem = reworded(reading.problem, routinesText.refusals);
	const atFile = problem?.kind === "invalid" ? (problem.fields["text"] ?? problem.message) : undefined;
	const take = ([file]: readonly File[]) => {
		if (file === undefined) return;
		const isTooBig = file.size > routineLimits.fileBytes;
		setWrong(isTooBig ? text.tooBig(file.name) : undefined);
		if (!isTooBig) void reading.submit(file);
	};
	return (
		<Stack gap="5">
			<Flex>
				<Link href={`#${libraryPath}`} color="brand.fg">
					‹ {routinesText.back}
				</Link>
			</Flex>
			<PageTitle title={text.title} lead={draft === null ? text.lead : text.taskLead} />
			{draft === null ? (
				<Card label={text.title}>
					<Stack gap="3">
						<FileDrop text={text} accepted=".json" isSingle isDisabled={reading.isBusy} problem={wrong ?? atFile} onFiles={take} />
						{problem === null || atFile !== undefined ? null : <ProblemView problem={problem} />}
					</Stack>
				</Card>
			) : (
				<DraftForm {...props} draft={draft} origin={{ kind: "import" }} onOther={() => setDraft(null)} />
			)}
		</Stack>
	);
}
