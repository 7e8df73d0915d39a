import type { gitBranchRoute, gitDiffRoute, gitLogRoute, gitStatusRoute } from "@webhand/contracts/tools/git";
import { AppError } from "@webhand/service-kit/errors";
import type { z } from "zod";
import type { Place } from "../calls/engine.ts";
import type { DiffWish, LogWish } from "./arguments.ts";
import { branchArguments, currentBranchArguments, diffArguments, indexArguments, logArguments, statusArguments } from "./arguments.ts";
import { readDiff } from "./output/diff.ts";
import { readBranches, readLog } from "./output/log.ts";
import { readStatus, readSubmodules } from "./output/status.ts";
import { checkedPath } from "./paths.ts";
import { isGitRef } from "./policy.ts";
import type { WithRepository } from "./repository.ts";

const mostEntries = 10_000;
const mebibyte = 1_048_576;
const bytes = { status: 8 * mebibyte, index: 32 * mebibyte, diff: 4 * mebibyte, log: 8 * mebibyte, branches: 4 * mebibyte } as const;

/** What git tells of a workspace; nothing is changed, and a client that leaves ends the command. */
export function createGitReads(withRepository: WithRepository) {
	return {
		/** @throws AppError NOT_A_REPOSITORY, GIT_DIR_UNTRUSTED, GIT_FAILED, SANDBOX_UNAVAILABLE, as all of these */
		status: (place: Place): Promise<z.infer<typeof gitStatusRoute.reply>> =>
			withRepository(place, async ({ run }) => {
				const [state, index] = await Promise.all([
					run({ args: statusArguments(), maxOutputBytes: bytes.status, canBeCut: true }),
					run({ args: indexArguments, maxOutputBytes: bytes.index, canBeCut: true }),
				]);
				const { entries, ignored: _ignored, ...head } = readStatus(state.text);
				const submodules = readSubmodules(index.text).slice(0, mostEntries);
				const truncated = state.isCut || entries.length > mostEntries;
				const clean = entries.length === 0 && submodules.length === 0;
				return { ...head, clean, entries: entries.slice(0, mostEntries), submodules, truncated };
			}),

		/** @throws AppError also GIT_REF_INVALID, PATH_INVALID, PATH_NOT_ALLOWED, LINK_LOOP */
		diff: (place: Place, wish: DiffWish): Promise<z.infer<typeof gitDiffRoute.reply>> =>
			withRepository(place, async ({ run }) => {
				if (wish.isStaged && wish.to !== undefined) throw bothSides();
				for (const ref of [wish.from, wish.to]) if (ref !== undefined) checkRef(ref);
				const args = diffArguments({ ...wish, path: await checkedPath(place.root, wish.path) });
				const { text, isCut } = await run({ args, maxOutputBytes: bytes.diff, canBeCut: true });
				return readDiff(text, isCut);
			}),

		/** @throws AppError also GIT_REF_INVALID, PATH_INVALID, PATH_NOT_ALLOWED, LINK_LOOP */
		log: (place: Place, wish: LogWish): Promise<z.infer<typeof gitLogRoute.reply>> =>
			withRepository(place, async ({ run }) => {
				checkRef(wish.ref);
				const args = logArguments({ ...wish, path: await checkedPath(place.root, wish.path) });
				try {
					const { text } = await run({ args, maxOutputBytes: bytes.log, canBeCut: true });
					return { commits: readLog(text) };
				} catch (cause) {
					// Before the first commit the head names none.
					if (wish.ref === "HEAD" && cause instanceof AppError && cause.code === "GIT_REF_INVALID") return { commits: [] };
					throw cause;
				}
			}),

		/** @throws AppError */
		branches: (place: Place): Promise<z.infer<typeof gitBranchRoute.reply>> =>
			withRepository(place, async ({ run }) => {
				const [heads, head] = await Promise.all([
					run({ args: branchArguments, maxOutputBytes: bytes.branches, canBeCut: true }),
					run({ args: currentBranchArguments, maxOutputBytes: 4_096, goodCodes: [0, 1] }),
				]);
				const current = head.code === 0 ? head.text.trimEnd() : null;
				return { current, branches: readBranches(heads.text).map((branch) => ({ ...branch, current: branch.name === current })) };
			}),
	};
}

function checkRef(ref: string): void {
	if (isGitRef(ref)) return;
	throw new AppError("GIT_REF_INVALID", "Name a branch, a tag or a commit by its hash", { details: { reason: "form" } });
}

const bothSides = () =>
	new AppError("VALIDATION_ERROR", "The request is not valid", {
		details: { fields: [{ field: "to", message: "cannot be given with staged: what is staged is the other side" }] },
	});
