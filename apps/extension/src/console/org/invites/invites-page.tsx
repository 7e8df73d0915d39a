import { Box, Text } from "@chakra-ui/react";
import type { Invite as InviteRow } from "@webhand/contracts/auth/invites";
import { Invite, invitesRoute, renewInviteRoute, revokeInviteRoute } from "@webhand/contracts/auth/invites";
import { useState } from "react";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { useRows } from "../../../kit/load/queries.ts";
import { formatDay } from "../../../kit/words/format.ts";
import type { OnceLink } from "../../kit/copy/link-once.tsx";
import { LinkOnce } from "../../kit/copy/link-once.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import type { Column } from "../../kit/list/data-table.tsx";
import { dayColumn } from "../../kit/list/data-table.tsx";
import { PersonCell } from "../../kit/list/person-cell.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { Quiet } from "../../kit/quiet.tsx";
import { TablePage } from "../../kit/table-page.tsx";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place/place.ts";
import { orgIdOf } from "../org-id.ts";
import { organizationText } from "../words.ts";
import { InviteForm } from "./invite-form.tsx";

const text = organizationText.invites;
const statuses = [
	{ value: "", label: text.any },
	...Invite.shape.status.options.map((value) => ({ value, label: text.statuses[value] })),
] as const;
const tones = { open: "open", accepted: "good", revoked: "off", expired: "waiting" } as const;

const columns: readonly Column<InviteRow>[] = [
	{ key: "email", value: ({ email }) => email, shown: ({ email, name }) => <PersonCell name={email} detail={name ?? ""} /> },
	{ key: "role", value: ({ role }) => role, shown: ({ role }) => organizationText.roles[role] },
	{
		key: "status",
		value: ({ status }) => status,
		shown: ({ status }) => <StateWord tone={tones[status]}>{text.statuses[status]}</StateWord>,
	},
	{
		key: "at",
		value: ({ createdAt }) => createdAt,
		shown: ({ createdAt, invitedBy }) => (
			<Box>
				<Text whiteSpace="nowrap">{formatDay(createdAt)}</Text>
				<Quiet>{text.by(invitedBy)}</Quiet>
			</Box>
		),
	},
	dayColumn("until", ({ expiresAt }) => expiresAt),
];

/** Invites of the organization, and the form that makes one. The filter stands in the address. */
export function InvitesPage({ api, place, go, signIn }: PageProps) {
	const orgId = orgIdOf(signIn);
	const status = statuses.find(({ value }) => value === place.query["status"])?.value ?? "";
	const list = useRows(api, { route: invitesRoute, list: "invites", input: { params: { orgId }, query: { status: status || undefined } } });
	const changing = useChange();
	const { action } = changing;
	const [link, setLink] = useState<OnceLink | null>(null);
	const { retry } = list.loaded;
	const onStatus = (next: string) => go(pathOf({ page: "invites", query: { status: next } }), { replace: true });
	/** A new link while it is not used, and its end. */
	const actionsOf = ({ id, email, status }: InviteRow) => {
		const params = { orgId, id };
		const renew = action(text.renew, {
			title: text.renewTitle(email),
			lead: text.renewEffect,
			confirm: text.renewConfirm,
			act: async () => {
				const { invite, link } = await api.call(renewInviteRoute, { params });
				setLink({ title: text.linkTitle(invite.email), link, expiresAt: invite.expiresAt });
				retry();
				return text.renewed(email);
			},
		});
		const revoke = action(text.revoke, {
			title: text.revokeTitle(email),
			lead: text.revokeEffect,
			confirm: text.revokeConfirm,
			isHarmful: true,
			act: async () => {
				await api.call(revokeInviteRoute, { params });
				setLink(null);
				retry();
				return text.revoked(email);
			},
		});
		if (status === "accepted") return [{ label: text.member, onChoose: () => go(pathOf({ page: "members", query: { q: email } })) }];
		return status === "open" ? [renew, revoke] : status === "expired" ? [renew] : [];
	};
	const onInvited = (made: OnceLink) => {
		setLink(made);
		retry();
	};
	return (
		<TablePage
			text={text}
			list={list}
			changing={changing}
			form={
				<>
					<InviteForm api={api} orgId={orgId} onInvited={onInvited} />
					{link === null ? null : <LinkOnce key={link.link} {...link} onHide={() => setLink(null)} />}
				</>
			}
			filter={<SelectField width="11rem" label={text.filter} value={status} options={statuses} onChange={onStatus} />}
			isFiltered={status !== ""}
			onClear={() => onStatus("")}
			columns={columns}
			keyOf={({ id }) => id}
			actions={{ nameOf: ({ email }) => email, of: actionsOf }}
		/>
	);
}
