import type { PageView } from "@webhand/page/parse/view";
import { isSensitiveField } from "../facts/sensitive.ts";
import type { StepDeps } from "../ports.ts";
import type { LeasedTask } from "../task/task.ts";

/** Lets who watches the chat hear the model think, unless there is a secret that it might speak of. */
export async function aloud<Result>(
	deps: StepDeps,
	{ task, page }: { readonly task: LeasedTask; readonly page: PageView },
	work: (deps: StepDeps) => Promise<Result>,
): Promise<Result> {
	const { decider } = deps;
	if (decider.name === "rules" || isPrivate(task, page)) return await work(deps);
	const tell = await deps.openTell(task);
	if (tell === undefined) return await work(deps);
	try {
		return await work({ ...deps, decider: { ...decider, decide: (turn, ends) => decider.decide(turn, ends, tell.piece) } });
	} finally {
		tell.end();
	}
}

function isPrivate({ secrets = [] }: LeasedTask, page: PageView): boolean {
	return secrets.length > 0 || [...page.elements.values()].some(isSensitiveField);
}
