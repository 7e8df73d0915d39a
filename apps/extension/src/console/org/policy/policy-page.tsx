import { Heading, List, Stack, Text } from "@chakra-ui/react";
import type { PolicyView } from "@webhand/contracts/authority/policy";
import { policyRoute } from "@webhand/contracts/authority/policy";
import { useReply } from "../../../kit/load/queries.ts";
import { formatTime } from "../../../kit/words/format.ts";
import { Card } from "../../kit/card.tsx";
import { Told } from "../../kit/form/told.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import { LoadView } from "../../kit/load/load-view.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import type { PageProps } from "../../page-props.ts";
import type { NameOf } from "../use-names.ts";
import { useNames } from "../use-names.ts";
import { PolicyEditor } from "./policy-editor.tsx";
import { sentencesOf } from "./policy-form.ts";
import { policyText as text } from "./words.ts";

/** What the organization allows: everybody reads it, admins change it. */
export function PolicyPage({ api, signIn }: PageProps) {
	const loaded = useReply(api, policyRoute);
	const nameOf = useNames({ api, signIn });
	const { ask, told, dialog } = useChange();
	return (
		<Stack gap="6">
			<PageTitle title={text.title} lead={text.lead} />
			<Told>{told}</Told>
			<LoadView loaded={loaded}>
				{(view) => (
					<Stack gap="6">
						<InForce view={view} nameOf={nameOf} />
						{signIn.roles.includes("admin") ? (
							<PolicyEditor key={view.rev} api={api} view={view} ask={ask} onSaved={loaded.replace} />
						) : null}
					</Stack>
				)}
			</LoadView>
			{dialog}
		</Stack>
	);
}

function InForce({ view: { policy, rev, updatedAt, by }, nameOf }: { readonly view: PolicyView; readonly nameOf: NameOf }) {
	const sentences = sentencesOf(policy);
	return (
		<Card label={text.inForce}>
			<Stack gap="3">
				<Heading as="h2" size="md">
					{text.inForce}
				</Heading>
				{sentences.length === 0 ? (
					<Text>{text.never}</Text>
				) : (
					<List.Root ps="5" gap="1">
						{sentences.map((sentence) => (
							<List.Item key={sentence} overflowWrap="anywhere">
								{sentence}
							</List.Item>
						))}
					</List.Root>
				)}
				{updatedAt === undefined || by === undefined ? null : (
					<Text color="fg.quiet">{text.changed(rev, formatTime(updatedAt), nameOf(by))}</Text>
				)}
			</Stack>
		</Card>
	);
}
