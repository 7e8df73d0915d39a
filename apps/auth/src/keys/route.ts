import { jwksRoute } from "@webhand/contracts/auth/tokens";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { Keyring } from "./engine.ts";

/** GET /.well-known/jwks.json */
export function addKeys(app: FastifyInstance, deps: { readonly keyring: Pick<Keyring, "publicKeys"> }): void {
	addRoute(app, jwksRoute, ({ reply }) => {
		reply.header("cache-control", "public, max-age=300");
		return deps.keyring.publicKeys();
	});
}
