import { Box, Text } from "@chakra-ui/react";
import type { Invite } from "@webhand/contracts/auth/invites";
import { formatDay } from "../../../kit/words/format.ts";
import type { Column, More } from "../../kit/list/data-table.tsx";
import { DataTable } from "../../kit/list/data-table.tsx";
import { PersonCell } from "../../kit/list/person-cell.tsx";
import type { RowAction } from "../../kit/list/row-menu.tsx";
import { RowMenu } from "../../kit/list/row-menu.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { organizationText } from "../words.ts";

type Props = {
	readonly invites: readonly Invite[];
	readonly actionsOf: (invite: Invite) => readonly RowAction[];
	readonly more: More | undefined;
};

const text = organizationText.invites;
const tones = { open: "open", accepted: "good", revoked: "off", expired: "waiting" } as const;

/** The invites with their state and what can be done. */
export function InviteTable({ invites, actionsOf, more }: Props) {
	const columns: readonly Column<Invite>[] = [
		{
			key: "email",
			title: text.columns.email,
			isNumber: false,
			value: ({ email }) => email,
			shown: ({ email, name }) => <PersonCell name={email} detail={name ?? ""} />,
		},
		{
			key: "role",
			title: text.columns.role,
			isNumber: false,
			value: ({ role }) => role,
			shown: ({ role }) => organizationText.roles[role],
		},
		{
			key: "status",
			title: text.columns.status,
			isNumber: false,
			value: ({ status }) => status,
			shown: ({ status }) => <StateWord tone={tones[status]}>{text.statuses[status]}</StateWord>,
		},
		{
			key: "at",
			title: text.columns.at,
			isNumber: false,
			value: ({ createdAt }) => createdAt,
			shown: ({ createdAt, invitedBy }) => (
				<Box>
					<Text whiteSpace="nowrap">{formatDay(createdAt)}</Text>
					<Text color="fg.quiet" fontSize="xs" overflowWrap="anywhere">
						{text.by(invitedBy)}
					</Text>
				</Box>
			),
		},
		{
			key: "until",
			title: text.columns.until,
			isNumber: false,
			value: ({ expiresAt }) => expiresAt,
			shown: ({ expiresAt }) => <Box whiteSpace="nowrap">{formatDay(expiresAt)}</Box>,
		},
		{
			key: "actions",
			title: text.columns.actions,
			isNumber: false,
			shown: (invite) => <RowMenu label={text.actionsFor(invite.email)} actions={actionsOf(invite)} />,
		},
	];
	return <DataTable caption={text.caption} columns={columns} rows={invites} keyOf={({ id }) => id} more={more} />;
}
