import { Stack } from "@chakra-ui/react";
import { Invite, invitesRoute } from "@webhand/contracts/auth/invites";
import { useCallback, useState } from "react";
import { usePages } from "../../../kit/load/use-pages.ts";
import { SelectField } from "../../kit/form/select-field.tsx";
import { Told } from "../../kit/form/told.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import type { OnceLink } from "../../kit/link-once.tsx";
import { LinkOnce } from "../../kit/link-once.tsx";
import { PagedList } from "../../kit/list/paged-list.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place.ts";
import { orgIdOf } from "../org-id.ts";
import { organizationText } from "../words.ts";
import { inviteActions } from "./invite-actions.ts";
import { InviteForm } from "./invite-form.tsx";
import { InviteTable } from "./invite-table.tsx";

const text = organizationText.invites;
const statuses = [
	{ value: "", label: text.any },
	...Invite.shape.status.options.map((value) => ({ value, label: text.statuses[value] })),
] as const;

/** Invites of the organization, and the form that makes one. The filter stands in the address. */
export function InvitesPage({ api, place, go, signIn }: PageProps) {
	const orgId = orgIdOf(signIn);
	const status = statuses.find(({ value }) => value === place.query["status"])?.value ?? "";
	const list = usePages(
		useCallback(
			async (cursor: string | undefined, signal?: AbortSignal) => {
				const query = { status: status === "" ? undefined : status, cursor };
				const reply = await api.call(invitesRoute, { params: { orgId }, query, ...(signal === undefined ? {} : { signal }) });
				return { rows: reply.invites, total: null, nextCursor: reply.nextCursor };
			},
			[api, orgId, status],
		),
	);
	const { ask, told, dialog } = useChange();
	const [link, setLink] = useState<OnceLink | null>(null);
	const { retry } = list.loaded;
	const onStatus = (next: string) => go(pathOf({ page: "invites", query: { status: next } }), { replace: true });
	const actionsOf = inviteActions({ api, orgId, ask, reload: retry, onLink: setLink, go });
	return (
		<Stack gap="6">
			<PageTitle title={text.title} lead={text.lead} />
			<InviteForm
				api={api}
				orgId={orgId}
				onInvited={(made) => {
					setLink(made);
					retry();
				}}
			/>
			{link === null ? null : <LinkOnce key={link.link} {...link} onHide={() => setLink(null)} />}
			<SelectField width="11rem" label={text.filter} value={status} options={statuses} onChange={onStatus} />
			<Told>{told}</Told>
			<PagedList list={list} text={text} isFiltered={status !== ""} onClear={() => onStatus("")}>
				{(rows, more) => <InviteTable invites={rows} actionsOf={actionsOf} more={more} />}
			</PagedList>
			{dialog}
		</Stack>
	);
}
