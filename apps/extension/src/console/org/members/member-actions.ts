import type { Member } from "@webhand/contracts/auth/orgs";
import { changeMemberRoute, removeMemberRoute } from "@webhand/contracts/auth/orgs";
import type { OrgId, UserId } from "@webhand/contracts/ids";
import type { Pages } from "../../../kit/load/use-pages.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import type { Change } from "../../kit/form/use-change.tsx";
import type { RowAction } from "../../kit/list/row-menu.tsx";
import type { Go } from "../../page-props.ts";
import { pathOf } from "../../place.ts";
import { leaveChange } from "../organization/leave-change.ts";
import { organizationText } from "../words.ts";

type Around = {
	readonly api: SignedInApi;
	readonly orgId: OrgId;
	/** Its name. */
	readonly organization: string;
	readonly ownId: UserId;
	readonly ask: (change: Change) => void;
	readonly edit: Pages<Member>["edit"];
	readonly go: Go;
};

const text = organizationText.members;

/** What an admin can do with a member. Each change asks first; the row shows what the server answered. */
export function memberActions({ api, orgId, organization, ownId, ask, edit, go }: Around): (member: Member) => readonly RowAction[] {
	return (member) => {
		const { userId, name, email } = member;
		const isOwn = userId === ownId;
		const params = { orgId, userId };
		const change = async (body: { readonly role?: Member["role"]; readonly status?: Member["status"] }) => {
			const reply = await api.call(changeMemberRoute, { params, body });
			edit((rows) => rows.map((row) => (row.userId === userId ? reply.member : row)));
		};
		const changeRole = (role: Member["role"], title: string, lead: string): RowAction => ({
			label: role === "admin" ? text.toAdmin : text.toMember,
			onChoose: () => ask({ title, lead, confirm: text.confirm[role], act: () => change({ role }).then(() => text.done[role](name)) }),
		});
		const suspend: RowAction = {
			label: text.suspend,
			isHarmful: true,
			onChoose: () =>
				ask({
					title: text.suspendTitle(name),
					lead: text.suspendEffect(name, organization),
					confirm: text.confirm.suspend,
					isHarmful: true,
					act: () => change({ status: "suspended" }).then(() => text.done.suspended(name)),
				}),
		};
		const activate: RowAction = {
			label: text.activate,
			onChoose: () =>
				ask({
					title: text.activateTitle(name),
					lead: text.activateEffect(name, organization),
					confirm: text.confirm.activate,
					act: () => change({ status: "active" }).then(() => text.done.active(name)),
				}),
		};
		const remove: RowAction = {
			label: text.remove,
			isHarmful: true,
			onChoose: () =>
				ask({
					title: text.removeTitle(name, organization),
					lead: text.removeEffect(name),
					confirm: text.confirm.remove,
					isHarmful: true,
					act: async () => {
						await api.call(removeMemberRoute, { params });
						edit((rows) => rows.filter((row) => row.userId !== userId));
						return text.done.removed(name);
					},
				}),
		};
		const leave: RowAction = {
			label: text.leave,
			isHarmful: true,
			onChoose: () => ask(leaveChange(api, { orgId, userId: ownId, name: organization })),
		};
		return [
			member.role === "member"
				? changeRole("admin", text.toAdminTitle(name), text.toAdminEffect(name, organization))
				: changeRole("member", text.toMemberTitle(name), text.toMemberEffect(name)),
			...(member.status === "suspended" ? [activate] : isOwn ? [] : [suspend]),
			isOwn ? leave : remove,
			{ label: text.audit, onChoose: () => go(pathOf({ page: "audit", query: { person: email } })) },
			{ label: text.tasks, onChoose: () => go(pathOf({ page: "traces", query: { all: "true", user: userId } })) },
		];
	};
}
