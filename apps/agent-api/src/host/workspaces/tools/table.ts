import type { ServerTool } from "@webhand/contracts/tools/grant";
import {
	runnerDeleteRoute,
	runnerGitAddRoute,
	runnerGitBranchRoute,
	runnerGitCommitRoute,
	runnerGitDiffRoute,
	runnerGitLogRoute,
	runnerGitStatusRoute,
	runnerListRoute,
	runnerMakeFolderRoute,
	runnerPatchRoute,
	runnerReadRoute,
	runnerSearchRoute,
	runnerWriteRoute,
} from "@webhand/contracts/tools/runner";
import type { z } from "zod";
import type { ToolCall, WorkspaceDeps } from "../engine.ts";
import { change, look } from "../engine.ts";
import type { Replies } from "../summary.ts";

/** The arguments of tools in a workspace, as the runner parses them. */
export type Arguments = {
	readonly "fs.list": z.output<typeof runnerListRoute.query>;
	readonly "fs.read": z.output<typeof runnerReadRoute.query>;
	readonly "fs.write": z.output<typeof runnerWriteRoute.body>;
	readonly "fs.apply_patch": z.output<typeof runnerPatchRoute.body>;
	readonly "fs.mkdir": z.output<typeof runnerMakeFolderRoute.body>;
	readonly "fs.delete": z.output<typeof runnerDeleteRoute.body>;
	readonly "search.grep": z.output<typeof runnerSearchRoute.body>;
	readonly "search.glob": z.output<typeof runnerSearchRoute.body>;
	readonly "git.status": Readonly<Record<never, never>>;
	readonly "git.diff": z.output<typeof runnerGitDiffRoute.query>;
	readonly "git.log": z.output<typeof runnerGitLogRoute.query>;
	readonly "git.branch": Readonly<Record<never, never>>;
	readonly "git.add": z.output<typeof runnerGitAddRoute.body>;
	readonly "git.commit": z.output<typeof runnerGitCommitRoute.body>;
};

/** A tool that works on files, search or git of a workspace. */
export type WorkspaceTool = keyof Arguments & ServerTool;

/** A call with the arguments of its tool. */
export type CallOf<Tool extends WorkspaceTool> = ToolCall<Tool> & { readonly args: Arguments[Tool] };

/** How each tool is called. @throws AppError of the resolver, of the level and of the runner */
export const tools: { readonly [Tool in WorkspaceTool]: (deps: WorkspaceDeps, call: CallOf<Tool>) => Promise<Replies[Tool]> } = {
	"fs.list": (deps, call) => look(deps, call, (ask, id) => ask(runnerListRoute, { params: { id }, query: call.args })),
	"fs.read": (deps, call) => look(deps, call, (ask, id) => ask(runnerReadRoute, { params: { id }, query: call.args })),
	"fs.write": (deps, call) => lookOrChange(call)(deps, call, (ask, id) => ask(runnerWriteRoute, { params: { id }, body: call.args })),
	"fs.apply_patch": (deps, call) => lookOrChange(call)(deps, call, (ask, id) => ask(runnerPatchRoute, { params: { id }, body: call.args })),
	"fs.mkdir": (deps, call) => change(deps, call, (ask, id) => ask(runnerMakeFolderRoute, { params: { id }, body: call.args })),
	"fs.delete": (deps, call) => change(deps, call, (ask, id) => ask(runnerDeleteRoute, { params: { id }, body: call.args })),
	"search.grep": (deps, call) => look(deps, call, (ask, id) => ask(runnerSearchRoute, { params: { id }, body: call.args })),
	"search.glob": (deps, call) => look(deps, call, (ask, id) => ask(runnerSearchRoute, { params: { id }, body: call.args })),
	"git.status": (deps, call) => look(deps, call, (ask, id) => ask(runnerGitStatusRoute, { params: { id }, query: {} })),
	"git.diff": (deps, call) => look(deps, call, (ask, id) => ask(runnerGitDiffRoute, { params: { id }, query: call.args })),
	"git.log": (deps, call) => look(deps, call, (ask, id) => ask(runnerGitLogRoute, { params: { id }, query: call.args })),
	"git.branch": (deps, call) => look(deps, call, (ask, id) => ask(runnerGitBranchRoute, { params: { id }, query: {} })),
	"git.add": (deps, call) => change(deps, call, (ask, id) => ask(runnerGitAddRoute, { params: { id }, body: call.args })),
	"git.commit": (deps, call) => change(deps, call, (ask, id) => ask(runnerGitCommitRoute, { params: { id }, body: call.args })),
};

/** A dry run changes nothing, so nobody has to approve it. */
function lookOrChange({ args }: { readonly args: { readonly dryRun: boolean } }): typeof look {
	return args.dryRun ? look : change;
}
