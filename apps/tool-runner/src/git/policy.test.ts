import { describe, expect, test } from "vitest";
import { gitEnvironment, isGitRef, judgeConfig } from "./policy.ts";

test.for([
	["main", true],
	["feature/x-1", true],
	["HEAD", true],
	["HEAD~3", true],
	["HEAD^", true],
	["v1.0^2~4", true],
	["refs/heads/main", true],
	["0123abcd", true],
	["é/ü", true],
	["a-b", true],
	["", false],
	["-x", false],
	["--output=x", false],
	["~1", false],
	["^main", false],
	["a..b", false],
	["a...b", false],
	["a:b", false],
	["a b", false],
	["a\nb", false],
	["a\0b", false],
	["a?", false],
	["a*", false],
	["a[", false],
	["a\\b", false],
	["@", false],
	["@{-1}", false],
	["a@{1}", false],
	["HEAD^{tree}", false],
	["/a", false],
	["a/", false],
	["a//b", false],
	["a/.b", false],
	[".a", false],
	["a.", false],
	["a.lock", false],
	["a.lock/b", false],
	["\ud800", false],
] as const)("%j names a commit: %s", ([ref, isRef]) => {
	expect(isGitRef(ref)).toBe(isRef);
});

describe("a config", () => {
	test.for([
		["include.path\n../x\0", "include"],
		["includeif.gitdir:/x.path\n../x\0", "include"],
		["core.bare\nfalse\0core.worktree\n/\0", "worktree"],
		["extensions.worktreeconfig\ntrue\0", "worktree_config"],
		["extensions.worktreeconfig\0", "worktree_config"],
		[Array.from({ length: 401 }, (_, at) => `filter.f${at}.clean\nx\0`).join(""), "too_many_helpers"],
	] as const)("of %j is not trusted: %s", ([listed, distrust]) => {
		expect(judgeConfig(listed)).toEqual({ distrust });
	});

	test.for([
		["", []],
		["core.bare\nfalse\0remote.origin.url\ninclude.path\0alias.x\ncore.worktree\0", []],
		["filter.a=b.clean\nx\ny\0", [["filter.a=b.clean", ""]]],
		[
			"filter.lfs.process\np\0filter.lfs.process\nq\0filter.lfs.required\ntrue\0",
			[
				["filter.lfs.process", ""],
				["filter.lfs.required", "false"],
			],
		],
		[
			'filter.x.y.z.smudge\ns\0filter.é "q".clean\nc\0',
			[
				["filter.x.y.z.smudge", ""],
				['filter.é "q".clean', ""],
			],
		],
		[
			"diff.texty.textconv\ncat\0diff.texty.xfuncname\nx\0merge.m.driver\ncat\0",
			[
				["diff.texty.textconv", ""],
				["merge.m.driver", "false"],
			],
		],
		["gpg.newer.program\nx\0gpg.format\nssh\0", [["gpg.newer.program", "/nowhere/gpg"]]],
		["remote.origin.uploadpack\nx\0remote.origin.url\nx\0", [["remote.origin.uploadpack", "false"]]],
	] as const)("of %j has its programs blanked: %j", ([listed, blanked]) => {
		expect(judgeConfig(listed)).toEqual({ blanked });
	});

	test("has its hooks switched off, which newer versions of git read there", () => {
		expect(judgeConfig("hook.x.event\npre-commit\0hook.x.command\nsh\0")).toEqual({ blanked: [["hook.x.enabled", "false"]] });
	});
});

test("git gets an environment of its own, with blanked settings by number", () => {
	const environment = gitEnvironment([
		["filter.a=b.clean", ""],
		["filter.a=b.required", "false"],
	]);
	expect(environment).toMatchObject({
		GIT_DIR: "/workspace/.git",
		GIT_WORK_TREE: "/workspace",
		GIT_CONFIG_NOSYSTEM: "1",
		GIT_CONFIG_GLOBAL: "/dev/null",
		GIT_ATTR_NOSYSTEM: "1",
		GIT_OPTIONAL_LOCKS: "0",
		GIT_NO_REPLACE_OBJECTS: "1",
		GIT_ALLOW_PROTOCOL: "",
		GIT_TERMINAL_PROMPT: "0",
		GIT_CONFIG_COUNT: "2",
		GIT_CONFIG_KEY_0: "filter.a=b.clean",
		GIT_CONFIG_VALUE_0: "",
		GIT_CONFIG_KEY_1: "filter.a=b.required",
	});
	expect(Object.keys(environment).filter((name) => name.includes("AUTHOR"))).toEqual([]);
});

test.for([
	["Ann Lee", "Ann Lee"],
	[" Ann <x>\n", "Ann  x"],
	["A\0--bind\0/", "A --bind /"],
	["<>", "ann@example.org"],
	[".,;", "ann@example.org"],
	["李", "李"],
] as const)("a person named %j signs as %j", ([name, signed]) => {
	const { GIT_AUTHOR_NAME, GIT_COMMITTER_NAME, GIT_AUTHOR_EMAIL } = gitEnvironment([], { name, email: "ann@example.org" });
	expect([GIT_AUTHOR_NAME, GIT_COMMITTER_NAME, GIT_AUTHOR_EMAIL]).toEqual([signed, signed, "ann@example.org"]);
});
