import { Heading, List, Stack } from "@chakra-ui/react";
import type { Organization } from "@webhand/contracts/auth/orgs";
import { changeOrganizationRoute } from "@webhand/contracts/auth/orgs";
import type { FormEvent } from "react";
import { useState } from "react";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { Card } from "../../kit/card.tsx";
import { FormProblem } from "../../kit/form/form-problem.tsx";
import { SaveRow } from "../../kit/form/save-row.tsx";
import { TextField } from "../../kit/form/text-field.tsx";
import { TickField } from "../../kit/form/tick-field.tsx";
import type { Change } from "../../kit/form/use-change.tsx";
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
const beside = ["name", "traces", "retentionDays", "secondFactor", "passwordSignIn"];

/** What an admin sets for everybody. The question before a save says what follows from it. */
export function SettingsForm({ api, organization, ask, onSaved }: Props) {
	const [form, setForm] = useState(settingsOf(organization));
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const [isIdle, setIsIdle] = useState(false);
	const { least, most } = retentionBounds;
	const fields = problem === null ? {} : problem.code === "NO_PROVIDER" ? { passwordSignIn: sentenceOf(problem) } : problem.fields;
	const edit = (part: Partial<typeof form>) => setForm({ ...form, ...part });
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const change = changeOf(form, organization);
		setIsIdle(change === null);
		setProblem(null);
		if (change === null) return;
		const wrong = wrongIn(change);
		if (wrong !== null) return setProblem(wrong);
		ask({
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
			onProblem: setProblem,
		});
	};
	return (
		<Card label={text.settings}>
			<form onSubmit={submit} noValidate autoComplete="off">
				<Stack gap="5" maxW="32rem">
					<Heading as="h2" size="md">
						{text.settings}
					</Heading>
					<TextField label={text.name} value={form.name} problem={fields["name"]} onChange={(name) => edit({ name })} />
					<TextField
						label={text.retentionDays}
						type="number"
						width="12rem"
						value={form.retentionDays}
						hint={text.retentionHint(least, most)}
						problem={fields["retentionDays"]}
						onChange={(retentionDays) => edit({ retentionDays })}
					/>
					<TickField
						label={text.traces}
						isOn={form.traces}
						hint={text.tracesHint}
						problem={fields["traces"]}
						onChange={(traces) => edit({ traces })}
					/>
					<TickField
						label={text.secondFactor}
						isOn={form.secondFactor}
						hint={text.secondFactorHint}
						problem={fields["secondFactor"]}
						onChange={(secondFactor) => edit({ secondFactor })}
					/>
					<TickField
						label={text.passwordSignIn}
						isOn={form.passwordSignIn}
						hint={text.passwordHint}
						problem={fields["passwordSignIn"]}
						onChange={(passwordSignIn) => edit({ passwordSignIn })}
					/>
					{problem?.code === "NO_PROVIDER" ? null : <FormProblem problem={problem} shown={beside} />}
					<SaveRow save={text.save} nothingChanged={text.nothingChanged} isIdle={isIdle} />
				</Stack>
			</form>
		</Card>
	);
}
