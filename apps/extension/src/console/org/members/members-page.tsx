import { Button, Text } from "@chakra-ui/react";
import type { Member } from "@webhand/contracts/auth/orgs";
import { changeMemberRoute, membersRoute, removeMemberRoute } from "@webhand/contracts/auth/orgs";
import { useRows } from "../../../kit/load/queries.ts";
import { useChange } from "../../kit/form/use-change.tsx";
import type { Column } from "../../kit/list/data-table.tsx";
import { dayColumn } from "../../kit/list/data-table.tsx";
import { PersonCell } from "../../kit/list/person-cell.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { useSearch } from "../../kit/resource-page.tsx";
import { TablePage } from "../../kit/table-page.tsx";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place/place.ts";
import { orgIdOf } from "../org-id.ts";
import { leaveChange } from "../organization/leave-change.ts";
import { organizationText } from "../words.ts";

const text = organizationText.members;

/** Who works in the organization. Each change asks first; the row shows what the server answered. */
export function MembersPage({ api, place, go, signIn }: PageProps) {
	const orgId = orgIdOf(signIn);
	const { tenantName: organization } = signIn;
	const { q, props: search } = useSearch({ place, go }, { label: text.search });
	const list = useRows(api, { route: membersRoute, list: "members", input: { params: { orgId }, query: { q: q || undefined } } });
	const changing = useChange();
	const { action } = changing;
	const actionsOf = ({ userId, name, email, role, status, isService }: Member) => {
		const isOwn = userId === signIn.user.id;
		const params = { orgId, userId };
		const change = async (body: { readonly role?: Member["role"]; readonly status?: Member["status"] }) => {
			const { member } = await api.call(changeMemberRoute, { params, body });
			list.edit((rows) => rows.map((row) => (row.userId === userId ? member : row)));
		};
		const promote = action(text.toAdmin, {
			title: text.toAdminTitle(name),
			lead: text.toAdminEffect(name, organization),
			confirm: text.confirm.admin,
			act: () => change({ role: "admin" }).then(() => text.done.admin(name)),
		});
		const demote = action(text.toMember, {
			title: text.toMemberTitle(name),
			lead: text.toMemberEffect(name),
			confirm: text.confirm.member,
			act: () => change({ role: "member" }).then(() => text.done.member(name)),
		});
		const suspend = action(text.suspend, {
			title: text.suspendTitle(name),
			lead: text.suspendEffect(name, organization),
			confirm: text.confirm.suspend,
			isHarmful: true,
			act: () => change({ status: "suspended" }).then(() => text.done.suspended(name)),
		});
		const activate = action(text.activate, {
			title: text.activateTitle(name),
			lead: text.activateEffect(name, organization),
			confirm: text.confirm.activate,
			act: () => change({ status: "active" }).then(() => text.done.active(name)),
		});
		const remove = action(text.remove, {
			title: text.removeTitle(name, organization),
			lead: text.removeEffect(name),
			confirm: text.confirm.remove,
			isHarmful: true,
			act: async () => {
				await api.call(removeMemberRoute, { params });
				list.edit((rows) => rows.filter((row) => row.userId !== userId));
				return text.done.removed(name);
			},
		});
		return [
			...(isService ? [] : [role === "member" ? promote : demote]),
			...(status === "suspended" ? [activate] : isOwn ? [] : [suspend]),
			isOwn ? action(text.leave, leaveChange(api, { orgId, userId, name: organization })) : remove,
			{ label: text.audit, onChoose: () => go(pathOf({ page: "audit", query: { person: email } })) },
			{ label: text.tasks, onChoose: () => go(pathOf({ page: "traces", query: { all: "true", user: userId } })) },
		];
	};
	const columns: readonly Column<Member>[] = [
		{
			key: "person",
			value: ({ email }) => email,
			shown: ({ userId, name, email, isService }) => (
				<PersonCell name={name} detail={isService ? text.service : email} mark={userId === signIn.user.id ? text.you : ""} />
			),
		},
		{
			key: "role",
			value: ({ role }) => role,
			shown: ({ role }) => <Text fontWeight={role === "admin" ? "semibold" : "normal"}>{organizationText.roles[role]}</Text>,
		},
		{
			key: "status",
			value: (member) => stateOf(member),
			shown: (member) => <StateWord tone={tones[stateOf(member)]}>{text.statuses[stateOf(member)]}</StateWord>,
		},
		{
			key: "secondFactor",
			value: ({ hasSecondFactor }) => (hasSecondFactor ? 1 : 0),
			shown: ({ hasSecondFactor }) => (hasSecondFactor ? text.has : text.hasNot),
		},
		dayColumn("joined", ({ joinedAt }) => joinedAt),
	];
	const invite = (
		<Button size="sm" colorPalette="brand" onClick={() => go(pathOf({ page: "invites" }))}>
			{text.invite}
		</Button>
	);
	return (
		<TablePage
			text={text}
			list={list}
			changing={changing}
			action={invite}
			{...search}
			columns={columns}
			keyOf={({ userId }) => userId}
			actions={{ nameOf: ({ name }) => name, of: actionsOf }}
		/>
	);
}

const tones = { active: "good", suspended: "waiting", disabled: "off" } as const;

/** A disabled account cannot sign in, whatever the membership says. */
const stateOf = ({ status, accountStatus }: Member) => (accountStatus === "disabled" ? "disabled" : status);
