import { Button, Stack, Text } from "@chakra-ui/react";
import type { Provider } from "@webhand/contracts/auth/provider";
import { removeProviderRoute, setProviderRoute } from "@webhand/contracts/auth/provider";
import type { OrgId } from "@webhand/contracts/ids";
import { TextField } from "../../../kit/form/text-field.tsx";
import { TickField } from "../../../kit/form/tick-field.tsx";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { CopyField } from "../../kit/copy/copy-field.tsx";
import { FormCard, SaveRow } from "../../kit/form/form-card.tsx";
import type { Change } from "../../kit/form/use-change.tsx";
import { useForm } from "../../kit/form/use-form.ts";
import { Quiet } from "../../kit/quiet.tsx";
import { organizationText } from "../words.ts";
import { atProviderFields, isSecretKept, providerFormOf, providerOf, wrongIn } from "./provider-choice.ts";

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

/** The OpenID provider of the organization. */
export function ProviderCard({ api, orgId, name, provider, redirectUri, ask, onChanged }: Props) {
	const params = { orgId };
	const form = useForm(providerFormOf(provider), {
		check: (values) => wrongIn(values, provider)?.fields ?? {},
		send: (values, refuse) => {
			const body = providerOf(values);
			return ask({
				title: text.saveTitle(name),
				lead: text.saveEffect(body.issuer, body.domains ?? []),
				confirm: text.save,
				act: async () => {
					const reply = await api.call(setProviderRoute, { params, body });
					onChanged();
					return text.saved(reply.provider.issuer);
				},
				onProblem: refuse,
			});
		},
		worded: atProviderFields,
		after: (sent) => sent,
	});
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
	const { hasNoSecret } = form.values;
	const secret = form.field("clientSecret");
	const hasNone = form.field("hasNoSecret");
	const end = (
		<SaveRow form={form} save={text.save}>
			{provider === null ? null : (
				<Button size="sm" variant="outline" onClick={() => remove(provider.issuer)}>
					{text.remove}
				</Button>
			)}
		</SaveRow>
	);
	return (
		<FormCard form={form} title={provider === null ? text.choose : text.change} save={text.save} maxW="32rem" end={end}>
			<Stack gap="1.5">
				<Text fontWeight="medium">{text.redirectUri}</Text>
				<CopyField label={text.redirectUri} value={redirectUri} copy={text.copyRedirect} />
				<Quiet>{text.redirectHint}</Quiet>
			</Stack>
			<TextField label={text.issuer} type="url" hint={text.issuerHint} {...form.field("issuer")} />
			<TextField label={text.clientId} hint={text.clientIdHint} {...form.field("clientId")} />
			{hasNoSecret ? null : (
				<TextField
					label={text.clientSecret}
					type="password"
					hint={isSecretKept(form.values, provider) ? text.secretKept : text.secretHint}
					{...secret}
				/>
			)}
			<TickField label={text.noSecret} {...hasNone} problem={hasNoSecret ? secret.problem : undefined} />
			<TextField label={text.domains} isOptional rows={3} hint={text.domainsHint} {...form.field("domains")} />
			{provider === null || provider.unprovedDomains.length === 0 ? null : (
				<Text role="note" fontSize="xs" overflowWrap="anywhere">
					{text.unproved(provider.unprovedDomains, provider.domainRecord)}
				</Text>
			)}
		</FormCard>
	);
}
