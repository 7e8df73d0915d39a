import { Button, Stack, Text } from "@chakra-ui/react";
import type { CommandRule } from "@webhand/contracts/tools/commands";
import { commandRulesRoute, putCommandRuleRoute, removeCommandRuleRoute } from "@webhand/contracts/tools/commands";
import { operatorWorkspacesRoute } from "@webhand/contracts/tools/workspaces";
import { useState } from "react";
import { useReply, useRows } from "../../../kit/load/queries.ts";
import type { Change } from "../../kit/form/use-change.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import type { Column } from "../../kit/list/data-table.tsx";
import { DataTable } from "../../kit/list/data-table.tsx";
import { PersonCell } from "../../kit/list/person-cell.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { EmptyState } from "../../kit/load/empty-state.tsx";
import { Quiet } from "../../kit/quiet.tsx";
import { ResourcePage, useSearch } from "../../kit/resource-page.tsx";
import type { PageProps } from "../../page-props.ts";
import { joinWords } from "./command-line.ts";
import { EditRule } from "./edit-rule.tsx";
import { fits, stateOf, usageOf, wantedOf } from "./rule-form.ts";
import { TryCommand } from "./try-command.tsx";
import { commandRulesText as text } from "./words.ts";

const columns: readonly Column<CommandRule>[] = [
	{
		key: "rule",
		value: ({ name }) => name,
		shown: (rule) => (
			<PersonCell name={rule.name} detail={detailOf(rule)} mark={rule.tenantId === null ? "" : text.onlyFor(rule.tenantId)} />
		),
	},
	{ key: "class", value: (rule) => text.classes[rule.class] },
	{
		key: "state",
		value: stateOf,
		shown: (rule) => <StateWord tone={rule.enabled ? (rule.available ? "good" : "waiting") : "off"}>{stateOf(rule)}</StateWord>,
	},
	{
		key: "source",
		value: ({ source }) => text.sources[source],
		shown: ({ source, replacesDefault }) => (
			<Stack gap="0" minW="7rem">
				<Text>{text.sources[source]}</Text>
				{replacesDefault ? <Quiet>{text.replaces}</Quiet> : null}
			</Stack>
		),
	},
	{ key: "version", isNumber: true, value: ({ version }) => version },
];

/** How its commands begin; where that says no more than the name, one of them. */
const detailOf = (rule: CommandRule) => (usageOf(rule) === rule.name ? joinWords(rule.examples.match[0] ?? []) : usageOf(rule));

/** Which commands may be run, for operators. The search stands in the address. */
export function CommandRulesPage({ api, place, go }: PageProps) {
	const { q, props: search } = useSearch({ place, go }, { label: text.search });
	const list = useRows(api, { route: commandRulesRoute, list: "rules", input: { query: {} } });
	const workspaces = useReply(api, operatorWorkspacesRoute, { query: {} }).value?.workspaces;
	const changing = useChange();
	/** `new`, or the rule that is changed. */
	const [edited, setEdited] = useState<CommandRule | "new" | null>(null);
	const [saved, setSaved] = useState("");
	const { retry } = list.loaded;
	const open = (rule: CommandRule | "new") => {
		setSaved("");
		setEdited(rule);
	};
	const action = (label: string, change: Change) => {
		const { onChoose, ...entry } = changing.action(label, change);
		return {
			...entry,
			onChoose: () => {
				setSaved("");
				onChoose();
			},
		};
	};
	const actionsOf = (rule: CommandRule) => {
		const { name, enabled, source, tenantId, replacesDefault } = rule;
		if (source === "file") return [{ label: text.show, onChoose: () => open(rule) }];
		const edit = { label: text.edit, onChoose: () => open(rule) };
		/** Switches a built-in one by a rule of its name. */
		const turn = async () => {
			await api.call(putCommandRuleRoute, { params: { name }, body: wantedOf(rule, !enabled) });
			retry();
		};
		const switchOff = action(text.switchOff, {
			title: text.switchOffTitle(name),
			lead: text.switchOffEffect,
			confirm: text.switchOffConfirm,
			isHarmful: true,
			act: () => turn().then(() => text.switchedOff(name)),
		});
		const switchOn = action(text.switchOn, {
			title: text.switchOnTitle(name),
			lead: text.switchOnEffect(usageOf(rule)),
			confirm: text.switchOnConfirm,
			act: () => turn().then(() => text.switchedOn(name)),
		});
		const remove = action(text.remove, {
			title: text.removeTitle(name),
			lead: replacesDefault ? text.removeToDefault : text.removeEffect,
			confirm: text.removeConfirm,
			isHarmful: !replacesDefault,
			act: async () => {
				await api.call(removeCommandRuleRoute, { params: { name }, query: { tenantId: tenantId ?? undefined } });
				retry();
				return text.removed(name);
			},
		});
		return [edit, enabled ? switchOff : switchOn, ...(source === "default" ? [] : [remove])];
	};
	return (
		<ResourcePage
			text={{ title: text.title, lead: text.lead, empty: text.empty, emptyHint: text.emptyHint, refusals: text.problems }}
			list={list}
			changing={saved === "" ? changing : { ...changing, told: saved }}
			form={workspaces === undefined ? undefined : <TryCommand api={api} workspaces={workspaces} />}
			filter={
				<>
					{search.filter}
					<Button ms="auto" size="sm" variant="outline" onClick={() => open("new")}>
						{text.add}
					</Button>
				</>
			}
			below={
				edited === null ? null : (
					<EditRule
						api={api}
						rule={edited === "new" ? null : edited}
						onSaved={(sentence) => {
							setEdited(null);
							setSaved(sentence);
							retry();
						}}
						onClose={() => setEdited(null)}
					/>
				)
			}
		>
			{(all) => {
				const found = all.filter((rule) => fits(rule, q));
				if (found.length === 0)
					return (
						<EmptyState title={text.noMatch} hint={text.noMatchHint}>
							<Button size="sm" variant="outline" onClick={search.onClear}>
								{text.clear}
							</Button>
						</EmptyState>
					);
				return (
					<Stack gap="2">
						<Text color="fg.quiet" aria-live="polite">
							{text.count(found.length, all.length)}
						</Text>
						<DataTable
							text={text}
							columns={columns}
							rows={found}
							keyOf={({ name, tenantId }) => `${tenantId}/${name}`}
							actions={{ nameOf: ({ name }) => name, of: actionsOf }}
						/>
					</Stack>
				);
			}}
		</ResourcePage>
	);
}
