import { AppError } from "@webhand/service-kit/errors";
import type { Log } from "@webhand/service-kit/logs";
import type { OpenConnection } from "../connections/open.ts";
import { downReason, ServerDown } from "../connections/trouble.ts";
import type { Admitted } from "../tools/served.ts";
import type { ServerStore, StoredServer } from "./store.ts";

/** What looking at servers needs. */
export type LookDeps = {
	readonly store: Pick<ServerStore, "saw" | "takeDue">;
	readonly open: OpenConnection;
	readonly now: () => Date;
	readonly log: Log;
};

const limits = { everyMs: 300_000, takeMs: 45_000, atOnce: 3 } as const;

/** Connects to a server in an empty folder and keeps what it offers, or why it cannot be used. @throws only what the store does */
export async function lookAt({ store, open, now, log }: LookDeps, server: StoredServer): Promise<void> {
	const signal = AbortSignal.timeout(limits.takeMs);
	try {
		const connection = await open(server, null, signal);
		try {
			await store.saw(server, sightOf(await connection.tools(), now()));
		} finally {
			await connection.close();
		}
	} catch (cause) {
		const reason = cause instanceof AppError && typeof cause.details?.["reason"] === "string" ? cause.details["reason"] : downReason(cause);
		log.info({ err: cause, server: server.name }, "an MCP server cannot be used");
		await store.saw(server, { problem: reason, output: cause instanceof ServerDown ? cause.output : "", lookedAt: now() });
	}
}

/** What a look found, for the store. @throws never */
export function sightOf({ tools, leftOut }: Admitted, lookedAt: Date) {
	return { served: tools, leftOut, problem: null, output: "", lookedAt };
}

/** Looks again at servers whose last look is five minutes ago; a few at a time. */
export async function lookAtDue(deps: LookDeps): Promise<void> {
	const now = deps.now();
	for (let done = 0; done < limits.atOnce; done += 1) {
		const due = await deps.store.takeDue(new Date(now.getTime() - limits.everyMs), now);
		if (due === null) return;
		await lookAt(deps, due);
	}
}
