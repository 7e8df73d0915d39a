import { ApiError } from "@webhand/client/api-error";
import type { DocumentView } from "@webhand/contracts/knowledge/documents";
import { documentRoute } from "@webhand/contracts/knowledge/documents";
import type { PageApi } from "../../../signed-in-api.ts";

/** Documents that one look asks for; the others wait for the next one. */
const mostAtOnce = 3;

/** Rows as the server has them now; null for one that is gone. */
export type Fresh = ReadonlyMap<string, DocumentView | null>;

/** Asks for the documents that are still being read, a few at once. @throws {ApiError} if a call fails otherwise than with NOT_FOUND */
export async function refreshed(api: PageApi, rows: readonly DocumentView[], signal: AbortSignal): Promise<Fresh> {
	// The oldest are read first.
	const asked = rows.filter(isProcessing).slice(-mostAtOnce);
	return new Map(
		await Promise.all(
			asked.map(async ({ id, scope }) => {
				const reply = await api.call(documentRoute, { params: { id }, query: { scope }, signal }).catch((error: unknown) => {
					if (error instanceof ApiError && error.code === "NOT_FOUND") return { document: null };
					throw error;
				});
				return [id, reply.document] as const;
			}),
		),
	);
}

export const isProcessing = ({ status }: DocumentView) => status === "processing";

/** Puts fresh rows in place of old ones, and takes out those that are gone. @throws never */
export function withFresh(rows: readonly DocumentView[], fresh: Fresh): readonly DocumentView[] {
	return rows.flatMap((row) => {
		const now = fresh.get(row.id);
		return now === undefined ? [row] : now === null ? [] : [now];
	});
}
