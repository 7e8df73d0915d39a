import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import { createRoutineRoute } from "@webhand/contracts/routine/routine";
import { useRef } from "react";
import { useSubmit } from "../../../kit/load/queries.ts";
import { useStartRun } from "../form/use-start-run.ts";
import type { RoutinesBench } from "../kit/routines-props.ts";

/** `url`: the page that the list stands on. */
type Reading = { readonly name: string; readonly program: RoutineProgram; readonly url: string };

/** Reads a list once: a routine that stands in no library, run in the page that is open. */
export function useStartReading(bench: RoutinesBench) {
	const asked = useRef({ text: "", key: "" });
	const run = useStartRun(bench);
	const start = useSubmit(async ({ name, program, url }: Reading) => {
		const body = { name, program, isOnce: true, origin: { kind: "reading" } } as const;
		const text = JSON.stringify(body);
		if (asked.current.text !== text) asked.current = { text, key: crypto.randomUUID() };
		const { routine } = await bench.api.call(createRoutineRoute, { body, headers: { "idempotency-key": asked.current.key } });
		const options = { mode: bench.mode, isDryRun: false, asksModel: false, stopsAtFailure: false, isOnceEver: false };
		await run.submit({ routineId: routine.id, rows: [{}], options, allowsSite: url });
	});
	return { submit: start.submit, isBusy: start.isBusy, problem: start.problem ?? run.problem, refusal: run.refusal };
}
