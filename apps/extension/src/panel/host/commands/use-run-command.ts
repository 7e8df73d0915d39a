import type { ExecutionId } from "@webhand/contracts/tools/executions";
import { execRoute } from "@webhand/contracts/tools/executions";
import { useState } from "react";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemOf } from "../../../kit/load/problem.ts";
import type { Workbench } from "../kit/workbench.ts";

/** Starts commands. `run` gives the execution to look at; null where it was refused, which `problem` tells. */
export function useRunCommand({ api, workspaceId }: Pick<Workbench, "api" | "workspaceId">) {
	const [isBusy, setIsBusy] = useState(false);
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const run = async (argv: readonly string[], cwd: string): Promise<ExecutionId | null> => {
		setIsBusy(true);
		setProblem(null);
		try {
			// A press of the button is one command, however often its request is sent.
			const headers = { "idempotency-key": crypto.randomUUID() };
			const { executionId } = await api.call(execRoute, { body: { workspaceId, argv: [...argv], cwd, waitMs: 0 }, headers });
			return executionId;
		} catch (error) {
			setProblem(problemOf(error));
			return null;
		} finally {
			setIsBusy(false);
		}
	};
	return { run, isBusy, problem };
}
