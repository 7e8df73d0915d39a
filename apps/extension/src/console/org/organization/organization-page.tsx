import { Box, Button, Heading, Stack, Text } from "@chakra-ui/react";
import type { Organization } from "@webhand/contracts/auth/orgs";
import { organizationRoute } from "@webhand/contracts/auth/orgs";
import { useReply } from "../../../kit/load/queries.ts";
import { formatTime } from "../../../kit/words/format.ts";
import { Card } from "../../kit/card.tsx";
import { FactList } from "../../kit/fact-list.tsx";
import { Told } from "../../kit/form/told.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import { LimitFacts } from "../../kit/limit-facts.tsx";
import { LoadView } from "../../kit/load/load-view.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import type { PageProps } from "../../page-props.ts";
import { orgIdOf } from "../org-id.ts";
import { organizationText } from "../words.ts";
import { leaveChange } from "./leave-change.ts";
import { SettingsForm } from "./settings-form.tsx";

const text = organizationText.own;

/** What holds in the organization: everybody reads it, admins change it. */
export function OrganizationPage({ api, signIn }: PageProps) {
	const orgId = orgIdOf(signIn);
	const isAdmin = signIn.roles.includes("admin");
	const loaded = useReply(api, organizationRoute, { params: { orgId } });
	const { ask, told, dialog } = useChange();
	return (
		<Stack gap="6">
			<PageTitle title={text.title} lead={text.lead} />
			<Told>{told}</Told>
			<LoadView loaded={loaded}>
				{({ organization }) => (
					<Stack gap="6">
						<Facts organization={organization} isAdmin={isAdmin} />
						{isAdmin ? (
							<SettingsForm
								key={JSON.stringify(organization)}
								api={api}
								organization={organization}
								ask={ask}
								onSaved={(saved) => loaded.replace({ organization: saved })}
							/>
						) : null}
						<Card label={text.limits}>
							<Stack gap="3">
								<Box>
									<Heading as="h2" size="md">
										{text.limits}
									</Heading>
									<Text color="fg.quiet">{text.limitsLead}</Text>
								</Box>
								<LimitFacts limits={organization.limits} />
							</Stack>
						</Card>
						<Card label={text.leaving}>
							<Stack gap="3" align="flex-start">
								<Heading as="h2" size="md">
									{text.leaving}
								</Heading>
								<Text>{text.leaveLead(organization.name)}</Text>
								<Button
									size="sm"
									variant="outline"
									whiteSpace="normal"
									h="auto"
									minH="9"
									onClick={() => ask(leaveChange(api, { orgId, userId: signIn.user.id, name: organization.name }))}
								>
									{text.leave(organization.name)}
								</Button>
							</Stack>
						</Card>
					</Stack>
				)}
			</LoadView>
			{dialog}
		</Stack>
	);
}

function Facts({ organization, isAdmin }: { readonly organization: Organization; readonly isAdmin: boolean }) {
	const { name, traces, retentionDays, secondFactor, passwordSignIn, createdAt } = organization;
	const facts = text.facts;
	return (
		<Card label={name}>
			<Stack gap="3">
				<Heading as="h2" size="lg" overflowWrap="anywhere">
					{name}
				</Heading>
				<FactList
					facts={[
						{ name: facts.role, value: organizationText.roles[isAdmin ? "admin" : "member"] },
						{ name: facts.traces, value: traces ? text.kept : text.notKept },
						{ name: facts.retention, value: text.days(retentionDays) },
						{ name: facts.secondFactor, value: text.secondFactors[secondFactor] },
						{ name: facts.passwords, value: passwordSignIn ? text.allowed : text.providerOnly },
						{ name: facts.since, value: formatTime(createdAt) },
					]}
				/>
			</Stack>
		</Card>
	);
}
