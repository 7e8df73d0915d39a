import type { DocumentView } from "@webhand/contracts/knowledge/documents";
import type { ServerProblem } from "../../../../kit/load/problem.ts";

/** How far a file has come. `checking`: all bytes have left, and the server has not answered yet. */
export type FileState =
	| { readonly kind: "picked" | "waiting" | "checking" | "cancelled" }
	| { readonly kind: "sending"; readonly sent: number; readonly total: number }
	/** A document of this name is there: to be replaced, or to stand beside. */
	| { readonly kind: "asks"; readonly older: DocumentView }
	| { readonly kind: "stored"; readonly document: DocumentView; readonly as: "new" | "version" | "there" }
	| { readonly kind: "refused"; readonly sentence: string };

/** A chosen file; `key` tells two of one name apart. */
export type Upload = { readonly key: number; readonly file: File; readonly state: FileState };

/** Is sent with the next press of the button. @throws never */
export const isPicked = ({ state: { kind } }: Upload) => kind === "picked";

const onTheirWay: ReadonlySet<FileState["kind"]> = new Set(["waiting", "asks", "sending", "checking"]);

/** Is on its way, or comes after the one that is. @throws never */
export const isOnItsWay = ({ state: { kind } }: Upload) => onTheirWay.has(kind);

/** A file in another state. @throws never */
export function withState(uploads: readonly Upload[], key: number, state: FileState): readonly Upload[] {
	return uploads.map((upload) => (upload.key === key ? { ...upload, state } : upload));
}

/** True if the next file would fail in the same way: the form is wrong, the room is full, or the server does not listen. @throws never */
export function stopsQueue({ kind, code }: Pick<ServerProblem, "kind" | "code">): boolean {
	return kind !== "refused" || code === "LIMIT_REACHED" || code === "RATE_LIMIT" || code === "SERVICE_UNAVAILABLE";
}
