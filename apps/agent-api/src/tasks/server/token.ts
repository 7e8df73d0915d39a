import type { Identity } from "@webhand/service-kit/guard";
import type { Sealer } from "@webhand/service-kit/seal";
import type { ServerTaskState } from "../../host/sessions/task.ts";
import type { ServerTask } from "./task.ts";

const purpose = "server-task";

/** A person's token, sealed for one user's tasks, and when it ends. */
export function sealToken(
	{ seal }: Pick<Sealer, "seal">,
	{ tenantId, userId, sid, token }: Pick<Identity, "tenantId" | "userId" | "sid" | "token">,
): Required<Pick<ServerTaskState, "sid" | "sealedToken" | "tokenUntil">> {
	return { sid, sealedToken: seal(JSON.stringify([purpose, tenantId, userId, token])), tokenUntil: endOf(token) };
}

/** The token of a task; null where there is none, or where it was sealed for somebody else. */
export function openToken(
	{ open }: Pick<Sealer, "open">,
	{ tenantId, userId, task }: Pick<ServerTask, "tenantId" | "userId" | "task">,
): string | null {
	if (task.sealedToken === undefined) return null;
	const [kind, tenant, user, token] = JSON.parse(open(task.sealedToken)) as readonly string[];
	return kind === purpose && tenant === tenantId && user === userId ? (token ?? null) : null;
}

/** The end of a token that the guard has verified. */
function endOf(token: string): Date {
	const { exp } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8")) as { readonly exp: number };
	return new Date(exp * 1_000);
}
