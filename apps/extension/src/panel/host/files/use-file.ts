import type { WorkspaceId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { FileEntry } from "@webhand/contracts/tools/files";
import { readFileRoute } from "@webhand/contracts/tools/files";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemOf } from "../../../kit/load/problem.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import type { FileRow } from "./file-lines.ts";
import { fileRows } from "./file-lines.ts";

/** A file to open. `line` is one that is looked for; `entry` is what the list of the folder said of it. */
export type FilePlace = { readonly path: string; readonly line: number | null; readonly entry?: FileEntry | undefined };

type Slice = ReplyOf<typeof readFileRoute>;

/** Lines above the one that is looked for. */
const linesBefore = 60;
const sliceBytes = 262_144;

type Reading = {
	readonly slices: readonly Slice[];
	readonly firstLine: number;
	readonly isReading: boolean;
	readonly problem: ServerProblem | null;
};

export type OpenFile = {
	/** The newest slice, which has the facts of the file; null before the first. */
	readonly file: Slice | null;
	readonly rows: readonly FileRow[];
	readonly firstLine: number;
	/** Bytes of the file up to the end of what was read. */
	readonly readTo: number;
	readonly isReading: boolean;
	readonly problem: ServerProblem | null;
	readonly readOn: () => void;
	readonly stop: () => void;
	/** Reads again, from the first line. */
	readonly restart: () => void;
};

/** Reads a file slice by slice, the next one when it is wanted. A file that changed between two slices is read again from its start. */
export function useFile(api: SignedInApi, workspaceId: WorkspaceId, { path, line }: FilePlace): OpenFile {
	const from = line === null ? 1 : Math.max(1, line - linesBefore);
	const [reading, setReading] = useState<Reading>({ slices: [], firstLine: from, isReading: true, problem: null });
	const abort = useRef(new AbortController());
	const read = useCallback(
		(before: readonly Slice[], firstLine: number) => {
			abort.current.abort();
			const own = new AbortController();
			abort.current = own;
			const last = before.at(-1);
			const place =
				last === undefined
					? firstLine === 1
						? { offset: 0, limit: sliceBytes }
						: { fromLine: firstLine, lines: 2_000 }
					: { offset: last.offset + last.bytes, limit: sliceBytes };
			setReading({ slices: before, firstLine, isReading: true, problem: null });
			api.call(readFileRoute, { query: { workspaceId, path, ...place }, signal: own.signal }).then(
				(slice) => {
					if (own.signal.aborted) return;
					const isSame = last === undefined || (last.size === slice.size && last.mtime === slice.mtime);
					if (isSame) setReading({ slices: [...before, slice], firstLine, isReading: false, problem: null });
					else read([], 1);
				},
				(error: unknown) =>
					own.signal.aborted ? undefined : setReading({ slices: before, firstLine, isReading: false, problem: problemOf(error) }),
			);
		},
		[api, workspaceId, path],
	);
	useEffect(() => {
		read([], from);
		return () => abort.current.abort();
	}, [read, from]);

	const { slices, firstLine, isReading, problem } = reading;
	const file = slices.at(-1) ?? null;
	const readTo = file === null ? 0 : file.offset + file.bytes;
	const rows = useMemo(
		() => (slices[0]?.encoding === "utf8" ? fileRows(slices.map(({ content }) => content).join(""), firstLine) : []),
		[slices, firstLine],
	);
	const readOn = useCallback(() => {
		const isDone = file === null || file.bytes === 0 || file.offset + file.bytes >= file.size;
		if (!isReading && problem === null && !isDone && file.encoding === "utf8") read(slices, firstLine);
	}, [file, isReading, problem, read, slices, firstLine]);
	const stop = useCallback(() => {
		abort.current.abort();
		setReading((now) => ({ ...now, isReading: false }));
	}, []);
	return { file, rows, firstLine, readTo, isReading, problem, readOn, stop, restart: useCallback(() => read([], 1), [read]) };
}
