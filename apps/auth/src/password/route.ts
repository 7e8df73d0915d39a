import { passwordRoute } from "@webhand/contracts/auth/account";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { callerOf } from "../audit/caller.ts";
import type { PasswordDeps } from "./engine.ts";
import { changePassword } from "./engine.ts";

/** POST /api/v1/auth/password */
export function addPassword(app: FastifyInstance, { password: deps }: { readonly password: PasswordDeps }): void {
	addRoute(app, passwordRoute, ({ body, identity, request }) => changePassword(deps, { identity, change: body }, callerOf(request)));
}
