import { runnerSearchRoute } from "@webhand/contracts/tools/runner";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { callOf } from "../calls/request.ts";
import type { SearchDeps } from "./engine.ts";
import { searchFiles } from "./engine.ts";

/** Searches in files and for names. */
export function addSearchRoute(app: FastifyInstance, deps: SearchDeps): void {
	addRoute(app, runnerSearchRoute, (request) => {
		const { type, path, ...args } = request.body;
		return searchFiles(deps, callOf(request, type === "grep" ? "search.grep" : "search.glob", { target: path, args }), request.body);
	});
}
