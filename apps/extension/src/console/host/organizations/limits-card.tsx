import { Box, Heading, List, SimpleGrid, Stack, Text } from "@chakra-ui/react";
import { limitBounds } from "@webhand/contracts/auth/limits";
import type { Organization } from "@webhand/contracts/auth/orgs";
import { limitsRoute } from "@webhand/contracts/auth/orgs";
import type { FormEvent } from "react";
import { useState } from "react";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { Card } from "../../kit/card.tsx";
import { FormProblem } from "../../kit/form/form-problem.tsx";
import { SaveRow } from "../../kit/form/save-row.tsx";
import { TextField } from "../../kit/form/text-field.tsx";
import type { Change } from "../../kit/form/use-change.tsx";
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
	const [form, setForm] = useState(limitsFormOf(organization.limits));
	const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const [isIdle, setIsIdle] = useState(false);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		setProblem(null);
		const read = readLimits(form);
		setFields(read.kind === "wrong" ? read.fields : {});
		if (read.kind === "wrong") return setIsIdle(false);
		const changes = limitChanges(organization.limits, read.limits);
		setIsIdle(changes.length === 0);
		if (changes.length === 0) return;
		ask({
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
			onProblem: (found) => {
				setProblem(found);
				setFields(found.fields);
			},
		});
	};
	return (
		<Card label={text.title}>
			<form onSubmit={submit} noValidate autoComplete="off">
				<Stack gap="4">
					<Box>
						<Heading as="h2" size="md">
							{text.title}
						</Heading>
						<Text color="fg.quiet">{text.lead}</Text>
					</Box>
					<SimpleGrid columns={{ base: 1, lg: 2 }} gap="4" maxW="48rem">
						{limitNames.map((name) => {
							const { default: standard, least, most } = limitBounds[name];
							return (
								<TextField
									key={name}
									label={text.names[name]}
									type="number"
									value={form[name]}
									hint={text.bounds(text.about[name], { standard, least, most })}
									problem={fields[name]}
									onChange={(value) => setForm({ ...form, [name]: value })}
								/>
							);
						})}
					</SimpleGrid>
					<FormProblem problem={problem} shown={limitNames} />
					<SaveRow save={text.save} nothingChanged={text.nothingChanged} isIdle={isIdle} />
				</Stack>
			</form>
		</Card>
	);
}
