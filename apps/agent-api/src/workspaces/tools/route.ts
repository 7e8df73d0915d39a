import {
	deleteFileRoute,
	deletionRoute,
	listFilesRoute,
	makeFolderRoute,
	patchFilesRoute,
	readFileRoute,
	writeFileRoute,
} from "@webhand/contracts/tools/files";
import { gitAddRoute, gitBranchRoute, gitCommitRoute, gitDiffRoute, gitLogRoute, gitStatusRoute } from "@webhand/contracts/tools/git";
import {
	runnerDeleteRoute,
	runnerDeletionRoute,
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
import { searchFilesRoute } from "@webhand/contracts/tools/search";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { WorkspaceDeps } from "../engine.ts";
import { change, look, peek } from "../engine.ts";
import { callOf, requestOf } from "../request.ts";

/** `/api/v1/agent/{fs,git}`: tools in a workspace. */
export function addTools(app: FastifyInstance, deps: WorkspaceDeps): void {
	addFiles(app, deps);
	addGit(app, deps);
}

function addFiles(app: FastifyInstance, deps: WorkspaceDeps): void {
	addRoute(app, listFilesRoute, ({ query, ...received }) => {
		const call = callOf(received, "fs.list", query);
		return look(deps, call, (ask, id) => ask(runnerListRoute, { params: { id }, query: call.args }));
	});
	addRoute(app, readFileRoute, ({ query, ...received }) => {
		const call = callOf(received, "fs.read", query);
		return look(deps, call, (ask, id) => ask(runnerReadRoute, { params: { id }, query: call.args }));
	});
	addRoute(app, searchFilesRoute, ({ body, ...received }) => {
		const call = callOf(received, body.type === "grep" ? "search.grep" : "search.glob", body);
		return look(deps, call, (ask, id) => ask(runnerSearchRoute, { params: { id }, body: call.args }));
	});
	addRoute(app, writeFileRoute, async ({ body, reply, ...received }) => {
		const call = callOf(received, "fs.write", body);
		const run = body.dryRun ? look : change;
		const answer = await run(deps, call, (ask, id) => ask(runnerWriteRoute, { params: { id }, body: call.args }));
		if (answer.created && !body.dryRun) reply.code(201);
		return answer;
	});
	addRoute(app, patchFilesRoute, ({ body, ...received }) => {
		const call = callOf(received, "fs.apply_patch", body);
		const run = body.dryRun ? look : change;
		return run(deps, call, (ask, id) => ask(runnerPatchRoute, { params: { id }, body: call.args }));
	});
	addRoute(app, makeFolderRoute, async ({ body, reply, ...received }) => {
		const call = callOf(received, "fs.mkdir", body);
		const answer = await change(deps, call, (ask, id) => ask(runnerMakeFolderRoute, { params: { id }, body: call.args }));
		if (answer.created) reply.code(201);
		return answer;
	});
	addRoute(app, deleteFileRoute, ({ body, ...received }) => {
		const call = callOf(received, "fs.delete", body);
		return change(deps, call, (ask, id) => ask(runnerDeleteRoute, { params: { id }, body: call.args }));
	});
	addRoute(app, deletionRoute, ({ params: { deletionId }, query: target, ...received }) =>
		peek(deps, { request: requestOf(received), target }, (ask, id) => ask(runnerDeletionRoute, { params: { id, deletionId } })),
	);
}

function addGit(app: FastifyInstance, deps: WorkspaceDeps): void {
	addRoute(app, gitStatusRoute, ({ query, ...received }) => {
		const call = callOf(received, "git.status", query);
		return look(deps, call, (ask, id) => ask(runnerGitStatusRoute, { params: { id }, query: {} }));
	});
	addRoute(app, gitDiffRoute, ({ query, ...received }) => {
		const call = callOf(received, "git.diff", query);
		return look(deps, call, (ask, id) => ask(runnerGitDiffRoute, { params: { id }, query: call.args }));
	});
	addRoute(app, gitLogRoute, ({ query, ...received }) => {
		const call = callOf(received, "git.log", query);
		return look(deps, call, (ask, id) => ask(runnerGitLogRoute, { params: { id }, query: call.args }));
	});
	addRoute(app, gitBranchRoute, ({ query, ...received }) => {
		const call = callOf(received, "git.branch", query);
		return look(deps, call, (ask, id) => ask(runnerGitBranchRoute, { params: { id }, query: {} }));
	});
	addRoute(app, gitAddRoute, ({ body, ...received }) => {
		const call = callOf(received, "git.add", body);
		return change(deps, call, (ask, id) => ask(runnerGitAddRoute, { params: { id }, body: call.args }));
	});
	addRoute(app, gitCommitRoute, async ({ body, ...received }) => {
		const author = await deps.authorOf(received.identity, received.signal);
		const call = callOf(received, "git.commit", { ...body, author });
		return await change(deps, call, (ask, id) => ask(runnerGitCommitRoute, { params: { id }, body: call.args }));
	});
}
