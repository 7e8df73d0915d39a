import { Stack, Text } from "@chakra-ui/react";
import type { CommandRule } from "@webhand/contracts/tools/commands";
import type { Column } from "../../kit/list/data-table.tsx";
import { DataTable } from "../../kit/list/data-table.tsx";
import { PersonCell } from "../../kit/list/person-cell.tsx";
import type { RowAction } from "../../kit/list/row-menu.tsx";
import { RowMenu } from "../../kit/list/row-menu.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { joinWords } from "./command-line.ts";
import { stateOf, usageOf } from "./rule-form.ts";
import { commandRulesText as text } from "./words.ts";

/** How its commands begin; where that says no more than the name, one of them. */
const detailOf = (rule: CommandRule) => (usageOf(rule) === rule.name ? joinWords(rule.examples.match[0] ?? []) : usageOf(rule));

type Props = { readonly rules: readonly CommandRule[]; readonly actionsOf: (rule: CommandRule) => readonly RowAction[] };

/** Rules with what they do, whether they work, and where they come from. */
export function RuleTable({ rules, actionsOf }: Props) {
	const columns: readonly Column<CommandRule>[] = [
		{
			key: "rule",
			title: text.columns.rule,
			isNumber: false,
			value: ({ name }) => name,
			shown: (rule) => (
				<PersonCell name={rule.name} detail={detailOf(rule)} mark={rule.tenantId === null ? "" : text.onlyFor(rule.tenantId)} />
			),
		},
		{
			key: "class",
			title: text.columns.class,
			isNumber: false,
			value: (rule) => text.classes[rule.class],
			shown: (rule) => text.classes[rule.class],
		},
		{
			key: "state",
			title: text.columns.state,
			isNumber: false,
			value: stateOf,
			shown: (rule) => <StateWord tone={rule.enabled ? (rule.available ? "good" : "waiting") : "off"}>{stateOf(rule)}</StateWord>,
		},
		{
			key: "source",
			title: text.columns.source,
			isNumber: false,
			value: ({ source }) => text.sources[source],
			shown: ({ source, replacesDefault }) => (
				<Stack gap="0" minW="7rem">
					<Text>{text.sources[source]}</Text>
					{replacesDefault ? (
						<Text color="fg.quiet" fontSize="xs">
							{text.replaces}
						</Text>
					) : null}
				</Stack>
			),
		},
		{ key: "version", title: text.columns.version, isNumber: true, value: ({ version }) => version, shown: ({ version }) => version },
		{
			key: "actions",
			title: text.columns.actions,
			isNumber: false,
			shown: (rule) => <RowMenu label={text.actionsFor(rule.name)} actions={actionsOf(rule)} />,
		},
	];
	return <DataTable caption={text.caption} columns={columns} rows={rules} keyOf={({ name, tenantId }) => `${tenantId}/${name}`} />;
}
