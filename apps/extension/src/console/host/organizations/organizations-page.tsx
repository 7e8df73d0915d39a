import { Link } from "@chakra-ui/react";
import type { Organization } from "@webhand/contracts/auth/orgs";
import { addOrganizationRoute, organizationsRoute } from "@webhand/contracts/auth/orgs";
import { OrgId } from "@webhand/contracts/ids";
import { TextField } from "../../../kit/form/text-field.tsx";
import { useRows } from "../../../kit/load/queries.ts";
import { FormCard } from "../../kit/form/form-card.tsx";
import { useForm } from "../../kit/form/use-form.ts";
import type { Column } from "../../kit/list/data-table.tsx";
import { dayColumn } from "../../kit/list/data-table.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { useSearch } from "../../kit/resource-page.tsx";
import { TablePage } from "../../kit/table-page.tsx";
import { organizationText } from "../../org/words.ts";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place/place.ts";
import { hostText } from "../words.ts";
import { OrganizationDetail } from "./organization-detail.tsx";

const text = hostText.organizations;
const limitsOf = ({ limits }: Organization) => Object.values(limits).filter((value) => value !== undefined).length;
const addressOf = (id: string) => pathOf({ page: "organizations", parts: [id] });

const columns: readonly Column<Organization>[] = [
	{
		key: "name",
		value: ({ name }) => name,
		shown: ({ id, name }) => (
			<Link color="brand.fg" textDecoration="underline" overflowWrap="anywhere" href={`#${addressOf(id)}`}>
				{name}
			</Link>
		),
	},
	{
		key: "status",
		value: ({ status }) => status,
		shown: ({ status }) => <StateWord tone={status === "active" ? "good" : "waiting"}>{text.statuses[status]}</StateWord>,
	},
	{
		key: "limits",
		isNumber: true,
		value: limitsOf,
		shown: (organization) => (limitsOf(organization) === 0 ? text.defaults : text.ownLimits(limitsOf(organization))),
	},
	{
		key: "secondFactor",
		value: ({ secondFactor }) => secondFactor,
		shown: ({ secondFactor }) => organizationText.own.secondFactors[secondFactor],
	},
	{
		key: "traces",
		value: ({ traces }) => (traces ? 1 : 0),
		shown: ({ traces }) => (traces ? organizationText.own.kept : organizationText.own.notKept),
	},
	dayColumn("since", ({ createdAt }) => createdAt),
];

/** `/organizations` lists all; `/organizations/<orgId>` shows one. */
export function OrganizationsPage(props: PageProps) {
	const orgId = OrgId.safeParse(props.place.parts[0]);
	return orgId.success ? <OrganizationDetail key={orgId.data} api={props.api} orgId={orgId.data} /> : <OrganizationList {...props} />;
}

function OrganizationList({ api, place, go }: PageProps) {
	const { q, props: search } = useSearch({ place, go }, { label: text.search });
	const list = useRows(api, { route: organizationsRoute, list: "organizations", input: { query: { q: q || undefined } } });
	return (
		<TablePage text={text} list={list} form={<AddOrganization api={api} go={go} />} {...search} columns={columns} keyOf={({ id }) => id} />
	);
}

/** Adds an organization by its name, and opens its page. */
function AddOrganization({ api, go }: Pick<PageProps, "api" | "go">) {
	const form = useForm(
		{ name: "" },
		{ send: async (body) => go(addressOf((await api.call(addOrganizationRoute, { body })).organization.id)), after: (sent) => sent },
	);
	return (
		<FormCard form={form} title={text.form} save={text.add}>
			<TextField label={text.name} width="28rem" hint={text.nameHint} {...form.field("name")} />
		</FormCard>
	);
}
