import { Flex, Link, Stack } from "@chakra-ui/react";
import type { RoutineRunId } from "@webhand/contracts/ids";
import { versionRoute } from "@webhand/contracts/routine/routine";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import { isRunOver, routineRunRoute } from "@webhand/contracts/routine/run";
import { allSteps } from "@webhand/contracts/routine/step";
import { useState } from "react";
import { useLoaded, useReply } from "../../../kit/load/queries.ts";
import { usePolling } from "../../../kit/load/use-polling.ts";
import { RunProgress } from "../../../kit/routines/run-progress.tsx";
import { formatTime } from "../../../kit/words/format.ts";
import { Card } from "../../kit/card.tsx";
import { FactList } from "../../kit/fact-list.tsx";
import { LoadView } from "../../kit/load/load-view.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import { useNames } from "../../org/use-names.ts";
import type { PageProps } from "../../page-props.ts";
import { routinePath, runsPath } from "../kit/paths.ts";
import { runsText as text } from "../words.ts";
import { RowList } from "./row-list.tsx";
import { RunActions } from "./run-actions.tsx";

type Props = PageProps & { readonly id: RoutineRunId };

const pollMs = 3_000;

/** A run: how far it is, what can be done with it, and its rows. It follows while rows are open. */
export function RunPage(props: Props) {
	const { api, id, place } = props;
	const query = place.query["share"] === undefined ? {} : { share: place.query["share"] };
	const loaded = useReply(api, routineRunRoute, { params: { runId: id }, query });
	const { value, replace } = loaded;
	/** Counts the changes of the run; the rows are read again with each. */
	const [round, setRound] = useState(0);
	const take = (run: RoutineRun) => {
		replace({ run });
		if (JSON.stringify(run.counts) !== JSON.stringify(value?.run.counts)) setRound((before) => before + 1);
	};
	usePolling({
		isOn: value !== null && !isRunOver(value.run),
		everyMs: pollMs,
		poll: async (signal) => {
			const { run } = await api.call(routineRunRoute, { params: { runId: id }, query, signal });
			if (!signal.aborted) take(run);
		},
	});
	return (
		<Stack gap="5">
			<Flex>
				<Link href={`#${runsPath()}`} color="brand.fg">
					‹ {text.back}
				</Link>
			</Flex>
			<PageTitle title={value?.run.name ?? text.title} />
			<LoadView loaded={loaded} refusals={text.refusals}>
				{({ run }) => <Shown {...props} run={run} round={round} onRun={take} />}
			</LoadView>
		</Stack>
	);
}

type ShownProps = Props & { readonly run: RoutineRun; readonly round: number; readonly onRun: (run: RoutineRun) => void };

function Shown({ api, signIn, place, run, round, onRun }: ShownProps) {
	const nameOf = useNames({ api, signIn });
	const isOwner = run.ownerId === signIn.user.id;
	const isManager = isOwner || signIn.roles.includes("admin");
	const program = useProgramOf({ api, run });
	return (
		<Stack gap="5">
			<Card label={run.name}>
				<Stack gap="4">
					<RunProgress run={run} />
					<FactList facts={factsOf(run, nameOf(run.ownerId))} />
					<RunActions
						api={api}
						run={run}
						isOwner={isOwner}
						isManager={isManager}
						tenantKind={signIn.tenantKind}
						share={place.query["share"]}
						onRun={onRun}
					/>
				</Stack>
			</Card>
			<RowList api={api} run={run} round={round} share={place.query["share"]} hasTraces={isManager} {...program} />
		</Stack>
	);
}

/** The version that ran, for the words of its steps; a deleted routine has none. */
function useProgramOf({ api, run }: Pick<ShownProps, "api" | "run">) {
	const params = { routineId: run.routineId, number: run.version };
	const { value } = useLoaded(["version of a run", params], async (signal) => (await api.call(versionRoute, { params, signal })).version);
	const sentences = new Map(value?.sentences.map((sentence) => [sentence.id, sentence.text]));
	const { inputs = [], steps = [] } = value?.program ?? {};
	return {
		sentences,
		labels: new Map(inputs.map(({ name, label }) => [name, label])),
		hasLists: allSteps(steps).some((step) => step.do === "read"),
	};
}

function factsOf(run: RoutineRun, owner: string) {
	const { facts, modes, options } = text;
	const chosen = (Object.keys(options) as (keyof typeof options)[]).filter((name) => run.options[name]).map((name) => options[name]);
	return [
		{
			name: facts.routine,
			value: (
				<Link href={`#${routinePath(run.routineId)}`} color="brand.fg">
					{text.version(run.version)}
				</Link>
			),
		},
		{ name: facts.began, value: formatTime(run.createdAt) },
		...(run.endedAt === undefined ? [] : [{ name: facts.ended, value: formatTime(run.endedAt) }]),
		{ name: facts.owner, value: owner },
		{ name: facts.mode, value: modes[run.options.mode] },
		...(chosen.length === 0 ? [] : [{ name: facts.options, value: chosen.join(" · ") }]),
	];
}
