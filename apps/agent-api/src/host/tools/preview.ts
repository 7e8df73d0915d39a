import { hash } from "node:crypto";
import type { Seen } from "@webhand/contracts/tools/define-tool";
import { runCommand } from "@webhand/contracts/tools/executions";
import type { FileDiff, Patch } from "@webhand/contracts/tools/files";
import { deleteFile, listFiles, mostCounted, patchFiles, readFile, writeFile } from "@webhand/contracts/tools/files";
import { gitCommit, gitDiff, gitStatus } from "@webhand/contracts/tools/git";
import { AppError } from "@webhand/service-kit/errors";
import type { z } from "zod";
import { hide } from "../../policy/secrets/find.ts";
import type { StoredApproval } from "../approvals/row.ts";
import type { HostDeps } from "../client.ts";
import { readUnlogged } from "../client.ts";
import type { Ask } from "../upstream.ts";
import type { AgentCaller, PreparedCall } from "./ports.ts";

/** What a change would do, and what of it the server puts into the request, so that exactly what was shown happens. */
export type Foreseen = Pick<Seen, "entries"> & {
	readonly diff?: readonly FileDiff[];
	readonly frozen: Readonly<Record<string, unknown>>;
	/** How much of the change is not in `diff`, in words. */
	readonly notShown?: readonly string[];
	/** The entries of a folder that is to be deleted. */
	readonly listed?: readonly string[];
};

/** Looks at a change before anybody is asked. @throws AppError that the change itself would be refused with */
export async function foresee(deps: HostDeps, caller: AgentCaller, call: PreparedCall): Promise<Foreseen> {
	const { request, sessionId, workspaceId, secrets = [] } = caller;
	const look = (act: (ask: Ask, id: typeof workspaceId) => Promise<Foreseen>) =>
		readUnlogged(deps, { request, target: { workspaceId, sessionId } }, act);
	const { tool, args } = call;
	switch (tool) {
		case writeFile.name:
			return await look(async (ask, id) => {
				const body = { ...(args as z.output<typeof writeFile.arguments>), dryRun: true };
				const { diff, previousHash } = await ask(writeFile.runnerRoute, { params: { id }, body });
				return { ...shown([diff], secrets), frozen: { expectedHash: previousHash } };
			});
		case patchFiles.name:
			return await look(async (ask, id) => {
				const { files } = await ask(patchFiles.runnerRoute, { params: { id }, body: { ...(args as Patch), dryRun: true } });
				const hashes = files.flatMap(({ path, previousHash }) => (previousHash === null ? [] : [[path, previousHash] as const]));
				const diffs = files.map(({ previousHash: _before, hash: _after, fuzz: _fuzz, ...diff }) => diff);
				return { ...shown(diffs, secrets), frozen: { expectedHashes: Object.fromEntries(hashes) } };
			});
		case deleteFile.name:
			return await look((ask, id) => deletionOf(ask, id, String(args["path"])));
		case gitCommit.name:
			return await look((ask, id) => commitOf(ask, id, { paths: args["paths"] as readonly string[] | undefined, secrets }));
		case runCommand.name:
			return { frozen: { cwd: args["cwd"] } };
		default:
			return { frozen: {} };
	}
}

/** A file by its hash; a folder, and what has none, by the digest of what is there. */
async function deletionOf(ask: Ask, id: AgentCaller["workspaceId"], path: string): Promise<Foreseen> {
	try {
		const query = { path, depth: 5, hidden: true, limit: mostCounted };
		const { entries, truncated } = await ask(listFiles.runnerRoute, { params: { id }, query });
		return {
			entries: truncated ? mostCounted + 1 : entries.length,
			listed: entries.map((entry) => entry.path),
			frozen: { seen: digestOf(entries) },
			...(truncated ? { notShown: [`the entries of ${path} after the first ${mostCounted.toLocaleString("en")}`] } : {}),
		};
	} catch (cause) {
		if (!(cause instanceof AppError) || cause.code !== "NOT_A_DIRECTORY") throw cause;
		const {
			hash: found,
			size,
			mtime,
		} = await ask(readFile.runnerRoute, { params: { id }, query: { path, offset: 0, limit: 1, encoding: "auto" } });
		return { entries: null, frozen: found === null ? { seen: digestOf([size, mtime]) } : { expectedHash: found } };
	}
}

type Commit = { readonly paths: readonly string[] | undefined; readonly secrets: readonly string[] };

