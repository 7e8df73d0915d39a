import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { RoutineId } from "@webhand/contracts/ids";
import type { Routine } from "@webhand/contracts/routine/routine";
import { routineRoute } from "@webhand/contracts/routine/routine";
import type { InputValues } from "@webhand/contracts/routine/words";
import type { FormEvent } from "react";
import { useState } from "react";
import { attachmentLimits } from "../../../attachments.ts";
import { focusInvalid } from "../../../kit/form/focus-invalid.ts";
import { useReply } from "../../../kit/load/queries.ts";
import { GrantDialog } from "../../../kit/mandates/grant-dialog.tsx";
import { mandateText } from "../../../kit/mandates/words.ts";
import { SentenceList } from "../../../kit/routines/sentence-list.tsx";
import { routineText } from "../../../kit/routines/words.ts";
import { Problem } from "../../../kit/states.tsx";
import { PanelLoad } from "../../kit/panel-load.tsx";
import { PageHead, Part } from "../kit/page-head.tsx";
import { RoutineProblem } from "../kit/routine-problem.tsx";
import { routineSentence } from "../kit/routine-sentence.ts";
import type { RoutinesBench } from "../kit/routines-props.ts";
import { LastRuns } from "../library/last-runs.tsx";
import { routinesText } from "../words.ts";
import { InputField } from "./input-field.tsx";
import { RunOptionFields, useOptions } from "./run-options.tsx";
import { useLastValues } from "./use-last-values.ts";
import { useStartRun } from "./use-start-run.ts";
import { faultsByInput, faultsOf, givenValues, initialValues, missingInputs } from "./values.ts";

type Props = { readonly bench: RoutinesBench; readonly id: RoutineId };

/** A routine: what it needs, what it does, and its last runs. */
export function RoutinePage({ bench, id }: Props) {
	const { api, go } = bench;
	const loaded = useReply(api, routineRoute, { params: { routineId: id } });
	return (
		<>
			<PageHead title={loaded.value?.routine.name ?? routinesText.title} onBack={() => go({ kind: "library" })} />
			<PanelLoad loaded={loaded} sentenceOf={routineSentence}>
				{({ routine, version }) => (
					<>
						{routine.description === "" ? null : (
							<Text px="gutter" color="fg.quiet" overflowWrap="anywhere" dir="auto">
								{routine.description}
							</Text>
						)}
						<Proposal bench={bench} routine={routine} />
						<Unchecked bench={bench} routine={routine} />
						<RunForm key={routine.version} bench={bench} routine={routine} />
						<Part title={routinesText.form.steps}>
							<SentenceList label={routinesText.form.steps} sentences={version.sentences} />
						</Part>
						<Standing bench={bench} routine={routine} />
						<LastRuns bench={bench} title={routinesText.form.runs} routineId={routine.id} />
					</>
				)}
			</PanelLoad>
		</>
	);
}

type RoutineProps = { readonly bench: RoutinesBench; readonly routine: Routine };

function Proposal({ bench: { go }, routine: { id, proposed } }: RoutineProps) {
	const text = routinesText.form;
	if (proposed === undefined) return null;
	return <Advice says={text.proposal} does={text.look} onDo={() => go({ kind: "version", id, number: proposed })} />;
}

/** Of a routine that reads nothing back, for whoever may change it. */
function Unchecked({ bench: { onEdit }, routine: { id, hasChecks, canEdit } }: RoutineProps) {
	if (hasChecks || !canEdit) return null;
	return <Advice says={routineText.unchecked} does={routinesText.form.addCheck} onDo={() => onEdit(id)} />;
}

type AdviceProps = { readonly says: string; readonly does: string; readonly onDo: () => void };

function Advice({ says, does, onDo }: AdviceProps) {
	return (
		<HStack
			mx="gutter"
			my="2"
			p="2"
			gap="2"
			wrap="wrap"
			rounded="lg"
			borderWidth="1px"
			borderColor="line.note"
			bg="bg.note"
			color="fg.note"
		>
			<Text flex="1 1 10rem" textStyle="small">
				{says}
			</Text>
			<Button size="2xs" variant="outline" borderColor="line.strong" onClick={onDo}>
				{does}
			</Button>
		</HStack>
	);
}

