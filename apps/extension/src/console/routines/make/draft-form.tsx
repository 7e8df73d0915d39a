import { Alert, Box, Button, List, Stack } from "@chakra-ui/react";
import type { RoutineDraft, RoutineProgram, VersionOrigin } from "@webhand/contracts/routine/routine";
import { createRoutineRoute } from "@webhand/contracts/routine/routine";
import { allSteps } from "@webhand/contracts/routine/step";
import { useRef, useState } from "react";
import { reworded } from "../../../kit/load/problem.ts";
import { routineText } from "../../../kit/routines/words.ts";
import { FormCard } from "../../kit/form/form-card.tsx";
import { useForm } from "../../kit/form/use-form.ts";
import { problemsOf } from "../edit/program/problems.ts";
import { shownFields } from "../edit/program/steps.ts";
import { ProgramEditor } from "../edit/program-editor.tsx";
import { useProgram } from "../edit/use-program.ts";
import { routinePath } from "../kit/paths.ts";
import type { RoutinesProps } from "../kit/routine-props.ts";
import { RoutineFields } from "../routine/details-form.tsx";
import { routinesText } from "../words.ts";

type Props = RoutinesProps & {
	readonly draft: RoutineDraft;
	readonly origin: Pick<VersionOrigin, "kind" | "taskId">;
	/** Takes another file. */
	readonly onOther?: () => void;
};

const text = routinesText.make;

/** A draft to look through: its steps and inputs as in the editor, then its name and who may run it. */
export function DraftForm({ api, signIn, leave, draft, origin, onOther }: Props) {
	const { program, change, undo, isChanged } = useProgram(draft.program);
	/** The same key gets the same routine, so that a lost answer makes no second one. */
	const sent = useRef({ body: "", key: "" });
	/** The program that was sent last. */
	const [refused, setRefused] = useState<RoutineProgram | null>(null);
	const form = useForm(
		{ name: draft.name, description: draft.description, isShared: false },
		{
			check: ({ name }) => (name.trim() === "" ? { name: routinesText.details.needsName } : {}),
			send: async (values) => {
				const body = { ...values, program, origin };
				setRefused(program);
				const written = JSON.stringify(body);
				if (sent.current.body !== written) sent.current = { body: written, key: crypto.randomUUID() };
				const { routine } = await api.call(createRoutineRoute, { body, headers: { "idempotency-key": sent.current.key } });
				leave(routinePath(routine.id), text.saved(routine.name));
			},
			after: (values) => values,
			worded: (problem) => reworded(problem, routinesText.refusals),
		},
	);
	const problems = problemsOf(program, form.problem === null || refused === null ? null : { program: refused, problem: form.problem });
	// The editor tells these beside their steps.
	for (const field of shownFields(program, Object.keys(problems))) form.problemAt(field);
	const hasCheck = allSteps(program.steps).some((step) => step.do === "check");
	const general = draft.hints.filter(({ step }) => step === undefined);
	return (
		<Stack gap="5">
			{onOther === undefined ? null : (
				<Box>
					<Button size="xs" variant="outline" onClick={onOther}>
						{text.other}
					</Button>
				</Box>
			)}
			{general.length === 0 && hasCheck ? null : (
				<Alert.Root status="warning" size="sm" rounded="lg">
					<Alert.Indicator aria-hidden />
					<Alert.Content>
						<Alert.Title>{text.hints}</Alert.Title>
						<Alert.Description>
							<List.Root variant="plain">
								{hasCheck || general.length > 0 ? null : <List.Item>{routineText.unchecked}</List.Item>}
								{general.map((hint) => (
									<List.Item key={hint.text}>{hint.text}</List.Item>
								))}
							</List.Root>
						</Alert.Description>
					</Alert.Content>
				</Alert.Root>
			)}
			<ProgramEditor program={program} onChange={change} problems={problems} hints={draft.hints} {...(isChanged ? { onUndo: undo } : {})} />
			<FormCard form={form} title={routinesText.details.title} save={text.save} maxW="36rem">
				<RoutineFields field={form.field} tenant={signIn.tenantKind === "organization" ? signIn.tenantName : ""} />
			</FormCard>
		</Stack>
	);
}
