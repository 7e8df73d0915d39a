import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { TestRepository } from "./repository.ts";
import { author, test as base } from "./repository.ts";
import type { Reply } from "./runner.ts";

const test = base
	.extend("rows", { scope: "file" }, ({ runner }) => {
		/** The rows of a workspace's chain in the audit. */
		return async ({ id }: TestRepository) => await runner.audit.find({ chain: id }).sort({ seq: 1 }).toArray();
	})
	/** One repository for all that must not change it. */
	.extend("one", { scope: "file" }, ({ repository }) =>
		repository("ln -s /etc out; ln -s a.txt link; printf 'out\\nlink\\n' >> .git/info/exclude"),
	);

const codeOf = ({ status, body }: Reply) => {
	const { error } = body as { error?: { code: string; details?: { reason?: string } } };
	return error === undefined ? status : [error.code, error.details?.reason];
};

const reads = ["/git/status", "/git/diff", "/git/log", "/git/branch"];

/** What each endpoint says. */
async function askAll({ call, change }: TestRepository) {
	const replies = await Promise.all(reads.map((path) => call("GET", path)));
	replies.push(await change("git.add", "/git/add", { paths: ["a.txt"] }));
	replies.push(await change("git.commit", "/git/commit", { message: "m", author }));
	return replies.map(codeOf);
}

test.for([
	["is missing", "rm -rf .git", ["NOT_A_REPOSITORY", "none"]],
	["is a file", "mv .git real; echo gitdir: real > .git", ["NOT_A_REPOSITORY", "elsewhere"]],
	["is a link", "mv .git real; ln -s real .git", ["NOT_A_REPOSITORY", "elsewhere"]],
	["is an empty folder", "rm -rf .git; mkdir .git", ["NOT_A_REPOSITORY", "unreadable"]],
	["has a pipe for a head", "rm .git/HEAD; mkfifo .git/HEAD", ["GIT_DIR_UNTRUSTED", "not_a_file"]],
	["has a link for an index", "mv .git/index index; ln -s ../index .git/index", ["GIT_DIR_UNTRUSTED", "not_a_file"]],
	["has a pipe for a config", "rm .git/config; mkfifo .git/config", ["GIT_DIR_UNTRUSTED", "not_a_file"]],
	["has a link for a config", "mv .git/config config; ln -s ../config .git/config", ["GIT_DIR_UNTRUSTED", "not_a_file"]],
	["has a config of 1 MB", "yes '#' | head -c 1000000 >> .git/config", ["GIT_DIR_UNTRUSTED", "config_too_large"]],
	["has a config that git cannot read", "echo '[broken' >> .git/config", ["GIT_DIR_UNTRUSTED", "config_unreadable"]],
	[
		"has a filter whose name is no text",
		"printf '[filter \"\\377\"]\\nclean = x\\n' >> .git/config",
		["GIT_DIR_UNTRUSTED", "config_unreadable"],
	],
	[
		"has 500 filters",
		"for n in $(seq 500); do printf '[filter \"%s\"]\\nclean = x\\n' $n; done >> .git/config",
		["GIT_DIR_UNTRUSTED", "too_many_helpers"],
	],
	["includes another config", "printf '[include]\\npath = ../x\\n' >> .git/config", ["GIT_DIR_UNTRUSTED", "include"]],
	[
		"includes another config on a condition",
		"printf '[includeIf \"gitdir:/**\"]\\npath = ../x\\n' >> .git/config",
		["GIT_DIR_UNTRUSTED", "include"],
	],
	["names another work tree", "git config core.worktree /usr", ["GIT_DIR_UNTRUSTED", "worktree"]],
	["has a config for each work tree", "git config extensions.worktreeConfig true", ["GIT_DIR_UNTRUSTED", "worktree_config"]],
	["has objects elsewhere", "echo /usr > .git/objects/info/alternates", ["GIT_DIR_UNTRUSTED", "alternates"]],
	["has its objects behind a link", "mv .git/objects o; ln -s ../o .git/objects", ["GIT_DIR_UNTRUSTED", "not_a_file"]],
	["is part of another repository", "cp -r .git other; echo ../other > .git/commondir", ["GIT_DIR_UNTRUSTED", "commondir"]],
] as const)("where .git %s, git is refused everywhere", async ([, script, refusal], { repository, rows }) => {
	const repo = await repository(script);
	expect(await askAll(repo)).toEqual(Array.from({ length: 6 }, () => refusal));
	expect((await rows(repo)).filter(({ outcome }) => outcome !== null).map(({ outcome }) => outcome.split(":")[1])).toEqual(
		Array.from({ length: 6 }, () => refusal[0]),
	);
});

