import type { Progress } from "@webhand/client/upload";
import type { DocumentView } from "@webhand/contracts/knowledge/documents";
import { useEffect, useRef, useState } from "react";
import type { ServerProblem } from "../../../../kit/load/problem.ts";
import { problemOf, reworded } from "../../../../kit/load/problem.ts";
import { sentenceOf } from "../../../kit/load/problem-view.tsx";
import { knowledgeText } from "../../words.ts";
import { problemOfFile } from "./draft.ts";
import type { FileState, Upload } from "./queue.ts";
import { isOnItsWay, isPicked, stopsQueue, withState } from "./queue.ts";

export type Stored = { readonly document: DocumentView; readonly added: boolean };
/** `older`: the document whose newer version the file is. */
export type Around = {
	readonly older: DocumentView | null;
	readonly signal: AbortSignal;
	readonly onProgress: (progress: Progress) => void;
};
/** What becomes of a file whose name a document has. */
export type Choice = "replace" | "add" | "skip";
/** The document that has the name of a file. */
type FindOlder = (file: File) => Promise<DocumentView | null>;
type Send = (file: File, around: Around) => Promise<Stored>;
export type Sent = { readonly stored: readonly Stored[]; readonly problem: ServerProblem | null };

/** Files that are chosen and sent one after the other. A refused one stays with its reason; what would refuse all stops them. */
export function useUploads() {
	const [uploads, setUploads] = useState<readonly Upload[]>([]);
	const latest = useRef(uploads);
	const nextKey = useRef(1);
	const choosing = useRef<{ readonly key: number; readonly choose: (choice: Choice) => void } | null>(null);
	const sending = useRef<{ readonly key: number; readonly abort: AbortController } | null>(null);
	useEffect(() => () => sending.current?.abort.abort(), []);
	const isSending = uploads.some(isOnItsWay);
	useEffect(() => {
		if (!isSending) return;
		// Chrome asks before the page closes: files on their way would be lost without a word.
		const ask = (event: BeforeUnloadEvent) => event.preventDefault();
		addEventListener("beforeunload", ask);
		return () => removeEventListener("beforeunload", ask);
	}, [isSending]);
	const put = (change: (before: readonly Upload[]) => readonly Upload[]) => {
		latest.current = change(latest.current);
		setUploads(latest.current);
	};
	const set = (key: number, state: FileState) => put((before) => withState(before, key, state));

	/** `only`: one file stands for all. */
	const pick = (files: readonly File[], only: boolean) => {
		const picked = files.map((file): Upload => {
			const sentence = problemOfFile(file);
			return { key: nextKey.current++, file, state: sentence === "" ? { kind: "picked" } : { kind: "refused", sentence } };
		});
		put((before) => (only ? picked.slice(-1) : [...before.filter((upload) => isPicked(upload) || isOnItsWay(upload)), ...picked]));
	};
	const drop = (key: number) => {
		if (sending.current?.key === key) return sending.current.abort.abort();
		if (choosing.current?.key === key) choosing.current.choose("skip");
		put((before) => before.filter((upload) => upload.key !== key));
	};
	const choose = (key: number, choice: Choice) => {
		if (choosing.current?.key === key) choosing.current.choose(choice);
	};
	/** Asks where a document has the file's name already; a list that cannot be read keeps nobody from adding. */
	const olderOf = async ({ key, file }: Upload, find: FindOlder): Promise<DocumentView | null | "skip"> => {
		const older = await find(file).catch(() => null);
		if (older === null) return null;
		set(key, { kind: "asks", older });
		const choice = await new Promise<Choice>((resolve) => {
			choosing.current = { key, choose: resolve };
		});
		choosing.current = null;
		return choice === "replace" ? older : choice === "add" ? null : "skip";
	};
	const sendOne = async ({ key, file }: Upload, older: DocumentView | null, send: Send): Promise<Stored | ServerProblem | null> => {
		const abort = new AbortController();
		sending.current = { key, abort };
		set(key, { kind: "sending", sent: 0, total: file.size });
		try {
			const stored = await send(file, {
				older,
				signal: abort.signal,
				onProgress: ({ sent, total }) => set(key, sent < total ? { kind: "sending", sent, total } : { kind: "checking" }),
			});
			set(key, { kind: "stored", document: stored.document, as: older !== null ? "version" : stored.added ? "new" : "there" });
			return stored;
		} catch (error) {
			if (abort.signal.aborted) {
				set(key, { kind: "cancelled" });
				return null;
			}
			const problem = reworded(problemOf(error), knowledgeText.refusals);
			set(key, stopsQueue(problem) ? { kind: "picked" } : { kind: "refused", sentence: sentenceOf(problem) });
			return problem;
		} finally {
			sending.current = null;
		}
	};
	const sendAll = async (send: Send, find: FindOlder): Promise<Sent> => {
		const keys = latest.current.filter(isPicked).map(({ key }) => key);
		for (const key of keys) set(key, { kind: "waiting" });
		const stored: Stored[] = [];
		for (const key of keys) {
			const upload = latest.current.find((each) => each.key === key);
			if (upload === undefined) continue;
			const older = await olderOf(upload, find);
			if (older === "skip") continue;
			const outcome = await sendOne(upload, older, send);
			if (outcome === null) continue;
			if ("document" in outcome) stored.push(outcome);
			else if (stopsQueue(outcome)) {
				put((before) => before.map((each) => (isOnItsWay(each) ? { ...each, state: { kind: "picked" } } : each)));
				return { stored, problem: outcome };
			}
		}
		return { stored, problem: null };
	};
	return { uploads, pick, drop, choose, sendAll };
}
