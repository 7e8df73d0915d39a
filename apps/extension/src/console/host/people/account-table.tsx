import { Box, List, Text } from "@chakra-ui/react";
import type { Account } from "@webhand/contracts/auth/people";
import type { UserId } from "@webhand/contracts/ids";
import { formatDay } from "../../../kit/words/format.ts";
import type { Column, More } from "../../kit/list/data-table.tsx";
import { DataTable } from "../../kit/list/data-table.tsx";
import { PersonCell } from "../../kit/list/person-cell.tsx";
import type { RowAction } from "../../kit/list/row-menu.tsx";
import { RowMenu } from "../../kit/list/row-menu.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { organizationText } from "../../org/words.ts";
import { hostText } from "../words.ts";

type Props = {
	readonly accounts: readonly Account[];
	readonly ownId: UserId;
	readonly actionsOf: (account: Account) => readonly RowAction[];
	readonly more: More | undefined;
};

const text = hostText.people;

/** The accounts with state, rights and organizations. */
export function AccountTable({ accounts, ownId, actionsOf, more }: Props) {
	const columns: readonly Column<Account>[] = [
		{
			key: "person",
			title: text.columns.person,
			isNumber: false,
			value: ({ email }) => email,
			shown: ({ id, name, email }) => <PersonCell name={name} detail={email} mark={id === ownId ? text.you : ""} />,
		},
		{
			key: "status",
			title: text.columns.status,
			isNumber: false,
			value: ({ status }) => status,
			shown: ({ status }) => <StateWord tone={status === "active" ? "good" : "off"}>{text.statuses[status]}</StateWord>,
		},
		{
			key: "operator",
			title: text.columns.operator,
			isNumber: false,
			value: ({ operator }) => (operator ? 1 : 0),
			shown: ({ operator }) => <Text fontWeight={operator ? "semibold" : "normal"}>{operator ? text.yes : text.no}</Text>,
		},
		{ key: "signIn", title: text.columns.signIn, isNumber: false, value: (account) => signInOf(account), shown: signInOf },
		{
			key: "organizations",
			title: text.columns.organizations,
			isNumber: false,
			shown: ({ organizations }) =>
				organizations.length === 0 ? (
					<Text color="fg.quiet">{text.noOrganization}</Text>
				) : (
					<List.Root variant="plain" minW="7rem">
						{organizations.map(({ name, role }) => (
							<List.Item key={`${name} ${role}`} overflowWrap="anywhere">
								{text.inOrganization(name, organizationText.roles[role].toLowerCase())}
							</List.Item>
						))}
					</List.Root>
				),
		},
		{
			key: "since",
			title: text.columns.since,
			isNumber: false,
			value: ({ createdAt }) => createdAt,
			shown: ({ createdAt }) => <Box whiteSpace="nowrap">{formatDay(createdAt)}</Box>,
		},
		{
			key: "actions",
			title: text.columns.actions,
			isNumber: false,
			shown: (account) => <RowMenu label={text.actionsFor(account.name)} actions={actionsOf(account)} />,
		},
	];
	return <DataTable caption={text.caption} columns={columns} rows={accounts} keyOf={({ id }) => id} more={more} />;
}

function signInOf({ hasPassword, hasSecondFactor }: Account): string {
	return [hasPassword ? text.password : text.provider, ...(hasSecondFactor ? [text.secondFactor] : [])].join(", ");
}
