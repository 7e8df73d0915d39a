import type { Invite } from "@webhand/contracts/auth/invites";
import { renewInviteRoute, revokeInviteRoute } from "@webhand/contracts/auth/invites";
import type { OrgId } from "@webhand/contracts/ids";
import type { SignedInApi } from "../../../signed-in-api.ts";
import type { Change } from "../../kit/form/use-change.tsx";
import type { OnceLink } from "../../kit/link-once.tsx";
import type { RowAction } from "../../kit/list/row-menu.tsx";
import type { Go } from "../../page-props.ts";
import { pathOf } from "../../place.ts";
import { organizationText } from "../words.ts";

type Around = {
	readonly api: SignedInApi;
	readonly orgId: OrgId;
	readonly ask: (change: Change) => void;
	readonly reload: () => void;
	readonly onLink: (link: OnceLink | null) => void;
	readonly go: Go;
};

const text = organizationText.invites;

/** What an admin can do with an invite: a new link while it is not used, and its end. */
export function inviteActions({ api, orgId, ask, reload, onLink, go }: Around): (invite: Invite) => readonly RowAction[] {
	return ({ id, email, status }) => {
		const params = { orgId, id };
		const renew: RowAction = {
			label: text.renew,
			onChoose: () =>
				ask({
					title: text.renewTitle(email),
					lead: text.renewEffect,
					confirm: text.renewConfirm,
					act: async () => {
						const { invite, link } = await api.call(renewInviteRoute, { params });
						onLink({ title: text.linkTitle(invite.email), link, expiresAt: invite.expiresAt });
						reload();
						return text.renewed(email);
					},
				}),
		};
		const revoke: RowAction = {
			label: text.revoke,
			isHarmful: true,
			onChoose: () =>
				ask({
					title: text.revokeTitle(email),
					lead: text.revokeEffect,
					confirm: text.revokeConfirm,
					isHarmful: true,
					act: async () => {
						await api.call(revokeInviteRoute, { params });
						onLink(null);
						reload();
						return text.revoked(email);
					},
				}),
		};
		if (status === "accepted") return [{ label: text.member, onChoose: () => go(pathOf({ page: "members", query: { q: email } })) }];
		return status === "open" ? [renew, revoke] : status === "expired" ? [renew] : [];
	};
}
