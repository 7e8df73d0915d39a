import { Box, Heading, Stack, Text } from "@chakra-ui/react";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import type { RoutineStep } from "@webhand/contracts/routine/step";
import type { RoutineInput } from "@webhand/contracts/routine/words";
import { sentenceOf } from "@webhand/routines/make/sentences";
import type { ReactNode } from "react";
import { useState } from "react";
import { TextField } from "../../../kit/form/text-field.tsx";
import { TickField } from "../../../kit/form/tick-field.tsx";
import { Words } from "../../../kit/words/quoted-words.tsx";
import { FormDialog } from "../../kit/form/form-dialog.tsx";
import { Segments } from "../../kit/form/segments.tsx";
import type { Fields, Form } from "../../kit/form/use-form.ts";
import { useForm } from "../../kit/form/use-form.ts";
import { CheckFields } from "./check-fields.tsx";
import { inputFor, offeredFor } from "./program/inputs.ts";
import { mendableFaults } from "./program/problems.ts";
import type { StepForm, StepText } from "./program/step-form.ts";
import { formOfStep, stepOfForm, textsOf } from "./program/step-form.ts";
import { ReadFields } from "./read-fields.tsx";
import { editText as text } from "./words.ts";
import { WordsField } from "./words-field.tsx";

type Props = {
	readonly step: RoutineStep;
	readonly inputs: readonly RoutineInput[];
	/** Names that may stand in its texts. */
	readonly names: ReadonlySet<string>;
	/** What is wrong with it, by field, before anything is typed. */
	readonly wrong: Fields;
	/** The program with the changed step, and the inputs that were made for it. */
	readonly programWith: (step: RoutineStep, made: readonly RoutineInput[]) => RoutineProgram;
	readonly onApply: (program: RoutineProgram) => void;
	readonly onClose: () => void;
};

/** Changes a step: its values, its controls in words, its list, its name, and whether it may be left out. */
export function StepDialog({ step, inputs: given, names, wrong, programWith, onApply, onClose }: Props) {
	const [initial] = useState(() => formOfStep(step));
	const typing = useForm<StepForm>(initial, {
		check: (values) => {
			const { step: next, problems } = stepOfForm(values, step, names);
			return Object.keys(problems).length > 0 ? problems : mendableFaults(programWith(next, values.made), next);
		},
		send: (values) => {
			onApply(programWith(stepOfForm(values, step, names).step, values.made));
			onClose();
		},
		after: (sent) => sent,
	});
	const form: Form<StepForm> = {
		...typing,
		problemAt: (at) => typing.problemAt(at) ?? (typing.values === initial ? wrongAt(wrong, at) : undefined),
	};
	const inputs = [...given, ...form.values.made];
	const isCheck = step.do === "check";
	const texts = textsOf(step);
	const fieldsOf = (places: readonly StepText[]) =>
		places.map((place) => <StepTextField key={place.at} place={place} step={step} form={form} inputs={inputs} />);
	const controlOf = (part: string, role: ReactNode = null) => (
		<Control key={part} title={part === "target" && step.do === "drag" ? text.dragged : (text.controls[part] ?? "")}>
			{role}
			{fieldsOf(texts.filter(({ at }) => controlIn(at) === part))}
		</Control>
	);
	const controls = [...new Set(texts.map(({ at }) => controlIn(at)))].filter((part) => part !== "" && part !== "paging.by");
	return (
		<FormDialog title={isCheck ? text.checkTitle : text.stepTitle} save={text.apply} form={form} isDisabled={false} onClose={onClose}>
			{isCheck ? (
				<Text color="fg.quiet">{text.checkLead}</Text>
			) : (
				<Text overflowWrap="anywhere" dir="auto">
					<Words>{sentenceOf(step, inputs)}</Words>
				</Text>
			)}
			{fieldsOf(texts.filter(({ at }) => controlIn(at) === ""))}
			{step.do === "tick" ? <TickChoice form={form} /> : null}
			{isCheck ? <CheckFields form={form} inputs={inputs} /> : null}
			{step.do === "read" ? <ReadFields form={form} control={(role) => controlOf("paging.by", role)} /> : null}
			{controls.map((part) => controlOf(part))}
			<TextField label={text.note} hint={text.noteHint} isOptional maxLength={200} {...form.field("note")} />
			<TickField label={text.isOptional} hint={text.isOptionalHint} {...form.field("isOptional")} />
		</FormDialog>
	);
}

/** The control that a text is about: `target`, `to`, `paging.by`; "" for another text. */
const controlIn = (at: string): string => /^(target|to|paging\.by)\./.exec(at)?.[1] ?? "";

/** The server may name a place within a field. */
const wrongAt = (wrong: Fields, at: string) => Object.entries(wrong).find(([field]) => field === at || field.startsWith(`${at}.`))?.[1];

function Control({ title, children }: { readonly title: string; readonly children: ReactNode }) {
	return (
		<Box as="section" aria-label={title} borderTopWidth="1px" borderColor="line.soft" pt="3">
			<Heading as="h3" textStyle="name" color="fg.quiet" mb="2">
				{title}
			</Heading>
			<Stack gap="3">{children}</Stack>
		</Box>
	);
}

type FieldProps = {
	readonly place: StepText;
	readonly step: RoutineStep;
	readonly form: Form<StepForm>;
	readonly inputs: readonly RoutineInput[];
};

function StepTextField({ place: { at, kind, isOptional }, step, form, inputs }: FieldProps) {
	const { values, edit, problemAt } = form;
	const value = values.texts[at] ?? "";
	const label = text.texts[at] ?? text.inputOf(at.slice(at.indexOf(".") + 1));
	const onChange = (next: string) => edit({ texts: { ...values.texts, [at]: next } });
	const common = { label, value, onChange, problem: problemAt(at), isOptional, hint: text.hints[at] };
	if (kind === "plain" || kind === "name") return <TextField {...common} maxLength={500} isCode={kind === "name"} />;
	if (kind === "lines") return <TextField {...common} rows={3} />;
	if (kind === "count") return <TextField {...common} type="number" />;
	const makeInput = () => {
		const made = inputFor(value.trim(), labelFor(step, at), new Set(inputs.map(({ name }) => name)));
		edit({ made: [...values.made, made], texts: { ...values.texts, [at]: `{${made.name}}` } });
	};
	const isValue = controlIn(at) === "" && value.trim() !== "" && !/[{\n]/.test(value.trim());
	return (
		<WordsField
			{...common}
			isList={kind === "list"}
			inputs={offeredFor(takenBy(step, at), inputs)}
			onInput={isValue ? makeInput : undefined}
		/>
	);
}

/** What a text is for: typed or chosen, attached, or read by everybody. */
function takenBy(step: RoutineStep, at: string): "value" | "file" | "shown" {
	if (at === "file") return "file";
	return (at === "value" || at === "values") && (step.do === "fill" || step.do === "choose") ? "value" : "shown";
}

/** What a person calls the value: the control that it goes into. */
function labelFor(step: RoutineStep, at: string): string {
	const name = "target" in step ? (step.target?.name ?? []) : [];
	return (
		name
			.map((part) => (typeof part === "string" ? part : ""))
			.join("")
			.trim() ||
		(text.texts[at] ?? "")
	);
}

function TickChoice({ form: { values, edit } }: { readonly form: Form<StepForm> }) {
	const options = [
		{ value: "on", label: text.ticked },
		{ value: "off", label: text.unticked },
	] as const;
	return (
		<Box>
			<Segments label={text.tick} value={values.on ? "on" : "off"} options={options} onChange={(value) => edit({ on: value === "on" })} />
		</Box>
	);
}
