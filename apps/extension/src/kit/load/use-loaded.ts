import { useCallback, useEffect, useState } from "react";
import type { ServerProblem } from "./problem.ts";
import { problemOf } from "./problem.ts";

/** What a page has of the server: the last value stays while a newer one loads or fails. `at` is in ms since the epoch. */
export type Loaded<Value> = {
	readonly value: Value | null;
	readonly at: number;
	readonly problem: ServerProblem | null;
	readonly isLoading: boolean;
	readonly retry: () => void;
	/** Puts in what a change returned. */
	readonly replace: (value: Value) => void;
};

type State<Value> = Omit<Loaded<Value>, "retry" | "replace">;

/** Loads a value, and again whenever `load` changes; wrap it into `useCallback`. */
export function useLoaded<Value>(load: (signal: AbortSignal) => Promise<Value>): Loaded<Value> {
	const [state, setState] = useState<State<Value>>({ value: null, at: 0, problem: null, isLoading: true });
	const [attempt, setAttempt] = useState(0);
	useEffect(() => {
		const abort = new AbortController();
		setState((before) => ({ ...before, isLoading: true }));
		load(abort.signal).then(
			(value) => (abort.signal.aborted ? undefined : setState({ value, at: Date.now(), problem: null, isLoading: false })),
			(error: unknown) =>
				abort.signal.aborted ? undefined : setState((before) => ({ ...before, problem: problemOf(error), isLoading: false })),
		);
		return () => abort.abort();
	}, [load, attempt]);
	const retry = useCallback(() => setAttempt((count) => count + 1), []);
	const replace = useCallback((value: Value) => setState({ value, at: Date.now(), problem: null, isLoading: false }), []);
	return { ...state, retry, replace };
}
