import { Button, Flex, Heading, HStack, IconButton, Stack, Text } from "@chakra-ui/react";
import type { RoutineDraft, RoutineProgram } from "@webhand/contracts/routine/routine";
import type { RoutineStep } from "@webhand/contracts/routine/step";
import { allSteps } from "@webhand/contracts/routine/step";
import type { RoutineInput } from "@webhand/contracts/routine/words";
import { sentencesOf } from "@webhand/routines/make/sentences";
import { useState } from "react";
import { RowMenu } from "../../../kit/controls/row-menu.tsx";
import { ChevronIcon } from "../../../kit/icons.tsx";
import { SentenceList } from "../../../kit/routines/sentence-list.tsx";
import { Problem } from "../../../kit/states.tsx";
import { asSentence } from "../../../kit/words/as-sentence.ts";
import { Card } from "../../kit/card.tsx";
import type { Fields } from "../../kit/form/use-form.ts";
import { InputList } from "./input-list.tsx";
import { problemsByStep } from "./program/problems.ts";
import type { Moves } from "./program/steps.ts";
import { freeId, moveIn, moveOut, moveStep, movesOf, namesFor, replaceStep } from "./program/steps.ts";
import { StartField } from "./start-field.tsx";
import { StepDialog } from "./step-dialog.tsx";
import { editText as text } from "./words.ts";

type Props = {
	readonly program: RoutineProgram;
	readonly onChange: (program: RoutineProgram) => void;
	/** What is wrong, by field. */
	readonly problems: Fields;
	/** What a person looks at before a draft is stored. */
	readonly hints?: RoutineDraft["hints"];
	/** Takes the last change back; absent where there is none. */
	readonly onUndo?: () => void;
};

/** A step that is changed, or a check that comes behind `behind`. */
type Edited = { readonly step: RoutineStep; readonly behind: string | null };

/** The steps of a routine as sentences that can be moved, changed and deleted, with its inputs and start address. */
export function ProgramEditor({ program, onChange, problems, hints = [], onUndo }: Props) {
	const { steps } = program;
	const [edited, setEdited] = useState<Edited | null>(null);
	const change = (next: RoutineStep[]) => onChange({ ...program, steps: next });
	const byId = new Map(allSteps(steps).map((step) => [step.id, step]));
	const wrong = problemsByStep(program, problems);
	const addCheck = (behind: string) => setEdited({ step: { id: freeId(steps), do: "check", class: "observe", fields: [] }, behind });
	const programWith = ({ behind }: Edited, step: RoutineStep, made: readonly RoutineInput[]): RoutineProgram => {
		const next = replaceStep(steps, behind ?? step.id, (before) => (behind === null ? [step] : [before, step]));
		return { ...program, inputs: [...program.inputs, ...made], steps: next };
	};
	const actionsOf = (step: RoutineStep, moves: Moves) => [
		{ label: text.change, onChoose: () => setEdited({ step, behind: null }) },
		{ label: text.addCheck, onChoose: () => addCheck(step.id) },
		{
			label: step.isOptional === true ? text.makeNeeded : text.makeOptional,
			onChoose: () => change(replaceStep(steps, step.id, (before) => [withOptional(before)])),
		},
		...(moves.into ? [{ label: text.moveIn, onChoose: () => change(moveIn(steps, step.id)) }] : []),
		...(moves.out ? [{ label: text.moveOut, onChoose: () => change(moveOut(steps, step.id)) }] : []),
		...(byId.size < 2 ? [] : [{ label: text.remove, isHarmful: true, onChoose: () => change(replaceStep(steps, step.id, () => [])) }]),
	];
	const last = steps.at(-1);
	const general = problems["program"];
	return (
		<Stack gap="5">
			<Card label={text.inputs}>
				<Stack gap="4">
					<Heading as="h2" size="md">
						{text.inputs}
					</Heading>
					<InputList program={program} problems={problems} onChange={onChange} />
					<StartField program={program} problem={problems["program.start"] ?? problems["start"]} onChange={onChange} />
				</Stack>
			</Card>
			<Card label={text.steps}>
				<Stack gap="4">
					<Heading as="h2" size="md">
						{text.steps}
					</Heading>
					<SentenceList
						label={text.steps}
						sentences={sentencesOf(program)}
						beside={({ id, text: sentence }) => {
							const step = byId.get(id);
							const moves = movesOf(steps, id);
							return step === undefined ? null : (
								<Flex flexShrink="0" gap="0" align="center">
									<IconButton
										size="2xs"
										variant="ghost"
										aria-label={text.up(sentence)}
										disabled={!moves.up}
										onClick={() => change(moveStep(steps, id, -1))}
									>
										<ChevronIcon transform="rotate(180deg)" />
									</IconButton>
									<IconButton
										size="2xs"
										variant="ghost"
										aria-label={text.down(sentence)}
										disabled={!moves.down}
										onClick={() => change(moveStep(steps, id, 1))}
									>
										<ChevronIcon />
									</IconButton>
									<RowMenu label={text.stepActions(sentence)} actions={actionsOf(step, moves)} />
								</Flex>
							);
						}}
						below={({ id }) => (
							<>
								{[...new Set(Object.values(wrong.get(id) ?? {}))].map((message) => (
									<Text key={message} color="fg.error" role="alert">
										{asSentence(message)}
									</Text>
								))}
								{hints
									.filter(({ step }) => step === id)
									.map((hint) => (
										<Text key={hint.text} color="fg.note" textStyle="small">
											{hint.text}
										</Text>
									))}
							</>
						)}
					/>
					{general === undefined ? null : <Problem message={asSentence(general)} />}
					{last === undefined ? null : (
						<HStack wrap="wrap" gap="2">
							<Button size="xs" variant="outline" onClick={() => addCheck(last.id)}>
								{text.addCheckAtEnd}
							</Button>
							<Button size="xs" variant="outline" disabled={onUndo === undefined} onClick={onUndo}>
								{text.undo}
							</Button>
						</HStack>
					)}
				</Stack>
			</Card>
			{edited === null ? null : (
				<StepDialog
					step={edited.step}
					inputs={program.inputs}
					names={namesFor(program, edited.behind ?? edited.step.id)}
					wrong={wrong.get(edited.step.id) ?? {}}
					programWith={(step, made) => programWith(edited, step, made)}
					onApply={onChange}
					onClose={() => setEdited(null)}
				/>
			)}
		</Stack>
	);
}

function withOptional(step: RoutineStep): RoutineStep {
	const { isOptional, ...rest } = step;
	return (isOptional === true ? rest : { ...rest, isOptional: true }) as RoutineStep;
}
