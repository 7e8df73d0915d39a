import { Box } from "@chakra-ui/react";
import type { Runner } from "@webhand/contracts/auth/runners";
import { newRunnerCodeRoute, removeRunnerRoute, runnersRoute } from "@webhand/contracts/auth/runners";
import { runnerStatesRoute } from "@webhand/contracts/routine/runner";
import { useState } from "react";
import { usePages } from "../../../kit/load/queries.ts";
import { formatTime } from "../../../kit/words/format.ts";
import { useChange } from "../../kit/form/use-change.tsx";
import type { Column } from "../../kit/list/data-table.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { Quiet } from "../../kit/quiet.tsx";
import { TablePage } from "../../kit/table-page.tsx";
import type { PageProps } from "../../page-props.ts";
import { orgIdOf } from "../org-id.ts";
import type { Coded } from "./code-once.tsx";
import { CodeOnce } from "./code-once.tsx";
import type { RunnerStatus, SeenRunner } from "./policy.ts";
import { statusOf } from "./policy.ts";
import { RunnerForm } from "./runner-form.tsx";
import { runnersText as text } from "./words.ts";

const tones = {
	online: "good",
	draining: "waiting",
	offline: "bad",
	coded: "waiting",
	out: "off",
	suspended: "off",
} as const satisfies Record<RunnerStatus, string>;

const columns: readonly Column<SeenRunner>[] = [
	{
		key: "name",
		value: ({ name }) => name,
		shown: ({ name, labels }) => (
			<>
				<Box fontWeight="medium" overflowWrap="anywhere">
					{name}
				</Box>
				{labels.length === 0 ? null : <Quiet>{text.labelled(labels)}</Quiet>}
			</>
		),
	},
	{
		key: "state",
		value: statusOf,
		shown: (runner) => (
			<>
				<StateWord tone={tones[statusOf(runner)]}>{text.states[statusOf(runner)]}</StateWord>
				{statusOf(runner) !== "coded" || runner.code === null ? null : <Quiet>{text.codeUntil(runner.code.expiresAt)}</Quiet>}
			</>
		),
	},
	{
		key: "running",
		isNumber: true,
		value: ({ seen }) => seen?.running ?? 0,
		shown: ({ seen, capacity }) => text.running(seen?.running ?? 0, capacity),
	},
	{
		key: "seen",
		value: ({ seen }) => seen?.lastSeenAt ?? "",
		shown: ({ seen }) => (seen === undefined ? text.never : formatTime(seen.lastSeenAt)),
	},
	{ key: "version", value: ({ seen }) => seen?.version ?? "", shown: ({ seen }) => seen?.version ?? "" },
];

/** The runners of the organization: add, give a new code, remove, and whether each is there. */
export function RunnersPage({ api, signIn }: PageProps) {
	const orgId = orgIdOf(signIn);
	const list = usePages<SeenRunner>(["runners", orgId], async (_cursor, signal) => {
		const [{ runners }, states] = await Promise.all([
			api.call(runnersRoute, { params: { orgId }, signal }),
			api.call(runnerStatesRoute, { signal }),
		]);
		const rows = runners.map((runner) => ({ ...runner, seen: states.runners.find(({ id }) => id === runner.id) }));
		return { rows, total: null, nextCursor: null };
	});
	const changing = useChange();
	const [coded, setCoded] = useState<Coded | null>(null);
	const onCoded = (given: Coded) => {
		setCoded(given);
		list.loaded.retry();
	};
	const actionsOf = ({ id, name }: Runner) => {
		const params = { orgId, id };
		return [
			changing.action(text.code, {
				title: text.codeTitle(name),
				lead: text.codeEffect,
				confirm: text.codeConfirm,
				isHarmful: true,
				act: async () => {
					onCoded(await api.call(newRunnerCodeRoute, { params }));
					return "";
				},
			}),
			changing.action(text.remove, {
				title: text.removeTitle(name),
				lead: text.removeEffect,
				confirm: text.removeConfirm,
				isHarmful: true,
				act: async () => {
					await api.call(removeRunnerRoute, { params });
					if (coded?.runner.id === id) setCoded(null);
					list.loaded.retry();
					return text.removed(name);
				},
			}),
		];
	};
	return (
		<TablePage
			text={text}
			list={list}
			changing={changing}
			form={
				<>
					<RunnerForm api={api} orgId={orgId} onAdded={onCoded} />
					{coded === null ? null : <CodeOnce key={coded.code} {...coded} onHide={() => setCoded(null)} />}
				</>
			}
			columns={columns}
			keyOf={({ id }) => id}
			actions={{ nameOf: ({ name }) => name, of: actionsOf }}
		/>
	);
}
