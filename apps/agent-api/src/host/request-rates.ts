import * as audit from "@webhand/contracts/audit";
import type { Route } from "@webhand/contracts/routes";
import * as approvals from "@webhand/contracts/tools/approvals";
import * as availability from "@webhand/contracts/tools/availability";
import * as commands from "@webhand/contracts/tools/commands";
import * as executions from "@webhand/contracts/tools/executions";
import * as files from "@webhand/contracts/tools/files";
import * as git from "@webhand/contracts/tools/git";
import * as mcp from "@webhand/contracts/tools/mcp";
import * as search from "@webhand/contracts/tools/search";
import * as tasks from "@webhand/contracts/tools/server-tasks";
import * as sessions from "@webhand/contracts/tools/sessions";
import * as workspaces from "@webhand/contracts/tools/workspaces";
import type { LimitGroup } from "@webhand/service-kit/http/limits";

const contracts: readonly Readonly<Record<string, unknown>>[] = [
	...[approvals, audit, availability, commands, executions, files],
	...[git, mcp, search, tasks, sessions, workspaces],
];
const isRoute = (found: unknown): found is Route => typeof found === "object" && found !== null && "path" in found && "method" in found;

const groups: readonly LimitGroup[] = [
	{
		name: "server-tasks",
		routes: [tasks.startServerTaskRoute, tasks.continueServerTaskRoute, tasks.cancelServerTaskRoute],
		perUser: 30,
		windowSeconds: 60,
	},
	{ name: "approvals", routes: [approvals.decideRoute, approvals.decideAllRoute], perUser: 120, windowSeconds: 60 },
	{ name: "exec", routes: [executions.execRoute], perUser: 120, windowSeconds: 60 },
	{ name: "mcp-calls", routes: [mcp.callToolRoute], perUser: 240, windowSeconds: 60 },
];

/** Routes that change nothing, though they take a body. */
const readingPosts: readonly Route[] = [search.searchFilesRoute, commands.checkCommandRoute];
const ofGroups = new Set(groups.flatMap(({ routes }) => routes));
const others = contracts
	.flatMap((of) => Object.values(of).filter(isRoute))
	.filter((route) => route.service === "agent-api" && route.internal !== true && !ofGroups.has(route));
const isRead = (route: Route) => route.method === "GET" || readingPosts.includes(route);

/** How often a user may call the server host in a minute. */
export const toolLimits: readonly LimitGroup[] = [
	{ name: "tools", routes: others.filter(isRead), perUser: 1_200, windowSeconds: 60 },
	{ name: "tool-writes", routes: others.filter((route) => !isRead(route)), perUser: 300, windowSeconds: 60 },
	...groups,
];
