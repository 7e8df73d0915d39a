import { resolve } from "node:path";
import type { WorkspaceId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import { findFreeUid, takeOwnership } from "./ownership.ts";
import { rootsOverlap, textOf } from "./policy.ts";
import type { HostFacts, InspectedRoot, RootRefusal } from "./root.ts";
import { inspectRoot } from "./root.ts";
import type { WorkspaceStore } from "./store.ts";

/** What is needed to look at a folder before it becomes a workspace. */
export type RegisterDeps = { readonly store: Pick<WorkspaceStore, "allRoots">; readonly host: HostFacts };

/** A folder to open; `instead` is the workspace that has it as its new root. */
export type WantedRoot = { readonly rootPath: string; readonly takeOwnership: boolean; readonly instead?: WorkspaceId };

/**
 * Checks that a folder can be a workspace: its path, its owner, the other workspaces. Call it inside of `store.alone`.
 *
 * @throws AppError WORKSPACE_ROOT_INVALID with `reason` and `at`
 */
export async function checkRoot({ store, host }: RegisterDeps, wanted: WantedRoot): Promise<InspectedRoot> {
	const others = (await store.allRoots()).filter(({ _id }) => _id !== wanted.instead);
	const rootPath = resolve(wanted.rootPath);
	const other = others.find((each) => rootsOverlap(each.rootPath, rootPath));
	if (other !== undefined) throw refused({ problem: "ROOT_OVERLAPS", at: other.rootPath });
	const newOwner = wanted.takeOwnership ? { newOwner: await findFreeUid(others.map(({ uid }) => uid)) } : {};
	const inspected = await inspectRoot(rootPath, { ...host, ...newOwner });
	if ("problem" in inspected) throw refused(inspected);
	return inspected;
}

/** Gives a folder of root to its new owner, where that was asked for. @throws AppError WORKSPACE_ROOT_INVALID */
export async function giveToOwner({ root, isToBeTaken }: InspectedRoot): Promise<void> {
	const problem = isToBeTaken ? await takeOwnership(root) : undefined;
	if (problem !== undefined) throw refused(problem);
}

function refused({ problem, at }: RootRefusal): AppError {
	return new AppError("WORKSPACE_ROOT_INVALID", `${textOf(problem)}: ${at}`, { details: { reason: problem, at } });
}
