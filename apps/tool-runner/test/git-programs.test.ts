import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { createGitChanges } from "../src/git/changes.ts";
import { createGitReads } from "../src/git/engine.ts";
import { createRepositories } from "../src/git/repository.ts";
import type { Sandbox } from "../src/sandbox/engine.ts";
import { createSandbox } from "../src/sandbox/engine.ts";
import type { Seen } from "../src/status/engine.ts";
import { openRoot } from "../src/workspaces/root.ts";
import type { TestRepository } from "./repository.ts";
import { author, test as base } from "./repository.ts";

// Every program writes its name into a pipe of the work tree: a pipe can be written where all files are read-only.
const mark = (name: string) => `echo ${name} >> marked`;

const hooks =
	"pre-commit prepare-commit-msg commit-msg post-commit post-index-change reference-transaction post-rewrite pre-auto-gc post-checkout pre-merge-commit fsmonitor-watchman post-merge pre-applypatch update".split(
		" ",
	);

const config = `
[core]
	fsmonitor = "${mark("fsmonitor")}; false"
	pager = "${mark("pager")}; cat"
	editor = "${mark("editor")}; true"
	sshCommand = "${mark("ssh")}; false"
	askPass = "./askpass"
	gitProxy = "${mark("proxy")}; false"
	alternateRefsCommand = "${mark("alternate-refs")}; true"
	attributesFile = hostile-attributes
	untrackedCache = true
[pager]
	status = "${mark("pager-status")}; cat"
	diff = "${mark("pager-diff")}; cat"
	log = "${mark("pager-log")}; cat"
[filter "plain"]
	clean = "${mark("clean")}; cat"
	smudge = "${mark("smudge")}; cat"
	required = true
[filter "a=b"]
	clean = "${mark("clean-equals")}; cat"
	smudge = "${mark("smudge-equals")}; cat"
[filter "long"]
	process = "${mark("process")}; false"
[filter "dotted.name \\"q\\" é"]
	clean = "${mark("clean-quoted")}; cat"
[filter "by-file"]
	clean = "${mark("clean-attributes-file")}; cat"
[diff]
	external = "${mark("external")}; true"
	submodule = log
	ignoreSubmodules = none
[diff "shown"]
	command = "${mark("diff-command")}; true"
[diff "texty"]
	textconv = "${mark("textconv")}; cat"
[merge]
	tool = hostile
[merge "driver"]
	driver = "${mark("merge-driver")}; true"
[rerere]
	enabled = true
[gpg]
	program = ./gpg
[gpg "ssh"]
	program = ./gpg
	defaultKeyCommand = ./gpg
[commit]
	gpgSign = true
	verbose = true
	template = hostile-template
[tag]
	gpgSign = true
[log]
	showSignature = true
	mailmap = true
[user]
	signingKey = key
[credential]
	helper = "!${mark("credential")}"
[protocol]
	allow = always
[protocol "ext"]
	allow = always
[remote "origin"]
	url = "ext::./remote"
	promisor = true
	partialCloneFilter = blob:none
	uploadpack = "${mark("uploadpack")}; false"
[extensions]
	partialClone = origin
[alias]
	status = "!${mark("alias")}"
	log = "!${mark("alias")}"
	commit = "!${mark("alias")}"
[sequence]
	editor = "${mark("sequence-editor")}; true"
[interactive]
	diffFilter = "${mark("diff-filter")}; cat"
[trailer "x"]
	command = "${mark("trailer")}"
	cmd = "${mark("trailer")}"
[submodule]
	recurse = true
[submodule "sub"]
	ignore = none
	update = "!${mark("submodule-update")}"
[status]
	submoduleSummary = true
[maintenance]
	auto = true
[gc]
	auto = 1
	autoDetach = false
[hook "configured"]
	event = pre-commit
	command = "${mark("config-hook")}"
`;

const attributes = `
*.plain filter=plain
*.equals filter=a=b
*.long filter=long
*.texty diff=texty
*.shown diff=shown
a.txt merge=driver
`;

