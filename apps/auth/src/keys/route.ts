import { retireKeyRoute, rotateKeyRoute } from "@webhand/contracts/auth/keys";
import { jwksRoute } from "@webhand/contracts/auth/tokens";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { callerOf } from "../audit/caller.ts";
import type { Keyring } from "./engine.ts";
import type { KeyOperationDeps } from "./operate.ts";
import { retireKey, rotateKey } from "./operate.ts";

/** What these routes need. */
export type KeyRouteDeps = { readonly keyring: Pick<Keyring, "publicKeys">; readonly keys: KeyOperationDeps };

/** GET /.well-known/jwks.json, POST /api/v1/auth/keys/rotate, POST /api/v1/auth/keys/:kid/retire */
export function addKeys(app: FastifyInstance, deps: KeyRouteDeps): void {
	addRoute(app, jwksRoute, ({ reply }) => {
		reply.header("cache-control", "public, max-age=300");
		return deps.keyring.publicKeys();
	});
	addRoute(app, rotateKeyRoute, async ({ identity, request }) => ({
		kid: await rotateKey(deps.keys, { identity, caller: callerOf(request) }),
	}));
	addRoute(app, retireKeyRoute, async ({ identity, params, request }) => {
		await retireKey(deps.keys, { identity, caller: callerOf(request) }, params.kid);
	});
}
