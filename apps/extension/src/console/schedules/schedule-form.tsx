import { Alert, Box, List, SimpleGrid, Text } from "@chakra-ui/react";
import type { createScheduleRoute, Schedule } from "@webhand/contracts/authority/schedule";
import { previewScheduleRoute } from "@webhand/contracts/authority/schedule";
import type { BodyOf } from "@webhand/contracts/routes";
import type { Routine } from "@webhand/contracts/routine/routine";
import { SelectField } from "../../kit/form/select-field.tsx";
import { TextField } from "../../kit/form/text-field.tsx";
import { useLoaded } from "../../kit/load/queries.ts";
import { formatTime } from "../../kit/words/format.ts";
import { givenValues, initialValues } from "../../panel/routines/form/values.ts";
import type { SignedInApi } from "../../signed-in-api.ts";
import { FormCard } from "../kit/form/form-card.tsx";
import type { Form } from "../kit/form/use-form.ts";
import { useForm } from "../kit/form/use-form.ts";
import type { GivenRows } from "./schedule-rows.tsx";
import { ScheduleRows } from "./schedule-rows.tsx";
import { useSettled } from "./use-settled.ts";
import type { When } from "./when.ts";
import { cronOf, dayOf, whenOf } from "./when.ts";
import { schedulesText as text } from "./words.ts";

type Given = Omit<BodyOf<typeof createScheduleRoute>, "routineId">;

type Values = When & {
	readonly timeZone: string;
	readonly missed: "skip" | "once" | "each";
	readonly overlap: "skip" | "queue";
	readonly jitterMinutes: string;
	readonly endsAt: string;
	readonly version: "current" | "pinned";
	readonly mode: "careful" | "autonomous";
	readonly browser: "mine" | "runner";
	readonly labels: string;
} & GivenRows;

type Props = {
	readonly api: SignedInApi;
	readonly routine: Pick<Routine, "id" | "name" | "inputs" | "version" | "ownerId">;
	/** Who fills the form in. */
	readonly me: string;
	/** The schedule that is changed; absent for a new one. */
	readonly before?: Schedule | undefined;
	/** @returns what was done, in words */
	readonly save: (given: Given) => Promise<string>;
};

const choicesOf = <Value extends string>(words: Readonly<Record<Value, string>>) =>
	Object.entries(words).map(([value, label]) => ({ value: value as Value, label: label as string }));
const presets = choicesOf<When["preset"]>((({ label: _, ...rest }) => rest)(text.presets));
const days = text.days.map((label, at) => ({ value: String(at), label }));

/** When a routine starts, with what, and what becomes of starts that cannot take place. The next starts stand beside it. */
export function ScheduleForm({ api, routine, me, before, save }: Props) {
	const isForeign = routine.ownerId !== me;
	const form = useForm<Values>(valuesOf(routine, { before, isForeign }), {
		send: (values) => save(givenOf(values, { routine, before })),
		after: (sent) => sent,
	});
	const { values, field, edit, problemAt } = form;
	const pinned = before?.version ?? routine.version;
	const versions = choicesOf({ current: text.current, pinned: text.pinned(pinned) });
	return (
		<FormCard form={form} title={text.form} save={text.save} maxW="44rem">
			<WhenFields form={form} />
			<Next api={api} values={values} />
			<SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
				<SelectField label={text.browser} options={choicesOf(text.browsers)} {...field("browser")} />
				{values.browser === "runner" ? (
					<TextField label={text.labels} hint={text.labelsHint} isOptional {...field("labels", "queue.labels")} />
				) : (
					<Box />
				)}
				<SelectField label={text.missed} options={choicesOf(text.missedRules)} {...field("missed")} />
				<SelectField label={text.overlap} options={choicesOf(text.overlapRules)} {...field("overlap")} />
				<SelectField label={text.version} options={versions} {...field("version")} />
				<SelectField label={text.mode} options={choicesOf(text.modes)} {...field("mode")} />
				<TextField label={text.jitter} type="number" {...field("jitterMinutes")} />
				<TextField label={text.endsAt} type="date" isOptional {...field("endsAt")} />
			</SimpleGrid>
			{isForeign && values.version === "current" ? (
				<Alert.Root status="warning" size="sm" rounded="lg">
					<Alert.Indicator aria-hidden />
					<Alert.Description>{text.foreignCurrent}</Alert.Description>
				</Alert.Root>
			) : null}
			<ScheduleRows api={api} routine={routine} given={values} problemAt={problemAt} onChange={edit} />
		</FormCard>
	);
}

