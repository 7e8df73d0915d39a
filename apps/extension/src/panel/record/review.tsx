import { Button, Heading, HStack, List, Stack, Text } from "@chakra-ui/react";
import type { RoutineDraft } from "@webhand/contracts/routine/routine";
import { fromRecording } from "@webhand/routines/make/from-recording";
import { sentencesOf } from "@webhand/routines/make/sentences";
import type { FormEvent, ReactNode } from "react";
import { useMemo, useState } from "react";
import { AlertDialog } from "../../kit/dialogs/alert-dialog.tsx";
import { TextField } from "../../kit/form/text-field.tsx";
import { TickField } from "../../kit/form/tick-field.tsx";
import type { ServerProblem } from "../../kit/load/problem.ts";
import { renamedInput } from "../../kit/routines/edit-program.ts";
import { SentenceList } from "../../kit/routines/sentence-list.tsx";
import { routineText } from "../../kit/routines/words.ts";
import { Problem } from "../../kit/states.tsx";
import { asSentence } from "../../kit/words/as-sentence.ts";
import type { RecordingView } from "../../recording.ts";
import type { RecordProps } from "./record-props.ts";
import { recordText } from "./words.ts";

type Props = RecordProps & { readonly onDrop: () => void };

/** The recording as a routine: its name, what each run asks for, and its steps. */
export function Review({ onDrop, ...props }: Props) {
	const { recording, command } = props;
	const draft = useMemo(() => draftOf(recording), [recording]);
	// The record that was saved stands on the page still.
	const addCheck = async () => {
		await command("record_go_on", {});
		await command("record_pick", { isPicking: true });
	};
	const [isDiscarding, setIsDiscarding] = useState(false);
	return (
		<>
			<Stack flex="1" minH="0" overflowY="auto" px="gutter" py="3" gap="4">
				<Heading as="h2" textStyle="answer">
					{recordText.review}
				</Heading>
				{draft === undefined ? <Text color="fg.quiet">{recordText.reviewEmpty}</Text> : <DraftForm {...props} draft={draft} />}
			</Stack>
			<HStack px="gutter" py="2" gap="2" wrap="wrap" borderTopWidth="1px" borderColor="line.soft" flexShrink="0">
				<Button size="xs" variant="outline" onClick={() => void command("record_go_on", {})}>
					{recordText.goOn}
				</Button>
				{draft === undefined || hasCheck(draft) ? null : (
					<Button size="xs" variant="outline" onClick={() => void addCheck()}>
						{recordText.addCheck}
					</Button>
				)}
				<Button size="xs" variant="ghost" color="fg.error" onClick={() => setIsDiscarding(true)}>
					{recordText.discard}
				</Button>
			</HStack>
			<AlertDialog
				isOpen={isDiscarding}
				title={recordText.discardTitle}
				decline={{ label: recordText.keep, onChoose: () => setIsDiscarding(false) }}
				confirm={{ label: recordText.discard, palette: "red", onChoose: onDrop }}
			>
				<Text>{recordText.discardText}</Text>
			</AlertDialog>
		</>
	);
}

const hasCheck = ({ program }: RoutineDraft): boolean => program.steps.some((step) => step.do === "check");

function draftOf({ title, url, steps }: RecordingView): RoutineDraft | undefined {
	return fromRecording({ title, url, events: steps.map(({ event }) => event) });
}

function DraftForm({ draft, recording, organization, command, save }: RecordProps & { readonly draft: RoutineDraft }) {
	const [name, setName] = useState(draft.name);
	const [description, setDescription] = useState(draft.description);
	const [isShared, setIsShared] = useState(false);
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const [isSaving, setIsSaving] = useState(false);
	const [labels, setLabels] = useState<Readonly<Record<string, string>>>({});
	const program = Object.entries(labels).reduce((renamed, [input, label]) => renamedInput(renamed, input, label), draft.program);
	const isNameless = [name, ...Object.values(labels)].some((text) => text.trim() === "");
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		setIsSaving(true);
		setProblem(null);
		const body = { name: name.trim(), description: description.trim(), isShared, program, origin: { kind: "recording" as const } };
		const saved = await save(recording.id, body);
		setIsSaving(false);
		if (!saved.ok) setProblem(saved.problem);
		else await command("record_saved", { routineId: saved.routine.id, name: saved.routine.name });
	};
	return (
		<form onSubmit={(event) => void submit(event)}>
			<Stack gap="4">
				<TextField label={routineText.name} value={name} onChange={setName} maxLength={80} isRequired problem={problem?.fields["name"]} />
				<TextField label={routineText.description} value={description} onChange={setDescription} maxLength={500} rows={2} isOptional />
				<Part title={recordText.inputs}>
					{program.inputs.length === 0 ? (
						<Text color="fg.quiet">{recordText.noInputs}</Text>
					) : (
						draft.program.inputs.map((input) => (
							<TextField
								key={input.name}
								label={recordText.inputName(input.label)}
								value={labels[input.name] ?? input.label}
								maxLength={80}
								hint={input.example === undefined ? undefined : recordText.example(input.example)}
								onChange={(label) => setLabels((before) => ({ ...before, [input.name]: label }))}
							/>
						))
					)}
				</Part>
				{draft.hints.length === 0 ? null : (
					<Part title={recordText.notes}>
						<List.Root gap="1" ps="4">
							{draft.hints.map(({ text, step = "" }) => (
								<List.Item key={`${step} ${text}`}>{text}</List.Item>
							))}
						</List.Root>
					</Part>
				)}
				<Part title={recordText.does}>
					<SentenceList label={recordText.does} sentences={sentencesOf(program)} />
				</Part>
				{organization === "" ? null : <TickField label={routineText.share(organization)} value={isShared} onChange={setIsShared} />}
				{problem === null ? null : <Problem message={saidOf(problem)} requestId={problem.requestId} />}
				<Button type="submit" size="sm" colorPalette="brand" alignSelf="start" loading={isSaving} disabled={isNameless}>
					{recordText.saveRoutine}
				</Button>
			</Stack>
		</form>
	);
}

const saidOf = (problem: ServerProblem) =>
	problem.kind === "offline" ? recordText.offline : asSentence(problem.sentence ?? problem.message);

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
	return (
		<Stack as="section" aria-label={title} gap="1.5">
			<Heading as="h3" textStyle="name" color="fg.quiet">
				{title}
			</Heading>
			{children}
		</Stack>
	);
}
