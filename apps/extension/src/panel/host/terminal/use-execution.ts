import type { Execution, ExecutionEvent, ExecutionId, ExecutionState } from "@webhand/contracts/tools/executions";
import { cancelExecutionRoute, executionRoute, executionStreamRoute } from "@webhand/contracts/tools/executions";
import { useEffect, useState } from "react";
import { followStream } from "../../../kit/load/follow-stream.ts";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemOf } from "../../../kit/load/problem.ts";
import { useReply } from "../../../kit/load/queries.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import type { TerminalLine } from "./terminal-text.ts";
import { addNote, addOutput, emptyTerminal } from "./terminal-text.ts";
import { terminalText } from "./words.ts";

export type Exit = Extract<ExecutionEvent, { readonly type: "exit" }>;

/** The rows as they are drawn, and how many came before them. */
export type ShownOutput = { readonly lines: readonly TerminalLine[]; readonly dropped: number };

export type ExecutionView = {
	readonly shown: ShownOutput;
	/** Null while it is read, or where it cannot be read. */
	readonly facts: Pick<Execution, "argv" | "cwd"> | null;
	readonly state: ExecutionState;
	readonly exit: Exit | null;
	/** The connection is gone and is opened again. */
	readonly isLost: boolean;
	readonly problem: ServerProblem | null;
	readonly stop: () => void;
};

type Live = Pick<ExecutionView, "exit" | "isLost" | "problem"> & { readonly hasStarted: boolean; readonly isStopping: boolean };
const nothing: Live = { exit: null, isLost: false, problem: null, hasStarted: false, isStopping: false };

/** A command as it runs, or as it ran: its output in frames, its end, and a way to stop it. */
export function useExecution(api: SignedInApi, id: ExecutionId): ExecutionView {
	const [live, setLive] = useState<Live>(nothing);
	const [shown, setShown] = useState<ShownOutput>({ lines: [], dropped: 0 });
	const { value } = useReply(api, executionRoute, { params: { id }, query: { waitMs: 0 } });
	useEffect(() => {
		const abort = new AbortController();
		const change = (part: Partial<Live>) => (abort.signal.aborted ? undefined : setLive((before) => ({ ...before, ...part })));
		let frame = 0;
		let lastSeq = 0;
		const terminal = emptyTerminal();
		setShown({ lines: [], dropped: 0 });
		setLive(nothing);
		const draw = () => {
			frame ||= requestAnimationFrame(() => {
				frame = 0;
				// The rows change in place; the list needs those of one moment.
				setShown({ lines: [...terminal.lines], dropped: terminal.dropped });
			});
		};
		const take = (event: ExecutionEvent): boolean => {
			if (event.type === "start") change({ hasStarted: true });
			if (event.type === "exit") change({ exit: event });
			if (event.type === "stdout" || event.type === "stderr") {
				if (event.seq > lastSeq) addOutput(terminal, event.type, decoded(event));
				lastSeq = Math.max(lastSeq, event.seq);
			}
			if (event.type === "gap" && event.toSeq > lastSeq) {
				addNote(terminal, terminalText.gap(event.bytes));
				lastSeq = event.toSeq;
			}
			draw();
			return event.type === "exit";
		};
		void followStream({
			open: (signal) =>
				api.call(executionStreamRoute, { params: { id }, query: lastSeq === 0 ? {} : { afterSeq: String(lastSeq) }, signal }),
			onEvent: take,
			pace: createFramePace(),
			onLost: (isLost) => change({ isLost }),
			signal: abort.signal,
		}).then((problem) => change({ problem, isLost: false }));
		return () => {
			abort.abort();
			cancelAnimationFrame(frame);
		};
	}, [api, id]);
	const stop = () => {
		setLive((before) => ({ ...before, isStopping: true }));
		api
			.call(cancelExecutionRoute, { params: { id } })
			.catch((error: unknown) => setLive((before) => ({ ...before, isStopping: false, problem: problemOf(error) })));
	};
	const { exit, hasStarted, isStopping, isLost, problem } = live;
	const now = hasStarted ? "running" : (value?.state ?? "queued");
	const state = exit?.state ?? (isStopping ? "cancelling" : now);
	return { shown, facts: value, state, exit, isLost, problem, stop };
}

function decoded({ enc, data }: { readonly enc: "utf8" | "base64"; readonly data: string }): string {
	if (enc === "utf8") return data;
	return new TextDecoder().decode(Uint8Array.from(atob(data), (character) => character.charCodeAt(0)));
}

/** Milliseconds of each frame that output may take; the others are for drawing. */
const budgetMs = 8;
/** A hidden page draws no frames. */
const hiddenMs = 100;

/** Waits for the next frame once the work since the last one has used its share. */
function createFramePace(): () => Promise<void> {
	let began = performance.now();
	return async () => {
		if (performance.now() - began < budgetMs) return;
		await nextFrame();
		began = performance.now();
	};
}

function nextFrame(): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, hiddenMs);
		requestAnimationFrame(() => {
			clearTimeout(timer);
			// What the frame draws comes first.
			setTimeout(resolve);
		});
	});
}