function WhenFields({ form: { values, field } }: { readonly form: Form<Values> }) {
	const { preset } = values;
	const hasTime = preset !== "hourly" && preset !== "cron";
	return (
		<SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
			<SelectField label={text.presets.label} options={presets} {...field("preset")} />
			{preset === "weekly" ? <SelectField label={text.day} options={days} {...field("day")} /> : null}
			{preset === "monthly" ? <TextField label={text.monthDay} type="number" {...field("monthDay", "cron")} /> : null}
			{preset === "hourly" ? <TextField label={text.minute} type="number" {...field("minute", "cron")} /> : null}
			{hasTime ? <TextField label={text.time} hint={text.timeHint} {...field("time", "cron")} /> : null}
			{preset === "cron" ? <TextField label={text.cron} hint={text.cronHint} isCode {...field("cron")} /> : null}
			<TextField label={text.timeZone} suggestions={Intl.supportedValuesOf("timeZone")} {...field("timeZone")} />
		</SimpleGrid>
	);
}

/** The next starts of what is typed; nothing while it says none. */
function Next({ api, values }: { readonly api: SignedInApi; readonly values: Values }) {
	const asked = useSettled(JSON.stringify(timesOf(values)));
	const loaded = useLoaded(["next starts", asked], (signal) =>
		api.call(previewScheduleRoute, { body: JSON.parse(asked), signal }).catch(() => ({ next: [] })),
	);
	const next = loaded.value?.next ?? [];
	if (next.length === 0) return null;
	return (
		<Box role="status">
			<Text fontWeight="medium">{text.next}</Text>
			<List.Root ps="5" variant="plain">
				{next.map((at) => (
					<List.Item key={at}>{formatTime(at)}</List.Item>
				))}
			</List.Root>
		</Box>
	);
}

type Shown = { readonly before: Schedule | undefined; readonly isForeign: boolean };

/** The form as it begins. A routine of somebody else plays the version that was looked at: its owner may change what the current one does. */
function valuesOf({ inputs }: Props["routine"], { before, isForeign }: Shown): Values {
	const isPinned = before === undefined ? isForeign : before.version !== undefined;
	return {
		...whenOf(before?.cron),
		timeZone: before?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
		missed: before?.missed ?? "skip",
		overlap: before?.overlap ?? "skip",
		jitterMinutes: String(before?.jitterMinutes ?? 0),
		endsAt: before?.endsAt === undefined ? "" : dayOf(before.endsAt),
		version: isPinned ? "pinned" : "current",
		mode: before?.options.mode ?? "careful",
		browser: before?.queue.browser ?? "mine",
		labels: before?.queue.labels.join(", ") ?? "",
		row: { ...initialValues(inputs), ...before?.rows[0] },
		list: before !== undefined && before.rows.length > 1 ? before.rows : null,
	};
}

function timesOf(values: Values) {
	const { timeZone, endsAt } = values;
	const end = new Date(`${endsAt}T23:59:59`);
	return { cron: cronOf(values), timeZone: timeZone.trim(), ...(Number.isNaN(end.getTime()) ? {} : { endsAt: end.toISOString() }) };
}

function givenOf(values: Values, { routine, before }: Pick<Props, "routine" | "before">): Given {
	const { missed, overlap, jitterMinutes, version, mode, browser, labels, row, list } = values;
	const named = labels.split(",").map((label) => label.trim());
	const rows = list === null ? [givenValues(routine.inputs, row)] : list.map((one) => ({ ...one }));
	return {
		...timesOf(values),
		missed,
		overlap,
		jitterMinutes: Number(jitterMinutes),
		...(version === "pinned" ? { version: before?.version ?? routine.version } : {}),
		rows,
		options: { ...before?.options, mode },
		queue: { browser, labels: browser === "runner" ? named.filter((label) => label !== "") : [] },
	};
}
