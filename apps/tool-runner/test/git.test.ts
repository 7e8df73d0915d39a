import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { author, test } from "./repository.ts";

test("status tells the branch and what changed in the work tree and in the index", async ({ repository }) => {
	const { call, git } = await repository(
		"echo two >> a.txt; mkdir new; echo n > new/b.txt; echo s > staged; git add staged; ln -s /etc link",
	);
	const { status, body } = await call("GET", "/git/status");
	expect([status, body]).toEqual([
		200,
		{
			branch: "main",
			oid: (await git("rev-parse", "HEAD")).trim(),
			upstream: null,
			ahead: 0,
			behind: 0,
			clean: false,
			truncated: false,
			submodules: [],
			entries: [
				{ path: "a.txt", index: ".", worktree: "M", kind: "ordinary" },
				{ path: "staged", index: "A", worktree: ".", kind: "ordinary" },
				{ path: "link", index: "?", worktree: "?", kind: "untracked" },
				{ path: "new/", index: "?", worktree: "?", kind: "untracked" },
			],
		},
	]);
});

test("status counts commits ahead of and behind the upstream, and shows renames and conflicts", async ({ repository }) => {
	const { call } = await repository(`
		git branch base; git config branch.main.remote .; git config branch.main.merge refs/heads/base
		git mv a.txt "b c.txt"; git commit -q -m renamed; echo x > x; git add x; git commit -q -m x
		git checkout -q -b other; echo other > x; git commit -q -a -m o; git checkout -q main; echo ours > x; git commit -q -a -m m
		git merge other > /dev/null || true; git mv "b c.txt" d.txt`);
	const { body } = await call("GET", "/git/status");
	expect(body).toMatchObject({
		branch: "main",
		upstream: "base",
		ahead: 3,
		behind: 0,
		entries: [
			{ path: "d.txt", origPath: "b c.txt", kind: "renamed", index: "R" },
			{ path: "x", kind: "unmerged", index: "U", worktree: "U" },
		],
	});
});

test("before the first commit there is a branch, no commit and an empty log", async ({ repository }) => {
	const { call } = await repository("rm -rf .git; git init -q -b start .");
	expect((await call("GET", "/git/status")).body).toMatchObject({ branch: "start", oid: null, entries: [{ path: "a.txt" }] });
	expect((await call("GET", "/git/log")).body).toEqual({ commits: [] });
	expect((await call("GET", "/git/branch")).body).toEqual({ current: "start", branches: [] });
	expect((await call("GET", "/git/diff?staged=true")).body).toEqual({ files: [], patch: "", truncated: false });
});

test("diff shows each file with its hunks, under any name", async ({ repository }) => {
	const { call } = await repository(`
		printf 'l1\\nl2\\nl3\\n' > "tab	é \\"q.txt"; printf '\\0\\1' > bin; mkdir d; seq 20 > d/old; echo f > file; git add .; git commit -q -m two
		printf 'l1\\nX\\nl3\\n' > "tab	é \\"q.txt"; printf '\\0\\2' > bin; git mv d/old d/new; rm a.txt; rm file; ln -s a.txt file; git add -A`);
	const { status, body } = await call("GET", "/git/diff?staged=true&context=1");
	expect(status).toBe(200);
	expect(body).toMatchObject({
		truncated: false,
		patch: expect.stringContaining("Binary files a/bin and b/bin differ"),
		files: [
			{
				path: "a.txt",
				type: "delete",
				linesAdded: 0,
				linesRemoved: 1,
				hunks: [{ oldStart: 1, oldLines: 1, newStart: 0, newLines: 0, lines: ["-one"] }],
			},
			{ path: "bin", type: "modify", isBinary: true, hunks: [] },
			{ path: "d/new", origPath: "d/old", type: "modify", linesAdded: 0, linesRemoved: 0, hunks: [] },
			{ path: "file", type: "modify", hunks: [{ lines: ["-f"] }, { lines: ["+a.txt", "\\ No newline at end of file"] }] },
			{
				path: 'tab\té "q.txt',
				preview: "@@ -1,3 +1,3 @@\n l1\n-l2\n+X\n l3",
				hunks: [{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines: [" l1", "-l2", "+X", " l3"] }],
			},
		],
	});
});

