import { Box, Link } from "@chakra-ui/react";
import type { Organization } from "@webhand/contracts/auth/orgs";
import { formatDay } from "../../../kit/words/format.ts";
import type { Column, More } from "../../kit/list/data-table.tsx";
import { DataTable } from "../../kit/list/data-table.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { organizationText } from "../../org/words.ts";
import { pathOf } from "../../place.ts";
import { hostText } from "../words.ts";

const text = hostText.organizations;
const limitsOf = ({ limits }: Organization) => Object.values(limits).filter((value) => value !== undefined).length;

const columns: readonly Column<Organization>[] = [
	{
		key: "name",
		title: text.columns.name,
		isNumber: false,
		value: ({ name }) => name,
		shown: ({ id, name }) => (
			<Link color="brand.fg" textDecoration="underline" overflowWrap="anywhere" href={`#${pathOf({ page: "organizations", parts: [id] })}`}>
				{name}
			</Link>
		),
	},
	{
		key: "status",
		title: text.columns.status,
		isNumber: false,
		value: ({ status }) => status,
		shown: ({ status }) => <StateWord tone={status === "active" ? "good" : "waiting"}>{text.statuses[status]}</StateWord>,
	},
	{
		key: "limits",
		title: text.columns.limits,
		isNumber: true,
		value: limitsOf,
		shown: (organization) => (limitsOf(organization) === 0 ? text.defaults : text.ownLimits(limitsOf(organization))),
	},
	{
		key: "factor",
		title: text.columns.secondFactor,
		isNumber: false,
		value: ({ secondFactor }) => secondFactor,
		shown: ({ secondFactor }) => organizationText.own.secondFactors[secondFactor],
	},
	{
		key: "traces",
		title: text.columns.traces,
		isNumber: false,
		value: ({ traces }) => (traces ? 1 : 0),
		shown: ({ traces }) => (traces ? organizationText.own.kept : organizationText.own.notKept),
	},
	{
		key: "since",
		title: text.columns.since,
		isNumber: false,
		value: ({ createdAt }) => createdAt,
		shown: ({ createdAt }) => <Box whiteSpace="nowrap">{formatDay(createdAt)}</Box>,
	},
];

/** The organizations; each name leads to its page. */
export function OrganizationTable({
	organizations,
	more,
}: {
	readonly organizations: readonly Organization[];
	readonly more: More | undefined;
}) {
	return <DataTable caption={text.caption} columns={columns} rows={organizations} keyOf={({ id }) => id} more={more} />;
}
