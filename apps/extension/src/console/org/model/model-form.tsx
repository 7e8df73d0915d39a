import { Text } from "@chakra-ui/react";
import type { ModelView } from "@webhand/contracts/agent/model";
import { ModelEffort, ModelProvider } from "@webhand/contracts/agent/model";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { TextField } from "../../../kit/form/text-field.tsx";
import { TickField } from "../../../kit/form/tick-field.tsx";
import { providerNames } from "../../../kit/words/model-name.ts";
import { FormCard } from "../../kit/form/form-card.tsx";
import { useForm } from "../../kit/form/use-form.ts";
import type { ModelField, ModelForm } from "./choice.ts";
import { fieldsOf, isKeyKept, withProvider } from "./choice.ts";
import { modelText } from "./words.ts";

type Props = {
	readonly view: ModelView;
	readonly initial: ModelForm;
	/** Something else goes on. */
	readonly isDisabled: boolean;
	readonly onSave: (form: ModelForm) => Promise<void>;
};

const text = modelText;
const providers = ModelProvider.options.map((value) => ({ value, label: providerNames[value] }));
const efforts = (["", ...ModelEffort.options] as const).map((value) => ({ value, label: text.efforts[value] }));
const labels = {
	name: text.name,
	apiKey: text.key,
	baseUrl: text.baseUrl,
	caPem: text.caPem,
	contextTokens: text.contextTokens,
	maxOutputTokens: text.maxOutputTokens,
	temperature: text.temperature,
};
const types = { apiKey: "password", baseUrl: "url", contextTokens: "number", maxOutputTokens: "number" } as const;
const kinds: Readonly<Partial<Record<ModelField, (typeof types)[keyof typeof types]>>> = types;

/** The form of the organization's own model. Each message of the server stands beside its field. */
export function ModelFormView({ view, initial, isDisabled, onSave }: Props) {
	const form = useForm(initial, { send: onSave, after: (sent) => sent });
	const { values, edit, field } = form;
	const { shown, required } = fieldsOf[values.provider];
	const isRules = values.provider === "rules";
	return (
		<FormCard
			form={form}
			title={view.source === "tenant" ? text.change : text.choose}
			save={text.save}
			isDisabled={isDisabled}
			maxW="32rem"
		>
			<SelectField
				label={text.provider}
				options={providers}
				{...field("provider")}
				onChange={(provider) => edit(withProvider(values, provider, initial))}
			/>
			{isRules ? <Text color="fg.quiet">{text.rulesNote}</Text> : null}
			{shown.map((name) => {
				const isRequired = required.includes(name) && !(name === "apiKey" && isKeyKept(values, view));
				return (
					<TextField
						key={name}
						label={labels[name]}
						type={kinds[name] ?? "text"}
						hint={hintOf(name, values, view)}
						isRequired={isRequired}
						isOptional={!isRequired}
						{...(name === "caPem" ? { rows: 3, isCode: true } : {})}
						{...field(name)}
					/>
				);
			})}
			{isRules ? null : (
				<>
					<SelectField label={text.effort} options={efforts} {...field("effort")} />
					<TickField label={text.vision} hint={text.visionHint} {...field("vision")} />
					<TickField label={text.rulesFirst} hint={text.rulesFirstHint} {...field("rulesFirst")} />
				</>
			)}
		</FormCard>
	);
}

function hintOf(field: ModelField, form: ModelForm, view: ModelView): string {
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
