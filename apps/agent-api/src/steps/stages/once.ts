import type { StepCall, StepDeps } from "../ports.ts";
import { busy } from "../task/lost.ts";
import type { RequestMark } from "../task/record/writes.ts";
import { conflict } from "./begin.ts";

/**
 * Lets one request with a key through this process at a time: of a client that asks again before it was answered nothing reaches the
 * database. Between processes the lease and the unique indexes say the same.
 *
 * @throws AppError TASK_BUSY, IDEMPOTENCY_CONFLICT for another body under the same key
 */
export async function onceAtATime<Result>(
	{ running }: Pick<StepDeps, "running">,
	{ call, mark }: { readonly call: Pick<StepCall, "identity">; readonly mark: RequestMark },
	work: () => Promise<Result>,
): Promise<Result> {
	if (mark.key === undefined || mark.bodyHash === undefined) return await work();
	const name = `${call.identity.tenantId} ${call.identity.userId} ${mark.key}`;
	const other = running.get(name);
	if (other !== undefined) throw other === mark.bodyHash ? busy() : conflict();
	running.set(name, mark.bodyHash);
	try {
		return await work();
	} finally {
		running.delete(name);
	}
}
