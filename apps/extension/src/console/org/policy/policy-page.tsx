import { Heading, List, Stack, Text } from "@chakra-ui/react";
import type { OrgPolicy, PolicyView } from "@webhand/contracts/authority/policy";
import { policyRoute, policyVersionsRoute, setPolicyRoute } from "@webhand/contracts/authority/policy";
import { useReply } from "../../../kit/load/queries.ts";
import { formatTime } from "../../../kit/words/format.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { Card } from "../../kit/card.tsx";
import { Told } from "../../kit/form/told.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import { LoadView } from "../../kit/load/load-view.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import type { PageProps } from "../../page-props.ts";
import type { NameOf } from "../use-names.ts";
import { usePeople } from "../use-names.ts";
import { PolicyEditor } from "./policy-editor.tsx";
import { sentencesOf } from "./policy-form.ts";
import { PolicyPreview } from "./policy-preview.tsx";
import { PolicyVersions } from "./policy-versions.tsx";
import { policyText as text } from "./words.ts";

/** What the organization allows: everybody reads it, admins change it. */
export function PolicyPage({ api, signIn }: PageProps) {
	const loaded = useReply(api, policyRoute);
	const { people, nameOf } = usePeople({ api, signIn });
	const { ask, told, dialog } = useChange();
	return (
		<Stack gap="6">
			<PageTitle title={text.title} lead={text.lead} />
			<Told>{told}</Told>
			<LoadView loaded={loaded}>
				{(view) => (
					<Stack gap="6">
						{view.installation === undefined ? null : <ByOperator policy={view.installation} />}
						<InForce view={view} nameOf={nameOf} />
						{signIn.roles.includes("admin") ? (
							<>
								<PolicyEditor
									key={view.rev}
									set={(body) => api.call(setPolicyRoute, { body })}
									preview={(policy) => <PolicyPreview api={api} policy={policy} />}
									view={view}
									people={people}
									nameOf={nameOf}
									ask={ask}
									onSaved={loaded.replace}
								/>
								{view.rev === 0 ? null : <OwnVersions key={`versions ${view.rev}`} api={api} nameOf={nameOf} />}
							</>
						) : null}
					</Stack>
				)}
			</LoadView>
			{dialog}
		</Stack>
	);
}

function OwnVersions({ api, nameOf }: { readonly api: SignedInApi; readonly nameOf: NameOf }) {
	return <PolicyVersions loaded={useReply(api, policyVersionsRoute)} nameOf={nameOf} />;
}

function ByOperator({ policy }: { readonly policy: OrgPolicy }) {
	const sentences = sentencesOf(policy);
	if (sentences.length === 0) return null;
	return (
		<Card label={text.byOperator}>
			<Stack gap="3">
				<Stack gap="1">
					<Heading as="h2" size="md">
						{text.byOperator}
					</Heading>
					<Text color="fg.quiet">{text.byOperatorLead}</Text>
				</Stack>
				<Sentences sentences={sentences} />
			</Stack>
		</Card>
	);
}

/** The policy that holds, in sentences. */
export function InForce({ view: { policy, rev, updatedAt, by }, nameOf }: { readonly view: PolicyView; readonly nameOf: NameOf }) {
	const sentences = sentencesOf(policy, nameOf);
	return (
		<Card label={text.inForce}>
			<Stack gap="3">
				<Heading as="h2" size="md">
					{text.inForce}
				</Heading>
				{sentences.length === 0 ? <Text>{text.never}</Text> : <Sentences sentences={sentences} />}
				{updatedAt === undefined || by === undefined ? null : (
					<Text color="fg.quiet">{text.changed(rev, formatTime(updatedAt), nameOf(by))}</Text>
				)}
			</Stack>
		</Card>
	);
}

function Sentences({ sentences }: { readonly sentences: readonly string[] }) {
	return (
		<List.Root ps="5" gap="1">
			{sentences.map((sentence) => (
				<List.Item key={sentence} overflowWrap="anywhere">
					{sentence}
				</List.Item>
			))}
		</List.Root>
	);
}