/** Lays the traps; all that they need is committed before, and something has changed everywhere afterwards. */
const traps = `
	mkfifo marked
	for f in x.plain x.equals x.long x.texty x.shown x.file; do echo old > $f; done
	git init -q -b main sub; (cd sub; echo s > s.plain; git add .; git commit -q -m s)
	git -c advice.addEmbeddedRepo=false add sub x.*; echo gone > x.gone; git add x.gone; git commit -q -m files; git tag base; git rm -q x.gone; git branch side; echo more >> a.txt; git commit -q -a -m more
	git checkout -q side; echo other >> a.txt; git commit -q -a -m side; git checkout -q main
	cat > .gitattributes <<'END'
${attributes}END
	mkdir -p .git/info; echo '*.file filter=by-file' > hostile-attributes; echo 'x.plain filter=plain' > .git/info/attributes
	echo template > hostile-template
	for hook in ${hooks.join(" ")}; do printf '#!/bin/sh\\necho hook-%s >> marked\\n' $hook > .git/hooks/$hook; chmod +x .git/hooks/$hook; done
	printf '#!/bin/sh\\necho gpg >> marked; exit 1\\n' > gpg; cp gpg askpass; printf '#!/bin/sh\\necho remote >> marked; exit 1\\n' > remote; chmod +x gpg askpass remote
	for f in x.plain x.equals x.long x.texty x.shown x.file; do echo new > $f; done
	touch -d 2020-01-01 sub/s.plain; printf '[submodule "sub"]\\n\\tpath = sub\\n\\turl = ./sub\\n\\tignore = none\\n' > .gitmodules
	gone=$(git rev-parse base:x.gone); rm -f .git/objects/$(echo $gone | cut -c1-2)/$(echo $gone | cut -c3-)
	printf '*.plain filter=sub\\n' > sub/.gitattributes
	printf '[filter "sub"]\\n\\tclean = "echo submodule-filter >> ../marked; cat"\\n[core]\\n\\tfsmonitor = "echo submodule-fsmonitor >> ../marked; false"\\n' >> sub/.git/config
	git init -q --bare nested.git; cp -r nested.git/. nested-bare/ 2>/dev/null || true
	printf '[core]\\n\\tfsmonitor = "echo nested >> ../marked; false"\\n' >> nested.git/config
	cat >> .git/config <<'END'
${config}END
`;

/** A repository full of traps, and the names of those that were sprung since the last look. */
type Trapped = { readonly repo: TestRepository; readonly marks: () => Promise<string[]> };

const test = base
	.extend("trapped", { scope: "file" }, async ({ repository }, { onCleanup }) => {
		const pipes: FileHandle[] = [];
		onCleanup(async () => void (await Promise.all(pipes.map((pipe) => pipe.close()))));
		return async (): Promise<Trapped> => {
			const repo = await repository(traps);
			const pipe = await open(join(repo.path, "marked"), constants.O_RDWR | constants.O_NONBLOCK);
			pipes.push(pipe);
			const marks = async () => {
				const seen: string[] = [];
				for (;;) {
					const read = await pipe.read(Buffer.alloc(65_536)).catch(() => null);
					if (read === null || read.bytesRead === 0) return [...new Set(seen.join("").split("\n"))].filter((name) => name !== "").sort();
					seen.push(read.buffer.toString("utf8", 0, read.bytesRead));
				}
			};
			return { repo, marks };
		};
	})
	.extend("shared", { scope: "file" }, ({ trapped }) => trapped());

/** What bare git runs; its exit codes do not count. */
const bare = [
	"status",
	"diff",
	"--no-pager -c diff.external= diff --submodule=log -- x.shown x.texty",
	"log -p -1",
	"commit -m x",
	"add x.long",
	"-c commit.gpgSign=false commit -a",
	"commit -a -m x",
	"-c commit.gpgSign=false commit -a -m x",
	"-c commit.gpgSign=false merge side",
	"cat-file -p 0123456789012345678901234567890123456789",
];

test("the traps are real: bare git falls into them", async ({ trapped }) => {
	const { repo, marks } = await trapped();
	const line = (command: string) =>
		`timeout 5 git ${command === "add x.long" ? "" : "-c filter.long.process="} ${command} > /dev/null 2>&1 || true`;
	await repo.sh(`exec < /dev/null\n${bare.map(line).join("\n")}`);
	expect(await marks()).toEqual(
		expect.arrayContaining(
			"clean clean-attributes-file clean-equals process smudge smudge-equals submodule-filter submodule-fsmonitor diff-command external textconv editor fsmonitor gpg merge-driver remote hook-commit-msg hook-post-commit hook-post-index-change hook-pre-commit hook-prepare-commit-msg hook-reference-transaction hook-post-merge hook-pre-merge-commit".split(
				" ",
			),
		),
	);
});

test("no endpoint runs a program that the repository names", async ({ trapped }) => {
	const { repo, marks } = await trapped();
	const before = await files(repo);
	const codes: Record<string, unknown> = {};
	const look = async (path: string) => {
		const { status, body } = await repo.call("GET", path);
		codes[path] = status === 200 ? 200 : (body as { error: { code: string } }).error.code;
	};
	for (const path of "/git/status /git/diff /git/diff?from=HEAD /git/diff?from=base&to=HEAD /git/log /git/log?path=x.file /git/branch".split(
		" ",
	))
		await look(path);
	expect(await files(repo)).toBe(before);
	const add = async (...paths: string[]) => {
		const { status, body } = await repo.change("git.add", "/git/add", { paths });
		codes[`add ${paths.join()}`] =
			status === 200 ? (body as { staged: string[] }).staged : (body as { error: { code: string } }).error.code;
	};
	for (const path of ["x.plain", "x.equals", "x.long", ".", "x.texty", "x.shown", "sub", "sub/s.plain", ".gitattributes"]) await add(path);
	for (const body of [{ paths: ["x.file"] }, {}, {}]) {
		const { status } = await repo.change("git.commit", "/git/commit", { message: "made", author, ...body });
		codes[`commit ${JSON.stringify(body)} ${status}`] = status;
	}
	expect(codes).toEqual({
		"/git/status": 200,
		"/git/diff": 200,
		"/git/diff?from=HEAD": 200,
		// One of its files is gone, and nobody fetches it.
		"/git/diff?from=base&to=HEAD": "GIT_FAILED",
		"/git/log": 200,
		"/git/log?path=x.file": 200,
		"/git/branch": 200,
		"add x.plain": "FILTER_DRIVER_REFUSED",
		"add x.equals": "FILTER_DRIVER_REFUSED",
		"add x.long": "FILTER_DRIVER_REFUSED",
		"add .": "FILTER_DRIVER_REFUSED",
		"add x.texty": ["x.texty"],
		"add x.shown": ["x.shown"],
		"add sub": "PATH_NOT_ALLOWED",
		"add sub/s.plain": "PATH_NOT_ALLOWED",
		"add .gitattributes": [".gitattributes"],
		'commit {"paths":["x.file"]} 201': 201,
		"commit {} 201": 201,
		"commit {} 409": 409,
	});
	expect(await marks()).toEqual([]);
	expect(await repo.sh("git log -2 --format=%G? | sort -u")).toBe("N\n");
});

