import { RuleFacts } from "@webhand/contracts/tools/commands";
import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultRules, defaultVersion } from "./default-rules/all.ts";
import type { ActiveRule, AskedCommand } from "./policy.ts";
import { decideCommand } from "./policy.ts";
import { wrongFields } from "./rules.ts";

const rules: readonly ActiveRule[] = defaultRules.map((rule) => ({ ...rule, version: defaultVersion }));
const anything = { allowedCommands: ["*"] };
const decide = (argv: readonly string[], env?: AskedCommand["env"]) => decideCommand(rules, anything, { argv, env });

test.for(rules.flatMap((rule) => rule.examples.match.map((argv) => [rule.name, argv] as const)))("%s allows %j", ([name, argv]) => {
	expect(decide(argv)).toMatchObject({ kind: "allowed", rule: { name, version: defaultVersion } });
});

test.for(rules.flatMap((rule) => rule.examples.notMatch.map((argv) => [rule.name, argv] as const)))("%s refuses %j", ([, argv]) => {
	expect(decide(argv)).toMatchObject({ kind: "refused" });
});

test("every built-in rule is one that an operator could save, and has a name of its own", () => {
	for (const { name, version, ...facts } of rules) expect(RuleFacts.safeParse(facts), name).toMatchObject({ success: true });
	expect(rules.flatMap((rule) => wrongFields(rule).map((wrong) => [rule.name, wrong]))).toEqual([]);
	expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
});

// What no rule of an installation may ever start, each as somebody would try it.
test.for([
	"sh -c ls",
	"bash -lc ls",
	"dash x",
	"zsh x",
	"busybox sh",
	"env ls",
	"xargs rm",
	"timeout 5 ls",
	"nohup ls",
	"sudo ls",
	"su",
	"setsid ls",
	"nice ls",
	"stdbuf -o0 ls",
	"script -c ls",
	"npx x",
	"pnpx x",
	"yarn x",
	"bunx x",
	"pip install x",
	"apt-get install x",
	"gem install x",
	"curl x",
	"wget x",
	"ssh x",
	"scp x",
	"nc x",
	"tar x",
	"sed s/a/b/e",
	"awk 1",
	"perl -e x",
	"ruby -e x",
	"php -r x",
	"lua x",
	"tclsh",
	"vi",
	"less x",
	"man x",
	"rm x",
	"mv a b",
	"cp a b",
	"chmod x",
	"ln -s a b",
	"tee x",
	"dd",
	"docker ps",
	"git push",
	"git fetch",
	"git clone x",
	"git commit",
	"git add",
	"git config x",
	"git grep -Ovi x",
	"git bisect run x",
	"git submodule update",
	"git rebase -x ls",
	"git x",
])("%s has no rule", (line) => {
	expect(decide(line.split(" "))).toMatchObject({ kind: "refused", reason: "no_rule" });
});

const cyrillic = "l\u0455";
const withMark = "l\u0301s";

