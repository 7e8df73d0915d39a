import type { RoutineRun } from "@webhand/contracts/routine/run";
import { changeRunRoute } from "@webhand/contracts/routine/run";
import { useState } from "react";
import { useSubmit } from "../../../kit/load/queries.ts";
import type { RunChange } from "../../../kit/routines/run-buttons.tsx";
import type { RoutinesBench } from "../kit/routines-props.ts";

/** Changes a run, and begins or ends what this browser does of it. `refusal`: why this browser does not go on with it. */
export function useRunChange({ api, address, onPlay, onLeave }: RoutinesBench, run: RoutineRun, onRun: (run: RoutineRun) => void) {
	const [refusal, setRefusal] = useState("");
	const change = useSubmit(async (wanted: RunChange) => {
		setRefusal("");
		const { run: changed } = await api.call(changeRunRoute, { params: { runId: run.id }, body: wanted });
		onRun(changed);
		if (wanted.change === "stop") onLeave(run.id);
		if (wanted.change === "resume" || wanted.change === "retry")
			setRefusal(await onPlay(run.id, { allowsSite: run.isOnce ? address : "" }));
		return changed;
	});
	return { submit: change.submit, isBusy: change.isBusy, problem: change.problem, refusal };
}
