import type { FileHandle } from "node:fs/promises";
import type { Audit } from "@webhand/audit/chain/audit";
import { runCommand } from "@webhand/contracts/tools/executions";
import { AppError } from "@webhand/service-kit/errors";
import { failpoint } from "@webhand/service-kit/failpoints";
import { grantType, hashOfGranted } from "@webhand/service-kit/granted";
import type { VerifySigned } from "@webhand/service-kit/identity/signed";
import type { Log } from "@webhand/service-kit/logs";
import type { ReadyCommand, ReadyOf } from "../../commands/engine.ts";
import { openPath } from "../../files/open.ts";
import type { WithRepository } from "../../git/repository.ts";
import type { Sandbox } from "../../sandbox/engine.ts";
import type { Watch, WatchedProgram } from "../../sandbox/watch.ts";
import { openGitFolder } from "../../workspaces/git-folder.ts";
import type { OpenRoot } from "../../workspaces/root.ts";
import { openRoot } from "../../workspaces/root.ts";
import type { Storage } from "../../workspaces/storage.ts";
import type { WorkspaceStore } from "../../workspaces/store.ts";
import type { Life } from "../life.ts";
import type { Held } from "../live.ts";
import type { Holder } from "../store.ts";
import type { OutputCache } from "./output/cache.ts";
import type { Leftovers } from "./output/leftovers.ts";
import { packOutput } from "./output/pack.ts";
import type { Recorded } from "./output/recorder.ts";
import { createRecorder } from "./output/recorder.ts";
import type { Ending } from "./policy.ts";
import { endingOf } from "./policy.ts";
import type { ExecutionStore, StoredExecution } from "./store.ts";
import { factOf } from "./view.ts";

/** What running commands needs. */
export type RunDeps = {
	readonly life: Life<StoredExecution>;
	readonly store: ExecutionStore;
	readonly workspaces: Pick<WorkspaceStore, "find" | "change">;
	readonly audit: Pick<Audit, "append">;
	readonly verify: VerifySigned | null;
	readonly isSignedOut: (row: StoredExecution) => Promise<boolean>;
	readonly ready: ReadyOf;
	readonly sandbox: Pick<Sandbox, "command">;
	readonly withRepository: WithRepository;
	readonly cache: OutputCache;
	readonly leftovers: Leftovers;
	/** Looks after memory and disk of a running command. */
	readonly watch: Watch;
	readonly storage: Pick<Storage, "watch">;
	readonly outputDays: number;
	readonly now: () => Date;
	readonly observe: { readonly queue: (seconds: number) => void; readonly firstByte: (seconds: number) => void };
	readonly log: Log;
};

const dayMs = 86_400_000;

/**
 * Runs the command of a row that this runner has taken. What happens to it stands in its row and in the audit.
 *
 * @throws Error only before the row was taken: another job tries again then
 */
export async function runExecution(deps: RunDeps, row: StoredExecution): Promise<void> {
	await failpoint("exec.starting");
	deps.observe.queue((deps.now().getTime() - row.createdAt.getTime()) / 1_000);
	const holder = { _id: row._id, runnerId: deps.life.runnerId };
	const held = deps.life.hold(row._id, row.sid);
	try {
		const ran = await runHeld(deps, row, { holder, held }).catch((cause: unknown): Ran => {
			if (!(cause instanceof AppError)) deps.log.error({ err: cause, callId: row._id }, "a command could not be run");
			return { ending: unspawned(cause), recorded: null, startedAt: null };
		});
		await end(deps, { ...row, startedAt: ran.startedAt }, ran);
	} finally {
		held.release();
	}
}

/** What became of a command that was never started. */
function unspawned(cause: unknown): Ending {
	const nothing = { exitCode: null, signal: null };
	if (!(cause instanceof AppError)) return { state: "failed", ...nothing, reason: "internal_error" };
	const reason = cause.details?.["reason"];
	return { state: "refused", ...nothing, reason: (typeof reason === "string" ? reason : cause.code).toLowerCase() };
}

