import { useCallback, useEffect, useRef, useState } from "react";
import type { ServerProblem } from "./problem.ts";
import { problemOf } from "./problem.ts";
import type { Loaded } from "./use-loaded.ts";
import { useLoaded } from "./use-loaded.ts";

/** Rows of a list so far. `total` is null where the server does not count them; `nextCursor` where it has no more. */
export type Rows<Row> = { readonly rows: readonly Row[]; readonly total: number | null; readonly nextCursor: string | null };

export type Pages<Row> = {
	readonly loaded: Loaded<Rows<Row>>;
	readonly more: () => void;
	readonly isLoadingMore: boolean;
	/** Why the next page could not be loaded. */
	readonly problem: ServerProblem | null;
	/** Puts in what a change returned. */
	readonly edit: (change: (rows: readonly Row[]) => readonly Row[]) => void;
};

/** Loads a list by its cursors, and from its start whenever `read` changes; wrap it into `useCallback`. */
export function usePages<Row>(read: (cursor: string | undefined, signal?: AbortSignal) => Promise<Rows<Row>>): Pages<Row> {
	const loaded = useLoaded(useCallback((signal: AbortSignal) => read(undefined, signal), [read]));
	const [isLoadingMore, setIsLoadingMore] = useState(false);
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const { value, replace } = loaded;
	// A page may arrive after the list has changed.
	const latest = useRef({ value, read });
	latest.current = { value, read };
	useEffect(() => {
		setProblem(null);
		setIsLoadingMore(false);
	}, [read]);
	const more = () => {
		if (value === null || value.nextCursor === null || isLoadingMore) return;
		setIsLoadingMore(true);
		setProblem(null);
		const isLatest = () => latest.current.read === read && latest.current.value?.nextCursor === value.nextCursor;
		read(value.nextCursor)
			.then((next) => (isLatest() ? replace({ ...next, rows: [...(latest.current.value?.rows ?? []), ...next.rows] }) : undefined))
			.catch((error: unknown) => (isLatest() ? setProblem(problemOf(error)) : undefined))
			.finally(() => (latest.current.read === read ? setIsLoadingMore(false) : undefined));
	};
	const edit: Pages<Row>["edit"] = (change) => {
		const now = latest.current.value;
		if (now !== null) replace({ ...now, rows: change(now.rows) });
	};
	return { loaded, more, isLoadingMore, problem, edit };
}
