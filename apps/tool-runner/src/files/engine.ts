import { limitOf } from "@webhand/contracts/auth/limits";
import type { Deletion, DeletionId, deleteFileRoute } from "@webhand/contracts/tools/files";
import { fileLimits } from "@webhand/contracts/tools/files";
import type { WorkspaceId } from "@webhand/contracts/tools/workspaces";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { Turns } from "@webhand/service-kit/turns";
import type { z } from "zod";
import type { Call, Calls, Change, Changed, Place } from "../calls/engine.ts";
import type { Storage } from "../workspaces/storage.ts";
import type { Deletions } from "./deletions.ts";
import type { Listing, ListRequest } from "./list.ts";
import { listFolder } from "./list.ts";
import { resolvePath } from "./open.ts";
import type { ReadReply, ReadRequest } from "./read.ts";
import { readFile } from "./read.ts";
import type { DeleteRequest } from "./remove.ts";
import { planDeletion } from "./remove.ts";
import type { DeletionStore } from "./store.ts";
import type { FolderReply, WriteReply, WriteRequest } from "./write.ts";
import { makeFolderAt, writeFile } from "./write.ts";

/** What files need. */
export type FilesDeps = {
	readonly calls: Calls;
	readonly deletions: Deletions;
	readonly deletionStore: Pick<DeletionStore, "find">;
	/** Shared with patches: two changes of one path take turns. */
	readonly turns: Turns;
	readonly storage: Pick<Storage, "requireRoom">;
	readonly now: () => Date;
};

type DeleteReply = z.output<typeof deleteFileRoute.reply>;

/** Files of workspaces. Each call is in the audit. @throws AppError of `calls` and of the path, besides those named */
export type Files = {
	/** @throws AppError FILE_NOT_FOUND, NOT_A_DIRECTORY */
	readonly list: (call: Call, request: Omit<ListRequest, "cleanBefore">) => Promise<Listing & { workspaceId: WorkspaceId }>;
	/** @throws AppError FILE_NOT_FOUND, NOT_A_FILE, FILE_TOO_LARGE */
	readonly read: (call: Call, request: ReadRequest) => Promise<ReadReply>;
	/** @throws AppError HASH_MISMATCH, ALREADY_EXISTS, NOT_A_FILE, FILE_TOO_LARGE, STORAGE_FULL */
	readonly write: (call: Change, request: WriteRequest) => Promise<WriteReply>;
	/** @throws AppError ALREADY_EXISTS, FILE_NOT_FOUND, STORAGE_FULL */
	readonly makeFolder: (call: Change, request: { path: string; parents: boolean }) => Promise<FolderReply>;
	/** @throws AppError FILE_NOT_FOUND, DIRECTORY_NOT_EMPTY, HASH_MISMATCH, FILE_TOO_LARGE */
	readonly remove: (call: Change, request: DeleteRequest) => Promise<DeleteReply>;
	/** The caller's own deletion. @throws AppError FILE_NOT_FOUND */
	readonly deletion: (identity: Identity, workspaceId: WorkspaceId, id: DeletionId) => Promise<Deletion>;
};

/** No write takes this long; a temporary file that is older was left by a crash. */
const leftoverMs = 600_000;

export function createFiles({ calls, deletions, deletionStore, turns, storage, now }: FilesDeps): Files {
	/** Two changes of one file take turns, so that the second meets what the first made. */
	const inTurn = async <Result>({ root, workspace }: Pick<Place, "root" | "workspace">, path: string, work: () => Promise<Result>) =>
		await turns(`${workspace._id}/${await resolvePath(root, path, { followLast: true })}`, work);
	return {
		list: (call, request) =>
			calls.look(call, async ({ root }) => {
				const cleanBefore = new Date(now().getTime() - leftoverMs);
				return { workspaceId: call.workspaceId, ...(await listFolder(root, { ...request, cleanBefore })) };
			}),

		read: (call, request) => calls.look(call, ({ root }) => readFile(root, request)),

		write: (call, request) => {
			if (request.dryRun) return calls.look(call, ({ root }) => writeFile(root, request));
			return calls.change(call, async ({ root, workspace }) => {
				await storage.requireRoom(
					{ root, workspace },
					{ mostMb: limitOf(call.identity.limits, "storageMb"), bytes: Buffer.byteLength(request.content) },
				);
				const reply = await inTurn({ root, workspace }, request.path, () => writeFile(root, request));
				return { reply, trace: { bytes: reply.bytes, beforeHash: reply.previousHash, afterHash: reply.hash } };
			});
		},

		makeFolder: (call, request) =>
			calls.change(call, async ({ root, workspace }) => {
				await storage.requireRoom({ root, workspace }, { mostMb: limitOf(call.identity.limits, "storageMb"), bytes: 0 });
				return { reply: await makeFolderAt(root, request) };
			}),

		remove: (call, request) =>
			calls.change(call, async ({ root, workspace, signal }) => {
				const removeNow = async (): Promise<Changed<DeleteReply>> => {
					const planned = await planDeletion(root, request);
					const { path, type, entries } = planned;
					if (entries <= fileLimits.backgroundEntries) {
						await planned.run({ onDeleted: () => undefined, signal });
						return { reply: { path, type, entriesDeleted: entries, deletionId: null } };
					}
					const owner = { tenantId: workspace.tenantId, workspaceId: workspace._id, userId: call.identity.userId };
					const { id, ending } = await deletions.start(owner, planned).catch(async (cause: unknown) => {
						await planned.cancel();
						throw cause;
					});
					return { reply: { path, type, entriesDeleted: 0, deletionId: id }, ending };
				};
				return await inTurn({ root, workspace }, request.path, removeNow);
			}),

		deletion: async ({ tenantId, userId }, workspaceId, id) => {
			const found = await deletionStore.find({ tenantId, userId, workspaceId, id });
			if (found === null) throw new AppError("FILE_NOT_FOUND", "There is no such deletion");
			return found;
		},
	};
}
