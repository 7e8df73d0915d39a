import { List } from "@chakra-ui/react";
import type { Organization } from "@webhand/contracts/auth/orgs";
import { changeOrganizationRoute } from "@webhand/contracts/auth/orgs";
import { TextField } from "../../../kit/form/text-field.tsx";
import { TickField } from "../../../kit/form/tick-field.tsx";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { FormCard, SaveRow } from "../../kit/form/form-card.tsx";
import type { Change } from "../../kit/form/use-change.tsx";
import { useForm } from "../../kit/form/use-form.ts";
import { sentenceOf } from "../../kit/load/problem-view.tsx";
import { organizationText } from "../words.ts";
import { changeOf, effectsOf, retentionBounds, settingsOf, wrongIn } from "./settings.ts";

type Props = {
	readonly api: SignedInApi;
	readonly organization: Organization;
	readonly ask: (change: Change) => void;
	readonly onSaved: (organization: Organization) => void;
};

const text = organizationText.own;

/** What an admin sets for everybody. The question before a save says what follows from it. */
export function SettingsForm({ api, organization, ask, onSaved }: Props) {
	const { least, most } = retentionBounds;
	const form = useForm(settingsOf(organization), {
		check: (values) => {
			const change = changeOf(values, organization);
			return (change === null ? null : wrongIn(change))?.fields ?? {};
		},
		send: (values, refuse) => {
			const change = changeOf(values, organization);
			if (change === null) return text.nothingChanged;
			return ask({
				title: text.saveTitle(organization.name),
				lead: (
					<List.Root ps="5">
						{effectsOf(change, organization).map((effect) => (
							<List.Item key={effect}>{effect}</List.Item>
						))}
					</List.Root>
				),
				confirm: text.save,
				isHarmful: (change.retentionDays ?? organization.retentionDays) < organization.retentionDays || change.passwordSignIn === false,
				act: async () => {
					const reply = await api.call(changeOrganizationRoute, { params: { orgId: organization.id }, body: change });
					onSaved(reply.organization);
					return text.saved(reply.organization.name);
				},
				onProblem: refuse,
			});
		},
		worded: (problem) =>
			problem.code === "NO_PROVIDER" ? { ...problem, kind: "invalid", fields: { passwordSignIn: sentenceOf(problem) } } : problem,
		after: (sent) => sent,
	});
	return (
		<FormCard form={form} title={text.settings} save={text.save} maxW="32rem" end={<SaveRow form={form} save={text.save} />}>
			<TextField label={text.name} {...form.field("name")} />
			<TextField
				label={text.retentionDays}
				type="number"
				width="12rem"
				hint={text.retentionHint(least, most)}
				{...form.field("retentionDays")}
			/>
			<TickField label={text.traces} hint={text.tracesHint} {...form.field("traces")} />
			<TickField label={text.secondFactor} hint={text.secondFactorHint} {...form.field("secondFactor")} />
			<TickField label={text.apiKeys} hint={text.apiKeysHint} {...form.field("apiKeys")} />
			<TickField label={text.passwordSignIn} hint={text.passwordHint} {...form.field("passwordSignIn")} />
		</FormCard>
	);
}
