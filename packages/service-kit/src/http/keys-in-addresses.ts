import { holdsKey, keyInAddress } from "@webhand/contracts/auth/key-in-address";
import type { FastifyInstance } from "fastify";
import { AppError } from "../errors.ts";

/** Proxies and browsers write addresses down, so a key in one is no secret any more: it is refused wherever it stands. */
export function refuseKeysInAddresses(app: FastifyInstance): void {
	app.addHook("onRequest", async ({ raw: { url = "" } }) => {
		if (holdsKey(url)) throw new AppError("VALIDATION_ERROR", keyInAddress);
	});
}
