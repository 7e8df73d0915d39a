import { Button, Flex, Heading, Stack, Text } from "@chakra-ui/react";
import type { Provider } from "@webhand/contracts/auth/provider";
import { removeProviderRoute, setProviderRoute } from "@webhand/contracts/auth/provider";
import type { OrgId } from "@webhand/contracts/ids";
import type { FormEvent } from "react";
import { useState } from "react";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { Card } from "../../kit/card.tsx";
import { CopyField } from "../../kit/copy-field.tsx";
import { FormProblem } from "../../kit/form/form-problem.tsx";
import { TextField } from "../../kit/form/text-field.tsx";
import { TickField } from "../../kit/form/tick-field.tsx";
import type { Change } from "../../kit/form/use-change.tsx";
import { organizationText } from "../words.ts";
import { isSecretKept, providerFields, providerFormOf, providerOf, wrongIn } from "./provider-choice.ts";

type Props = {
	readonly api: SignedInApi;
	readonly orgId: OrgId;
	/** Name of the organization. */
	readonly name: string;
	readonly provider: Provider | null;
	readonly redirectUri: string;
	readonly ask: (change: Change) => void;
	/** The provider was set or removed; removal changes the settings too. */
	readonly onChanged: () => void;
};

const text = organizationText.provider;
const beside = ["issuer", "clientId", "clientSecret", "domains"];

/** The OpenID provider of the organization. */
export function ProviderCard({ api, orgId, name, provider, redirectUri, ask, onChanged }: Props) {
	const [form, setForm] = useState(providerFormOf(provider));
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const fields = providerFields(problem);
	const params = { orgId };
	const edit = (part: Partial<typeof form>) => setForm({ ...form, ...part });
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const body = providerOf(form);
		const wrong = wrongIn(form, provider);
		setProblem(wrong);
		if (wrong !== null) return;
		ask({
			title: text.saveTitle(name),
			lead: text.saveEffect(body.issuer, body.domains ?? []),
			confirm: text.save,
			act: async () => {
				const reply = await api.call(setProviderRoute, { params, body });
				onChanged();
				return text.saved(reply.provider.issuer);
			},
			onProblem: setProblem,
		});
	};
	const remove = (issuer: string) =>
		ask({
			title: text.removeTitle(issuer),
			lead: text.removeEffect,
			confirm: text.removeConfirm,
			isHarmful: true,
			act: async () => {
				await api.call(removeProviderRoute, { params });
				onChanged();
				return text.removed;
			},
		});
	const heading = provider === null ? text.choose : text.change;
	const isTold = problem?.code === "PROVIDER_UNREACHABLE" || problem?.code === "DOMAIN_TAKEN";
	return (
		<Card label={heading}>
			<form onSubmit={submit} noValidate autoComplete="off">
				<Stack gap="4" maxW="32rem">
					<Heading as="h2" size="md">
						{heading}
					</Heading>
					<Stack gap="1.5">
						<Text fontWeight="medium">{text.redirectUri}</Text>
						<CopyField label={text.redirectUri} value={redirectUri} copy={text.copyRedirect} />
						<Text color="fg.quiet" fontSize="xs">
							{text.redirectHint}
						</Text>
					</Stack>
					<TextField
						label={text.issuer}
						type="url"
						value={form.issuer}
						hint={text.issuerHint}
						problem={fields["issuer"]}
						onChange={(issuer) => edit({ issuer })}
					/>
					<TextField
						label={text.clientId}
						value={form.clientId}
						hint={text.clientIdHint}
						problem={fields["clientId"]}
						onChange={(clientId) => edit({ clientId })}
					/>
					{form.hasNoSecret ? null : (
						<TextField
							label={text.clientSecret}
							type="password"
							value={form.clientSecret}
							hint={isSecretKept(form, provider) ? text.secretKept : text.secretHint}
							problem={fields["clientSecret"]}
							onChange={(clientSecret) => edit({ clientSecret })}
						/>
					)}
					<TickField
						label={text.noSecret}
						isOn={form.hasNoSecret}
						problem={form.hasNoSecret ? fields["clientSecret"] : undefined}
						onChange={(hasNoSecret) => edit({ hasNoSecret })}
					/>
					<TextField
						label={text.domains}
						isOptional
						rows={3}
						value={form.domains}
						hint={text.domainsHint}
						problem={fields["domains"]}
						onChange={(domains) => edit({ domains })}
					/>
					{provider === null || provider.unprovedDomains.length === 0 ? null : (
						<Text role="note" fontSize="xs" overflowWrap="anywhere">
							{text.unproved(provider.unprovedDomains, provider.domainRecord)}
						</Text>
					)}
					{isTold ? null : (
						<FormProblem problem={problem} shown={[...beside, ...Object.keys(fields).filter((field) => field.startsWith("domains"))]} />
					)}
					<Flex wrap="wrap" gap="2">
						<Button type="submit" size="sm" colorPalette="brand">
							{text.save}
						</Button>
						{provider === null ? null : (
							<Button size="sm" variant="outline" onClick={() => remove(provider.issuer)}>
								{text.remove}
							</Button>
						)}
					</Flex>
				</Stack>
			</form>
		</Card>
	);
}
