import { HStack, IconButton, Text } from "@chakra-ui/react";
import type { RoutineDraft, RoutineProgram } from "@webhand/contracts/routine/routine";
import { allSteps } from "@webhand/contracts/routine/step";
import { sentencesOf } from "@webhand/routines/make/sentences";
import { TrashIcon, WarningIcon } from "../../../kit/icons.tsx";
import { withoutStep } from "../../../kit/routines/edit-program.ts";
import { SentenceList } from "../../../kit/routines/sentence-list.tsx";
import { routineText } from "../../../kit/routines/words.ts";
import { Part } from "../kit/page-head.tsx";
import { routinesText } from "../words.ts";

type Props = {
	readonly hints: RoutineDraft["hints"];
	readonly program: RoutineProgram;
	readonly onProgram: (program: RoutineProgram) => void;
};

/** The steps in words, each with what to look at and a way to leave it out. */
export function DraftSteps({ hints, program, onProgram }: Props) {
	const text = routinesText.save;
	const general = hints.filter(({ step }) => step === undefined).map((hint) => hint.text);
	const isUnchecked = !allSteps(program.steps).some((step) => step.do === "check");
	const told = isUnchecked && general.length === 0 ? [routineText.unchecked] : general;
	return (
		<Part title={text.steps}>
			{told.map((words) => (
				<Hint key={words}>{words}</Hint>
			))}
			<SentenceList
				label={text.steps}
				sentences={sentencesOf(program)}
				beside={({ id, text: sentence }) =>
					program.steps.length < 2 ? null : (
						<IconButton
							type="button"
							size="2xs"
							variant="ghost"
							color="fg.quiet"
							aria-label={text.remove(sentence)}
							title={text.remove(sentence)}
							onClick={() => onProgram(withoutStep(program, id))}
						>
							<TrashIcon boxSize="3.5" />
						</IconButton>
					)
				}
				below={({ id }) => hints.filter(({ step }) => step === id).map((hint) => <Hint key={hint.text}>{hint.text}</Hint>)}
			/>
		</Part>
	);
}

function Hint({ children }: { readonly children: string }) {
	return (
		<HStack align="start" gap="1.5" textStyle="small" color="fg.note" mb="1.5">
			<WarningIcon boxSize="3.5" mt="0.5" flexShrink="0" />
			<Text minW="0" overflowWrap="anywhere">
				{children}
			</Text>
		</HStack>
	);
}