/** What a runner knows of a command at its end; `startedAt` is null where it never began. */
type Ran = { readonly ending: Ending; readonly recorded: Recorded | null; readonly startedAt: Date | null };

type Hold = { readonly holder: Holder; readonly held: Held };

async function runHeld(deps: RunDeps, row: StoredExecution, { holder, held }: Hold): Promise<Ran> {
	await checkGranted(deps, row);
	if (await deps.isSignedOut(row)) throw refusal("signed_out");
	const workspace = await deps.workspaces.find(row.tenantId, row.workspaceId);
	if (workspace === null) throw refusal("workspace_closed");
	const { rule, ...command } = row.request;
	const ready = await deps.ready(workspace, command);
	if (ready.rule.name !== rule.name || ready.rule.version !== rule.version) throw refusal("rule_changed");
	if (ready.class === "build" && workspace.readOnly) throw refusal("read_only");
	const root = await openRoot(workspace);
	try {
		const workingDirectory = await folderOf(root, command.cwd);
		const isDiskFull = ready.class === "build" ? deps.storage.watch({ workspace, root }, row.storageMb) : undefined;
		const running = { holder, held, root, ready, workingDirectory, isDiskFull };
		// What the repository names is not run by git here either.
		if (ready.isGit)
			return await deps.withRepository({ workspace, root, sharer: row, signal: new AbortController().signal }, ({ mount }) =>
				runIn(deps, row, { ...running, git: mount.handle, environment: { ...ready.environment, ...mount.environment } }),
			);
		const git = await openGitFolder(deps.workspaces, { workspace, root, isWritable: ready.class === "build" });
		try {
			return await runIn(deps, row, { ...running, git, environment: ready.environment });
		} finally {
			await git?.close();
		}
	} finally {
		await root.close();
	}
}

const refusal = (reason: string) => new AppError("GRANT_INVALID", "This command is not run", { details: { reason } });

/** A row that somebody changed is not what was granted. */
async function checkGranted({ verify }: RunDeps, row: StoredExecution): Promise<void> {
	const { grant, request, workspaceId, tenantId, userId, sid, sessionId, grantJti, approval } = row;
	const claims = await verify?.(grantType, grant).catch(() => null);
	const granted = typeof claims === "object" && claims !== null ? (claims as Readonly<Record<string, unknown>>) : {};
	const hash = hashOfGranted({ tool: runCommand.name, workspaceId, arguments: request });
	const who = { tid: tenantId, sub: userId, sid, ags: sessionId };
	const wanted = { hash, ws: workspaceId, ...who, jti: grantJti, apr: approval.id, by: approval.by, tool: runCommand.name };
	if (request.executionId !== row._id || Object.entries(wanted).some(([name, value]) => granted[name] !== value)) throw refusal("grant");
}

type Running = Hold & {
	readonly root: OpenRoot;
	readonly ready: ReadyCommand;
	readonly workingDirectory: string;
	readonly isDiskFull: WatchedProgram["isDiskFull"];
};

