import { setTimeout as pause } from "node:timers/promises";
import { call } from "@webhand/client/call";
import { taskActionsRoute } from "@webhand/contracts/agent/task-trace";
import type { RoutineId } from "@webhand/contracts/ids";
import type { RoutineRow } from "@webhand/contracts/routine/run";
import { changeRunRoute, routineRunRoute, runRowsRoute, startRunRoute } from "@webhand/contracts/routine/run";
import { tell } from "../../miniwob/stage/panel.ts";
import type { Recorded } from "./record.ts";
import type { HandStage } from "./stage.ts";

/** Values by the label of their input. */
export type Given = Readonly<Record<string, string>>;

/** A list is asked for rarely: the server bounds how often one may ask. */
const pollMs = { row: 200, list: 1_000 } as const;
const rowLimitMs = 60_000;

/**
 * Plays a routine once for each set of values.
 *
 * @returns the rows as they ended; one that waits for a person is told as it stands, and the run is stopped there
 */
export async function playRows(stage: HandStage, routine: Recorded, given: readonly Given[]): Promise<readonly RoutineRow[]> {
	return await playInputs(
		stage,
		routine.id,
		given.map((values) => named(routine, values)),
	);
}

/** The same, with values by the name of their input. */
export async function playInputs(
	{ api, panel }: Pick<HandStage, "api" | "panel">,
	routineId: RoutineId,
	rows: readonly Given[],
): Promise<readonly RoutineRow[]> {
	const { run } = await call(api, startRunRoute, { params: { routineId }, body: { rows: [...rows], options: {} } });
	const params = { runId: run.id };
	await tell(panel, { type: "routine_play", tabId: panel.tabId, runId: run.id });
	const end = Date.now() + rows.length * rowLimitMs;
	for (;;) {
		const { run: now } = await call(api, routineRunRoute, { params, query: {} });
		const isOver = now.state === "done" || now.state === "stopped";
		const isHeld = now.state === "paused" || (now.counts.needs_person ?? 0) > 0 || Date.now() > end;
		if (!isOver && !isHeld) {
			await pause(rows.length === 1 ? pollMs.row : pollMs.list);
			continue;
		}
		const { rows: told } = await call(api, runRowsRoute, { params, query: { limit: 200 } });
		if (isHeld && !isOver) {
			await call(api, changeRunRoute, { params, body: { change: "stop" } });
			await tell(panel, { type: "routine_leave", runId: run.id });
		}
		return told;
	}
}

/** Why a row ended or waits, in the words of the row or of the last step of its task. */
export async function reasonOf({ api }: HandStage, { reason, taskId }: RoutineRow): Promise<string> {
	if (reason !== undefined || taskId === undefined) return reason ?? "";
	const { actions } = await call(api, taskActionsRoute, { params: { taskId }, query: { limit: 100 } });
	return actions.at(-1)?.thought ?? "";
}

function named({ inputs }: Recorded, values: Given): Record<string, string> {
	return Object.fromEntries(
		Object.entries(values).map(([label, value]) => {
			const input = inputs.find((one) => one.label === label);
			if (input === undefined) throw new Error(`no input “${label}” among ${JSON.stringify(inputs)}`);
			return [input.name, value];
		}),
	);
}