/** What the routine may do without asking is given here, and listed in the console. */
function Standing({ bench: { api, now }, routine }: { readonly bench: RoutinesBench; readonly routine: Routine }) {
	const [isOpen, setIsOpen] = useState(false);
	const [isGranted, setIsGranted] = useState(false);
	return (
		<Stack px="gutter" py="2" gap="1.5" align="start">
			<Button size="xs" variant="outline" borderColor="line.strong" onClick={() => setIsOpen(true)}>
				{mandateText.open}
			</Button>
			<Text role="status" textStyle="small" color="fg.quiet">
				{isGranted ? mandateText.granted : ""}
			</Text>
			{isOpen ? (
				<GrantDialog
					api={api}
					routine={routine}
					now={now}
					onClose={() => setIsOpen(false)}
					onGranted={() => {
						setIsGranted(true);
						setIsOpen(false);
					}}
				/>
			) : null}
		</Stack>
	);
}

function RunForm({ bench, routine }: { readonly bench: RoutinesBench; readonly routine: Routine }) {
	const text = routinesText.form;
	const { inputs, id } = routine;
	const last = useLastValues(bench, routine);
	const [typed, setTyped] = useState<InputValues>({});
	const values = { ...initialValues(inputs), ...last, ...typed };
	const [files, setFiles] = useState<Readonly<Record<string, File>>>({});
	const [fileProblem, setFileProblem] = useState("");
	const [isTried, setIsTried] = useState(false);
	const [options, setOptions] = useOptions(bench);
	const { submit, isBusy, problem, refusal } = useStartRun(bench);
	const missing = missingInputs(inputs, values);
	const faults = faultsByInput(inputs, faultsOf(problem?.details ?? {}));
	const set = (name: string, value: string) => setTyped((before) => ({ ...before, [name]: value }));
	const take = (name: string, file: File) => {
		if (file.size > attachmentLimits.bytes) return setFileProblem(text.fileTooBig(file.name));
		setFileProblem("");
		setFiles((before) => ({ ...before, [name]: file }));
		set(name, file.name);
	};
	const problemOf = (name: string) => (isTried && missing.includes(name) ? text.fillIn : faults[name]);
	const send = async (event: FormEvent<HTMLElement>) => {
		event.preventDefault();
		const form = event.currentTarget;
		setIsTried(true);
		const isStarted =
			missing.length === 0 &&
			(await submit({ routineId: id, rows: [givenValues(inputs, values)], options, files: Object.values(files) })) !== null;
		if (!isStarted) focusInvalid(form);
	};
	return (
		<Part title={text.inputs}>
			<form onSubmit={(event) => void send(event)} noValidate autoComplete="off">
				<Stack gap="3">
					{inputs.length === 0 ? <Text color="fg.quiet">{text.noInputs}</Text> : null}
					{Object.keys(last).length === 0 ? null : <Text color="fg.quiet">{text.lastUsed}</Text>}
					{inputs.map((input) => (
						<InputField
							key={input.name}
							input={input}
							value={values[input.name] ?? ""}
							problem={problemOf(input.name)}
							onChange={(value) => set(input.name, value)}
							onFile={(file) => take(input.name, file)}
						/>
					))}
					<RunOptionFields options={options} isLocked={bench.isModeLocked} isList={false} onOptions={setOptions} />
					{fileProblem === "" ? null : <Problem message={fileProblem} />}
					{Object.keys(faults).length > 0 ? null : <RoutineProblem problem={problem} />}
					{refusal === "" ? null : <Problem message={refusal} />}
					<HStack gap="2" wrap="wrap">
						<Button type="submit" size="sm" colorPalette="brand" loading={isBusy} aria-label={text.run}>
							{text.run}
						</Button>
						{inputs.length === 0 ? null : (
							<Button type="button" size="sm" variant="outline" borderColor="line.strong" onClick={() => bench.go({ kind: "list", id })}>
								{text.withList}
							</Button>
						)}
					</HStack>
				</Stack>
			</form>
		</Part>
	);
}
