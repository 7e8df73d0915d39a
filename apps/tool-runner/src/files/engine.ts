import type { WorkspaceId } from "@webhand/contracts/ids";
import type { Deletion, DeletionId, deleteFileRoute } from "@webhand/contracts/tools/files";
import { fileLimits } from "@webhand/contracts/tools/files";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { Turns } from "@webhand/service-kit/turns";
import type { z } from "zod";
import type { Changed, Place } from "../calls/engine.ts";
import type { Deletions } from "./deletions.ts";
import type { ListRequest } from "./list.ts";
import { listFolder } from "./list.ts";
import { resolvePath } from "./open.ts";
import type { ReadRequest } from "./read.ts";
import { readFile } from "./read.ts";
import type { DeleteRequest } from "./remove.ts";
import { planDeletion } from "./remove.ts";
import type { DeletionStore } from "./store.ts";
import type { FolderReply, WriteReply, WriteRequest } from "./write.ts";
import { makeFolderAt, writeFile } from "./write.ts";

/** What files need. */
export type FilesDeps = {
	readonly deletions: Deletions;
	readonly deletionStore: Pick<DeletionStore, "find">;
	/** Shared with patches: two changes of one path take turns. */
	readonly turns: Turns;
	readonly now: () => Date;
};

type DeleteReply = z.output<typeof deleteFileRoute.reply>;
type FilePlace = Place & { readonly identity: Identity; readonly requireRoom: (bytes: number) => Promise<void> };

/** Files of workspaces. */
export type Files = ReturnType<typeof createFiles>;

/** No write takes this long; a temporary file that is older was left by a crash. */
const leftoverMs = 600_000;

export function createFiles({ deletions, deletionStore, turns, now }: FilesDeps) {
	/** Two changes of one file take turns, so that the second meets what the first made. */
	const inTurn = async <Result>({ root, workspace }: Place, path: string, work: () => Promise<Result>) =>
		await turns(`${workspace._id}/${await resolvePath(root, path, { followLast: true })}`, work);
	return {
		/** @throws AppError FILE_NOT_FOUND, NOT_A_DIRECTORY; as all of these, of the path */
		list: async ({ root, workspace }: Place, request: Omit<ListRequest, "cleanBefore">) => {
			const cleanBefore = new Date(now().getTime() - leftoverMs);
			return { workspaceId: workspace._id, ...(await listFolder(root, { ...request, cleanBefore })) };
		},

		/** @throws AppError FILE_NOT_FOUND, NOT_A_FILE, FILE_TOO_LARGE */
		read: ({ root }: Place, request: ReadRequest) => readFile(root, request),

		/** @throws AppError HASH_MISMATCH, ALREADY_EXISTS, NOT_A_FILE, FILE_TOO_LARGE, STORAGE_FULL */
		write: async (place: FilePlace, request: WriteRequest): Promise<Changed<WriteReply>> => {
			if (request.dryRun) return { reply: await writeFile(place.root, request) };
			await place.requireRoom(Buffer.byteLength(request.content));
			const reply = await inTurn(place, request.path, () => writeFile(place.root, request));
			return { reply, trace: { bytes: reply.bytes, beforeHash: reply.previousHash, afterHash: reply.hash } };
		},

		/** @throws AppError ALREADY_EXISTS, FILE_NOT_FOUND, STORAGE_FULL */
		makeFolder: async (place: FilePlace, request: { path: string; parents: boolean }): Promise<Changed<FolderReply>> => {
			await place.requireRoom(0);
			return { reply: await makeFolderAt(place.root, request) };
		},

		/** @throws AppError FILE_NOT_FOUND, DIRECTORY_NOT_EMPTY, HASH_MISMATCH, FILE_TOO_LARGE */
		remove: (place: FilePlace, request: DeleteRequest): Promise<Changed<DeleteReply>> =>
			inTurn(place, request.path, async () => {
				const { root, workspace, signal, identity } = place;
				const planned = await planDeletion(root, request);
				const { path, type, entries } = planned;
				if (entries <= fileLimits.backgroundEntries) {
					await planned.run({ onDeleted: () => undefined, signal });
					return { reply: { path, type, entriesDeleted: entries, deletionId: null } };
				}
				const owner = { tenantId: workspace.tenantId, workspaceId: workspace._id, userId: identity.userId };
				const { id, ending } = await deletions.start(owner, planned).catch(async (cause: unknown) => {
					await planned.cancel();
					throw cause;
				});
				return { reply: { path, type, entriesDeleted: 0, deletionId: id }, ending };
			}),

		/** The caller's own deletion. @throws AppError FILE_NOT_FOUND */
		deletion: async ({ tenantId, userId }: Identity, workspaceId: WorkspaceId, id: DeletionId): Promise<Deletion> => {
			const found = await deletionStore.find({ tenantId, userId, workspaceId, id });
			if (found === null) throw new AppError("FILE_NOT_FOUND", "There is no such deletion");
			return found;
		},
	};
}
