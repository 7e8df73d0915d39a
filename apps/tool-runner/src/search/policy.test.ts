import { expect, test } from "vitest";
import { patternProblem, refusalIn, searchArgs, spellings } from "./policy.ts";

const groups = (count: number) => `{${Array.from({ length: count }, (_, index) => index).join(",")}}`;

test.for(["*.ts", "!*.ts", "src/**/*.{ts,tsx}", "..foo", "a..b", "**/...", "-rf", "{a,b}{c,d}", groups(256), "\\{1..9}", "[{]a"])(
	"the glob %s is taken",
	(glob) => {
		expect(patternProblem({ type: "grep", pattern: "x", glob: [glob] })).toBeUndefined();
	},
);

test.for([
	["/etc/*", "PATH_NOT_ALLOWED", { field: "glob", reason: "absolute" }],
	["!/etc/*", "PATH_NOT_ALLOWED", { field: "glob", reason: "absolute" }],
	["../*", "PATH_NOT_ALLOWED", { field: "glob", reason: "parent" }],
	["a/../b", "PATH_NOT_ALLOWED", { field: "glob", reason: "parent" }],
	["a/..", "PATH_NOT_ALLOWED", { field: "glob", reason: "parent" }],
	["{a,..}/b", "PATH_NOT_ALLOWED", { field: "glob", reason: "parent" }],
	["\\.\\./b", "PATH_NOT_ALLOWED", { field: "glob", reason: "parent" }],
	["x{1..9}", "SEARCH_PATTERN_INVALID", { field: "glob", position: 1 }],
	[groups(257), "SEARCH_PATTERN_INVALID", { field: "glob", position: 0 }],
	["{a,b}".repeat(9), "SEARCH_PATTERN_INVALID", { field: "glob", position: 0 }],
	["{{a,b}{a,b},{a,b}{a,b}}".repeat(3), "SEARCH_PATTERN_INVALID", { field: "glob", position: 0 }],
	["a\0b", "SEARCH_PATTERN_INVALID", { field: "glob", position: 1 }],
] as const)("the glob %s is refused", ([glob, code, details]) => {
	expect(patternProblem({ type: "grep", pattern: "x", glob: [glob] })).toMatchObject({ code, details });
	expect(patternProblem({ type: "glob", pattern: glob, glob: [] })).toMatchObject({ code, details: { ...details, field: "pattern" } });
});

test.for([
	["*.ts", ["*.ts"]],
	["é.txt", ["\u00e9.txt", "e\u0301.txt"]],
	["\\ [ ]{a b,c}.txt", ["\\ [ ]{a b,c}.txt"]],
] as const)("the glob %j is asked for as %j", ([glob, asked]) => {
	expect(spellings(glob)).toEqual(asked);
});

test("a blank of a glob stands for each blank that looks like it", () => {
	const [glob = ""] = spellings("at 3.04\u202fPM*");
	expect(glob).toMatch(/^at\{ ,.*\}3\.04\{ ,.*\}PM\*$/u);
	for (const blank of [" ", "\u00a0", "\u2009", "\u202f", "\u3000"]) expect(glob).toContain(`,${blank}`.slice(blank === " " ? 1 : 0));
});

test("a regular expression may hold what a glob may not, but no line break", () => {
	expect(patternProblem({ type: "grep", pattern: "/../{1..9}", glob: [] })).toBeUndefined();
	expect(patternProblem({ type: "grep", pattern: "a\nb", glob: [] })).toMatchObject({ details: { field: "pattern", position: 1 } });
});

const spec = { type: "grep", pattern: "--pre=x", parts: ["-rf"], glob: ["--no-config"], context: 0 } as const;
const plain = { regex: true, caseSensitive: true, hidden: false, noIgnore: false };

test("nothing of the caller is an argument of its own but the path after the dashes", () => {
	const args = searchArgs({ ...spec, ...plain });
	expect(args.slice(-5)).toEqual(["--regexp=--pre=x", "--glob=--no-config", "--iglob=!.git", "--", "./-rf"]);
	expect(args).not.toContain("--pre=x");
});

test.for([
	["    (?:(?=a)b)\n       ^^^\nerror: look-around is not supported\n", 0],
	["    (?:(a+)+\\1)\n            ^^\nerror: backreferences are not supported\n", 5],
	["~~~\n1: (?:a\n   ^\n~~~\nerror: unclosed group\n", null],
] as const)("what ripgrep says of an expression is told with its position: %s", ([said, position]) => {
	expect(refusalIn(`rg: regex parse error:\n${said}`)).toMatchObject({ code: "SEARCH_PATTERN_INVALID", details: { position } });
});

test("what ripgrep says of a file is no word on the pattern", () => {
	expect(refusalIn("rg: ./a: Permission denied (os error 13)\n")).toBeUndefined();
});
