import type { WorkspaceTools } from "@webhand/contracts/tools/server-tools";
import type { Identity } from "@webhand/service-kit/guard";
import type { z } from "zod";
import type { Changed, Place } from "../calls/engine.ts";
import type { Files } from "../files/engine.ts";
import type { PatchDeps } from "../files/patch/engine.ts";
import { patchFiles } from "../files/patch/engine.ts";
import { createGitChanges } from "../git/changes.ts";
import { createGitReads } from "../git/engine.ts";
import { createRepositories } from "../git/repository.ts";
import type { Sandbox } from "../sandbox/engine.ts";
import { searchIn } from "../search/engine.ts";

/** Where a tool works, and for whom. `requireRoom` says that a change adds so many bytes. @throws AppError STORAGE_FULL */
export type ToolPlace = Place & { readonly identity: Identity; readonly requireRoom: (bytes: number) => Promise<void> };

type ReplyOf<Tool extends { readonly reply: z.ZodType }> = z.output<Tool["reply"]>;
type RequestOf<Tool extends { readonly runnerRoute: object }> = Tool["runnerRoute"] extends {
	readonly query: infer Query extends z.ZodType;
}
	? z.output<Query>
	: Tool["runnerRoute"] extends { readonly body: infer Body extends z.ZodType }
		? z.output<Body>
		: never;

/** What each tool does in an open workspace: one that only reads gives its reply, another one also what the audit keeps. @throws AppError */
export type Works = {
	readonly [Name in keyof WorkspaceTools]: (
		place: ToolPlace,
		request: RequestOf<WorkspaceTools[Name]>,
	) => Promise<WorkspaceTools[Name]["tier"] extends "read" ? ReplyOf<WorkspaceTools[Name]> : Changed<ReplyOf<WorkspaceTools[Name]>>>;
};

/** The work of all tools: files, search, git. */
export function createWorks({
	files,
	patches,
	sandbox,
}: {
	readonly files: Files;
	readonly patches: PatchDeps;
	readonly sandbox: Sandbox;
}): Works {
	const withRepository = createRepositories(sandbox);
	const git = { ...createGitReads(withRepository), ...createGitChanges(withRepository) };
	/** A change that may need room for objects. */
	const withRoom = async <Reply>(place: ToolPlace, act: () => Promise<Reply>): Promise<Changed<Reply>> => {
		await place.requireRoom(0);
		return { reply: await act() };
	};
	return {
		"fs.list": files.list,
		"fs.read": files.read,
		"fs.write": files.write,
		"fs.apply_patch": (place, request) => patchFiles(patches, place, request),
		"fs.mkdir": files.makeFolder,
		"fs.delete": files.remove,
		"search.grep": (place, request) => searchIn(sandbox, place, request),
		"search.glob": (place, request) => searchIn(sandbox, place, request),
		"git.status": git.status,
		"git.diff": (place, { staged: isStaged, from, to, path, context }) => git.diff(place, { isStaged, from, to, path, context }),
		"git.log": (place, { ref, path, limit, skip }) => git.log(place, { ref, path, limit, skip }),
		"git.branch": git.branches,
		"git.add": (place, { paths }) => withRoom(place, () => git.add(place, paths)),
		"git.commit": (place, wish) => withRoom(place, () => git.commit(place, wish)),
	};
}
