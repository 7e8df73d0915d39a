import type { searchFilesRoute } from "@webhand/contracts/tools/search";
import { AppError } from "@webhand/service-kit/errors";
import type { z } from "zod";
import type { Place } from "../calls/engine.ts";
import { timeOf } from "../files/list.ts";
import { openPath } from "../files/open.ts";
import { isProtectedName } from "../files/policy.ts";
import { walk } from "../files/walk.ts";
import type { Sandbox } from "../sandbox/engine.ts";
import type { Sandboxed } from "../sandbox/spawn.ts";
import type { OpenRoot } from "../workspaces/root.ts";
import { collectMatches, compareText } from "./matches.ts";
import type { PatternRefusal, SearchSpec } from "./policy.ts";
import { patternProblem, refusalIn, searchArgs } from "./policy.ts";
import { recordsOf } from "./records.ts";

export type SearchRequest = Omit<z.output<typeof searchFilesRoute.body>, "workspaceId" | "sessionId">;
export type SearchReply = z.output<typeof searchFilesRoute.reply>;

type Reason = SearchReply["truncatedReason"];
type FoundPath = Extract<SearchReply, { type: "glob" }>["paths"][number];

const limits = {
	ms: 10_000,
	replyBytes: 4_194_304,
	recordBytes: 8_388_608,
	readBytes: 33_554_432,
	stderrBytes: 65_536,
	looksAtOnce: 16,
} as const;
/** What bubblewrap says of a program that a failed allocation has ended: 128 and SIGABRT. */
const abortedCode = 134;
const environment = { PATH: "/usr/bin:/bin", HOME: "/tmp", LANG: "C.UTF-8" };

/**
 * Searches in files, or for names, with ripgrep in the sandbox. Links are not followed, `.git` is not searched. What is found when a limit
 * is reached is the reply, `truncated`.
 *
 * @throws AppError of the path, SEARCH_PATTERN_INVALID with `details.position`, SANDBOX_UNAVAILABLE, PROGRAM_MISSING
 */
export async function searchIn(
	sandbox: Sandbox,
	{ root, sharer, signal }: Pick<Place, "root" | "sharer" | "signal">,
	request: SearchRequest,
): Promise<SearchReply> {
	const { type, pattern, glob = [], regex, caseSensitive, context, hidden, noIgnore } = request;
	const problem = patternProblem({ type, pattern, glob });
	if (problem !== undefined) throw refused(problem);
	const parts = await resolve(root, request.path);
	const spec = { type, pattern, glob, parts, regex, caseSensitive, context, hidden, noIgnore };
	const started = performance.now();
	const done = { durationMs: 0, truncated: false };
	if (type === "grep") {
		const matches = collectMatches({ matches: request.maxResults, bytes: limits.replyBytes, context });
		const reason = await run({ sandbox, root, sharer, signal }, spec, matches.add);
		return { type, matches: matches.sorted(), ...done, ...ended(reason, started) };
	}
	const names: string[] = [];
	const reason = await run({ sandbox, root, sharer, signal }, spec, (record) => {
		if (names.length === request.maxResults) return "matches";
		names.push(record.toString().replace(/^\.\//, ""));
		return undefined;
	});
	const paths = await lookAt(root, names.sort(compareText));
	return { type, paths, ...done, ...ended(reason, started) };
}

function ended(truncatedReason: Reason, started: number) {
	return { truncated: truncatedReason !== null, truncatedReason, durationMs: Math.round(performance.now() - started) };
}

const refused = ({ code, message, details }: PatternRefusal) => new AppError(code, message, { details });

/** The parts of the path with its links resolved: ripgrep follows a link that it is given. */
async function resolve(root: OpenRoot, path: string): Promise<readonly string[]> {
	const pinned = await openPath(root, path, { followLast: true });
	await pinned.close();
	if (pinned.handle === null) throw new AppError("FILE_NOT_FOUND", "There is nothing at this path");
	if (pinned.parts.some(isProtectedName))
		throw new AppError("PATH_NOT_ALLOWED", "The .git folder is not searched", { details: { reason: "protected" } });
	return pinned.parts;
}

type Host = Pick<Place, "root" | "sharer" | "signal"> & { readonly sandbox: Sandbox };

/** Runs ripgrep and hands over its records until `add` wants no more. @returns why it was stopped, null when it came to its end */
async function run(
	{ sandbox, root, sharer, signal }: Host,
	spec: SearchSpec,
	add: (record: Buffer) => Reason | undefined,
): Promise<Reason> {
	const call = { program: "rg" as const, args: searchArgs(spec), root, sharer, isWritable: false, environment };
	const running = await sandbox.start({ ...call, limitMs: limits.ms + 5_000 }, signal);
	let reason: Reason = null;
	let read = 0;
	const stop = (why: Reason) => {
		reason ??= why;
		running.stop(why === "time" ? "timed_out" : "output_limit", 0);
	};
	const timer = setTimeout(() => stop("time"), limits.ms);
	const said = collect(running);
	try {
		const separator = spec.type === "grep" ? 0x0a : 0;
		const onCut = () => {
			reason ??= "bytes";
		};
		for await (const record of recordsOf(running.stdout, { separator, most: limits.recordBytes, onCut })) {
			read += record.length;
			// Lines with very many hits take long to read, and all others wait meanwhile.
			const why = read > limits.readBytes ? "bytes" : add(record);
			if (why == null) continue;
			stop(why);
			break;
		}
	} finally {
		clearTimeout(timer);
		running.stdout.destroy();
	}
	const { kind, code } = await running.ended;
	signal.throwIfAborted();
	const problem = refusalIn(said());
	if (problem !== undefined) throw refused(problem);
	// A line with millions of hits takes more memory than ripgrep may have.
	if (reason === null && (kind === "output_limit" || (kind === "exited" && code === abortedCode))) return "bytes";
	// 1: nothing was found; 2: something could not be read. The sandbox itself ends with 1 too, but says why.
	const hasRun = kind === "exited" && (code === 0 || code === 2 || (code === 1 && said() === ""));
	if (reason === null && !hasRun)
		throw new AppError("SANDBOX_UNAVAILABLE", "The search could not be run", { details: { reason: "START" }, retryAfterSeconds: 60 });
	return reason;
}

function collect({ stderr }: Sandboxed): () => string {
	const chunks: Buffer[] = [];
	let bytes = 0;
	stderr
		.on("error", () => undefined)
		.on("data", (chunk: Buffer) => {
			bytes += chunk.length;
			if (bytes <= limits.stderrBytes) chunks.push(chunk);
		});
	return () => Buffer.concat(chunks).toString();
}

/** Size and time of files by descriptors; what has gone meanwhile is left out. */
async function lookAt(root: OpenRoot, names: readonly string[]): Promise<FoundPath[]> {
	const found: FoundPath[] = [];
	for (let at = 0; at < names.length; at += limits.looksAtOnce) {
		const looked = await Promise.all(names.slice(at, at + limits.looksAtOnce).map((name) => factsOf(root, name)));
		found.push(...looked.filter((entry) => entry !== null));
	}
	return found;
}

async function factsOf(root: OpenRoot, path: string): Promise<FoundPath | null> {
	const pinned = await walk(root, path.split("/"), { followLast: false }).catch(() => null);
	try {
		const facts = await pinned?.handle?.stat();
		return facts?.isFile() === true ? { path, size: facts.size, mtime: timeOf(Math.round(facts.mtimeMs)) } : null;
	} finally {
		await pinned?.close();
	}
}
