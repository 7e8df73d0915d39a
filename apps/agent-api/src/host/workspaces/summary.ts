import type { ReplyOf } from "@webhand/contracts/routes";
import type { Execution } from "@webhand/contracts/tools/executions";
import type {
	deleteFileRoute,
	FileDiff,
	listFilesRoute,
	makeFolderRoute,
	patchFilesRoute,
	readFileRoute,
	writeFileRoute,
} from "@webhand/contracts/tools/files";
import type { gitAddRoute, gitBranchRoute, gitCommitRoute, gitDiffRoute, gitLogRoute, gitStatusRoute } from "@webhand/contracts/tools/git";
import type { McpCall } from "@webhand/contracts/tools/mcp";
import type { searchFilesRoute } from "@webhand/contracts/tools/search";

/** The replies of tools, by tool. */
export type Replies = {
	readonly "fs.list": ReplyOf<typeof listFilesRoute>;
	readonly "fs.read": ReplyOf<typeof readFileRoute>;
	readonly "fs.write": ReplyOf<typeof writeFileRoute>;
	readonly "fs.apply_patch": ReplyOf<typeof patchFilesRoute>;
	readonly "fs.mkdir": ReplyOf<typeof makeFolderRoute>;
	readonly "fs.delete": ReplyOf<typeof deleteFileRoute>;
	readonly "search.grep": ReplyOf<typeof searchFilesRoute>;
	readonly "search.glob": ReplyOf<typeof searchFilesRoute>;
	readonly "git.status": ReplyOf<typeof gitStatusRoute>;
	readonly "git.diff": ReplyOf<typeof gitDiffRoute>;
	readonly "git.log": ReplyOf<typeof gitLogRoute>;
	readonly "git.branch": ReplyOf<typeof gitBranchRoute>;
	readonly "git.add": ReplyOf<typeof gitAddRoute>;
	readonly "git.commit": ReplyOf<typeof gitCommitRoute>;
	readonly "exec.run": Execution;
	readonly "mcp.call": McpCall;
};

const found = (reply: ReplyOf<typeof searchFilesRoute>) =>
	reply.type === "grep" ? many(reply.matches.length, "match", "matches") : many(reply.paths.length, "file");

const summaries: { readonly [Tool in keyof Replies]: (reply: Replies[Tool]) => string } = {
	"fs.list": ({ entries }) => many(entries.length, "entry", "entries"),
	"fs.read": ({ bytes }) => sizeOf(bytes),
	"fs.write": ({ created, bytes }) => `${created ? "created" : "changed"}, ${sizeOf(bytes)}`,
	"fs.apply_patch": ({ files }) => many(files.length, "file"),
	"fs.mkdir": ({ created }) => (created ? "created" : "was there"),
	"fs.delete": ({ deletionId, entriesDeleted }) =>
		deletionId === null ? `${many(entriesDeleted, "entry", "entries")} deleted` : "goes on in the background",
	"search.grep": found,
	"search.glob": found,
	"git.status": ({ clean, entries, submodules }) =>
		clean ? "clean" : `${many(entries.length, "changed path")}${submodules.length > 0 ? ", submodules not looked at" : ""}`,
	"git.diff": ({ files }) => many(files.length, "file"),
	"git.log": ({ commits }) => many(commits.length, "commit"),
	"git.branch": ({ branches }) => many(branches.length, "branch", "branches"),
	"git.add": ({ staged }) => `${many(staged.length, "path")} staged`,
	"git.commit": ({ oid, files }) => `${oid.slice(0, 12)}, ${many(files, "file")}`,
	"exec.run": ({ state, exitCode }) => (exitCode === null ? state : `${state}, exit code ${exitCode}`),
	"mcp.call": ({ state }) => state,
};

/** What a call answered, in a few words for its history: never a file's content. @throws never */
export function summaryOf<Tool extends keyof Replies>(tool: Tool, reply: Replies[Tool]): string {
	return summaries[tool](reply);
}

/** The changes of files that a reply tells of, without their hunks. @throws never */
export function diffsOf(reply: Replies[keyof Replies]): readonly Omit<FileDiff, "hunks">[] {
	if ("diff" in reply) return [withoutHunks(reply.diff)];
	if ("applied" in reply) return reply.files.map(({ previousHash: _before, hash: _after, fuzz: _fuzz, ...diff }) => withoutHunks(diff));
	return [];
}

const withoutHunks = ({ hunks: _hunks, ...diff }: FileDiff) => diff;

const many = (count: number, one: string, more = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : more}`;

function sizeOf(bytes: number): string {
	if (bytes < 1_000) return `${bytes} B`;
	return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
