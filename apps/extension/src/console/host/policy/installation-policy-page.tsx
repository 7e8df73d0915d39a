import { Stack } from "@chakra-ui/react";
import { installationPolicyRoute, installationPolicyVersionsRoute, setInstallationPolicyRoute } from "@webhand/contracts/authority/policy";
import { useReply } from "../../../kit/load/queries.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { Told } from "../../kit/form/told.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import { LoadView } from "../../kit/load/load-view.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import { PolicyEditor } from "../../org/policy/policy-editor.tsx";
import { InForce } from "../../org/policy/policy-page.tsx";
import { PolicyVersions } from "../../org/policy/policy-versions.tsx";
import { policyText as text } from "../../org/policy/words.ts";
import type { NameOf } from "../../org/use-names.ts";
import { useNames } from "../../org/use-names.ts";
import type { PageProps } from "../../page-props.ts";

/** What the installation allows, above the policies of all organizations. */
export function InstallationPolicyPage({ api, signIn }: PageProps) {
	const loaded = useReply(api, installationPolicyRoute);
	const nameOf = useNames({ api, signIn });
	const { ask, told, dialog } = useChange();
	return (
		<Stack gap="6">
			<PageTitle title={text.installationTitle} lead={text.installationLead} />
			<Told>{told}</Told>
			<LoadView loaded={loaded}>
				{(view) => (
					<Stack gap="6">
						<InForce view={view} nameOf={nameOf} />
						<PolicyEditor
							key={view.rev}
							set={(body) => api.call(setInstallationPolicyRoute, { body })}
							view={view}
							people={[]}
							nameOf={nameOf}
							ask={ask}
							onSaved={loaded.replace}
						/>
						{view.rev === 0 ? null : <Versions key={`versions ${view.rev}`} api={api} nameOf={nameOf} />}
					</Stack>
				)}
			</LoadView>
			{dialog}
		</Stack>
	);
}

function Versions({ api, nameOf }: { readonly api: SignedInApi; readonly nameOf: NameOf }) {
	return <PolicyVersions loaded={useReply(api, installationPolicyVersionsRoute)} nameOf={nameOf} />;
}
