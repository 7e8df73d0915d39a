import { ExecJob } from "@webhand/contracts/tools/internal/calls";
import type { CallKind } from "../calls/work.ts";
import type { ExecutionDeps } from "./engine.ts";
import { acceptCommand } from "./engine.ts";

/** Commands as jobs bring them. */
export function execCalls(deps: ExecutionDeps): CallKind<ExecJob> {
	return {
		schema: ExecJob,
		callOf: ({ request: { executionId: id, argv, cwd } }) => ({
			id,
			tool: "exec.run",
			target: argv.join(" "),
			args: { executionId: id, argv, cwd },
		}),
		accept: (call, { request }) => acceptCommand(deps, call, request),
		find: ({ caller, request: { executionId: id } }) => deps.store.find(caller, id),
		signals: deps.cache,
	};
}
