import { Box, Fieldset, List, SimpleGrid, Stack, Text } from "@chakra-ui/react";
import type { PolicyView } from "@webhand/contracts/authority/policy";
import { ActKind, setPolicyRoute } from "@webhand/contracts/authority/policy";
import type { ReactNode } from "react";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { TextField } from "../../../kit/form/text-field.tsx";
import { TickField } from "../../../kit/form/tick-field.tsx";
import { asSentence } from "../../../kit/words/as-sentence.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { FormCard, SaveRow } from "../../kit/form/form-card.tsx";
import type { Change } from "../../kit/form/use-change.tsx";
import type { Form } from "../../kit/form/use-form.ts";
import { useForm } from "../../kit/form/use-form.ts";
import type { PolicyForm } from "./policy-form.ts";
import { formOf, policyOf, sentencesOf, wrongIn } from "./policy-form.ts";
import { policyText as text } from "./words.ts";

type Props = {
	readonly api: SignedInApi;
	readonly view: PolicyView;
	readonly ask: (change: Change) => void;
	readonly onSaved: (view: PolicyView) => void;
};

const rules = (["", "ask", "never"] as const).map((value) => ({ value, label: text.rules[value] }));

/** What an admin sets. The question before it is put in force says the whole policy in sentences. */
export function PolicyEditor({ api, view: { policy: before, rev }, ask, onSaved }: Props) {
	const form = useForm(formOf(before, Intl.DateTimeFormat().resolvedOptions().timeZone), {
		check: wrongIn,
		send: (values, refuse) => {
			const policy = policyOf(values);
			if (JSON.stringify(policy) === JSON.stringify(policyOf(formOf(before, values.timeZone)))) return text.nothingChanged;
			const sentences = sentencesOf(policy);
			return ask({
				title: text.confirmTitle,
				lead: (
					<List.Root ps="5">
						{(sentences.length === 0 ? [text.never] : sentences).map((sentence) => (
							<List.Item key={sentence}>{sentence}</List.Item>
						))}
					</List.Root>
				),
				confirm: text.save,
				act: async () => {
					const view = await api.call(setPolicyRoute, { body: { rev, policy } });
					onSaved(view);
					return text.saved(view.rev);
				},
				onProblem: refuse,
			});
		},
		worded: (problem) => (problem.code === "HASH_MISMATCH" ? { ...problem, message: text.changedMeanwhile } : problem),
		after: (sent) => sent,
	});
	return (
		<FormCard form={form} title={text.change} save={text.save} maxW="44rem" end={<SaveRow form={form} save={text.save} />}>
			<TickField label={text.allowsAutonomous} hint={text.allowsAutonomousHint} {...form.field("allowsAutonomous")} />
			<Group title={text.sites}>
				<TextField label={text.only} hint={text.onlyHint} rows={3} isCode isOptional {...form.field("only")} />
				<TextField label={text.neverSites} hint={text.neverSitesHint} rows={3} isCode isOptional {...form.field("never")} />
			</Group>
			<Group title={text.acts} lead={text.actsLead}>
				<SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
					{ActKind.options.map((kind) => (
						<SelectField key={kind} label={text.kinds[kind]} options={rules} {...form.field(kind)} />
					))}
				</SimpleGrid>
			</Group>
			<Group title={text.hours}>
				<TickField label={text.hasHours} hint={text.hasHoursHint} {...form.field("hasHours")} />
				{form.values.hasHours ? <Hours form={form} /> : null}
			</Group>
		</FormCard>
	);
}

function Group({ title, lead, children }: { readonly title: string; readonly lead?: string; readonly children: ReactNode }) {
	return (
		<Fieldset.Root>
			<Fieldset.Legend fontWeight="semibold">{title}</Fieldset.Legend>
			{lead === undefined ? null : <Text color="fg.quiet">{lead}</Text>}
			<Stack gap="4" mt="2">
				{children}
			</Stack>
		</Fieldset.Root>
	);
}

function Hours({ form }: { readonly form: Form<PolicyForm> }) {
	const { value: days, onChange, problem } = form.field("days");
	return (
		<Stack gap="4">
			<Box role="group" aria-label={text.days}>
				<SimpleGrid columns={{ base: 2, sm: 4 }} gap="2">
					{text.dayNames.map((name, index) => (
						<TickField
							key={name}
							label={name}
							value={days[index] === true}
							onChange={(isOn) => onChange(days.map((one, at) => (at === index ? isOn : one)))}
						/>
					))}
				</SimpleGrid>
				{problem === undefined ? null : (
					<Text role="alert" color="fg.error" fontSize="xs">
						{asSentence(problem)}
					</Text>
				)}
			</Box>
			<SimpleGrid columns={{ base: 1, sm: 3 }} gap="4">
				<TextField label={text.from} hint={text.timeHint} {...form.field("from")} />
				<TextField label={text.to} hint={text.timeHint} {...form.field("to")} />
				<TextField label={text.timeZone} suggestions={Intl.supportedValuesOf("timeZone")} {...form.field("timeZone")} />
			</SimpleGrid>
		</Stack>
	);
}
