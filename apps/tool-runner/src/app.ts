import type { BaseConfig } from "@webhand/service-kit/config";
import { AppError } from "@webhand/service-kit/errors";
import { ourHosts } from "@webhand/service-kit/http/hosts";
import { createService } from "@webhand/service-kit/service";
import type { FastifyInstance } from "fastify";
import { addAuditRoutes } from "./audit/route.ts";
import { addCallRoutes } from "./calls/route.ts";
import { addCommandRoutes } from "./commands/route.ts";
import type { AppDeps } from "./deps.ts";
import { addMcpRoutes } from "./mcp/route.ts";
import { callerLimits } from "./request-rates.ts";
import { addStatusRoutes } from "./status/route.ts";
import { addTools } from "./tools/route.ts";
import { addWorkspaceRoutes } from "./workspaces/route.ts";

/** The service with all its routes. */
export async function buildApp(deps: Omit<AppDeps, "close">): Promise<FastifyInstance> {
	const { base, guard, status, workspaces, audit, tools, calls, commands, mcp } = deps;
	// agent-api counts what people hold open; its replicas also wait here for tasks and tools.
	const app = await createService(base, { guard, limits: callerLimits, heldOpenOfUser: 200 });
	refuseBrowsers(app, base.config);
	addStatusRoutes(app, status);
	addWorkspaceRoutes(app, workspaces);
	addAuditRoutes(app, audit);
	addTools(app, tools);
	addCallRoutes(app, calls);
	addCommandRoutes(app, commands);
	addMcpRoutes(app, mcp);
	return app;
}

// Only agent-api calls here. A page cannot leave out Origin, and one that rebound a name to this host cannot choose Host.
function refuseBrowsers(app: FastifyInstance, config: BaseConfig): void {
	const isOurs = ourHosts(config);
	app.addHook("onRequest", async (request) => {
		if (request.routeOptions.config.isOpen === true) return;
		if (request.headers.origin !== undefined) throw new AppError("FORBIDDEN", "Browsers may not call this service");
		if (!isOurs(request.hostname)) throw new AppError("FORBIDDEN", "This service is not known under that name");
	});
}
