import type { ApprovalScope, PendingApproval } from "@webhand/contracts/tools/approvals";
import { approvalRoute, decideAllRoute, decideRoute } from "@webhand/contracts/tools/approvals";
import { useState } from "react";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemOf } from "../../../kit/load/problem.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";

type Id = PendingApproval["id"];
/** What a person says to a tool call. */
export type Decision = { readonly id: Id; readonly decision: "approved" | "rejected"; readonly scope?: ApprovalScope };

const overtaken: ReadonlySet<string> = new Set(["APPROVAL_DECIDED", "APPROVAL_EXPIRED", "APPROVAL_NOT_FOUND"]);

/** Decides tool calls. `settled` are those that are no longer asked for, with what became of them elsewhere. */
export function useDecisions(api: SignedInApi) {
	const [isBusy, setIsBusy] = useState(false);
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const [settled, setSettled] = useState<ReadonlyMap<Id, PendingApproval["status"]>>(new Map());
	const settle = (approvals: readonly Pick<PendingApproval, "id" | "status">[]) =>
		setSettled((before) => new Map([...before, ...approvals.map(({ id, status }) => [id, status] as const)]));
	const send = async (ids: readonly Id[], act: () => Promise<readonly PendingApproval[]>) => {
		setIsBusy(true);
		setProblem(null);
		try {
			settle(await act());
		} catch (error) {
			const failed = problemOf(error);
			setProblem(failed);
			if (overtaken.has(failed.code)) settle(await decidedOf(api, ids));
		} finally {
			setIsBusy(false);
		}
	};
	const keyed = () => ({ "idempotency-key": crypto.randomUUID() });
	const decide = ({ id, decision, scope = "once" }: Decision, reason: string) =>
		send([id], async () => {
			const body = { decision, scope, ...(reason.trim() === "" ? {} : { reason: reason.trim() }) };
			return [(await api.call(decideRoute, { params: { id }, body, headers: keyed() })).approval];
		});
	const decideAll = (decisions: readonly Decision[]) =>
		send(
			decisions.map(({ id }) => id),
			async () => {
				const body = { decisions: decisions.map(({ scope = "once", ...one }) => ({ ...one, scope })) };
				return (await api.call(decideAllRoute, { body, headers: keyed() })).approvals;
			},
		);
	return { decide, decideAll, isBusy, problem, settled };
}

/** Those of some approvals that no longer wait; one that is gone counts as rejected. @throws never */
async function decidedOf(api: SignedInApi, ids: readonly Id[]): Promise<readonly Pick<PendingApproval, "id" | "status">[]> {
	const found = await Promise.all(
		ids.map((id) =>
			api.call(approvalRoute, { params: { id } }).then(
				({ approval: { status } }) => ({ id, status }),
				(error: unknown) => ({ id, status: problemOf(error).code === "APPROVAL_NOT_FOUND" ? ("rejected" as const) : ("pending" as const) }),
			),
		),
	);
	return found.filter(({ status }) => status !== "pending");
}
