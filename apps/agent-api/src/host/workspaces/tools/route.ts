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
import { runnerDeletionRoute } from "@webhand/contracts/tools/runner";
import { searchFilesRoute } from "@webhand/contracts/tools/search";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { WorkspaceDeps } from "../engine.ts";
import { peek } from "../engine.ts";
import { callOf, requestOf } from "../request.ts";
import { tools } from "./table.ts";

/** `/api/v1/agent/{fs,git}`: tools in a workspace. */
export function addTools(app: FastifyInstance, deps: WorkspaceDeps): void {
	addFiles(app, deps);
	addGit(app, deps);
}

function addFiles(app: FastifyInstance, deps: WorkspaceDeps): void {
	addRoute(app, listFilesRoute, ({ query, ...received }) => tools["fs.list"](deps, callOf(received, "fs.list", query)));
	addRoute(app, readFileRoute, ({ query, ...received }) => tools["fs.read"](deps, callOf(received, "fs.read", query)));
	addRoute(app, searchFilesRoute, ({ body, ...received }) => {
		return body.type === "grep"
			? tools["search.grep"](deps, callOf(received, "search.grep", body))
			: tools["search.glob"](deps, callOf(received, "search.glob", body));
	});
	addRoute(app, writeFileRoute, async ({ body, reply, ...received }) => {
		const answer = await tools["fs.write"](deps, callOf(received, "fs.write", body));
		if (answer.created && !body.dryRun) reply.code(201);
		return answer;
	});
	addRoute(app, patchFilesRoute, ({ body, ...received }) => tools["fs.apply_patch"](deps, callOf(received, "fs.apply_patch", body)));
	addRoute(app, makeFolderRoute, async ({ body, reply, ...received }) => {
		const answer = await tools["fs.mkdir"](deps, callOf(received, "fs.mkdir", body));
		if (answer.created) reply.code(201);
		return answer;
	});
	addRoute(app, deleteFileRoute, ({ body, ...received }) => tools["fs.delete"](deps, callOf(received, "fs.delete", body)));
	addRoute(app, deletionRoute, ({ params: { deletionId }, query: target, ...received }) =>
		peek(deps, { request: requestOf(received), target }, (ask, id) => ask(runnerDeletionRoute, { params: { id, deletionId } })),
	);
}

function addGit(app: FastifyInstance, deps: WorkspaceDeps): void {
	addRoute(app, gitStatusRoute, ({ query, ...received }) => tools["git.status"](deps, callOf(received, "git.status", query)));
	addRoute(app, gitDiffRoute, ({ query, ...received }) => tools["git.diff"](deps, callOf(received, "git.diff", query)));
	addRoute(app, gitLogRoute, ({ query, ...received }) => tools["git.log"](deps, callOf(received, "git.log", query)));
	addRoute(app, gitBranchRoute, ({ query, ...received }) => tools["git.branch"](deps, callOf(received, "git.branch", query)));
	addRoute(app, gitAddRoute, ({ body, ...received }) => tools["git.add"](deps, callOf(received, "git.add", body)));
	addRoute(app, gitCommitRoute, async ({ body, ...received }) => {
		const author = await deps.authorOf(received.identity, received.signal);
		return await tools["git.commit"](deps, callOf(received, "git.commit", { ...body, author }));
	});
}
