import { List, Text } from "@chakra-ui/react";
import type { Account } from "@webhand/contracts/auth/people";
import { accountsRoute, changeAccountRoute, resetLinkRoute } from "@webhand/contracts/auth/people";
import type { BodyOf } from "@webhand/contracts/routes";
import { useState } from "react";
import { useRows } from "../../../kit/load/queries.ts";
import type { OnceLink } from "../../kit/copy/link-once.tsx";
import { LinkOnce } from "../../kit/copy/link-once.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import type { Column } from "../../kit/list/data-table.tsx";
import { dayColumn } from "../../kit/list/data-table.tsx";
import { PersonCell } from "../../kit/list/person-cell.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { useSearch } from "../../kit/resource-page.tsx";
import { TablePage } from "../../kit/table-page.tsx";
import type { PageProps } from "../../page-props.ts";
import { hostText } from "../words.ts";

const text = hostText.people;

/** Every account of the installation, for operators. Each change asks first; the row shows what the server answered. */
export function PeoplePage({ api, place, go, signIn }: PageProps) {
	const { q, props: search } = useSearch({ place, go }, { label: text.search });
	const list = useRows(api, { route: accountsRoute, list: "users", input: { query: { q: q || undefined } } });
	const changing = useChange();
	const { action } = changing;
	const [link, setLink] = useState<OnceLink | null>(null);
	const actionsOf = ({ id, name, email, status, operator, hasSecondFactor }: Account) => {
		const change = async (body: BodyOf<typeof changeAccountRoute>, done: (name: string) => string) => {
			const { user } = await api.call(changeAccountRoute, { params: { id }, body });
			list.edit((rows) => rows.map((row) => (row.id === id ? user : row)));
			return done(name);
		};
		const reset = action(text.reset, {
			title: text.resetTitle(name),
			lead: text.resetEffect,
			confirm: text.confirm.reset,
			act: async () => {
				const { link, expiresAt } = await api.call(resetLinkRoute, { params: { id } });
				setLink({ title: text.linkTitle(email), link, expiresAt });
				return text.done.reset(name);
			},
		});
		const removeFactor = action(text.removeFactor, {
			title: text.removeFactorTitle(name),
			lead: text.removeFactorEffect(name),
			confirm: text.confirm.removeFactor,
			isHarmful: true,
			act: () => change({ secondFactor: "remove" }, text.done.noFactor),
		});
		const disable = action(text.disable, {
			title: text.disableTitle(name),
			lead: text.disableEffect(name),
			confirm: text.confirm.disable,
			isHarmful: true,
			act: () => change({ status: "disabled" }, text.done.disabled),
		});
		const enable = action(text.enable, {
			title: text.enableTitle(name),
			lead: text.enableEffect(name),
			confirm: text.confirm.enable,
			act: () => change({ status: "active" }, text.done.enabled),
		});
		const makeOperator = action(text.makeOperator, {
			title: text.makeOperatorTitle(name),
			lead: text.makeOperatorEffect(name),
			confirm: text.confirm.makeOperator,
			act: () => change({ operator: true }, text.done.operator),
		});
		const unmakeOperator = action(text.unmakeOperator, {
			title: text.unmakeOperatorTitle(name),
			lead: text.unmakeOperatorEffect(name),
			confirm: text.confirm.unmakeOperator,
			isHarmful: true,
			act: () => change({ operator: false }, text.done.noOperator),
		});
		return [
			reset,
			...(hasSecondFactor ? [removeFactor] : []),
			operator ? unmakeOperator : makeOperator,
			status === "active" ? disable : enable,
		];
	};
	const columns: readonly Column<Account>[] = [
		{
			key: "person",
			value: ({ email }) => email,
			shown: ({ id, name, email }) => <PersonCell name={name} detail={email} mark={id === signIn.user.id ? text.you : ""} />,
		},
		{
			key: "status",
			value: ({ status }) => status,
			shown: ({ status }) => <StateWord tone={status === "active" ? "good" : "off"}>{text.statuses[status]}</StateWord>,
		},
		{
			key: "operator",
			value: ({ operator }) => (operator ? 1 : 0),
			shown: ({ operator }) => <Text fontWeight={operator ? "semibold" : "normal"}>{operator ? text.yes : text.no}</Text>,
		},
		{ key: "signIn", value: signInOf },
		{ key: "organizations", shown: Organizations },
		dayColumn("since", ({ createdAt }) => createdAt),
	];
	return (
		<TablePage
			text={text}
			list={list}
			changing={changing}
			form={link === null ? undefined : <LinkOnce key={link.link} {...link} onHide={() => setLink(null)} />}
			{...search}
			columns={columns}
			keyOf={({ id }) => id}
			actions={{ nameOf: ({ name }) => name, of: actionsOf }}
		/>
	);
}

function Organizations({ organizations }: Account) {
	if (organizations.length === 0) return <Text color="fg.quiet">{text.noOrganization}</Text>;
	return (
		<List.Root variant="plain" minW="7rem">
			{organizations.map(({ name, role }) => (
				<List.Item key={`${name} ${role}`} overflowWrap="anywhere">
					{text.inOrganization(name, text.roles[role])}
				</List.Item>
			))}
		</List.Root>
	);
}

function signInOf({ hasPassword, hasSecondFactor }: Account): string {
	return [hasPassword ? text.password : text.provider, ...(hasSecondFactor ? [text.secondFactor] : [])].join(", ");
}
