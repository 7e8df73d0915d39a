import { Alert, Box, Button, Flex, Heading, HStack, Link, Stack, Text } from "@chakra-ui/react";
import type { Schedule, ScheduledStart } from "@webhand/contracts/authority/schedule";
import {
	changeScheduleRoute,
	deleteScheduleRoute,
	pauseScheduleRoute,
	resumeScheduleRoute,
	scheduleRoute,
} from "@webhand/contracts/authority/schedule";
import type { ScheduleId } from "@webhand/contracts/ids";
import { routineRoute } from "@webhand/contracts/routine/routine";
import { useReply, useSubmit } from "../../kit/load/queries.ts";
import { formatTime } from "../../kit/words/format.ts";
import type { PageApi } from "../../signed-in-api.ts";
import { Card } from "../kit/card.tsx";
import { FactList } from "../kit/fact-list.tsx";
import { Told } from "../kit/form/told.tsx";
import { useChange } from "../kit/form/use-change.tsx";
import { LoadView } from "../kit/load/load-view.tsx";
import { ProblemView } from "../kit/load/problem-view.tsx";
import { PageTitle } from "../kit/page-title.tsx";
import { Quiet } from "../kit/quiet.tsx";
import { useNames } from "../org/use-names.ts";
import { routinePath, runPath } from "../routines/kit/paths.ts";
import { ScheduleForm } from "./schedule-form.tsx";
import type { ScheduleProps } from "./schedule-props.ts";
import { schedulesPath } from "./schedule-props.ts";
import { whenWords } from "./when.ts";
import { schedulesText as text } from "./words.ts";

type Props = ScheduleProps & { readonly id: ScheduleId };

/** One schedule: when it starts next, what became of its last starts, and its form for the owner. */
export function SchedulePage(props: Props) {
	const { api, signIn, id, told, leave } = props;
	const params = { scheduleId: id };
	const loaded = useReply(api, scheduleRoute, { params });
	const nameOf = useNames({ api, signIn });
	const changing = useChange();
	const resting = useSubmit(async ({ paused }: Schedule) => {
		await api.call(paused === undefined ? pauseScheduleRoute : resumeScheduleRoute, { params });
		loaded.retry();
	});
	const onDelete = (schedule: Schedule) =>
		changing.ask({
			title: text.removeTitle(schedule.routineName || text.gone),
			lead: text.removeLead,
			confirm: text.remove,
			isHarmful: true,
			act: async () => {
				await api.call(deleteScheduleRoute, { params });
				leave(schedulesPath, text.removed);
				return text.removed;
			},
		});
	return (
		<Stack gap="5">
			<Flex>
				<Link href={`#${schedulesPath}`} color="brand.fg">
					‹ {text.back}
				</Link>
			</Flex>
			<PageTitle title={loaded.value?.schedule.routineName || text.title} />
			<Told>{changing.told || told}</Told>
			{resting.problem === null ? null : <ProblemView problem={resting.problem} />}
			<LoadView loaded={loaded} refusals={text.refusals}>
				{({ schedule, starts, next }) => (
					<Stack gap="6">
						{schedule.paused === undefined ? null : (
							<Alert.Root status="warning" size="sm" rounded="lg">
								<Alert.Indicator aria-hidden />
								<Alert.Description>{text.paused[schedule.paused.reason]}</Alert.Description>
							</Alert.Root>
						)}
						<Card label={schedule.routineName || text.gone}>
							<Stack gap="4">
								<FactList
									facts={[
										{ name: text.facts.when, value: text.inZone(whenWords(schedule.cron), schedule.timeZone) },
										{ name: text.facts.next, value: next.length === 0 ? text.never : next.map((at) => formatTime(at)).join(" · ") },
										{ name: text.facts.owner, value: nameOf(schedule.ownerId) },
									]}
								/>
								<HStack wrap="wrap" gap="2">
									{schedule.paused === undefined || schedule.ownerId === signIn.user.id ? (
										<Button size="xs" variant="outline" loading={resting.isBusy} onClick={() => void resting.submit(schedule)}>
											{schedule.paused === undefined ? text.pause : text.resume}
										</Button>
									) : null}
									{schedule.routineName === "" ? null : (
										<Button asChild size="xs" variant="outline">
											<Link href={`#${routinePath(schedule.routineId)}`} color="fg" textDecoration="none">
												{text.facts.routine}
											</Link>
										</Button>
									)}
									<Button size="xs" variant="outline" color="fg.error" onClick={() => onDelete(schedule)}>
										{text.remove}
									</Button>
								</HStack>
							</Stack>
						</Card>
						<Starts starts={starts} />
						{schedule.ownerId === signIn.user.id && schedule.routineName !== "" ? (
							<Editor api={api} me={signIn.user.id} schedule={schedule} onSaved={loaded.retry} />
						) : null}
					</Stack>
				)}
			</LoadView>
			{changing.dialog}
		</Stack>
	);
}

function Starts({ starts }: { readonly starts: readonly ScheduledStart[] }) {
	return (
		<Card label={text.starts}>
			<Heading as="h2" size="md" mb="3">
				{text.starts}
			</Heading>
			{starts.length === 0 ? <Text color="fg.quiet">{text.noStarts}</Text> : null}
			<Stack as="ul" listStyleType="none" gap="2" aria-label={text.starts}>
				{starts.map(({ dueAt, outcome, reason, runId }) => (
					<Box as="li" key={dueAt} minW="0">
						<HStack wrap="wrap" gap="2" rowGap="0">
							<Text fontVariantNumeric="tabular-nums">{formatTime(dueAt)}</Text>
							<Text fontWeight="medium" color={outcome === "started" ? "status.done" : "status.failed"}>
								{text.outcomes[outcome]}
							</Text>
							{runId === undefined ? null : (
								<Link href={`#${runPath(runId)}`} color="brand.fg">
									{text.run}
								</Link>
							)}
						</HStack>
						{reason === undefined ? null : <Quiet>{reason}</Quiet>}
					</Box>
				))}
			</Stack>
		</Card>
	);
}

type EditorProps = { readonly api: PageApi; readonly me: string; readonly schedule: Schedule; readonly onSaved: () => void };

function Editor({ api, me, schedule, onSaved }: EditorProps) {
	const routine = useReply(api, routineRoute, { params: { routineId: schedule.routineId } });
	return (
		<LoadView loaded={routine} refusals={text.refusals}>
			{(loaded) => (
				<ScheduleForm
					api={api}
					routine={loaded.routine}
					me={me}
					before={schedule}
					save={async ({ endsAt = null, version = null, rows, ...given }) => {
						const changed = JSON.stringify(rows) === JSON.stringify(schedule.rows) ? {} : { rows };
						await api.call(changeScheduleRoute, { params: { scheduleId: schedule.id }, body: { ...given, ...changed, endsAt, version } });
						onSaved();
						return text.saved;
					}}
				/>
			)}
		</LoadView>
	);
}