/** What a commit would hold: the change that is staged, or that of `paths`, bound to the head and to the state of the index. */
async function commitOf(ask: Ask, id: AgentCaller["workspaceId"], { paths, secrets }: Commit): Promise<Foreseen> {
	const { oid, branch, entries } = await ask(gitStatus.runnerRoute, { params: { id }, query: {} });
	const wish = paths === undefined || oid === null ? { staged: paths === undefined } : { staged: false, from: "HEAD" };
	const { files, patch, truncated } = await ask(gitDiff.runnerRoute, { params: { id }, query: { ...wish, context: 3 } });
	const isMeant = (path: string) => paths === undefined || paths.some((one) => isBelow(path, one));
	const meant = files.filter(({ path, origPath = path }) => isMeant(path) || isMeant(origPath));
	const fresh =
		paths === undefined
			? []
			: entries.filter(({ path, kind }) => kind === "untracked" && (isMeant(path) || paths.some((one) => isBelow(one, path))));
	const found = await Promise.all(fresh.slice(0, mostFresh).map(({ path }) => freshFile(ask, id, path)));
	const { diff, notShown = [] } = shown(meant, secrets);
	return {
		diff,
		frozen: { seen: digestOf([oid, branch, entries.filter(({ path }) => isMeant(path)), paths === undefined ? patch : meant, found]) },
		notShown: [
			...notShown,
			...(truncated ? ["the end of this change, which is too long"] : []),
			...fresh.map(({ path }) => `the content of the new file or folder ${path}`),
		],
	};
}

const mostFresh = 50;
const isBelow = (path: string, folder: string) => path === folder || folder === "." || path.startsWith(`${folder.replace(/\/$/, "")}/`);

/** The hash of an untracked file, or what lies in an untracked folder. */
async function freshFile(ask: Ask, id: AgentCaller["workspaceId"], path: string): Promise<unknown> {
	if (path.endsWith("/")) {
		const query = { path: path.slice(0, -1), depth: 5, hidden: true, limit: mostCounted };
		return (await ask(listFiles.runnerRoute, { params: { id }, query })).entries;
	}
	const {
		hash: found,
		size,
		mtime,
	} = await ask(readFile.runnerRoute, { params: { id }, query: { path, offset: 0, limit: 1, encoding: "auto" } });
	return found ?? [size, mtime];
}

const digestOf = (value: unknown) => hash("sha256", JSON.stringify(value));

/**
 * Voids an approval whose folder, index or work tree is another one than was shown.
 *
 * @throws AppError HASH_MISMATCH
 */
export async function refuseChanged(
	deps: HostDeps,
	caller: AgentCaller,
	{ call, row }: { readonly call: PreparedCall; readonly row: StoredApproval },
): Promise<void> {
	const seen = row.frozen?.["seen"];
	if (seen === undefined || row.status !== "approved" || row.usesLeft === 0) return;
	if ((await foresee(deps, caller, call)).frozen["seen"] === seen) return;
	const { approvals, now } = deps.approvals;
	await approvals.use({ ...row, grantJti: "void", at: now() });
	await approvals.settle(row, "error:HASH_MISMATCH", now());
	throw new AppError("HASH_MISMATCH", "What was shown has changed since. Ask again");
}

const [mostLines, mostCharacters] = [20_000, 500_000];

/** Diffs to store without the person's own secrets, within 20,000 lines and 500,000 characters in all; and how much that leaves out. */
function shown(
	diffs: readonly FileDiff[],
	secrets: readonly string[],
): { readonly diff: readonly FileDiff[]; readonly notShown?: readonly string[] } {
	let lines = mostLines;
	let characters = mostCharacters;
	const notShown: string[] = [];
	const diff = diffs.map((file) => {
		let changed = 0;
		const hunks = file.hunks.flatMap((hunk) => {
			const kept = hunk.lines
				.map((text) => hide(text, secrets))
				.filter((line) => {
					lines -= 1;
					characters -= line.length;
					return lines >= 0 && characters >= 0;
				});
			changed += kept.filter((line) => /^[+-]/.test(line)).length;
			return kept.length === 0 ? [] : [{ ...hunk, lines: kept }];
		});
		const left = file.linesAdded + file.linesRemoved - changed;
		if (file.isBinary === true) notShown.push(`the content of ${file.path}, which is no text`);
		else if (left > 0) notShown.push(`${left.toLocaleString("en")} changed ${left === 1 ? "line" : "lines"} of ${file.path}`);
		return { ...file, preview: hide(file.preview, secrets), hunks, ...(left > 0 ? { isCut: true } : {}) };
	});
	return { diff, ...(notShown.length === 0 ? {} : { notShown }) };
}

/** A request with what the server put into it when it asked, where the call itself still leaves that open. @throws never */
export function completed(
	{ args, facts }: PreparedCall,
	frozen: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
	const { cwd, expectedHash, expectedHashes } = frozen;
	const isFolderOpen = facts !== undefined && "isDefaultFolder" in facts && facts.isDefaultFolder;
	return {
		...args,
		...(cwd !== undefined && isFolderOpen ? { cwd } : {}),
		...(expectedHash !== undefined && args["expectedHash"] === undefined ? { expectedHash } : {}),
		...(expectedHashes === undefined
			? {}
			: { expectedHashes: { ...(expectedHashes as object), ...(args["expectedHashes"] as object | undefined) } }),
	};
}
