import { limitOf } from "@webhand/contracts/auth/limits";
import {
	runnerGitAddRoute,
	runnerGitBranchRoute,
	runnerGitCommitRoute,
	runnerGitDiffRoute,
	runnerGitLogRoute,
	runnerGitStatusRoute,
} from "@webhand/contracts/tools/runner";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { Calls, Change, Place } from "../calls/engine.ts";
import { callOf, changeOf } from "../calls/request.ts";
import type { Sandbox } from "../sandbox/engine.ts";
import type { Storage } from "../workspaces/storage.ts";
import { createGitChanges } from "./changes.ts";
import { createGitReads } from "./engine.ts";
import { createRepositories } from "./repository.ts";

const shownPaths = 20;
/** Paths as the audit keeps them: the first ones, and how many there were. */
const auditedPaths = (paths: readonly string[] | undefined) =>
	paths === undefined ? {} : { paths: paths.slice(0, shownPaths), pathCount: paths.length };

/** Git in a workspace: in the sandbox, and with nothing that the repository wants to run. */
export function addGitRoutes(
	app: FastifyInstance,
	{ calls, sandbox, storage }: { readonly calls: Calls; readonly sandbox: Sandbox; readonly storage: Pick<Storage, "requireRoom"> },
): void {
	const withRepository = createRepositories(sandbox);
	const reads = createGitReads(withRepository);
	const changes = createGitChanges(withRepository);
	/** A change that may need room for objects. */
	const change = <Reply>(call: Change, act: (place: Place) => Promise<Reply>) =>
		calls.change(call, async (place) => {
			await storage.requireRoom(place, { mostMb: limitOf(call.identity.limits, "storageMb"), bytes: 0 });
			return { reply: await act(place) };
		});

	addRoute(app, runnerGitStatusRoute, (request) => calls.look(callOf(request, "git.status", { target: "" }), reads.status));
	addRoute(app, runnerGitDiffRoute, (request) => {
		const { staged: isStaged, from, to, path, context } = request.query;
		const call = callOf(request, "git.diff", { target: path ?? "", args: { staged: isStaged, from, to, context } });
		return calls.look(call, (place) => reads.diff(place, { isStaged, from, to, path, context }));
	});
	addRoute(app, runnerGitLogRoute, (request) => {
		const { ref, path, limit, skip } = request.query;
		const call = callOf(request, "git.log", { target: path ?? "", args: { ref, limit, skip } });
		return calls.look(call, (place) => reads.log(place, { ref, path, limit, skip }));
	});
	addRoute(app, runnerGitBranchRoute, (request) => calls.look(callOf(request, "git.branch", { target: "" }), reads.branches));
	addRoute(app, runnerGitAddRoute, (request) => {
		const { paths } = request.body;
		const call = changeOf(request, "git.add", { target: paths[0] ?? "", args: auditedPaths(paths) });
		return change(call, (place) => changes.add(place, paths));
	});
	addRoute(app, runnerGitCommitRoute, (request) => {
		const { message, paths, author } = request.body;
		const args = { subject: message.split("\n", 1)[0]?.slice(0, 200), author, ...auditedPaths(paths) };
		const call = changeOf(request, "git.commit", { target: paths?.[0] ?? "", args });
		return change(call, (place) => changes.commit(place, { message, paths, author }));
	});
}
