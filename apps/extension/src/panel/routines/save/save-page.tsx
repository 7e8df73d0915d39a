import { Box, Button, Stack, Text } from "@chakra-ui/react";
import type { TaskId } from "@webhand/contracts/ids";
import type { RoutineDraft } from "@webhand/contracts/routine/routine";
import { createRoutineRoute, draftFromTaskRoute } from "@webhand/contracts/routine/routine";
import type { FormEvent } from "react";
import { useRef, useState } from "react";
import { TextField } from "../../../kit/form/text-field.tsx";
import { TickField } from "../../../kit/form/tick-field.tsx";
import { useLoaded, useSubmit } from "../../../kit/load/queries.ts";
import { routineText } from "../../../kit/routines/words.ts";
import { statesText } from "../../../kit/words/state-words.ts";
import { PanelLoad } from "../../kit/panel-load.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { RoutineProblem } from "../kit/routine-problem.tsx";
import { routineSentence } from "../kit/routine-sentence.ts";
import type { RoutinesBench } from "../kit/routines-props.ts";
import { routinesText } from "../words.ts";
import { DraftInputs } from "./draft-inputs.tsx";
import { DraftSteps } from "./draft-steps.tsx";

type Props = { readonly bench: RoutinesBench; readonly taskId: TaskId };
/** `repeats`: tasks that did the same with other values. */
type PageProps = Props & { readonly repeats: readonly TaskId[] };

/** A finished task as a routine: its steps in words, what it asks for, and its name. */
export function SavePage({ bench, taskId, repeats }: PageProps) {
	const { api, go } = bench;
	const loaded = useLoaded(["draft", taskId], (signal) =>
		api.call(draftFromTaskRoute, { body: { taskId, repeats: [...repeats] }, signal }),
	);
	return (
		<>
			<PageHead title={routinesText.save.title} onBack={() => go({ kind: "library" })} />
			<PanelLoad loaded={loaded} sentenceOf={routineSentence} lines={6}>
				{({ draft }) => <SaveForm bench={bench} taskId={taskId} draft={draft} />}
			</PanelLoad>
		</>
	);
}

function SaveForm({ bench, taskId, draft }: Props & { readonly draft: RoutineDraft }) {
	const text = routinesText.save;
	const { api, go, organization } = bench;
	const [name, setName] = useState(draft.name);
	const [description, setDescription] = useState(draft.description);
	const [program, setProgram] = useState(draft.program);
	const [isShared, setIsShared] = useState(false);
	const [isTried, setIsTried] = useState(false);
	const key = useRef(crypto.randomUUID());
	const save = useSubmit(async () => {
		const origin = { kind: "task", taskId } as const;
		const body = { name: name.trim(), description: description.trim(), isShared, program, origin };
		const { routine } = await api.call(createRoutineRoute, { body, headers: { "idempotency-key": key.current } });
		go({ kind: "routine", id: routine.id });
	});
	/** A changed routine is another one, and needs its own key. */
	const change =
		<Value,>(set: (value: Value) => void) =>
		(value: Value) => {
			key.current = crypto.randomUUID();
			set(value);
		};
	const isNameless = name.trim() === "";
	const isUnlabelled = program.inputs.some(({ label }) => label.trim() === "");
	const send = (event: FormEvent) => {
		event.preventDefault();
		setIsTried(true);
		if (!isNameless && !isUnlabelled) void save.submit();
	};
	return (
		<form onSubmit={send} noValidate autoComplete="off">
			<Stack px="gutter" gap="3" pb="1">
				<Text color="fg.quiet">{text.lead}</Text>
				<TextField
					label={routineText.name}
					value={name}
					maxLength={80}
					problem={isTried && isNameless ? statesText.fillIn : undefined}
					onChange={change(setName)}
				/>
				<TextField
					label={routineText.description}
					value={description}
					maxLength={500}
					rows={2}
					isOptional
					onChange={change(setDescription)}
				/>
			</Stack>
			<DraftSteps hints={draft.hints} program={program} onProgram={change(setProgram)} />
			<DraftInputs program={program} isTried={isTried} onProgram={change(setProgram)} />
			<Stack px="gutter" gap="3" pt="1" pb="4">
				{organization === "" ? null : <TickField label={routineText.share(organization)} value={isShared} onChange={change(setIsShared)} />}
				<RoutineProblem problem={save.problem} />
				<Box>
					<Button type="submit" size="sm" colorPalette="brand" loading={save.isBusy} aria-label={text.save}>
						{text.save}
					</Button>
				</Box>
			</Stack>
		</form>
	);
}