test("a .git that a command made is refused until an operator trusts it", async ({ repository }) => {
	expect(await askAll(await repository("", { gitState: "untrusted" }))).toEqual(
		Array.from({ length: 6 }, () => ["GIT_DIR_UNTRUSTED", "made_by_command"]),
	);
});

test("a config that turns hostile between two calls is refused at once", async ({ repository }) => {
	const repo = await repository();
	expect(codeOf(await repo.call("GET", "/git/status"))).toBe(200);
	await repo.git("config", "core.worktree", "/usr");
	expect(codeOf(await repo.call("GET", "/git/status"))).toEqual(["GIT_DIR_UNTRUSTED", "worktree"]);
	await repo.git("config", "--unset", "core.worktree");
	expect(codeOf(await repo.call("GET", "/git/status"))).toBe(200);
});

test.for([
	..."--output=/workspace/x -O --no-index --ext-diff main..HEAD HEAD:a.txt".split(" "),
	"a b",
	"@{-1}",
	"x.lock",
	"/main",
	"main\n",
	"HEAD^{/first}",
	"*",
	"refs/../x",
])("the ref %j is refused in its form", async (ref, { one: { call, sh } }) => {
	for (const path of ["/git/log?ref=", "/git/diff?from=", "/git/diff?from=HEAD&to="])
		expect(codeOf(await call("GET", path + encodeURIComponent(ref)))).toEqual(["GIT_REF_INVALID", "form"]);
	expect(await sh("ls")).toBe("a.txt\nlink\nout\n");
});

test("a ref that does not exist is refused as unknown", async ({ one: { call } }) => {
	for (const path of ["/git/log?ref=nothing", "/git/diff?from=0123456", "/git/diff?from=HEAD&to=HEAD~9"])
		expect(codeOf(await call("GET", path))).toEqual(["GIT_REF_INVALID", "unknown"]);
});

test.for([
	["../../x", "PATH_NOT_ALLOWED"],
	["/etc/passwd", "PATH_NOT_ALLOWED"],
	["a/../../x", "PATH_NOT_ALLOWED"],
	["out/hostname", "PATH_NOT_ALLOWED"],
	["a\0b", "PATH_INVALID"],
	["x".repeat(300), "PATH_INVALID"],
] as const)("the path %j is refused everywhere", async ([path, code], { one: { call, change } }) => {
	const query = encodeURIComponent(path);
	const replies = [
		await call("GET", `/git/diff?path=${query}`),
		await call("GET", `/git/log?path=${query}`),
		await change("git.add", "/git/add", { paths: ["a.txt", path] }),
		await change("git.commit", "/git/commit", { message: "m", paths: [path], author }),
	];
	expect(replies.map((reply) => (codeOf(reply) as string[])[0])).toEqual([code, code, code, code]);
});

test.for(["-x", "--output=x", ":(top)", ":!a", "*"])("the path %j is a name and nothing else", async (path, { one: { call, sh } }) => {
	expect((await call("GET", `/git/diff?path=${encodeURIComponent(path)}`)).body).toEqual({ files: [], patch: "", truncated: false });
	expect((await call("GET", `/git/log?path=${encodeURIComponent(path)}`)).body).toEqual({ commits: [] });
	expect(await sh("ls")).toBe("a.txt\nlink\nout\n");
});

