import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkFormatAndLint } from "../../checks/format-and-lint.ts";
import { runChecks } from "../../checks/verify.ts";
import { checkout } from "../fixture/copy.ts";

/** A file that breaks a rule, and the same file put right; `at` is the file that the tool names where it is another one. */
type Fault = {
	readonly tool: string;
	readonly rule: string;
	readonly file: string;
	readonly broken: string;
	readonly repaired: string;
	readonly at?: string;
};

const auth = "apps/auth/src";
const lines = (...text: readonly string[]) => `${text.join("\n")}\n`;
const lockfile = (...versions: readonly string[]) =>
	lines("lockfileVersion: '9.0'", "packages:", ...versions.map((version) => `  zod@${version}: {}`));

const faults: readonly Fault[] = [
	{
		tool: "format and lint",
		rule: "format",
		file: `${auth}/planted/format.ts`,
		broken: "export const planted = 'a'\n",
		repaired: 'export const planted = "a";\n',
	},
	{
		tool: "format and lint",
		rule: "noExplicitAny",
		file: `${auth}/planted/any.ts`,
		broken: "export const planted = (job: any): string => String(job);\n",
		repaired: "export const planted = (job: unknown): string => String(job);\n",
	},
	{
		tool: "types",
		rule: "TS2322",
		file: `${auth}/planted/types.ts`,
		broken: "export const planted = (words: readonly string[]): string => words[0];\n",
		repaired: "export const planted = (words: readonly string[]): string | undefined => words[0];\n",
	},
	{
		tool: "boundaries",
		rule: "app-imports-app",
		file: `${auth}/planted/crossing.ts`,
		broken: lines('import { neighbour } from "../../../tool-runner/src/main.ts";', "", "export const planted = neighbour.trim();"),
		repaired: 'export const planted = "a";\n',
	},
	{
		tool: "boundaries",
		rule: "cycle",
		file: `${auth}/planted/cycle.ts`,
		broken: lines(
			'import type { Hen } from "./hen.ts";',
			"",
			"export type Egg = { readonly hen: Hen | undefined };",
			"export const planted: Egg = { hen: undefined };",
		),
		repaired: lines("export type Egg = { readonly hen: string };", 'export const planted: Egg = { hen: "a" };'),
	},
	{
		tool: "boundaries",
		rule: "mongodb-in-stores",
		file: `${auth}/planted/database.ts`,
		broken: lines('import { ObjectId } from "mongodb";', "", "export const planted = (id: string) => ObjectId.isValid(id);"),
		repaired: "export const planted = (id: string) => id.length === 24;\n",
	},
	{
		tool: "dead code",
		rule: "unused-exports",
		file: `${auth}/planted/unused.ts`,
		broken: lines('export const planted = "a";', 'export const unused = "b";'),
		repaired: 'export const planted = "a";\n',
	},
	{
		tool: "dead code",
		rule: "unused-files",
		file: `${auth}/planted/uses.ts`,
		broken: 'export const planted = "a";\n',
		repaired: lines('import { tested } from "./tested.ts";', "", "export const planted = tested.trim();"),
		at: `${auth}/planted/tested.ts`,
	},
	{
		tool: "source rules",
		rule: "collection-outside-store",
		file: `${auth}/planted/query.ts`,
		broken: 'export const planted = (db: { collection(name: string): unknown }) => db.collection("audit");\n',
		repaired: "export const planted = (store: { rows(): unknown }) => store.rows();\n",
	},
	{
		tool: "source rules",
		rule: "impure",
		file: `${auth}/planted/policy.ts`,
		broken: "export const planted = (expiresAt: number) => expiresAt <= Date.now();\n",
		repaired: "export const planted = (expiresAt: number, now: number) => expiresAt <= now;\n",
	},
	{
		tool: "source rules",
		rule: "module-state",
		file: `${auth}/kept/policy.ts`,
		broken: lines("let last = 0;", "", "export const kept = (now: number) => {", "\tlast = now;", "\treturn last;", "};"),
		repaired: "export const kept = (now: number) => now;\n",
	},
	{
		tool: "source rules",
		rule: "module-mock",
		file: "apps/auth/test/mocked.test.ts",
		broken: lines(
			'import { expect, test, vi } from "vitest";',
			"",
			'vi.mock("mongodb");',
			"",
			'test("a user signs in", () => expect(1).toBe(1));',
		),
		repaired: lines('import { expect, test } from "vitest";', "", 'test("a user signs in", () => expect(1).toBe(1));'),
	},
	{ tool: "one version each", rule: "version", file: "pnpm-lock.yaml", broken: lockfile("3.25.76", "4.6.7"), repaired: lockfile("4.6.7") },
];

