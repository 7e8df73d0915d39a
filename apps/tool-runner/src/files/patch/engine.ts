import type { Patch, PatchedFile, patchFilesRoute } from "@webhand/contracts/tools/files";
import type { Turns } from "@webhand/service-kit/turns";
import type { z } from "zod";
import type { Changed, Place } from "../../calls/engine.ts";
import { hashOfContent } from "../content.ts";
import { fileDiffs } from "../diff.ts";
import { resolvePath } from "../open.ts";
import { applyChanges } from "./apply.ts";
import type { Journal } from "./journal.ts";
import type { PlannedChange } from "./plan.ts";
import { closeAll, planChanges, readChanges } from "./plan.ts";

/** What patches need. `turns` are those of all changes of files. */
export type PatchDeps = { readonly journal: Journal; readonly turns: Turns };

export type PatchReply = z.output<typeof patchFilesRoute.reply>;

type PatchPlace = Pick<Place, "root" | "workspace"> & { readonly requireRoom: (bytes: number) => Promise<void> };

/**
 * Applies a unified diff or edits to the files of a workspace: all files or none. A dry run only shows what would change.
 *
 * @throws AppError of the paths; PATCH_INVALID with `details.line`, PATCH_CONFLICT with `details` `{ file, hunk, reason }`,
 * HASH_MISMATCH, ALREADY_EXISTS, FILE_NOT_FOUND, NOT_A_FILE, FILE_TOO_LARGE, STORAGE_FULL
 */
export async function patchFiles(
	{ journal, turns }: PatchDeps,
	{ root, workspace, requireRoom }: PatchPlace,
	{ dryRun, ...request }: Patch,
): Promise<Changed<PatchReply>> {
	const wanted = readChanges(request);
	const plan = async () => {
		const planned = await planChanges(root, wanted, request.expectedHashes);
		try {
			if (!dryRun) await applyChanges({ root, registered: workspace, journal }, planned);
			return planned;
		} finally {
			await closeAll(planned);
		}
	};
	if (dryRun) return { reply: { applied: false, dryRun, files: await describe(await plan()) } };
	await requireRoom(Buffer.byteLength(JSON.stringify(wanted)));
	const keys = wanted.map(async ({ path }) => `${workspace._id}/${await resolvePath(root, path, { followLast: true })}`);
	const planned = await inTurns(turns, await Promise.all(keys), plan);
	return { reply: { applied: true, dryRun, files: await describe(planned) }, trace: { bytes: 0 } };
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
