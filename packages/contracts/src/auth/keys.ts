import { z } from "zod";
import { defineRoute } from "../routes.ts";

export const rotateKeyRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/auth/keys/rotate",
	summary: "Rotate the signing keys",
	description: "Makes a new signing key, which signs after services had time to read it. For operators.",
	reply: z.object({ kid: z.string() }),
	errors: ["FORBIDDEN", "KEY_CHANGED"],
});

export const retireKeyRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/auth/keys/:kid/retire",
	status: 204,
	summary: "Retire a signing key at once",
	description: "Retires a key at once: every token that it signed ends. For operators, when a key leaked.",
	params: z.strictObject({ kid: z.string().min(1).max(100) }),
	errors: ["FORBIDDEN", "NOT_FOUND", "KEY_CHANGED"],
});
