import type { InfiniteData, QueryKey } from "@tanstack/react-query";
import { QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { CallArguments } from "@webhand/client/call";
import type { ReplyOf, Route } from "@webhand/contracts/routes";
import { useCallback, useId, useMemo, useRef } from "react";
import type { SignedInApi } from "../../signed-in-api.ts";
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

/** Rows of a list so far. `total` is null where the server does not count them; `nextCursor` where it has no more. */
export type Rows<Row> = { readonly rows: readonly Row[]; readonly total: number | null; readonly nextCursor: string | null };

export type Pages<Row, Reply = unknown> = {
	readonly loaded: Omit<Loaded<Rows<Row>>, "replace">;
	readonly more: () => void;
	readonly isLoadingMore: boolean;
	/** Why the next page could not be loaded. */
	readonly problem: ServerProblem | null;
	/** Puts in what a change returned. */
	readonly edit: (change: (rows: readonly Row[]) => readonly Row[]) => void;
	/** The replies that the rows stand in. */
	readonly replies: readonly Reply[];
};

/** Nothing is kept for another page, and nothing is asked again unasked: a page tells what failed and offers to retry. */
export function createQueryClient(): QueryClient {
	const queries = { gcTime: 0, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, networkMode: "always" } as const;
	return new QueryClient({ defaultOptions: { queries, mutations: { networkMode: "always" } } });
}

/** Loads a value, and again whenever its key changes. */
export function useLoaded<Value>(key: QueryKey, load: (signal: AbortSignal) => Promise<Value>): Loaded<Value> {
	const queryKey = useOwnKey(key);
	const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery<Value>({ queryKey, queryFn: ({ signal }) => load(signal) });
	const last = useRef<{ readonly value: Value; readonly at: number } | null>(null);
	if (data !== undefined) last.current = { value: data, at: dataUpdatedAt };
	const edit = useEdit<Value>(queryKey, refetch);
	return {
		value: last.current?.value ?? null,
		at: last.current?.at ?? 0,
		problem: useProblem(error),
		isLoading: isFetching,
		retry: useCallback(() => void refetch(), [refetch]),
		replace: useCallback((value) => edit(() => value), [edit]),
	};
}

/** Loads the reply of a route, and again whenever what is asked for changes. */
export function useReply<R extends Route>(api: SignedInApi, route: R, ...[input]: CallArguments<R>): Loaded<ReplyOf<R>> {
	return useLoaded(keyOf(route, input), (signal) => api.call(route, ...([{ ...input, signal }] as unknown as CallArguments<R>)));
}

/** The names of a reply's lists. */
type ListName<Reply> = { [Name in keyof Reply]: Reply[Name] extends readonly unknown[] ? Name : never }[keyof Reply] & string;
type RowOf<R extends Route, Name extends ListName<ReplyOf<R>>> = ReplyOf<R>[Name] extends readonly (infer Row)[] ? Row : never;

/** Loads a list of a route by its cursors, and from its start whenever what is asked for changes. */
export function useRows<R extends Route, Name extends ListName<ReplyOf<R>>>(
	api: SignedInApi,
	{ route, list, input }: { readonly route: R; readonly list: Name; readonly input?: CallArguments<R>[0] },
): Pages<RowOf<R, Name>, ReplyOf<R>> {
	type Listed = Readonly<Record<Name, readonly RowOf<R, Name>[]>> & { readonly total?: number; readonly nextCursor?: string | null };
	return usePages(keyOf(route, input), async (cursor, signal) => {
		const query = cursor === undefined ? {} : { query: { ...(input?.query as object | undefined), cursor } };
		const reply = await api.call(route, ...([{ ...input, ...query, signal }] as unknown as CallArguments<R>));
		const { [list]: rows, total = null, nextCursor = null } = reply as unknown as Listed;
		return { rows, total, nextCursor, reply };
	});
}

type Page<Row, Reply> = Rows<Row> & { readonly reply?: Reply };

/** Loads a list by its cursors, and from its start whenever its key changes. */
export function usePages<Row, Reply = never>(
	key: QueryKey,
	read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Row, Reply>>,
): Pages<Row, Reply> {
	type Data = InfiniteData<Page<Row, Reply>>;
	const queryKey = useOwnKey(key);
	const found = useInfiniteQuery<Page<Row, Reply>, Error, Data, QueryKey, string | undefined>({
		queryKey,
		initialPageParam: undefined,
		queryFn: ({ pageParam, signal }) => read(pageParam, signal),
		getNextPageParam: ({ nextCursor }) => nextCursor,
	});
	const { data, dataUpdatedAt, error, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = found;
	const last = useRef<{ readonly data: Data; readonly at: number } | null>(null);
	if (data !== undefined) last.current = { data, at: dataUpdatedAt };
	const pages = last.current?.data.pages;
	const value = useMemo((): Rows<Row> | null => {
		const newest = pages?.at(-1);
		return pages === undefined || newest === undefined ? null : { ...newest, rows: pages.flatMap(({ rows }) => rows) };
	}, [pages]);
	const edit = useEdit<Data>(queryKey, isFetchingNextPage ? fetchNextPage : refetch);
	const problem = useProblem(error);
	return {
		loaded: {
			value,
			at: last.current?.at ?? 0,
			problem: isFetchNextPageError ? null : problem,
			isLoading: isFetching && !isFetchingNextPage,
			retry: useCallback(() => void refetch(), [refetch]),
		},
		more: () => void (isFetching ? undefined : fetchNextPage()),
		isLoadingMore: isFetchingNextPage,
		problem: isFetchNextPageError ? problem : null,
		edit: (change) =>
			edit((before) =>
				before === undefined ? undefined : { ...before, pages: before.pages.map((page) => ({ ...page, rows: change(page.rows) })) },
			),
		replies: (pages ?? []).flatMap(({ reply }) => (reply === undefined ? [] : [reply])),
	};
}

/** Puts in what a change returned. A read on its way may have missed the change, so `readAgain` begins it anew. */
function useEdit<Data>(queryKey: QueryKey, readAgain: () => unknown): (change: (before: Data | undefined) => Data | undefined) => void {
	const client = useQueryClient();
	return useLatest(async (change) => {
		const filter = { queryKey, exact: true };
		const isReading = client.isFetching(filter) > 0;
		if (isReading) await client.cancelQueries(filter);
		client.setQueryData<Data>(queryKey, change);
		if (isReading) readAgain();
	});
}

/** A key of one component while it is shown, so the next person or tenant sees nothing of what it loaded. */
export function useOwnKey(key: QueryKey): QueryKey {
	return [useId(), ...key];
}

type Asked = { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown } | undefined;

const keyOf = ({ method, path }: Route, asked: Asked): QueryKey => [method, path, asked?.params, asked?.query, asked?.body];

function useProblem(error: Error | null): ServerProblem | null {
	return useMemo(() => (error === null ? null : problemOf(error)), [error]);
}

/** A function that stays the same, and does what the newest one does. */
function useLatest<Arguments extends readonly unknown[], Result>(act: (...given: Arguments) => Result): (...given: Arguments) => Result {
	const latest = useRef(act);
	latest.current = act;
	return useCallback((...given) => latest.current(...given), []);
}

/** Something that is done once it is asked for: whether it goes on, what it gave, and why it was refused. `submit` gives null where it was. */
export function useSubmit<Done, Given = void>(act: (given: Given) => Promise<Done>) {
	const { mutateAsync, isPending: isBusy, data: done = null, error } = useMutation<Done, Error, Given>({ mutationFn: act });
	const submit = (given: Given): Promise<Done | null> => mutateAsync(given).catch(() => null);
	return { submit, isBusy, done, problem: useProblem(error) };
}
