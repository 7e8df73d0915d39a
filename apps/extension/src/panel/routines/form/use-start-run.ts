import type { RoutineId } from "@webhand/contracts/ids";
import type { RunOptions } from "@webhand/contracts/routine/run";
import { startRunRoute } from "@webhand/contracts/routine/run";
import type { InputValues } from "@webhand/contracts/routine/words";
import { useRef, useState } from "react";
import { useSubmit } from "../../../kit/load/queries.ts";
import type { RoutinesBench } from "../kit/routines-props.ts";
import type { Options } from "./run-options.tsx";

type Wanted = {
	readonly routineId: RoutineId;
	readonly rows: readonly InputValues[];
	readonly options: Options & Pick<RunOptions, "keyOf">;
	readonly files?: readonly File[];
	/** The address of the page that the person named, which is where the run begins. */
	readonly allowsSite?: string;
};

/** Starts a run, lets this browser do it, and shows it. A repeat after a lost reply starts no second one. */
export function useStartRun({ api, go, onPlay, isModeLocked }: RoutinesBench) {
	const asked = useRef({ text: "", key: "" });
	const [refusal, setRefusal] = useState("");
	const start = useSubmit(async ({ routineId, rows, options, files = [], allowsSite = "" }: Wanted) => {
		setRefusal("");
		const mode = isModeLocked ? ("careful" as const) : options.mode;
		const body = { rows: [...rows], options: { ...options, mode } };
		const text = JSON.stringify({ routineId, ...body });
		if (asked.current.text !== text) asked.current = { text, key: crypto.randomUUID() };
		const headers = { "idempotency-key": asked.current.key };
		const { run } = await api.call(startRunRoute, { params: { routineId }, headers, body });
		asked.current = { text: "", key: "" };
		const problem = await onPlay(run.id, { files, allowsSite });
		if (problem === "") go({ kind: "run", id: run.id });
		else setRefusal(problem);
		return run;
	});
	return { ...start, refusal };
}
