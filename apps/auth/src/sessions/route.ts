import { endOtherSignInsRoute, endSignInRoute, signInsRoute } from "@webhand/contracts/auth/account";
import { logoutRoute, sessionRoute } from "@webhand/contracts/auth/sign-in";
import { internalSessionRoute } from "@webhand/contracts/auth/tokens";
import type { Guard } from "@webhand/service-kit/guard";
import { bearerToken, unauthorized } from "@webhand/service-kit/guard";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { callerOf } from "../audit/caller.ts";
import type { DescribeDeps } from "./describe.ts";
import { describeSignIn } from "./describe.ts";
import type { SessionDeps } from "./engine.ts";
import { checkSignIn, endSignIn } from "./engine.ts";
import type { OwnSignInsDeps } from "./own.ts";
import { endOtherSignIns, endOwnSignIn, listSignIns } from "./own.ts";

/** What these routes need. */
export type SessionRouteDeps = {
	readonly sessions: SessionDeps;
	readonly describe: DescribeDeps;
	readonly ownSignIns: OwnSignInsDeps;
	readonly guard: Pick<Guard, "verify">;
};

/** GET /api/v1/auth/session, POST /api/v1/auth/logout, GET /internal/session, /api/v1/auth/sessions */
export function addSessions(app: FastifyInstance, deps: SessionRouteDeps): void {
	addRoute(app, sessionRoute, async ({ identity }) => {
		const reply = await describeSignIn(deps.describe, identity);
		if (reply === null) throw unauthorized();
		return reply;
	});

	// Not guarded: a retry with a token that is expired or revoked by now is no error, a forged one is.
	addRoute(app, logoutRoute, async ({ request }) => {
		const verdict = await deps.guard.verify(bearerToken(request.raw.rawHeaders));
		if (verdict.kind === "refused") throw unauthorized();
		await endSignIn(deps.sessions, { sid: verdict.claims.sid, reason: "logout" }, callerOf(request));
	});

	addRoute(app, internalSessionRoute, async ({ request }) => {
		const verdict = await deps.guard.verify(bearerToken(request.raw.rawHeaders));
		const record = verdict.kind === "valid" ? await checkSignIn(deps.sessions, verdict.claims.sid) : null;
		if (record === null) throw unauthorized();
		return record;
	});

	addRoute(app, signInsRoute, async ({ identity }) => ({ sessions: await listSignIns(deps.ownSignIns, identity) }));
	addRoute(app, endSignInRoute, async ({ identity, params, request }) => {
		await endOwnSignIn(deps.ownSignIns, { identity, id: params.id }, callerOf(request));
	});
	addRoute(app, endOtherSignInsRoute, async ({ identity, request }) => {
		await endOtherSignIns(deps.ownSignIns, identity, callerOf(request));
	});
}