test("diff compares the work tree, the index, a commit or two commits, and a single path", async ({ repository }) => {
	const { call } = await repository(`
		echo two > a.txt; echo b > b; git add .; git commit -q -m second; git tag v1; echo three > a.txt; git add a.txt; echo four > a.txt; echo bb > b`);
	const linesOf = async (query: string) => {
		const { body } = await call("GET", `/git/diff?${query}`);
		const { files } = body as { files: { path: string; hunks: { lines: string[] }[] }[] };
		return Object.fromEntries(files.map(({ path, hunks }) => [path, hunks.flatMap(({ lines }) => lines).join(" ")]));
	};
	expect(await linesOf("")).toEqual({ "a.txt": "-three +four", b: "-b +bb" });
	expect(await linesOf("path=b")).toEqual({ b: "-b +bb" });
	expect(await linesOf("staged=true")).toEqual({ "a.txt": "-two +three" });
	expect(await linesOf("from=HEAD")).toEqual({ "a.txt": "-two +four", b: "-b +bb" });
	expect(await linesOf("from=HEAD~1&to=v1")).toEqual({ "a.txt": "-one +two", b: "+b" });
	expect(await linesOf("to=HEAD~1")).toEqual({ "a.txt": "-two +one", b: "-b" });
	expect(await linesOf("from=HEAD~1&staged=true")).toEqual({ "a.txt": "-one +three", b: "+b" });
	expect((await call("GET", "/git/diff?staged=true&to=v1")).body).toMatchObject({ error: { details: { fields: [{ field: "to" }] } } });
});

test("a file that was only touched is no change", async ({ repository }) => {
	const { call } = await repository("echo b > b; git add b; git commit -q -m b; touch -d 2020-01-01 a.txt; echo c > b");
	expect((await call("GET", "/git/diff")).body).toMatchObject({ files: [{ path: "b", hunks: [{ lines: ["-b", "+c"] }] }] });
	const touched = await repository("touch -d 2020-01-01 a.txt");
	expect((await touched.call("GET", "/git/diff")).body).toEqual({ files: [], patch: "", truncated: false });
	expect((await touched.call("GET", "/git/status")).body).toMatchObject({ clean: true });
});

test("a diff above 1 MiB is cut and says so, with every file counted", async ({ repository }) => {
	const { call } = await repository("seq 300000 > big; seq 5000 > z; git add -A");
	const { body } = await call("GET", "/git/diff?staged=true");
	const { files, patch, truncated } = body as { files: object[]; patch: string; truncated: boolean };
	expect(truncated).toBe(true);
	expect(patch.length).toBeLessThanOrEqual(1_048_576);
	expect(files).toMatchObject([
		{ path: "big", linesAdded: 300_000, isCut: true, hunks: [] },
		{ path: "z", linesAdded: 5_000, isCut: true, hunks: [] },
	]);
});

test("log tells commits, newest first, page by page and for one path", async ({ repository }) => {
	const { call, git } = await repository(`
		echo b > b; git add b; git commit -q -m 'second

body line 1
body line 2'; git commit -q --allow-empty -m third`);
	const { status, body } = await call("GET", "/git/log?limit=2");
	const [head, second] = (await git("log", "--format=%H")).trim().split("\n");
	expect([status, body]).toMatchObject([
		200,
		{
			commits: [
				{ oid: head, parents: [second], subject: "third", body: "" },
				{
					oid: second,
					author: { name: "Bo", email: "bo@example.org" },
					date: "2026-01-02T03:04:05+01:00",
					subject: "second",
					body: "body line 1\nbody line 2",
				},
			],
		},
	]);
	expect((await call("GET", "/git/log?skip=2")).body).toMatchObject({ commits: [{ subject: "first", parents: [] }] });
	expect((await call("GET", "/git/log?path=b")).body).toMatchObject({ commits: [{ subject: "second" }] });
	expect((await call("GET", `/git/log?ref=${second?.slice(0, 8)}&limit=1`)).body).toMatchObject({ commits: [{ subject: "second" }] });
});

