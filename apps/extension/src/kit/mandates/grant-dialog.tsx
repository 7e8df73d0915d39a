import { Button, HStack, List, Stack, Text } from "@chakra-ui/react";
import type { Mandate, MandateTerms } from "@webhand/contracts/authority/mandate";
import { grantMandateRoute, mandateOfferRoute } from "@webhand/contracts/authority/mandate";
import type { Routine } from "@webhand/contracts/routine/routine";
import type { FormEvent } from "react";
import { useState } from "react";
import type { SignedInApi } from "../../signed-in-api.ts";
import { DialogFrame } from "../dialogs/dialog-frame.tsx";
import { TextField } from "../form/text-field.tsx";
import { TickField } from "../form/tick-field.tsx";
import { useReply, useSubmit } from "../load/queries.ts";
import { Problem } from "../states.tsx";
import { statesText } from "../words/state-words.ts";
import type { TermsForm } from "./terms-form.ts";
import { termsOf, usualTerms } from "./terms-form.ts";
import { mandateText as text } from "./words.ts";

type Props = {
	readonly api: SignedInApi;
	readonly routine: Pick<Routine, "id" | "name">;
	readonly now: number;
	readonly onGranted: () => void;
	readonly onClose: () => void;
};

/** Lets a routine commit without asking: what it may do in sentences, how often, for how much, when and until when. */
export function GrantDialog({ api, routine: { id, name }, now, onGranted, onClose }: Props) {
	const offer = useReply(api, mandateOfferRoute, { params: { routineId: id } });
	const [form, setForm] = useState(usualTerms(now));
	const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
	const granting = useSubmit(async (body: MandateTerms & Pick<Mandate, "routineId" | "version">) => {
		await api.call(grantMandateRoute, { body });
		onGranted();
		return true;
	});
	const { value } = offer;
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const read = termsOf(form, Intl.DateTimeFormat().resolvedOptions().timeZone);
		setProblems("problems" in read ? read.problems : {});
		if ("terms" in read && value !== null) void granting.submit({ ...read.terms, routineId: id, version: value.version });
	};
	const problem = granting.problem ?? offer.problem;
	const fields = granting.problem?.fields ?? {};
	return (
		<DialogFrame
			title={text.title(name)}
			size="lg"
			scrollBehavior="inside"
			onSubmit={submit}
			onClose={onClose}
			footer={
				<>
					<Button type="button" size="sm" variant="outline" onClick={onClose}>
						{statesText.cancel}
					</Button>
					<Button type="submit" size="sm" colorPalette="brand" disabled={value?.mayGrant !== true} loading={granting.isBusy}>
						{text.grant}
					</Button>
				</>
			}
		>
			<Stack gap="4">
				{value === null ? <Text color="fg.quiet">{text.loading}</Text> : <Offer {...value} />}
				{value?.mayGrant === true ? (
					<TermsFields
						form={form}
						problems={{ ...problems, ...fields }}
						onForm={(typed) => {
							setForm(typed);
							setProblems({});
						}}
					/>
				) : null}
				{problem === null ? null : <Problem message={problem.message} />}
			</Stack>
		</DialogFrame>
	);
}

type OfferProps = {
	readonly steps: readonly { readonly id: string; readonly text: string }[];
	readonly sites: readonly string[];
	readonly mayGrant: boolean;
};

function Offer({ steps, sites, mayGrant }: OfferProps) {
	if (steps.length === 0) return <Text>{text.nothing}</Text>;
	if (!mayGrant) return <Text>{text.mayNot}</Text>;
	return (
		<Stack gap="2">
			<Text fontWeight="medium">{text.may}</Text>
			<List.Root ps="5" aria-label={text.may}>
				{steps.map((step) => (
					<List.Item key={step.id} overflowWrap="anywhere">
						{step.text}
					</List.Item>
				))}
			</List.Root>
			<Text color="fg.quiet">{text.where(sites.join(", "))}</Text>
			<Text color="fg.quiet">{text.never}</Text>
		</Stack>
	);
}

type FieldsProps = {
	readonly form: TermsForm;
	readonly problems: Readonly<Record<string, string>>;
	readonly onForm: (form: TermsForm) => void;
};

function TermsFields({ form, problems, onForm }: FieldsProps) {
	const field = <Name extends keyof TermsForm>(name: Name) => ({
		value: form[name],
		problem: problems[name],
		onChange: (value: TermsForm[Name]) => onForm({ ...form, [name]: value }),
	});
	return (
		<Stack gap="4">
			<HStack gap="3" align="flex-start" wrap="wrap">
				<TextField label={text.uses} hint={text.usesHint} type="number" width="9rem" {...field("uses")} />
				<TextField label={text.until} type="date" width="11rem" {...field("until")} />
			</HStack>
			<TickField label={text.hasAmount} hint={text.hasAmountHint} {...field("hasAmount")} />
			{form.hasAmount ? (
				<HStack gap="3" align="flex-start" wrap="wrap">
					<TextField label={text.perUse} width="8rem" {...field("perUse")} />
					<TextField label={text.inSum} width="8rem" {...field("inSum")} />
					<TextField label={text.currency} hint={text.currencyHint} width="8rem" maxLength={3} {...field("currency")} />
				</HStack>
			) : null}
			<TickField label={text.hasHours} {...field("hasHours")} />
			{form.hasHours ? (
				<>
					<HStack gap="3" align="flex-start" wrap="wrap">
						<TextField label={text.from} width="8rem" {...field("from")} />
						<TextField label={text.to} width="8rem" {...field("to")} />
					</HStack>
					<TickField label={text.workdays} {...field("isWorkdays")} />
				</>
			) : null}
		</Stack>
	);
}