test.for([
	[".git/config", ["PATH_NOT_ALLOWED", "protected"]],
	["x/.GIT/hooks/x", ["PATH_NOT_ALLOWED", "protected"]],
	["nothing", ["FILE_NOT_FOUND", undefined]],
	["link/x", ["FILE_NOT_FOUND", undefined]],
] as const)("to stage %j is refused", async ([path, refusal], { one: { change, git } }) => {
	expect(codeOf(await change("git.add", "/git/add", { paths: [path] }))).toEqual(refusal);
	expect(await git("diff", "--cached", "--name-only")).toBe("");
});

test("an ignored file and a repository inside are not staged", async ({ repository }) => {
	const { change } = await repository(
		"echo '*.log' > .gitignore; echo x > x.log; mkdir logs; echo y > logs/y.log; git init -q inner; touch inner/f",
	);
	const add = async (path: string) => codeOf(await change("git.add", "/git/add", { paths: [path] }));
	expect(await add("x.log")).toEqual(["PATH_NOT_ALLOWED", "ignored"]);
	expect(await add("inner")).toEqual(["PATH_NOT_ALLOWED", "repository"]);
	expect(await add("inner/f")).toEqual(["PATH_NOT_ALLOWED", "repository"]);
	expect(await add("logs")).toBe(200);
	expect((await change("git.add", "/git/add", { paths: ["."] })).body).toEqual({ staged: [".gitignore"] });
});

test("a file whose attributes select a filter is never staged, whether or not the filter is known", async ({ repository }) => {
	const { change, git } = await repository("echo '*.bin filter=lfs' > .gitattributes; echo b > b.bin; echo c > c");
	const reply = await change("git.add", "/git/add", { paths: ["."] });
	expect([reply.status, reply.body]).toMatchObject([409, { error: { code: "FILTER_DRIVER_REFUSED", details: { path: "b.bin" } } }]);
	expect(codeOf(await change("git.commit", "/git/commit", { message: "m", paths: ["b.bin"], author }))).toEqual([
		"FILTER_DRIVER_REFUSED",
		undefined,
	]);
	expect(await git("diff", "--cached", "--name-only")).toBe("");
});

test("while another git holds the index, changes wait and reads go on", async ({ repository }) => {
	const { call, change } = await repository("echo two > a.txt; touch .git/index.lock");
	const add = await change("git.add", "/git/add", { paths: ["a.txt"] });
	expect([codeOf(add), add.headers.get("retry-after")]).toEqual([["GIT_BUSY", "locked"], "1"]);
	expect(codeOf(await change("git.commit", "/git/commit", { message: "m", author }))).toEqual(["GIT_BUSY", "locked"]);
	expect(codeOf(await call("GET", "/git/status"))).toBe(200);
	const ref = await repository("echo two > a.txt; git add a.txt; touch .git/HEAD.lock");
	expect(codeOf(await ref.change("git.commit", "/git/commit", { message: "m", author }))).toEqual(["GIT_BUSY", "locked"]);
});

test("a change without a fitting grant, or in a workspace that is only read, does nothing", async ({
	repository,
	rows,
	runner,
	identity,
	redis,
}) => {
	// The audit has 60 refusals of a user in a minute, and the tests before were refused often.
	const as = await identity.signIn(redis.client, { tenantId: runner.user.tenantId });
	const repo = await repository("echo two > a.txt");
	const body = { message: "m", paths: ["a.txt"], author };
	expect(codeOf(await repo.call("POST", "/git/add", { as, body: { paths: ["a.txt"] } }))).toEqual(["GRANT_INVALID", "missing"]);
	// The grant covers the author: nobody commits in another's name.
	const grant = await repo.grant("git.commit", body, { sub: as.userId, sid: as.sid });
	const other = { ...body, author: { ...author, name: "Someone else" } };
	expect(codeOf(await repo.call("POST", "/git/commit", { as, body: other, headers: { "webhand-grant": grant } }))).toEqual([
		"GRANT_INVALID",
		"hash",
	]);
	expect((await rows(repo)).map(({ kind, outcome }) => [kind, outcome])).toEqual([
		["denied", "denied:GRANT_INVALID"],
		["denied", "denied:GRANT_INVALID"],
	]);
	const locked = await repository("echo two > a.txt", { readOnly: true });
	expect(codeOf(await locked.change("git.add", "/git/add", { paths: ["a.txt"] }))).toEqual(["WORKSPACE_READ_ONLY", undefined]);
	for (const { git } of [repo, locked]) expect(await git("status", "--porcelain")).toBe(" M a.txt\n");
});

