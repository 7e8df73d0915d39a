import { FileDiff } from "@webhand/contracts/tools/files";
import type { ServerTool } from "@webhand/contracts/tools/server-tools";
import { toolNamed } from "@webhand/contracts/tools/server-tools";
import { AppError } from "@webhand/service-kit/errors";
import type { Log } from "@webhand/service-kit/logs";
import { z } from "zod";
import { hide, secretsIn } from "../../policy/secrets/find.ts";
import { defined } from "../../shared/defined.ts";
import type { AgentSessions } from "../sessions/engine.ts";

/** What keeping calls in the history of their session needs. */
export type HistoryDeps = {
	readonly sessions: Pick<AgentSessions, "toolCalls">;
	readonly now: () => Date;
	readonly elapsed: () => number;
	readonly log: Log;
};

type Kept = Parameters<AgentSessions["toolCalls"]["insert"]>[0];
/** A call for its history. `args` hold no file content; `approvalId` is known once the change was approved. */
export type Keepable = Pick<Kept, "tenantId" | "userId" | "sessionId" | "workspaceId"> & {
	readonly tool: ServerTool;
	readonly args: Readonly<Record<string, unknown>>;
};

const argumentsLimit = 2_000;
const resultLimit = 4_000;

/** Runs a call and keeps it in the history of its session, refused ones too. @throws what `run` throws */
export async function keepCall<Reply>(
	deps: HistoryDeps,
	{ tool, args, ...owner }: Keepable,
	run: (onApproved: (approvalId: string) => void) => Promise<Reply>,
): Promise<Reply> {
	const [at, started] = [deps.now(), deps.elapsed()];
	let approvalId: string | undefined;
	const keep = async (end: Pick<Kept, "status" | "result" | "diffs">) => {
		const durationMs = Math.max(0, Math.round(deps.elapsed() - started));
		const given = masked(JSON.stringify(args), argumentsLimit);
		// The call is over: its reply does not depend on its history.
		await deps.sessions.toolCalls
			.insert({ ...owner, name: tool, arguments: given, at, durationMs, ...end, ...defined({ approvalId }) })
			.catch((err: unknown) => deps.log.warn({ err, tool }, "a call was not kept in its session"));
	};
	try {
		const reply = await run((id) => {
			approvalId = id;
		});
		// A dry run changed nothing.
		const isDryRun = args["dryRun"] === true;
		const diffs = (isDryRun ? [] : diffsOf(reply)).map((diff) => ({ ...diff, preview: masked(diff.preview, resultLimit) }));
		await keep({ status: "completed", result: toolNamed(tool)?.summary(reply) ?? "", ...(diffs.length === 0 ? {} : { diffs }) });
		return reply;
	} catch (cause) {
		const { code, message } = cause instanceof AppError ? cause : { code: "INTERNAL_ERROR", message: "The call failed" };
		await keep({ status: "error", result: masked(`${code}: ${message}`, resultLimit) });
		throw cause;
	}
}

const KeptDiff = FileDiff.omit({ hunks: true });
const Changed = z.union([
	z.object({ diff: KeptDiff }).transform(({ diff }) => [diff]),
	z.object({ applied: z.boolean(), files: z.array(KeptDiff) }).transform(({ files }) => files),
]);

/** The changes of files that a reply tells of, without their hunks. */
const diffsOf = (reply: unknown): readonly z.output<typeof KeptDiff>[] => Changed.safeParse(reply).data ?? [];

/** A text without what looks like a secret, cut to `most` characters. */
function masked(text: string, most: number): string {
	const hidden = hide(text, secretsIn(text));
	return hidden.length > most ? `${hidden.slice(0, most - 1)}…` : hidden;
}
