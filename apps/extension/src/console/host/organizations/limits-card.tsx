import { List, SimpleGrid, Stack, Text } from "@chakra-ui/react";
import { limitBounds } from "@webhand/contracts/auth/limits";
import type { Organization } from "@webhand/contracts/auth/orgs";
import { limitsRoute } from "@webhand/contracts/auth/orgs";
import { TextField } from "../../../kit/form/text-field.tsx";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { FormCard, SaveRow } from "../../kit/form/form-card.tsx";
import type { Change } from "../../kit/form/use-change.tsx";
import { useForm } from "../../kit/form/use-form.ts";
import { hostText } from "../words.ts";
import { limitChanges, limitNames, limitsFormOf, readLimits } from "./limits-form.ts";

type Props = {
	readonly api: SignedInApi;
	readonly organization: Organization;
	readonly ask: (change: Change) => void;
	readonly onSaved: (organization: Organization) => void;
};

const text = hostText.limits;

/** The limits of an organization; an empty field is the default. */
export function LimitsCard({ api, organization, ask, onSaved }: Props) {
	const form = useForm(limitsFormOf(organization.limits), {
		check: (values) => {
			const read = readLimits(values);
			return read.kind === "wrong" ? read.fields : {};
		},
		send: (values, refuse) => {
			const read = readLimits(values);
			if (read.kind === "wrong") return;
			const changes = limitChanges(organization.limits, read.limits);
			if (changes.length === 0) return text.nothingChanged;
			return ask({
				title: text.saveTitle(organization.name),
				lead: (
					<Stack gap="2">
						<List.Root ps="5">
							{changes.map((change) => (
								<List.Item key={change}>{change}</List.Item>
							))}
						</List.Root>
						<Text>{text.effect}</Text>
					</Stack>
				),
				confirm: text.save,
				act: async () => {
					const reply = await api.call(limitsRoute, { params: { orgId: organization.id }, body: read.limits });
					onSaved(reply.organization);
					return text.saved(organization.name);
				},
				onProblem: refuse,
			});
		},
		after: (sent) => sent,
	});
	return (
		<FormCard form={form} title={text.title} lead={text.lead} save={text.save} end={<SaveRow form={form} save={text.save} />}>
			<SimpleGrid columns={{ base: 1, lg: 2 }} gap="4" maxW="48rem">
				{limitNames.map((name) => {
					const { default: standard, least, most } = limitBounds[name];
					const hint = text.bounds(text.about[name], { standard, least, most });
					return <TextField key={name} label={text.names[name]} type="number" hint={hint} {...form.field(name)} />;
				})}
			</SimpleGrid>
		</FormCard>
	);
}