test("each call leaves its rows in the audit, with paths and subject and without content", async ({ repository, rows }) => {
	const repo = await repository("echo secret-content > a.txt");
	await repo.call("GET", "/git/diff?path=a.txt");
	await repo.change("git.add", "/git/add", { paths: ["a.txt"] });
	await repo.change("git.commit", "/git/commit", { message: "Say it\n\nand more", author });
	const found = await rows(repo);
	expect(found.map(({ kind, action, target, outcome, args }) => [kind, action, target, outcome, args])).toMatchObject([
		["read", "git.diff", "a.txt", "ok", { context: 3 }],
		["intent", "git.add", "a.txt", null, { paths: ["a.txt"], pathCount: 1 }],
		["outcome", "git.add", "a.txt", "ok", {}],
		["intent", "git.commit", "", null, { subject: "Say it", author }],
		["outcome", "git.commit", "", "ok", {}],
	]);
	expect(JSON.stringify(found)).not.toContain("secret-content");
});

test("the name and the message of a commit cannot hold what git or the sandbox would read as more", async ({ repository }) => {
	const repo = await repository("echo two > a.txt; git add a.txt");
	const commit = (wish: object) => repo.change("git.commit", "/git/commit", { message: "m", author, ...wish });
	expect((await commit({ message: "a\0b" })).body).toMatchObject({ error: { details: { fields: [{ field: "message" }] } } });
	expect((await commit({ message: "--amend", author: { name: "A\0--bind\0/\0/workspace\n<x>", email: author.email } })).status).toBe(201);
	expect(await repo.git("log", "-1", "--format=%an %ae %s")).toBe("A --bind / /workspace  x ann@example.org --amend\n");
	await writeFile(join(repo.path, "a.txt"), "three\n");
	expect((await commit({ paths: ["a.txt"], author: { name: " .;<>", email: author.email } })).status).toBe(201);
	expect(await repo.git("log", "-1", "--format=%an")).toBe("ann@example.org\n");
});

test("large files and pipes in the work tree keep nobody waiting", async ({ repository }) => {
	const { call, change } = await repository(
		"truncate -s 3G huge; mkfifo pipe; head -c 60000000 /dev/urandom > random; yes | head -c 50000000 > lines; git add lines; git commit -q -m l; yes no | head -c 50000000 > lines",
	);
	const started = performance.now();
	expect((await call("GET", "/git/status")).body).toMatchObject({ entries: [{ path: "lines" }, { path: "huge" }, { path: "random" }] });
	expect((await call("GET", "/git/diff")).body).toMatchObject({ files: [{ path: "lines", isBinary: true }] });
	expect(codeOf(await change("git.add", "/git/add", { paths: ["pipe"] }))).toBe(200);
	expect(codeOf(await call("GET", "/git/status"))).toBe(200);
	expect(performance.now() - started).toBeLessThan(30_000);
});

test("a client that leaves ends the command", async ({ repository, runner, rows }) => {
	// git waits for this pipe until the time limit.
	const repo = await repository("mkfifo .gitignore");
	const leaving = new AbortController();
	const url = `${runner.url}/v1/workspaces/${repo.id}/git/status`;
	const gone = fetch(url, { headers: runner.user.headers, signal: leaving.signal }).catch(() => "gone");
	await expect.poll(() => repo.sh("pgrep -f '[s]tatus --porcelain=v2' || true")).not.toBe("");
	leaving.abort();
	expect(await gone).toBe("gone");
	await expect.poll(() => rows(repo)).toMatchObject([{ kind: "read", outcome: "error:GIT_FAILED", reason: "cancelled" }]);
});
