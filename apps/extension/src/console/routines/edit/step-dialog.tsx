import { Box, Heading, Stack, Text } from "@chakra-ui/react";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import type { RoutineStep } from "@webhand/contracts/routine/step";
import type { RoutineInput } from "@webhand/contracts/routine/words";
import { sentenceOf } from "@webhand/routines/make/sentences";
import { TextField } from "../../../kit/form/text-field.tsx";
import { TickField } from "../../../kit/form/tick-field.tsx";
import { Words } from "../../../kit/words/quoted-words.tsx";
import { FormDialog } from "../../kit/form/form-dialog.tsx";
import { Segments } from "../../kit/form/segments.tsx";
import type { Form } from "../../kit/form/use-form.ts";
import { useForm } from "../../kit/form/use-form.ts";
import { CheckFields } from "./check-fields.tsx";
import { inputFor, offeredFor } from "./program/inputs.ts";
import type { StepForm, StepText } from "./program/step-form.ts";
import { formOfStep, stepOfForm, textsOf } from "./program/step-form.ts";
import { editText as text } from "./words.ts";
import { WordsField } from "./words-field.tsx";

type Props = {
	readonly step: RoutineStep;
	readonly program: RoutineProgram;
	/** Names that may stand in its texts. */
	readonly names: ReadonlySet<string>;
	readonly onApply: (step: RoutineStep, made: readonly RoutineInput[]) => void;
	readonly onClose: () => void;
};

/** Changes a step: its values, its control in words, its name, and whether it may be left out. */
export function StepDialog({ step, program, names, onApply, onClose }: Props) {
	const form = useForm<StepForm>(formOfStep(step), {
		check: (values) => stepOfForm(values, step, names).problems,
		send: (values) => {
			onApply(stepOfForm(values, step, names).step, values.made);
			onClose();
		},
		after: (sent) => sent,
	});
	const inputs = [...program.inputs, ...form.values.made];
	const isCheck = step.do === "check";
	const texts = textsOf(step);
	const own = texts.filter(({ at }) => !isOfTarget(at));
	const ofTarget = texts.filter(({ at }) => isOfTarget(at));
	const fieldsOf = (places: readonly StepText[]) =>
		places.map((place) => <StepTextField key={place.at} place={place} step={step} form={form} inputs={inputs} />);
	return (
		<FormDialog title={isCheck ? text.checkTitle : text.stepTitle} save={text.apply} form={form} isDisabled={false} onClose={onClose}>
			{isCheck ? (
				<Text color="fg.quiet">{text.checkLead}</Text>
			) : (
				<Text overflowWrap="anywhere" dir="auto">
					<Words>{sentenceOf(step, inputs)}</Words>
				</Text>
			)}
			{fieldsOf(own)}
			{step.do === "tick" ? <TickChoice form={form} /> : null}
			{isCheck ? <CheckFields form={form} inputs={inputs} /> : null}
			{ofTarget.length === 0 ? null : (
				<Box as="section" aria-label={text.control} borderTopWidth="1px" borderColor="line.soft" pt="3">
					<Heading as="h3" textStyle="name" color="fg.quiet" mb="2">
						{text.control}
					</Heading>
					<Stack gap="3">{fieldsOf(ofTarget)}</Stack>
				</Box>
			)}
			<TextField label={text.note} hint={text.noteHint} isOptional maxLength={200} {...form.field("note")} />
			<TickField label={text.isOptional} hint={text.isOptionalHint} {...form.field("isOptional")} />
		</FormDialog>
	);
}

const isOfTarget = (at: string) => at.startsWith("target.");

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
	const common = { label, value, onChange, problem: problemAt(at) };
	if (kind === "plain") return <TextField {...common} maxLength={500} />;
	if (kind === "number") return <TextField {...common} type="number" width="10rem" />;
	const makeInput = () => {
		const made = inputFor(value.trim(), labelFor(step, at), new Set(inputs.map(({ name }) => name)));
		edit({ made: [...values.made, made], texts: { ...values.texts, [at]: `{${made.name}}` } });
	};
	const isValue = !isOfTarget(at) && value.trim() !== "" && !/[{\n]/.test(value.trim());
	return (
		<WordsField
			{...common}
			isList={kind === "list"}
			isOptional={isOptional}
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
