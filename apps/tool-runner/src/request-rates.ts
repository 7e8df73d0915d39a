import type { Route } from "@webhand/contracts/routes";
import * as commands from "@webhand/contracts/tools/commands";
import * as calls from "@webhand/contracts/tools/internal/calls";
import * as mcp from "@webhand/contracts/tools/internal/mcp";
import * as runner from "@webhand/contracts/tools/runner";
import { workspaceEndpoints } from "@webhand/contracts/tools/server-tools";
import type { LimitGroup } from "@webhand/service-kit/http/limits";

const contracts: readonly Readonly<Record<string, unknown>>[] = [runner, calls, commands, mcp];
const isRoute = (found: unknown): found is Route => typeof found === "object" && found !== null && "path" in found && "method" in found;

const toolRoutes = workspaceEndpoints.map(([{ runnerRoute }]): Route => runnerRoute);

/** The routes that come with a person's token: all but the signed notes. */
const callerRoutes = [...contracts.flatMap((of) => Object.values(of).filter(isRoute)), ...toolRoutes].filter(
	({ service, public: isPublic }) => service === "tool-runner" && isPublic !== true,
);

/** agent-api counts what people ask for, and may call here twice for it: this stops only what did not come through it. */
export const callerLimits: readonly LimitGroup[] = [{ name: "tool-runner", routes: callerRoutes, perUser: 3_600, windowSeconds: 60 }];