test("branches come by name, with the current one and their upstream", async ({ repository }) => {
	const { call, git } = await repository(
		"git branch -q feature/x; git config branch.main.remote .; git config branch.main.merge refs/heads/feature/x",
	);
	const oid = (await git("rev-parse", "HEAD")).trim();
	expect((await call("GET", "/git/branch")).body).toEqual({
		current: "main",
		branches: [
			{ name: "feature/x", oid, current: false, upstream: null },
			{ name: "main", oid, current: true, upstream: "feature/x" },
		],
	});
	await git("checkout", "-q", "--detach");
	expect((await call("GET", "/git/branch")).body).toMatchObject({ current: null });
	expect((await call("GET", "/git/status")).body).toMatchObject({ branch: null, oid });
});

test("add stages new, changed and deleted files below the paths, and nothing else", async ({ repository }) => {
	const { change, git } = await repository(`
		mkdir d; echo 1 > d/gone; echo 1 > d/turns; git add .; git commit -q -m two
		rm d/gone d/turns; mkdir d/turns; echo n > d/turns/x; echo n > d/-rf; echo n > 'd/:(top)*'; echo n > other; echo two > a.txt; echo '*.log' > .gitignore; echo l > d/x.log`);
	const reply = await change("git.add", "/git/add", { paths: ["d", "a.txt"] });
	const staged = ["a.txt", "d/-rf", "d/:(top)*", "d/gone", "d/turns", "d/turns/x"];
	expect([reply.status, reply.body]).toEqual([200, { staged }]);
	expect((await git("diff", "--cached", "--name-only")).trim().split("\n")).toEqual(staged);
	expect((await change("git.add", "/git/add", { paths: ["."] })).body).toEqual({ staged: [".gitignore", ...staged, "other"].sort() });
});

test("commit commits what is staged, in the name of the person", async ({ repository }) => {
	const { change, git } = await repository("echo two > a.txt; git add a.txt; echo three > a.txt; echo u > untracked");
	const reply = await change("git.commit", "/git/commit", { message: "Say two\n\n# not a comment", author });
	const oid = (await git("rev-parse", "HEAD")).trim();
	expect([reply.status, reply.body]).toEqual([201, { oid, subject: "Say two", files: 1 }]);
	expect(await git("log", "-1", "--format=%an <%ae> %cn <%ce>%n%B")).toBe(
		"Ann Lee <ann@example.org> Ann Lee <ann@example.org>\nSay two\n\n# not a comment\n\n",
	);
	expect(await git("status", "--porcelain")).toBe(" M a.txt\n?? untracked\n");
});

test("commit with paths commits exactly these, new and deleted ones too, and leaves what else is staged", async ({ repository }) => {
	const { change, git } = await repository(`
		echo g > gone; git add .; git commit -q -m two
		echo s > staged; git add staged; echo n > new; rm gone; echo two > a.txt; git add a.txt; echo more > a.txt`);
	const reply = await change("git.commit", "/git/commit", { message: "Some", paths: ["new", "gone", "a.txt"], author });
	expect([reply.status, reply.body]).toMatchObject([201, { subject: "Some", files: 3 }]);
	expect((await git("show", "--name-status", "--format=")).trim()).toBe("M\ta.txt\nD\tgone\nA\tnew");
	expect(await git("status", "--porcelain")).toBe("A  staged\n");
});

