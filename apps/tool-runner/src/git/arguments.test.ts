import { expect, test } from "vitest";
import * as commands from "./arguments.ts";

const wish = { isStaged: false, from: undefined, to: undefined, path: undefined, context: 3 };
const all = [
	["status", commands.statusArguments()],
	["status", commands.statusArguments(["-x"])],
	["diff", commands.diffArguments({ ...wish, from: "main", path: "-x" })],
	["diff", commands.stagedArguments(["-x"])],
	["log", commands.logArguments({ ref: "main", path: "-x", limit: 5, skip: 2 })],
	["for-each-ref", commands.branchArguments],
	["symbolic-ref", commands.currentBranchArguments],
	["check-attr", commands.filterArguments],
	["update-index", commands.stageArguments],
	["commit", commands.commitArguments("--amend", true)],
] as const;

test.for(all)("git %s gets each hardening setting before the verb", ([verb, args]) => {
	const before = args.slice(0, args.indexOf(verb));
	expect(before.slice(0, 2)).toEqual(["--no-pager", "--literal-pathspecs"]);
	for (const setting of "core.fsmonitor=false core.hooksPath=/dev/null core.attributesFile=/dev/null core.pager=cat core.editor=true core.sshCommand=false core.askPass= credential.helper= protocol.allow=never commit.gpgSign=false gpg.program=/nowhere/gpg gpg.ssh.program=/nowhere/gpg log.showSignature=false submodule.recurse=false diff.ignoreSubmodules=all safe.bareRepository=explicit gc.auto=0 maintenance.auto=false core.untrackedCache=false rerere.enabled=false".split(
		" ",
	))
		expect(before[before.indexOf(setting) - 1]).toBe("-c");
});

test("refs stand after the end of options, paths after the dashes", () => {
	const endOf = (args: readonly string[]) => args.slice(args.indexOf("--end-of-options"));
	expect(endOf(commands.diffArguments({ ...wish, from: "a", to: "b", path: "-x" }))).toEqual(["--end-of-options", "a", "b", "--", "-x"]);
	expect(endOf(commands.diffArguments({ ...wish, to: "b" }))).toEqual(["--end-of-options", "HEAD", "b", "--"]);
	expect(endOf(commands.diffArguments({ ...wish, isStaged: true, path: "" }))).toEqual(["--end-of-options", "--", "."]);
	expect(endOf(commands.logArguments({ ref: "a", path: ":(top)", limit: 1, skip: 0 }))).toEqual(["--end-of-options", "a", "--", ":(top)"]);
	expect(commands.statusArguments(["-x", ""]).slice(-3)).toEqual(["--", "-x", "."]);
});

test.for([
	["diff", ["--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=dirty"], commands.diffArguments(wish)],
	["diff of the index", ["--no-ext-diff", "--no-textconv", "--cached"], commands.stagedArguments([])],
	[
		"log",
		["--no-ext-diff", "--no-textconv", "--no-patch", "--no-show-signature"],
		commands.logArguments({ ref: "a", path: undefined, limit: 1, skip: 0 }),
	],
	["status", ["--ignore-submodules=dirty", "-z", "--porcelain=v2"], commands.statusArguments()],
	["status before staging", ["--ignore-submodules=all"], commands.statusArguments(["a"])],
	["show of a person", ["--ignore-submodules=dirty", "--no-ext-diff", "--no-textconv"], commands.allowedArguments(["show", "HEAD"])],
	["commit", ["--no-verify", "--no-gpg-sign", "--message=-F x"], commands.commitArguments("-F x", false)],
	["commit of paths", ["--only", "--pathspec-from-file=-", "--pathspec-file-nul"], commands.commitArguments("m", true)],
] as const)("git %s gets %j", ([, flags, args]) => {
	for (const flag of flags) expect(args).toContain(flag);
});
