import { Button, Flex, Stack, Text } from "@chakra-ui/react";
import type { CommandRule } from "@webhand/contracts/tools/commands";
import { commandRulesRoute } from "@webhand/contracts/tools/commands";
import { operatorWorkspacesRoute } from "@webhand/contracts/tools/workspaces";
import { useCallback, useState } from "react";
import { reworded } from "../../../kit/load/problem.ts";
import { useLoaded } from "../../../kit/load/use-loaded.ts";
import { SearchField } from "../../kit/form/search-field.tsx";
import { Told } from "../../kit/form/told.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import { EmptyState } from "../../kit/load/empty-state.tsx";
import { LoadView } from "../../kit/load/load-view.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place.ts";
import { EditRule } from "./edit-rule.tsx";
import { removeChange, switchChange } from "./rule-changes.ts";
import { fits } from "./rule-form.ts";
import { RuleTable } from "./rule-table.tsx";
import { TryCommand } from "./try-command.tsx";
import { commandRulesText as text } from "./words.ts";

/** Which commands may be run, for operators. The search stands in the address. */
export function CommandRulesPage({ api, place, go }: PageProps) {
	const search = (place.query["q"] ?? "").trim().slice(0, 100);
	const rules = useLoaded(
		useCallback(async (signal: AbortSignal) => (await api.call(commandRulesRoute, { query: {}, signal })).rules, [api]),
	);
	const workspaces = useLoaded(
		useCallback(async (signal: AbortSignal) => (await api.call(operatorWorkspacesRoute, { query: {}, signal })).workspaces, [api]),
	);
	const { ask, told, dialog } = useChange();
	/** `new`, or the rule that is changed. */
	const [edited, setEdited] = useState<CommandRule | "new" | null>(null);
	const [saved, setSaved] = useState("");
	const onSearch = useCallback((q: string) => go(pathOf({ page: "command-rules", query: { q } }), { replace: true }), [go]);
	const open = (rule: CommandRule | "new") => {
		setSaved("");
		setEdited(rule);
	};
	const askAnew = (change: Parameters<typeof ask>[0]) => {
		setSaved("");
		ask(change);
	};
	const actionsOf = (rule: CommandRule) => {
		if (rule.source === "file") return [{ label: text.show, onChoose: () => open(rule) }];
		const change = { label: text.edit, onChoose: () => open(rule) };
		const label = rule.enabled ? text.switchOff : text.switchOn;
		const turn = { label, onChoose: () => askAnew(switchChange(api, rule, rules.retry)) };
		const remove = { label: text.remove, isHarmful: true, onChoose: () => askAnew(removeChange(api, rule, rules.retry)) };
		return rule.source === "default" ? [change, turn] : [change, turn, remove];
	};
	return (
		<Stack gap="6">
			<PageTitle title={text.title} lead={text.lead} />
			{workspaces.value === null ? null : <TryCommand api={api} workspaces={workspaces.value} />}
			<Flex as="search" gap="4" align="end" justify="space-between" wrap="wrap">
				<SearchField label={text.search} value={search} onSearch={onSearch} />
				<Button size="sm" variant="outline" onClick={() => open("new")}>
					{text.add}
				</Button>
			</Flex>
			<Told>{saved === "" ? told : saved}</Told>
			<LoadView loaded={{ ...rules, problem: reworded(rules.problem, text.problems) }}>
				{(all) => <Found all={all} found={all.filter((rule) => fits(rule, search))} actionsOf={actionsOf} onClear={() => onSearch("")} />}
			</LoadView>
			{edited === null ? null : (
				<EditRule
					api={api}
					rule={edited === "new" ? null : edited}
					onSaved={(sentence) => {
						setEdited(null);
						setSaved(sentence);
						rules.retry();
					}}
					onClose={() => setEdited(null)}
				/>
			)}
			{dialog}
		</Stack>
	);
}

type FoundProps = {
	readonly all: readonly CommandRule[];
	readonly found: readonly CommandRule[];
	readonly actionsOf: Parameters<typeof RuleTable>[0]["actionsOf"];
	readonly onClear: () => void;
};

function Found({ all, found, actionsOf, onClear }: FoundProps) {
	if (all.length === 0) return <EmptyState title={text.empty} hint={text.emptyHint} />;
	if (found.length > 0) {
		return (
			<Stack gap="2">
				<Text color="fg.quiet" aria-live="polite">
					{text.count(found.length, all.length)}
				</Text>
				<RuleTable rules={found} actionsOf={actionsOf} />
			</Stack>
		);
	}
	return (
		<EmptyState title={text.noMatch} hint={text.noMatchHint}>
			<Button size="sm" variant="outline" onClick={onClear}>
				{text.clear}
			</Button>
		</EmptyState>
	);
}
