import { Box, Text } from "@chakra-ui/react";
import type { Member } from "@webhand/contracts/auth/orgs";
import type { UserId } from "@webhand/contracts/ids";
import { formatDay } from "../../../kit/words/format.ts";
import type { Column, More } from "../../kit/list/data-table.tsx";
import { DataTable } from "../../kit/list/data-table.tsx";
import { PersonCell } from "../../kit/list/person-cell.tsx";
import type { RowAction } from "../../kit/list/row-menu.tsx";
import { RowMenu } from "../../kit/list/row-menu.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { organizationText } from "../words.ts";

type Props = {
	readonly members: readonly Member[];
	readonly ownId: UserId;
	readonly actionsOf: (member: Member) => readonly RowAction[];
	readonly more: More | undefined;
};

const text = organizationText.members;

/** The members with role, state and what can be done. */
export function MemberTable({ members, ownId, actionsOf, more }: Props) {
	const columns: readonly Column<Member>[] = [
		{
			key: "person",
			title: text.columns.person,
			isNumber: false,
			value: ({ email }) => email,
			shown: ({ userId, name, email }) => <PersonCell name={name} detail={email} mark={userId === ownId ? text.you : ""} />,
		},
		{
			key: "role",
			title: text.columns.role,
			isNumber: false,
			value: ({ role }) => role,
			shown: ({ role }) => <Text fontWeight={role === "admin" ? "semibold" : "normal"}>{organizationText.roles[role]}</Text>,
		},
		{
			key: "status",
			title: text.columns.status,
			isNumber: false,
			value: (member) => stateOf(member),
			shown: (member) => {
				const state = stateOf(member);
				return <StateWord tone={state === "active" ? "good" : state === "suspended" ? "waiting" : "off"}>{text.statuses[state]}</StateWord>;
			},
		},
		{
			key: "factor",
			title: text.columns.secondFactor,
			isNumber: false,
			value: ({ hasSecondFactor }) => (hasSecondFactor ? 1 : 0),
			shown: ({ hasSecondFactor }) => (hasSecondFactor ? text.has : text.hasNot),
		},
		{
			key: "joined",
			title: text.columns.joined,
			isNumber: false,
			value: ({ joinedAt }) => joinedAt,
			shown: ({ joinedAt }) => <Box whiteSpace="nowrap">{formatDay(joinedAt)}</Box>,
		},
		{
			key: "actions",
			title: text.columns.actions,
			isNumber: false,
			shown: (member) => <RowMenu label={text.actionsFor(member.name)} actions={actionsOf(member)} />,
		},
	];
	return <DataTable caption={text.caption} columns={columns} rows={members} keyOf={({ userId }) => userId} more={more} />;
}

/** A disabled account cannot sign in, whatever the membership says. */
const stateOf = ({ status, accountStatus }: Member) => (accountStatus === "disabled" ? "disabled" : status);