test.for([
	[["./git", "status"], "program", "./git"],
	[["/usr/bin/git", "status"], "program", "/usr/bin/git"],
	[["../ls"], "program", "../ls"],
	[["src/ls"], "program", "src/ls"],
	[[cyrillic], "program", cyrillic],
	[[withMark], "program", withMark],
	[["ls\u200b"], "program", "ls\u200b"],
	[["LS"], "no_rule", "LS"],
	[[""], "program", ""],
	[[" ls"], "program", " ls"],
	[["ls "], "program", "ls "],
	[["ls -la"], "program", "ls -la"],
	[["-ls"], "program", "-ls"],
	[["A=b", "ls"], "program", "A=b"],
	[["ls;id"], "program", "ls;id"],
	[["ls\0"], "program", "ls\0"],
	[["ls", "a\0b"], "args", "a\0b"],
	[["ls", "\ud800"], "args", "\ud800"],
	[["ls", ""], "positional", ""],
	[["cat", "a", ""], "positional", ""],
	[["cat", "..\\..\\x", "../x"], "positional", "../x"],
	[["cat", "a/..", "b"], "positional", "a/.."],
	[["ls", "--", "/etc"], "positional", "/etc"],
	[["ls", "--", "-x", "../y"], "positional", "../y"],
	[["ls", "-l", "--all=yes"], "flag", "--all=yes"],
	[["ls", "--colo"], "flag", "--colo"],
	[["ls", "—all"], "allowed", ""],
	[["rg", "-nz", "x"], "flag", "-nz"],
	[["rg", "-zn", "x"], "flag", "-zn"],
	[["rg", "-n", "-z", "x"], "flag", "-z"],
	[["rg", "x", "-z"], "flag", "-z"],
	[["rg", "--pre=x", "y"], "flag", "--pre=x"],
	[["rg", "-e", "--pre=x", "y"], "flag", "--pre=x"],
	[["rg", "-e", "--", "--pre=x"], "flag", "--"],
	[["rg", "-e--pre=x", "y"], "allowed", ""],
	[["rg", "--", "--pre=x"], "allowed", ""],
	[["rg", "-e"], "flag", "-e"],
	[["grep", "-e", "-f", "x"], "flag", "-f"],
	[["grep", "-A", "-5", "x"], "allowed", ""],
	[["grep", "-5rf", "x"], "flag", "-5rf"],
	[["find", ".", "-name", "-delete"], "flag", "-delete"],
	[["find", ".", "-name", "x", "-delete"], "flag", "-delete"],
	[["find", "--", "-delete"], "allowed", ""],
	[["sort", "-ro", "x", "y"], "flag", "-ro"],
	[["sort", "-k1", "-o=x", "y"], "flag", "-o=x"],
	[["git", "log", "-p", "--output=x"], "flag", "--output=x"],
	[["git", "log", "--exec=x"], "flag", "--exec=x"],
	[["git", "-c", "core.pager=x", "log"], "no_rule", "-c"],
	[["git", "--git-dir=x", "log"], "no_rule", "--git-dir=x"],
	[["git", "diff", "--", "../../x"], "positional", "../../x"],
	[["git"], "no_rule", "git"],
	[["npm", "run", "evil"], "no_rule", "run"],
	[["npm", "run", "test", "--script-shell", "x"], "flag", "--script-shell"],
	[["node", "--test", "--import", "x"], "flag", "--import"],
	[["node", "-pe", "1"], "flag", "-pe"],
	[["node", "--", "a.js", "-e"], "allowed", ""],
	[["node", "--", "/etc/x.js"], "positional", "/etc/x.js"],
	[["node", "../a.js"], "positional", "../a.js"],
	[["python3", "-Ic", "x"], "flag", "-Ic"],
	[["python3", "-", "x"], "positional", "-"],
	[["go", "test", "-run", "--", "-exec", "x"], "flag", "-exec"],
	[["go", "test", "-toolexe", "x"], "flag", "-toolexe"],
	[["cargo", "test", "-vZunstable"], "flag", "-vZunstable"],
	[["make", "test", "SHELL=/bin/x"], "positional", "SHELL=/bin/x"],
	[["make", "test", "--", "x"], "positional", "x"],
	[["sleep", "1", "1"], "args", "1"],
] as const)("%j is %s because of %j", ([argv, reason, word]) => {
	expect(decide(argv)).toMatchObject(reason === "allowed" ? { kind: "allowed" } : { kind: "refused", reason, word });
});

test("shell characters are ordinary words", () => {
	const argv = ["echo", "a", "&&", "rm", "*", ">", "out", "$(id)", "`id`", "|", "sh", ";", "\n", "$IFS"];
	expect(decide(argv)).toMatchObject({ kind: "allowed", program: "echo", args: argv.slice(1), class: "inspect" });
});

test.for([
	["grep -R x", "-r"],
	["grep -Rn x", "-rn"],
	["ls -Z", undefined],
	["git log --onelin", "--oneline"],
	["git log --Oneline", "--oneline"],
	["git log --output=x", undefined],
	["grep -f x", "-F"],
] as const)("%s is refused, and %s is named in its place", ([line, instead]) => {
	const decision = decide(line.split(" "));
	expect(decision).toMatchObject({ kind: "refused", reason: "flag" });
	expect("instead" in decision ? decision.instead : undefined).toBe(instead);
});

test("too many words, a long one, and more than 128 KiB together are refused", () => {
	expect(decide(["ls", ...Array.from({ length: 65 }, (_, index) => `f${index}`)])).toMatchObject({ reason: "args", word: "f64" });
	expect(decide(["echo", "x".repeat(32_769)])).toMatchObject({ reason: "args", word: "x".repeat(200) });
	const words = Array.from({ length: 5 }, () => "x".repeat(30_000));
	expect(decide(["echo", ...words])).toMatchObject({ kind: "refused", reason: "args" });
});

test("a workspace allows the rules that it names", () => {
	const only = (allowedCommands: string[], argv: string[]) => decideCommand(rules, { allowedCommands }, { argv });
	expect(only(["ls"], ["ls"])).toMatchObject({ kind: "allowed" });
	expect(only(["ls"], ["cat", "a"])).toMatchObject({ kind: "refused", reason: "workspace", word: "cat" });
	expect(only([], ["ls"])).toMatchObject({ kind: "refused", reason: "workspace" });
	// The longer rule judges, so the shorter one is no way around it.
	expect(only(["node-file"], ["node", "--test"])).toMatchObject({ kind: "refused", reason: "workspace", word: "node-test" });
});

test("of two rules the one with the longer prefix judges alone", () => {
	const examples = { match: [["x"]], notMatch: [] };
	const base: Omit<ActiveRule, "name" | "argvPrefix" | "flags"> = {
		program: "x",
		class: "build",
		positional: "any",
		maxArgs: 5,
		env: {},
		envAllow: [],
		examples,
		version: 1,
	};
	const wide: ActiveRule = { ...base, name: "wide", argvPrefix: [], flags: { deny: [] } };
	const narrow: ActiveRule = { ...base, name: "narrow", argvPrefix: [["run", "do"]], flags: { deny: ["--evil"] } };
	const both = (argv: string[]) => decideCommand([wide, narrow], anything, { argv });
	expect(both(["x", "run", "--evil"])).toMatchObject({ kind: "refused", reason: "flag" });
	expect(both(["x", "do"])).toMatchObject({ kind: "allowed", rule: { name: "narrow" } });
	expect(both(["x", "--evil"])).toMatchObject({ kind: "allowed", rule: { name: "wide" } });
});

