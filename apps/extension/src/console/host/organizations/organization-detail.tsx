import { Button, Flex, Link, Stack } from "@chakra-ui/react";
import type { Organization } from "@webhand/contracts/auth/orgs";
import { changeOrganizationRoute, organizationRoute } from "@webhand/contracts/auth/orgs";
import type { OrgId } from "@webhand/contracts/ids";
import { useState } from "react";
import { useReply } from "../../../kit/load/queries.ts";
import { formatTime } from "../../../kit/words/format.ts";
import { Card } from "../../kit/card.tsx";
import type { OnceLink } from "../../kit/copy/link-once.tsx";
import { LinkOnce } from "../../kit/copy/link-once.tsx";
import { FactList } from "../../kit/fact-list.tsx";
import { Told } from "../../kit/form/told.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { LoadView } from "../../kit/load/load-view.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import { InviteForm } from "../../org/invites/invite-form.tsx";
import { organizationText } from "../../org/words.ts";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place/place.ts";
import { hostText } from "../words.ts";
import { LimitsCard } from "./limits-card.tsx";

const text = hostText.organizations;

/** One organization for an operator: state, limits, its first admin. */
export function OrganizationDetail({ api, orgId }: Pick<PageProps, "api"> & { readonly orgId: OrgId }) {
	const loaded = useReply(api, organizationRoute, { params: { orgId } });
	const { ask, told, dialog } = useChange();
	const [link, setLink] = useState<OnceLink | null>(null);
	const setStatus = async (status: Organization["status"]) => {
		loaded.replace(await api.call(changeOrganizationRoute, { params: { orgId }, body: { status } }));
	};
	const askStatus = ({ name, status }: Organization) =>
		status === "active"
			? ask({
					title: text.suspendTitle(name),
					lead: text.suspendEffect(name),
					confirm: text.suspendConfirm,
					isHarmful: true,
					act: () => setStatus("suspended").then(() => text.suspended(name)),
				})
			: ask({
					title: text.activateTitle(name),
					lead: text.activateEffect(name),
					confirm: text.activateConfirm,
					act: () => setStatus("active").then(() => text.activated(name)),
				});
	return (
		<Stack gap="6">
			<Link color="brand.fg" textDecoration="underline" href={`#${pathOf({ page: "organizations" })}`} alignSelf="flex-start">
				{text.back}
			</Link>
			<PageTitle title={loaded.value?.organization.name ?? text.title} />
			<Told>{told}</Told>
			<LoadView loaded={loaded}>
				{({ organization }) => (
					<Stack gap="6">
						<Card label={organization.name}>
							<Flex justify="space-between" wrap="wrap" gap="4">
								<FactList
									facts={[
										{
											name: text.state,
											value: (
												<StateWord tone={organization.status === "active" ? "good" : "waiting"}>
													{text.statuses[organization.status]}
												</StateWord>
											),
										},
										{ name: organizationText.own.facts.retention, value: organizationText.own.days(organization.retentionDays) },
										{ name: text.since, value: formatTime(organization.createdAt) },
										{ name: text.id, value: organization.id },
									]}
								/>
								<Button size="sm" variant="outline" onClick={() => askStatus(organization)}>
									{organization.status === "active" ? text.suspend : text.activate}
								</Button>
							</Flex>
						</Card>
						<InviteForm api={api} orgId={orgId} title={text.inviteAdmin} onlyRole="admin" onInvited={setLink} />
						{link === null ? null : <LinkOnce key={link.link} {...link} onHide={() => setLink(null)} />}
						<LimitsCard
							key={JSON.stringify(organization.limits)}
							api={api}
							organization={organization}
							ask={ask}
							onSaved={(saved) => loaded.replace({ organization: saved })}
						/>
					</Stack>
				)}
			</LoadView>
			{dialog}
		</Stack>
	);
}
