import {
	runnerDeleteRoute,
	runnerDeletionRoute,
	runnerListRoute,
	runnerMakeFolderRoute,
	runnerReadRoute,
	runnerWriteRoute,
} from "@webhand/contracts/tools/runner";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { callOf, changeOf } from "../calls/request.ts";
import type { Files } from "./engine.ts";

/** Files of workspaces. What was made answers 201. */
export function addFileRoutes(app: FastifyInstance, files: Files): void {
	addRoute(app, runnerListRoute, (request) => {
		const { path, ...args } = request.query;
		return files.list(callOf(request, "fs.list", { target: path, args }), request.query);
	});
	addRoute(app, runnerReadRoute, (request) => {
		const { path, ...args } = request.query;
		return files.read(callOf(request, "fs.read", { target: path, args }), request.query);
	});
	addRoute(app, runnerWriteRoute, async (request) => {
		const { path, content, ...args } = request.body;
		const call = changeOf(request, "fs.write", { target: path, args: { ...args, characters: content.length } });
		const reply = await files.write(call, request.body);
		if (reply.created && !request.body.dryRun) request.reply.code(201);
		return reply;
	});
	addRoute(app, runnerMakeFolderRoute, async (request) => {
		const { path, ...args } = request.body;
		const reply = await files.makeFolder(changeOf(request, "fs.mkdir", { target: path, args }), request.body);
		if (reply.created) request.reply.code(201);
		return reply;
	});
	addRoute(app, runnerDeleteRoute, (request) => {
		const { path, ...args } = request.body;
		return files.remove(changeOf(request, "fs.delete", { target: path, args }), request.body);
	});
	addRoute(app, runnerDeletionRoute, ({ params, identity }) => files.deletion(identity, params.id, params.deletionId));
}