const tools = new Set(faults.map(({ tool }) => tool));
const manifest = (name: string, more: object = {}) => `${JSON.stringify({ name, private: true, type: "module", ...more }, null, 2)}\n`;
const settings = '{ "extends": "../../tsconfig.base.json", "compilerOptions": { "types": ["node"] }, "include": ["."] }\n';
const names = faults
	.filter(({ file }) => file.startsWith(`${auth}/planted/`))
	.map(({ file }) => file.slice(file.lastIndexOf("/") + 1, -".ts".length))
	.sort();

/** A repository of two apps that uses every planted file, so that none of them is dead code. */
const files: Readonly<Record<string, string>> = {
	"package.json": manifest("planted"),
	"pnpm-workspace.yaml": lines("packages:", "  - apps/*", "catalog:", "  mongodb: 7.8.0", "  vitest: 5.1.0"),
	"apps/auth/package.json": manifest("@webhand/auth", { dependencies: { mongodb: "catalog:" }, devDependencies: { vitest: "catalog:" } }),
	"apps/auth/tsconfig.json": settings,
	"apps/auth/src/main.ts": 'import { planted } from "./planted.ts";\n\nJSON.stringify(planted);\n',
	"apps/auth/src/planted.ts": lines(
		'import { kept } from "./kept/policy.ts";',
		...[...names.map((name) => [name, `import { planted as ${name} }`]), ["hen", "import type { Hen }"], ["store", "import { isId }"]]
			.sort(([a = ""], [b = ""]) => a.localeCompare(b))
			.map(([name, imported]) => `${imported} from "./planted/${name}.ts";`),
		"",
		"export const planted: readonly unknown[] = [",
		"\t{ egg: cycle } satisfies Hen,",
		"\tisId,",
		"\tkept,",
		...names.map((name) => `\t${name},`),
		"];",
	),
	"apps/auth/src/planted/hen.ts": lines('import type { Egg } from "./cycle.ts";', "", "export type Hen = { readonly egg: Egg };"),
	"apps/auth/src/planted/tested.ts": 'export const tested = "a";\n',
	"apps/auth/src/planted/tested.test.ts": lines(
		'import { expect, test } from "vitest";',
		'import { tested } from "./tested.ts";',
		"",
		'test("a test alone uses it", () => expect(tested).toBe("a"));',
	),
	"apps/auth/src/planted/store.ts": lines(
		'import { ObjectId } from "mongodb";',
		"",
		"export const isId = (id: string) => ObjectId.isValid(id);",
	),
	"apps/tool-runner/package.json": manifest("@webhand/tool-runner"),
	"apps/tool-runner/tsconfig.json": settings,
	"apps/tool-runner/src/main.ts": 'export const neighbour = "a";\n',
};

const roots: string[] = [];
afterAll(() => {
	for (const root of roots) rmSync(root, { recursive: true, force: true });
});

/** What every check reports for the repository with all faults in it, or with all of them repaired. */
async function check(form: "broken" | "repaired") {
	const root = mkdtempSync(join(tmpdir(), "webhand-gates-"));
	roots.push(root);
	for (const [file, text] of [...Object.entries(files), ...faults.map((fault) => [fault.file, fault[form]] as const)]) {
		mkdirSync(join(root, dirname(file)), { recursive: true });
		writeFileSync(join(root, file), text);
	}
	for (const file of [".biome.json", ".gitignore", "tsconfig.base.json"]) cpSync(join(checkout, file), join(root, file));
	symlinkSync(join(checkout, "node_modules"), join(root, "node_modules"));
	symlinkSync(join(checkout, "apps", "auth", "node_modules"), join(root, "apps", "auth", "node_modules"));
	return await runChecks(root);
}

const found: Record<"broken" | "repaired", Awaited<ReturnType<typeof runChecks>>> = { broken: [], repaired: [] };
beforeAll(async () => {
	found.broken = await check("broken");
	found.repaired = await check("repaired");
}, 120_000);

test.for(faults)("$tool is red where a file breaks $rule", ({ tool, rule, file, at }) => {
	const findings = found.broken.find(({ name }) => name === tool)?.findings ?? [];
	expect(findings.map((finding) => `${finding.file} ${finding.rule}`)).toContain(`${at ?? file} ${rule}`);
});

test("every check is green once the faults are repaired", () => {
	expect(found.repaired.map(({ name, output }) => `${name}: ${output}`)).toEqual([...tools].map((name) => `${name}: `));
});

test("every check has a fault that proves it", () => {
	expect(found.broken.map(({ name }) => name)).toEqual([...tools]);
});

test("a checker that breaks down is red", async () => {
	const root = mkdtempSync(join(tmpdir(), "webhand-gates-"));
	roots.push(root);
	writeFileSync(join(root, ".biome.json"), "{");
	expect((await checkFormatAndLint(root)).map(({ rule }) => rule)).toEqual(["biome-broke-down"]);
});
