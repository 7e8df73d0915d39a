import { z } from "zod";
import { defineRoute } from "../routes.ts";

/** Makes a new signing key, which signs after services had time to read it. For operators. */
export const rotateKeyRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/auth/keys/rotate",
	summary: "Rotate the signing keys",
	reply: z.object({ kid: z.string() }),
	errors: ["FORBIDDEN", "KEY_CHANGED"],
});

/** Retires a key at once: every token that it signed ends. For operators, when a key leaked. */
export const retireKeyRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/auth/keys/:kid/retire",
	status: 204,
	summary: "Retire a signing key at once",
	params: z.strictObject({ kid: z.string().min(1).max(100) }),
	errors: ["FORBIDDEN", "NOT_FOUND", "KEY_CHANGED"],
});
