import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { judgeConfig } from "../src/git/policy.ts";
import { fixedPrograms } from "../src/git/programs.ts";

/** Words by which git's documentation names settings that hold a program, or lead to one. */
const tells = new RegExp(
	[
		..."command$ cmd$ program$ helper$ editor$ pager hook driver$ tool$ textconv$ process$ clean$ smudge$ askpass$ proxy$ pack$ external$ browser$ viewer$ filter$ vcs$ tunnel$".split(
			" ",
		),
		"\\.path$",
		..."httpd$ fsmonitor$ smtpserver$ templatedir$ ^core.worktree$ attributesfile$ ^submodule.<name>.update$".split(" "),
	].join("|"),
	"i",
);

/** Settings of such a name that hold no program, each with the reason. */
const harmless: Readonly<Record<string, string>> = {
	"advice.ignoredHook": "a word of advice",
	"advice.waitingForEditor": "a word of advice",
	"clone.filterSubmodules": "a yes or no of clone, which is not run",
	"color.pager": "a yes or no",
	"column.clean": "a yes or no",
	"completion.commands": "words of a shell's completion",
	"core.fsmonitorHookVersion": "a number",
	"diff.<driver>.cachetextconv": "a yes or no",
	"gitcvs.dbDriver": "a driver of Perl's databases, of a server that is not run",
	"http.proxy": "an address",
	"instaweb.modulePath": "a folder of a server that is not run",
	"remote.<name>.proxy": "an address",
	"uploadpack.allowFilter": "a yes or no",
	"remote.<name>.partialclonefilter": "what is fetched; nothing is",
};

test("every setting of the installed git that names a program is closed", async () => {
	const { stdout } = await promisify(execFile)("git", ["help", "--config"]);
	const known = stdout.split("\n").filter((line) => /^[A-Za-z][\w-]*\.\S+$/.test(line));
	expect(known.length).toBeGreaterThan(300);
	const fixed = new Set(fixedPrograms.map(([name]) => name.toLowerCase()));
	const isClosed = (setting: string) => {
		const key = setting.toLowerCase().replace(/<[^>]+>|\*/g, "x");
		const judged = judgeConfig(`${key}\nx\0`);
		return fixed.has(key) || "distrust" in judged || judged.blanked.length > 0;
	};
	expect(known.filter((setting) => tells.test(setting) && !(setting in harmless) && !isClosed(setting))).toEqual([]);
});

test("a setting of a newer git that this one does not list is closed as well", () => {
	for (const key of ["gpg.pkcs.program", "hook.x.command", "credential.https://x.helper", "includeif.hasconfig:x.path"]) {
		const judged = judgeConfig(`${key}\nx\0`);
		expect("distrust" in judged || judged.blanked.length > 0, key).toBe(true);
	}
});
