import { limitOf } from "@webhand/contracts/auth/limits";
import type { Patch, PatchedFile, patchFilesRoute } from "@webhand/contracts/tools/files";
import type { Turns } from "@webhand/service-kit/turns";
import type { z } from "zod";
import type { Calls, Change, Place } from "../../calls/engine.ts";
import type { Storage } from "../../workspaces/storage.ts";
import { hashOfContent } from "../content.ts";
import { fileDiffs } from "../diff.ts";
import { resolvePath } from "../open.ts";
import { applyChanges } from "./apply.ts";
import type { Journal } from "./journal.ts";
import type { PlannedChange } from "./plan.ts";
import { closeAll, planChanges, readChanges } from "./plan.ts";

/** What patches need. `turns` are those of all changes of files. */
export type PatchDeps = {
	readonly calls: Calls;
	readonly journal: Journal;
	readonly turns: Turns;
	readonly storage: Pick<Storage, "requireRoom">;
};

export type PatchReply = z.output<typeof patchFilesRoute.reply>;

/**
 * Applies a unified diff or edits to the files of a workspace: all files or none.
 *
 * @throws AppError of `calls` and of the paths; PATCH_INVALID with `details.line`, PATCH_CONFLICT with `details` `{ file, hunk, reason }`,
 * HASH_MISMATCH, ALREADY_EXISTS, FILE_NOT_FOUND, NOT_A_FILE, FILE_TOO_LARGE, STORAGE_FULL
 */
export async function patchFiles({ calls, journal, turns, storage }: PatchDeps, call: Change, request: Patch): Promise<PatchReply> {
	const run = async ({ root, workspace }: Place): Promise<PatchReply> => {
		const wanted = readChanges(request);
		const plan = async () => {
			const planned = await planChanges(root, wanted, request.expectedHashes);
			try {
				if (!request.dryRun) await applyChanges({ root, registered: workspace, journal }, planned);
				return planned;
			} finally {
				await closeAll(planned);
			}
		};
		if (!request.dryRun) {
			const mostMb = limitOf(call.identity.limits, "storageMb");
			await storage.requireRoom({ root, workspace }, { mostMb, bytes: Buffer.byteLength(JSON.stringify(wanted)) });
		}
		const keys = wanted.map(async ({ path }) => `${workspace._id}/${await resolvePath(root, path, { followLast: true })}`);
		const planned = request.dryRun ? await plan() : await inTurns(turns, await Promise.all(keys), plan);
		return { applied: !request.dryRun, dryRun: request.dryRun, files: await describe(planned) };
	};
	if (request.dryRun) return await calls.look(call, run);
	return await calls.change(call, async (place) => {
		const reply = await run(place);
		return { reply, trace: { bytes: 0 } };
	});
}

/** Waits for the turn of each file, always in the same order: two patches of the same files never wait for each other. */
async function inTurns<Result>(turns: Turns, keys: readonly string[], work: () => Promise<Result>): Promise<Result> {
	const [first, ...rest] = [...new Set(keys)].sort();
	return first === undefined ? await work() : await turns(first, () => inTurns(turns, rest, work));
}

async function describe(planned: readonly PlannedChange[]): Promise<PatchedFile[]> {
	const diffs = await fileDiffs(
		planned.map(({ path, before, after }) => ({ path, before: before?.bytes ?? null, after: after?.bytes ?? null })),
	);
	return planned.flatMap(({ before, after, fuzz }, index) => {
		const diff = diffs[index];
		if (diff === undefined) return [];
		return [{ ...diff, previousHash: before?.hash ?? null, hash: after === null ? null : hashOfContent(after.bytes), fuzz }];
	});
}