test.for(
	"LD_PRELOAD LD_LIBRARY_PATH NODE_OPTIONS NODE_PATH PATH HOME BASH_ENV ENV IFS SHELL PYTHONSTARTUP PYTHONPATH GIT_DIR GIT_CONFIG_COUNT GIT_EXTERNAL_DIFF GIT_SSH_COMMAND GIT_PAGER PAGER EDITOR RUSTC_WRAPPER GOFLAGS MAKEFLAGS NPM_CONFIG_SCRIPT_SHELL npm_config_script_shell RIPGREP_CONFIG_PATH LESSOPEN TMPDIR __proto__ constructor".split(
		" ",
	),
)("%s may not be set", (name) => {
	const env = Object.fromEntries([[name, "x"]]);
	expect(decide(["git", "log"], env)).toMatchObject({ kind: "wrong_variable", name });
});

test("variables of the list are set, within their bounds; colours win over NO_COLOR", () => {
	expect(decide(["ls"], { NODE_ENV: "test", FORCE_COLOR: "1", TZ: "UTC" })).toMatchObject({
		environment: { HOME: "/tmp", LANG: "C.UTF-8", CI: "1", PAGER: "cat", GIT_PAGER: "cat", NODE_ENV: "test", FORCE_COLOR: "1", TZ: "UTC" },
	});
	expect(decide(["ls"], { FORCE_COLOR: "1" })).not.toHaveProperty("environment.NO_COLOR");
	expect(decide(["ls"])).toHaveProperty("environment.NO_COLOR", "1");
	expect(decide(["ls"], { TZ: "x".repeat(4_097) })).toMatchObject({ kind: "wrong_variable", name: "TZ" });
	expect(decide(["ls"], { TZ: "a\0b" })).toMatchObject({ kind: "wrong_variable", name: "TZ" });
	expect(decide(["go", "test"], { CI: "0" })).toMatchObject({ environment: { CI: "0", GOPROXY: "off" } });
});

// Options that run programs, write files or follow names out of the workspace; as the programs themselves spell them.
const dangerous: Readonly<Record<string, readonly string[]>> = {
	rg: ["--pre", "--search-zip", "--file", "--hostname-bin", "--pre-glob", "--follow", "--ignore-file", "-z", "-f", "-L"],
	grep: ["--file", "--exclude-from", "-f", "-R", "-D", "-d"],
	find: ["-exec", "-execdir", "-ok", "-okdir", "-delete", "-fprint", "-fprint0", "-fprintf", "-fls", "-files0-from", "-L", "-follow"],
	sort: ["--output", "--compress-program", "--files0-from", "--temporary-directory", "-o", "-T"],
	tail: ["--follow", "--pid", "--retry", "-f", "-F"],
	file: ["--magic-file", "--compile", "--uncompress", "--files-from", "-m", "-C", "-z", "-Z", "-f"],
	"git log": ["--output", "--ext-diff", "--textconv", "--show-signature", "--exec-path", "--no-index", "-O"],
	"git diff": ["--output", "--ext-diff", "--textconv", "--no-index", "-O"],
};

// Short options of these programs that take no value, so that another may follow in the same word.
const bundled: Readonly<Record<string, readonly string[]>> = {
	rg: ["n", "il"],
	grep: ["n", "5rc"],
	sort: ["n", "ru"],
	tail: ["q", "vz"],
	file: ["b", "ik"],
};

test("no spelling of a dangerous option gets through a rule that only inspects", () => {
	const words = ["-n", "-i", "-e", "x", "--", "-", "-c", "src", "--color", "-A", "-m", "-k", "-name"];
	const word = fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 4 }));
	const command = fc.constantFrom(...Object.keys(dangerous)).chain((name) =>
		fc.record({
			name: fc.constant(name),
			option: fc.constantFrom(...(dangerous[name] ?? [])),
			before: fc.array(word, { maxLength: 3 }),
			after: fc.array(word, { maxLength: 2 }),
			joined: fc.constantFrom("", "=x", "=", "x", "/x"),
			bundle: fc.constantFrom("", ...(bundled[name] ?? [])),
			cut: fc.nat({ max: 3 }),
		}),
	);
	fc.assert(
		fc.property(command, ({ name, option, before, after, joined, bundle, cut }) => {
			const isShort = /^-[^-]$/.test(option);
			const isLong = option.startsWith("--");
			const shortened = option.slice(0, Math.max(4, option.length - cut));
			const spelled = isShort ? `-${bundle}${option[1]}${joined}` : isLong ? `${shortened}${joined}` : option;
			const decision = decide([...name.split(" "), ...before, spelled, ...after]);
			// Behind `--` it is no option.
			expect(decision.kind === "refused" || before.includes("--")).toBe(true);
		}),
		{ numRuns: 3_000 },
	);
});