test("the first commit and the end of a merge are commits too", async ({ repository }) => {
	const first = await repository("rm -rf .git; git init -q -b main .");
	const reply = await first.change("git.commit", "/git/commit", { message: "start", paths: ["."], author });
	expect([reply.status, reply.body]).toMatchObject([201, { oid: (await first.git("rev-parse", "HEAD")).trim(), files: 1 }]);
	const merge = await repository(`
		git checkout -q -b o; echo o > a.txt; git commit -q -a -m o; git checkout -q main; echo m > a.txt; git commit -q -a -m m
		git merge o > /dev/null || true`);
	const conflict = await merge.change("git.commit", "/git/commit", { message: "merged", author });
	expect(conflict.body).toMatchObject({ error: { code: "GIT_FAILED", details: { reason: "unmerged" } } });
	await writeFile(join(merge.path, "a.txt"), "both\n");
	expect((await merge.change("git.add", "/git/add", { paths: ["a.txt"] })).status).toBe(200);
	const partial = await merge.change("git.commit", "/git/commit", { message: "merged", paths: ["a.txt"], author });
	expect(partial.body).toMatchObject({ error: { code: "GIT_FAILED", details: { reason: "merging" } } });
	expect((await merge.change("git.commit", "/git/commit", { message: "merged", author })).status).toBe(201);
	expect((await merge.git("log", "-1", "--format=%P")).trim().split(" ")).toHaveLength(2);
});

test("a commit of a staged rename by its new path takes the old one along", async ({ repository }) => {
	const { change, git } = await repository(
		"seq 20 > old; seq 30 > kept; git add .; git commit -q -m two; git mv old new; git mv kept moved",
	);
	const reply = await change("git.commit", "/git/commit", { message: "Rename", paths: ["new"], author });
	expect([reply.status, reply.body]).toMatchObject([201, { files: 2 }]);
	expect((await git("show", "--name-status", "--format=", "-M")).trim()).toBe("R100\told\tnew");
	expect(await git("status", "--porcelain")).toBe("R  kept -> moved\n");
});

test("a submodule is told, and what was not looked at in it", async ({ repository }) => {
	const { call, sh } = await repository(`
		git init -q -b main sub; (cd sub; echo s > s; git add .; git commit -q -m s)
		git -c advice.addEmbeddedRepo=false add sub; git commit -q -m sub; echo changed > sub/s`);
	const status = async () => (await call("GET", "/git/status")).body;
	expect(await status()).toMatchObject({ clean: false, entries: [], submodules: ["sub"] });
	await sh("cd sub; git commit -q -a -m two");
	expect(await status()).toMatchObject({ clean: false, entries: [{ path: "sub", worktree: "M" }], submodules: ["sub"] });
	expect((await call("GET", "/git/diff")).body).toMatchObject({ files: [{ path: "sub" }] });
});

test("with nothing staged there is nothing to commit", async ({ repository }) => {
	const { change } = await repository("echo two > a.txt");
	const none = await change("git.commit", "/git/commit", { message: "none", author });
	expect([none.status, none.body]).toMatchObject([409, { error: { code: "NOTHING_TO_COMMIT" } }]);
	expect((await change("git.commit", "/git/commit", { message: "all", paths: ["a.txt"], author })).status).toBe(201);
	expect((await change("git.commit", "/git/commit", { message: "again", paths: ["a.txt"], author })).body).toMatchObject({
		error: { code: "NOTHING_TO_COMMIT" },
	});
});

test("a .git that was not there at registration is not used until an operator trusts it", async ({ repository }) => {
	const repo = await repository("", { gitState: "none" });
	const replies = [await repo.call("GET", "/git/status"), await repo.change("git.add", "/git/add", { paths: ["a.txt"] })];
	for (const { status, body } of replies) expect([status, body]).toMatchObject([409, { error: { code: "GIT_DIR_UNTRUSTED" } }]);
});
