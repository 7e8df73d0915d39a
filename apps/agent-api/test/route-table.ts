import { interactRoute } from "@webhand/contracts/agent/interact";
import { chooseModelRoute, dropModelRoute, modelRoute, testModelRoute } from "@webhand/contracts/agent/model";
import { answerRoute, cancelRoute, runStateRoute, startRoute, stepRoute } from "@webhand/contracts/agent/runs";
import { taskActionsRoute, taskPageRoute, taskRoute } from "@webhand/contracts/agent/task-trace";
import { usageRoute } from "@webhand/contracts/agent/usage";
import type { Route } from "@webhand/contracts/routes";

/** Every route of tasks, runs, models and usage. */
export const routes: readonly Route[] = [
	...[interactRoute, startRoute, stepRoute, answerRoute, cancelRoute, runStateRoute, taskRoute, taskActionsRoute, taskPageRoute],
	...[modelRoute, chooseModelRoute, dropModelRoute, testModelRoute, usageRoute],
];