/** The names, sizes and times of all files but those of `.git`. */
const files = ({ sh }: TestRepository) =>
	sh("find . -path ./.git -prune -o -printf '%p %s %T@ %l\\n' | sort; find .git -type f -printf '%p %s %T@\\n' | sort");

// A guard that is taken away, the command that then springs a trap, and the mark it leaves.
const guards: readonly (readonly [guard: string, command: "status" | "diff" | "from" | "commit", marks: readonly string[]])[] = [
	["-c core.fsmonitor=false", "status", ["fsmonitor"]],
	["env GIT_CONFIG_COUNT", "diff", ["clean-equals", "process"]],
	["-c core.attributesFile=/dev/null, env GIT_CONFIG_COUNT", "status", ["clean-attributes-file"]],
	["--no-ext-diff, -c diff.external=", "diff", ["external"]],
	["--no-textconv, key diff.texty.textconv", "diff", ["textconv"]],
	["--ignore-submodules=dirty", "status", ["submodule-filter"]],
	["-c core.hooksPath=/dev/null", "commit", ["hook-post-commit", "hook-reference-transaction", "hook-post-index-change"]],
	["-c core.hooksPath=/dev/null, --no-verify", "commit", ["hook-pre-commit", "hook-commit-msg"]],
	["--no-gpg-sign, -c commit.gpgSign=false, -c gpg.program=/nowhere/gpg, -c gpg.openpgp.program=/nowhere/gpg", "commit", ["gpg"]],
	["env GIT_ALLOW_PROTOCOL, env GIT_NO_LAZY_FETCH", "from", ["remote"]],
];

test.for(guards)("without %s git %s runs %s", async ([guard, command, expected], { shared: { repo, marks } }) => {
	const removed = guard.split(", ");
	const host: Seen = { bwrap: "/usr/bin/bwrap", reason: null, programs: { git: { path: "/usr/bin/git", version: "2" }, rg: null } };
	const real = createSandbox(async () => host);
	const weakened: Sandbox = {
		...real,
		run: (call, signal) => {
			// A setting is two arguments: -c, and what it says.
			const isRemoved = (arg = "") => removed.includes(arg) || removed.includes(`-c ${arg}`);
			const args = call.args.filter((arg, at) => !isRemoved(arg) && !(arg === "-c" && isRemoved(call.args[at + 1])));
			const kept = Object.entries(call.environment).filter(([name]) => !removed.includes(`env ${name}`));
			const environment = Object.fromEntries(kept.map(([name, value]) => [name, removed.includes(`key ${value}`) ? "no.setting" : value]));
			return real.run({ ...call, args, environment }, signal);
		},
	};
	const workspace = repo.stored;
	const root = await openRoot(workspace);
	const place = { workspace, root, sharer: { tenantId: workspace.tenantId, userId: "usr_git" }, signal: new AbortController().signal };
	const withRepository = createRepositories(weakened);
	const reads = createGitReads(withRepository);
	const wish = { isStaged: false, from: undefined, to: undefined, path: undefined, context: 3 };
	const acts = {
		status: () => reads.status(place),
		diff: () => reads.diff(place, wish),
		from: () => reads.diff(place, { ...wish, from: "base", to: "HEAD" }),
		commit: () => createGitChanges(withRepository).commit(place, { message: "x", paths: ["x.texty"], author }),
	};
	const seen = new Set<string>();
	const failures: string[] = [];
	// A machine with much to do may end git for its time; what it leaves is removed, and it begins again.
	for (let tries = 0; tries < 3 && !expected.every((name) => seen.has(name)); tries += 1) {
		await repo.sh("date +%N >> x.texty; rm -f .git/index.lock");
		// Whether git then goes on depends on the program.
		await acts[command]().catch((cause: unknown) => failures.push(String(cause)));
		for (const name of await marks()) seen.add(name);
	}
	await root.close();
	expect([...seen], failures.join("; ")).toEqual(expect.arrayContaining([...expected]));
});
