import { Stack } from "@chakra-ui/react";
import { providerRoute } from "@webhand/contracts/auth/provider";
import { useReply } from "../../../kit/load/queries.ts";
import { Told } from "../../kit/form/told.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import { LoadView } from "../../kit/load/load-view.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import type { PageProps } from "../../page-props.ts";
import { orgIdOf } from "../org-id.ts";
import { organizationText } from "../words.ts";
import { ProviderCard } from "./provider-card.tsx";
import { TestCard } from "./test-card.tsx";

const text = organizationText.provider;

/** Single sign-on of the organization: how it works now, a test, and the form. */
export function SignOnPage({ api, signIn }: PageProps) {
	const orgId = orgIdOf(signIn);
	const loaded = useReply(api, providerRoute, { params: { orgId } });
	const { ask, told, dialog } = useChange();
	return (
		<Stack gap="6">
			<PageTitle title={text.title} lead={text.lead} />
			<Told>{told}</Told>
			<LoadView loaded={loaded}>
				{(signOn) => (
					<Stack gap="6" key={JSON.stringify(signOn)}>
						{signOn.provider === null ? null : <TestCard api={api} orgId={orgId} provider={signOn.provider} />}
						<ProviderCard api={api} orgId={orgId} name={signIn.tenantName} ask={ask} {...signOn} onChanged={loaded.retry} />
					</Stack>
				)}
			</LoadView>
			{dialog}
		</Stack>
	);
}