async function runIn(
	deps: RunDeps,
	row: StoredExecution,
	{ holder, held, root, ready, workingDirectory, isDiskFull, git, environment }: Running & Mounts,
): Promise<Ran> {
	await deps.audit.append({ ...factOf(row, deps.now()), id: row._id, kind: "intent", outcome: null, grantJti: row.grantJti });
	await failpoint("exec.intended");
	// One that slept may have been taken for dead: the row then has its end, and nothing is started.
	if (!(await deps.store.stillHolds(holder))) held.lose();
	if (held.isLost() || held.cause() !== undefined) return { ending: endingBefore(held), recorded: null, startedAt: null };
	const limitMs = Math.min(row.request.timeoutMs, ready.mostMs ?? row.request.timeoutMs);
	const running = await deps.sandbox.command(
		{
			program: { path: ready.program, toolchains: ready.toolchains },
			args: ready.args,
			root,
			isWritable: ready.class === "build",
			...(git !== null && { git: { handle: git, isWritable: false } }),
			environment,
			workingDirectory,
			limitMs,
			...(row.request.stdin !== undefined && { stdin: "pipe" as const }),
		},
		new AbortController().signal,
	);
	const startedAt = deps.now();
	await failpoint("exec.spawned");
	held.begin((isGraceful) => running.stop("cancelled", isGraceful ? undefined : 0));
	const recorder = createRecorder({
		id: row._id,
		cache: deps.cache,
		now: deps.now,
		onFirst: () => deps.observe.firstByte((deps.now().getTime() - row.createdAt.getTime()) / 1_000),
		onLimit: () => held.stop({ kind: "output_limit" }, { isGraceful: false }),
	});
	recorder.attach("stdout", running.stdout);
	recorder.attach("stderr", running.stderr);
	running.stdin?.on("error", () => undefined).end(row.request.stdin);
	// The program does not wait for its row.
	const noted = deps.store.setRunning(holder, startedAt).then(
		(isMine) => (isMine ? deps.life.signals.wake(row._id) : held.lose()),
		(err: unknown) => deps.log.warn({ err, callId: row._id }, "a command runs and its row does not say so yet"),
	);
	const unwatch = deps.watch({
		pid: running.pid,
		tenantId: row.tenantId,
		...(isDiskFull && { isDiskFull }),
		stop: (kind) => held.stop({ kind }, { isGraceful: false }),
	});
	const ended = await running.ended.finally(unwatch);
	await noted;
	const recorded = await recorder.finish();
	await failpoint("exec.ended");
	const cause = held.cause() ?? (ended.kind === "timed_out" ? ({ kind: "timed_out" } as const) : undefined);
	const ending = endingOf({ isStarted: ended.kind !== "not_started", code: ended.code, signal: ended.signal }, cause);
	return { ending, recorded, startedAt };
}

type Mounts = { readonly git: FileHandle | null; readonly environment: Readonly<Record<string, string>> };

/** A command that was to end before it began. */
function endingBefore(held: Hold["held"]): Ending {
	const cause = held.cause();
	return { state: "cancelled", exitCode: null, signal: null, reason: cause?.kind === "cancelled" ? cause.reason : null };
}

/** Writes the end, with the output that is kept. */
async function end(deps: RunDeps, row: StoredExecution, { ending, recorded }: Ran): Promise<void> {
	const finishedAt = deps.now();
	const output = recorded === null || recorded.lastSeq === 0 ? undefined : await packOutput(recorded.kept.entries());
	const bytes = recorded?.bytes ?? row.bytes;
	const omittedBytes = recorded?.kept.omittedBytes() ?? 0;
	const shown = { stdout: recorded?.kept.shown("stdout") ?? "", stderr: recorded?.kept.shown("stderr") ?? "" };
	const finish = {
		...ending,
		startedAt: row.startedAt,
		bytes,
		omittedBytes,
		lastSeq: recorded?.lastSeq ?? 0,
		shown,
		finishedAt,
		outputExpireAt: output === undefined ? null : new Date(finishedAt.getTime() + deps.outputDays * dayMs),
		...(output !== undefined && { output }),
	};
	const stored = (output?.length ?? 0) + Buffer.byteLength(shown.stdout) + Buffer.byteLength(shown.stderr);
	if (await deps.life.end(row, finish, stored))
		await deps.cache.expire(row._id, deps.leftovers(row.tenantId, bytes.stdout + bytes.stderr - omittedBytes));
}

/**
 * The folder that a command works in, its links resolved; empty for the root.
 *
 * @throws AppError FILE_NOT_FOUND, NOT_A_DIRECTORY, and of the path
 */
export async function folderOf(root: OpenRoot, cwd: string): Promise<string> {
	const pinned = await openPath(root, cwd, { followLast: true });
	try {
		if (pinned.handle === null) throw new AppError("FILE_NOT_FOUND", "There is no such folder to work in", { details: { field: "cwd" } });
		if (!(await pinned.handle.stat()).isDirectory())
			throw new AppError("NOT_A_DIRECTORY", "The folder to work in is a file", { details: { field: "cwd" } });
		return pinned.parts.join("/");
	} finally {
		await pinned.close();
	}
}
