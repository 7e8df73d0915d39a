import type { Dispatch } from "react";
import { useEffect, useRef } from "react";
import type { RunView } from "../../panel-state.ts";
import type { PanelEvent } from "../state/model.ts";

/** Tells that the shown task ended while it was shown. */
export function useTaskEnd(dispatch: Dispatch<PanelEvent>, run: RunView | null): void {
	const running = useRef<RunView | null>(null);
	useEffect(() => {
		const before = running.current;
		running.current = run?.state === "running" ? run : null;
		if (before === null || run === null || run.state === "running") return;
		// Another chat may be shown now, whose task ended long ago.
		if (run.runKey === before.runKey || (run.taskId !== null && run.taskId === before.taskId)) dispatch({ type: "task_ended", run });
	}, [run]);
}
