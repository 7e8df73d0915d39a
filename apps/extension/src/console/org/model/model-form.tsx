import { Alert, Box, Button, Field, Heading, Input, Stack, Text, Textarea } from "@chakra-ui/react";
import type { ModelView } from "@webhand/contracts/agent/model";
import { ModelEffort, ModelProvider } from "@webhand/contracts/agent/model";
import type { FormEvent } from "react";
import { useState } from "react";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { asSentence } from "../../../kit/words/as-sentence.ts";
import { Card } from "../../kit/card.tsx";
import { SelectField } from "../../kit/form/select-field.tsx";
import { TickField } from "../../kit/form/tick-field.tsx";
import { ProblemView } from "../../kit/load/problem-view.tsx";
import { consoleText } from "../../words.ts";
import type { ModelField, ModelForm } from "./choice.ts";
import { fieldsOf, isKeyKept, withProvider } from "./choice.ts";

type Props = {
	readonly view: ModelView;
	readonly initial: ModelForm;
	readonly isBusy: boolean;
	readonly isSaving: boolean;
	/** Why the last save failed. */
	readonly problem: ServerProblem | null;
	readonly onSave: (form: ModelForm) => void;
};

const providers = ModelProvider.options.map((value) => ({ value, label: consoleText.model.providers[value] }));
const efforts = (["", ...ModelEffort.options] as const).map((value) => ({ value, label: consoleText.model.efforts[value] }));
const labels = {
	name: consoleText.model.name,
	apiKey: consoleText.model.key,
	baseUrl: consoleText.model.baseUrl,
	caPem: consoleText.model.caPem,
	contextTokens: consoleText.model.contextTokens,
	maxOutputTokens: consoleText.model.maxOutputTokens,
	temperature: consoleText.model.temperature,
};

/** The form of the organization's own model. Each message of the server stands beside its field. */
export function ModelFormView({ view, initial, isBusy, isSaving, problem, onSave }: Props) {
	const text = consoleText.model;
	const [form, setForm] = useState(initial);
	const { shown, required } = fieldsOf[form.provider];
	const fields = problem?.kind === "invalid" ? problem.fields : {};
	const isRules = form.provider === "rules";
	const beside = new Set<string>(["provider", ...(isRules ? [] : ["effort", "vision", "rulesFirst"]), ...shown]);
	const others = Object.entries(fields).filter(([field]) => !beside.has(field));
	const submit = (event: FormEvent) => {
		event.preventDefault();
		onSave(form);
	};
	return (
		<Card label={view.source === "tenant" ? text.change : text.choose}>
			<form onSubmit={submit} noValidate autoComplete="off">
				<Stack gap="4" maxW="32rem">
					<Heading as="h2" size="md">
						{view.source === "tenant" ? text.change : text.choose}
					</Heading>
					<SelectField
						label={text.provider}
						value={form.provider}
						options={providers}
						onChange={(provider) => setForm(withProvider(form, provider, initial))}
						problem={fields["provider"]}
					/>
					{isRules ? <Text color="fg.quiet">{text.rulesNote}</Text> : null}
					{shown.map((field) => (
						<TextField
							key={field}
							field={field}
							value={form[field]}
							isRequired={required.includes(field) && !(field === "apiKey" && isKeyKept(form, view))}
							hint={hintOf(field, form, view)}
							problem={fields[field]}
							onChange={(value) => setForm({ ...form, [field]: value })}
						/>
					))}
					{isRules ? null : (
						<>
							<SelectField
								label={text.effort}
								value={form.effort}
								options={efforts}
								onChange={(effort) => setForm({ ...form, effort })}
								problem={fields["effort"]}
							/>
							<TickField
								label={text.vision}
								hint={text.visionHint}
								isOn={form.vision}
								onChange={(vision) => setForm({ ...form, vision })}
								problem={fields["vision"]}
							/>
							<TickField
								label={text.rulesFirst}
								hint={text.rulesFirstHint}
								isOn={form.rulesFirst}
								onChange={(rulesFirst) => setForm({ ...form, rulesFirst })}
								problem={fields["rulesFirst"]}
							/>
						</>
					)}
					{problem === null || problem.kind === "invalid" ? null : <ProblemView problem={problem} />}
					{problem?.kind === "invalid" ? (
						<Alert.Root status="error" role="alert" size="sm">
							<Alert.Indicator aria-hidden />
							<Alert.Description>
								{[
									consoleText.problem.checkFields,
									...others.map(([field, message]) => (field === "" ? message : `${field}: ${message}`)),
								].join(" ")}
							</Alert.Description>
						</Alert.Root>
					) : null}
					<Box>
						<Button type="submit" size="sm" colorPalette="brand" loading={isSaving} disabled={isBusy} aria-label={text.save}>
							{text.save}
						</Button>
					</Box>
				</Stack>
			</form>
		</Card>
	);
}

type FieldProps = {
	readonly field: ModelField;
	readonly value: string;
	readonly isRequired: boolean;
	readonly hint: string;
	readonly problem: string | undefined;
	readonly onChange: (value: string) => void;
};

function TextField({ field, value, isRequired, hint, problem, onChange }: FieldProps) {
	const common = { value, borderColor: "line.strong", spellCheck: false, autoComplete: "off" } as const;
	return (
		<Field.Root invalid={problem !== undefined} required={isRequired}>
			<Field.Label>
				{labels[field]}
				{isRequired ? null : (
					<Text as="span" color="fg.quiet" fontWeight="normal">
						{" "}
						({consoleText.model.optional})
					</Text>
				)}
			</Field.Label>
			{field === "caPem" ? (
				<Textarea {...common} rows={3} fontFamily="mono" fontSize="xs" onChange={(event) => onChange(event.target.value)} />
			) : (
				<Input
					{...common}
					size="sm"
					type={field === "apiKey" ? "password" : field === "baseUrl" ? "url" : "text"}
					inputMode={field === "contextTokens" || field === "maxOutputTokens" ? "numeric" : undefined}
					autoComplete={field === "apiKey" ? "new-password" : "off"}
					onChange={(event) => onChange(event.target.value)}
				/>
			)}
			<Field.HelperText color="fg.quiet">{hint}</Field.HelperText>
			<Field.ErrorText>{asSentence(problem ?? "")}</Field.ErrorText>
		</Field.Root>
	);
}

function hintOf(field: ModelField, form: ModelForm, view: ModelView): string {
	const text = consoleText.model;
	switch (field) {
		case "name":
			return text.nameHint;
		case "apiKey":
			return isKeyKept(form, view) ? text.keyKept : text.keyHint;
		case "baseUrl":
			return fieldsOf[form.provider].required.includes("baseUrl") ? text.baseUrlHint : text.baseUrlOptional;
		case "caPem":
			return view.source === "tenant" && view.hasCa ? text.caAgain : text.caHint;
		case "contextTokens":
			return text.contextHint;
		case "maxOutputTokens":
			return text.maxOutputHint;
		case "temperature":
			return text.temperatureHint;
	}
}
