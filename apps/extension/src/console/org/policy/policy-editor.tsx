import { Box, Fieldset, List, SimpleGrid, Stack, Text } from "@chakra-ui/react";
import type { OrgPolicy, PolicyView } from "@webhand/contracts/authority/policy";
import { ActKind } from "@webhand/contracts/authority/policy";
import type { ReactNode } from "react";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { TextField } from "../../../kit/form/text-field.tsx";
import { TickField } from "../../../kit/form/tick-field.tsx";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { asSentence } from "../../../kit/words/as-sentence.ts";
import { FormCard, SaveRow } from "../../kit/form/form-card.tsx";
import type { Change } from "../../kit/form/use-change.tsx";
import type { Form } from "../../kit/form/use-form.ts";
import { useForm } from "../../kit/form/use-form.ts";
import type { NameOf } from "../use-names.ts";
import type { Person } from "./limits-group.tsx";
import { ModelFields, PeopleFields, SpendFields } from "./limits-group.tsx";
import type { PolicyForm } from "./policy-form.ts";
import { fieldAt, formOf, policyOf, sentencesOf, wrongIn } from "./policy-form.ts";
import { policyText as text } from "./words.ts";

type Props = {
	/** Puts a policy in the place of the version that was edited. */
	readonly set: (change: { readonly rev: number; readonly policy: OrgPolicy }) => Promise<PolicyView>;
	readonly view: PolicyView;
	/** What a policy would change, shown with the question before it is put in force. */
	readonly preview?: (policy: OrgPolicy) => ReactNode;
	readonly people: readonly Person[];
	readonly nameOf: NameOf;
	readonly ask: (change: Change) => void;
	readonly onSaved: (view: PolicyView) => void;
};

const rules = (["", "ask", "never"] as const).map((value) => ({ value, label: text.rules[value] }));

const givers = (["all", "admins"] as const).map((value) => ({ value, label: text.givers[value] }));

/** What an admin sets. The question before it is put in force says the whole policy in sentences. */
export function PolicyEditor({ set, preview, view: { policy: before, rev }, people, nameOf, ask, onSaved }: Props) {
	const form = useForm(formOf(before, Intl.DateTimeFormat().resolvedOptions().timeZone), {
		check: wrongIn,
		send: (values, refuse) => {
			const policy = policyOf(values);
			if (JSON.stringify(policy) === JSON.stringify(policyOf(formOf(before, values.timeZone)))) return text.nothingChanged;
			const sentences = sentencesOf(policy, nameOf);
			return ask({
				title: text.confirmTitle,
				lead: (
					<Stack gap="3">
						<List.Root ps="5">
							{(sentences.length === 0 ? [text.never] : sentences).map((sentence) => (
								<List.Item key={sentence}>{sentence}</List.Item>
							))}
						</List.Root>
						{preview?.(policy)}
					</Stack>
				),
				confirm: text.save,
				act: async () => {
					const view = await set({ rev, policy });
					onSaved(view);
					return text.saved(view.rev);
				},
				onProblem: refuse,
			});
		},
		worded,
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
				<SelectField label={text.mandates} options={givers} {...form.field("mandates")} />
			</Group>
			<Group title={text.hours}>
				<TickField label={text.hasHours} hint={text.hasHoursHint} {...form.field("hasHours")} />
				{form.values.hasHours ? <Hours form={form} /> : null}
			</Group>
			<Group title={text.models}>
				<ModelFields form={form} />
			</Group>
			<Group title={text.people}>
				<PeopleFields form={form} />
			</Group>
			<Group title={text.spend} lead={text.spendLead}>
				<SpendFields form={form} people={people} nameOf={nameOf} />
			</Group>
		</FormCard>
	);
}

/** A refusal in the words and at the fields of the form. */
function worded(problem: ServerProblem): ServerProblem {
	if (problem.code === "HASH_MISMATCH") return { ...problem, message: text.changedMeanwhile };
	if (problem.kind !== "invalid") return problem;
	const fields = Object.entries(problem.fields).map(([path, message]) => [fieldAt(path.split(".").slice(1)), message]);
	return { ...problem, fields: Object.fromEntries(fields) };
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
