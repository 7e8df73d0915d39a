import { Code, Link, Stack, Text } from "@chakra-ui/react";
import type { Trigger } from "@webhand/contracts/authority/trigger";
import { changeTriggerRoute, deleteTriggerRoute, rotateTriggerRoute, triggersRoute } from "@webhand/contracts/authority/trigger";
import { RoutineId } from "@webhand/contracts/ids";
import { useState } from "react";
import { CopyButton } from "../../kit/controls/copy-button.tsx";
import { TickField } from "../../kit/form/tick-field.tsx";
import { useRows, useSubmit } from "../../kit/load/queries.ts";
import { CopyField } from "../kit/copy/copy-field.tsx";
import { OnceCard } from "../kit/copy/once-card.tsx";
import { useChange } from "../kit/form/use-change.tsx";
import type { Column } from "../kit/list/data-table.tsx";
import { dayColumn } from "../kit/list/data-table.tsx";
import { StateWord } from "../kit/list/state-word.tsx";
import { ProblemView } from "../kit/load/problem-view.tsx";
import { TablePage } from "../kit/table-page.tsx";
import { useNames } from "../org/use-names.ts";
import type { PageProps } from "../page-props.ts";
import { routinePath } from "../routines/kit/paths.ts";
import { callExample } from "./sample.ts";
import type { MadeTrigger } from "./trigger-form.tsx";
import { TriggerForm } from "./trigger-form.tsx";
import { triggersText as text } from "./words.ts";

/** Addresses at which systems start routines: make, pause, give a new secret, delete. Admins end those of others too. */
export function TriggersPage({ api, place, signIn }: PageProps) {
	const [isAll, setIsAll] = useState(false);
	const isAdmin = signIn.roles.includes("admin");
	const query = isAll ? ({ all: "true" } as const) : {};
	const list = useRows(api, { route: triggersRoute, list: "triggers", input: { query } as never });
	const nameOf = useNames({ api, signIn });
	const changing = useChange();
	const [made, setMade] = useState<MadeTrigger | null>(null);
	const [told, setTold] = useState("");
	const { retry } = list.loaded;
	const pausing = useSubmit(async ({ id, isPaused }: Pick<Trigger, "id"> & { readonly isPaused: boolean }) => {
		setTold("");
		await api.call(changeTriggerRoute, { params: { triggerId: id }, body: { isPaused } });
		retry();
		setTold(isPaused ? text.paused : text.resumed);
	});
	const onMade = (given: MadeTrigger) => {
		setMade(given);
		retry();
	};
	const actionsOf = (trigger: Trigger) => {
		const { id, name, ownerId, pausedAt } = trigger;
		const params = { triggerId: id };
		const isOwn = ownerId === signIn.user.id;
		const rotate = changing.action(text.rotate, {
			title: text.rotateTitle(name),
			lead: text.rotateEffect,
			confirm: text.rotateConfirm,
			act: async () => {
				const { secret } = await api.call(rotateTriggerRoute, { params });
				onMade({ trigger, secret, sample: "" });
				return text.rotated;
			},
		});
		const remove = changing.action(text.remove, {
			title: text.removeTitle(name),
			lead: text.removeEffect,
			confirm: text.removeConfirm,
			isHarmful: true,
			act: async () => {
				await api.call(deleteTriggerRoute, { params });
				if (made?.trigger.id === id) setMade(null);
				retry();
				return text.removed;
			},
		});
		const pause = { label: text.pause, onChoose: () => void pausing.submit({ id, isPaused: true }) };
		const resume = { label: text.resume, onChoose: () => void pausing.submit({ id, isPaused: false }) };
		return [...(pausedAt === undefined ? [pause] : isOwn ? [resume] : []), ...(isOwn ? [rotate] : []), remove];
	};
	const columns: readonly Column<Trigger>[] = [
		{ key: "name", value: ({ name }) => name, shown: ({ name }) => <Text overflowWrap="anywhere">{name}</Text> },
		{ key: "routine", value: ({ routineName }) => routineName, shown: (trigger) => <OfRoutine {...trigger} /> },
		{
			key: "state",
			value: ({ pausedAt }) => (pausedAt === undefined ? "active" : "paused"),
			shown: ({ pausedAt }) => (
				<StateWord tone={pausedAt === undefined ? "good" : "off"}>{text.states[pausedAt === undefined ? "active" : "paused"]}</StateWord>
			),
		},
		{
			key: "called",
			value: ({ lastCallAt = "" }) => lastCallAt,
			shown: ({ lastCallAt }) => (lastCallAt === undefined ? text.never : text.time(lastCallAt)),
		},
		...(isAll ? [{ key: "person", shown: ({ ownerId }: Trigger) => nameOf(ownerId) }] : []),
		dayColumn("at", ({ createdAt }) => createdAt),
	];
	const asked = RoutineId.safeParse(place.query["routine"]).data ?? "";
	return (
		<TablePage
			text={text}
			list={list}
			changing={changing}
			told={told}
			form={
				<>
					<TriggerForm key={asked} api={api} routineId={asked} onMade={onMade} />
					{made === null ? null : <SecretOnce key={made.secret} {...made} onHide={() => setMade(null)} />}
					{pausing.problem === null ? null : <ProblemView problem={pausing.problem} />}
				</>
			}
			filter={isAdmin ? <TickField label={text.all} value={isAll} onChange={setIsAll} /> : undefined}
			columns={columns}
			keyOf={({ id }) => id}
			actions={{ nameOf: ({ name }) => name, of: actionsOf }}
		/>
	);
}

function OfRoutine({ routineId, routineName }: Trigger) {
	if (routineName === "") return text.gone;
	return (
		<Link href={`#${routinePath(routineId)}`} color="brand.fg" overflowWrap="anywhere" dir="auto">
			{routineName}
		</Link>
	);
}

/** A new secret, with a call that is signed with it. */
function SecretOnce({ trigger: { name, url }, secret, sample, onHide }: MadeTrigger & { readonly onHide: () => void }) {
	const example = callExample({ url, secret, sample });
	return (
		<OnceCard title={text.secretTitle(name)} lead={text.secretLead} hide={text.hide} onHide={onHide}>
			<Stack gap="4">
				<CopyField label={text.url} value={url} copy={text.copyUrl}>
					{text.copy}
				</CopyField>
				<CopyField label={text.secret} value={secret} copy={text.copySecret}>
					{text.copy}
				</CopyField>
				<Stack gap="1" align="flex-start">
					<Text fontWeight="medium">{text.example}</Text>
					<Code display="block" w="full" maxW="full" p="3" whiteSpace="pre-wrap" overflowWrap="anywhere" fontSize="xs">
						{example}
					</Code>
					<CopyButton label={text.copyExample} text={example}>
						{text.copy}
					</CopyButton>
				</Stack>
			</Stack>
		</OnceCard>
	);
}
