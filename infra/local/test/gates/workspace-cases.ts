import type { GateCase } from "./case.ts";

const agent = "apps/agent-api/src";

/** What checks/workspace.ts sees and no other tool does. */
export const workspaceCases: readonly GateCase[] = [
	{
		promise: "an engine takes its store as a type",
		rules: ["adapter-value-in-engine"],
		file: `${agent}/audit/engine.ts`,
		broken: 'import { rows } from "./store.ts";\n\nexport const read = () => rows;\n',
		repaired: 'import type { rows } from "./store.ts";\n\nexport const read = (deps: { rows: typeof rows }) => deps.rows;\n',
		exports: "read",
		beside: {
			[`${agent}/audit/store.ts`]: "export const rows = [1];\n",
			[`${agent}/audit/store.test.ts`]: 'import { rows } from "./store.ts";\n\nJSON.stringify(rows);\n',
		},
	},
	{
		promise: "a policy awaits nothing",
		rules: ["impure"],
		file: `${agent}/steps/gate.ts`,
		broken: "export async function decide(allowed: Promise<boolean>) {\n\treturn await allowed;\n}\n",
		repaired: "export function decide(allowed: boolean) {\n\treturn allowed;\n}\n",
		exports: "decide",
	},
	{
		promise: "a policy reads no clock",
		rules: ["impure"],
		file: `${agent}/steps/loops.ts`,
		broken: "export const isExpired = (expiresAt: number) => expiresAt <= Date.now();\n",
		repaired: "export const isExpired = (expiresAt: number, now: number) => expiresAt <= now;\n",
		exports: "isExpired",
	},
	{
		promise: "a policy makes no date of its own",
		rules: ["impure"],
		file: `${agent}/steps/plan.ts`,
		broken: "export const isExpired = (expiresAt: Date) => expiresAt <= new Date();\n",
		repaired: "export const isExpired = (expiresAt: string, now: Date) => new Date(expiresAt) <= now;\n",
		exports: "isExpired",
	},
	{
		promise: "a policy throws no dice",
		rules: ["impure"],
		file: `${agent}/steps/reflection.ts`,
		broken: "export const delayMs = () => 500 * Math.random();\n",
		repaired: "export const delayMs = (chance: number) => 500 * chance;\n",
		exports: "delayMs",
	},
	{
		promise: "collections are reached in stores",
		rules: ["collection-outside-store"],
		file: `${agent}/audit/relay.ts`,
		broken: 'export const rowsOf = (db: { collection(name: string): unknown }) => db.collection("audit");\n',
		repaired: "export const rowsOf = (store: { rows(): unknown }) => store.rows();\n",
		exports: "rowsOf",
	},
	{
		promise: "an import stands at the top, where the boundary check reads it",
		rules: ["hidden-import-type"],
		file: `${agent}/audit/rows.ts`,
		broken: 'export const count = (rows: typeof import("./store.ts").rows) => rows.length;\n',
		repaired: 'import type { rows as stored } from "./store.ts";\n\nexport const count = (rows: typeof stored) => rows.length;\n',
		exports: "count",
	},
	{
		promise: "an error keeps its cause",
		rules: ["lost-cause"],
		file: `${agent}/errors/read.ts`,
		broken: [
			"export function read(text: string): unknown {",
			"\ttry {",
			"\t\treturn JSON.parse(text);",
			"\t} catch (cause) {",
			"\t\tthrow new Error(String(cause));",
			"\t}",
			"}",
			"",
		].join("\n"),
		repaired: [
			"export function read(text: string): unknown {",
			"\ttry {",
			"\t\treturn JSON.parse(text);",
			"\t} catch (cause) {",
			"\t\tthrow new Error(String(cause), { cause });",
			"\t}",
			"}",
			"",
		].join("\n"),
		exports: "read",
	},
	{
		promise: "an export of a package has a docstring",
		rules: ["undocumented-export"],
		file: "packages/page/src/shorten.ts",
		broken: "export function shorten(text: string) {\n\treturn text.slice(0, 80);\n}\n",
		repaired:
			"/** At most 80 UTF-16 units. @source page.md §2 */\nexport function shorten(text: string) {\n\treturn text.slice(0, 80);\n}\n",
		exports: "shorten",
	},
	{
		promise: "a docstring of a package names its source",
		rules: ["undocumented-export"],
		file: "packages/page/src/lengthen.ts",
		broken: '/** At least 80 UTF-16 units. */\nexport const lengthen = (text: string) => text.padEnd(80, " ");\n',
		repaired: '/** At least 80 UTF-16 units. @source page.md §2 */\nexport const lengthen = (text: string) => text.padEnd(80, " ");\n',
		exports: "lengthen",
	},
	{
		promise: "what we run is not mocked",
		rules: ["module-mock"],
		file: "apps/auth/test/mocked.test.ts",
		broken: 'import { test, vi } from "vitest";\n\nvi.mock("mongodb");\n\ntest("a person signs in", () => undefined);\n',
		repaired: 'import { test } from "vitest";\n\ntest("a person signs in", () => undefined);\n',
	},
	{
		promise: "a test says what is true",
		rules: ["should-name"],
		file: "apps/auth/test/named.test.ts",
		broken: 'import { test } from "vitest";\n\ntest.each([1])("should sign in %s", () => undefined);\n',
		repaired: 'import { test } from "vitest";\n\ntest.each([1])("person %s signs in", () => undefined);\n',
	},
	{
		promise: "a package takes its versions from the catalog",
		rules: ["version"],
		file: "packages/bench/package.json",
		broken:
			'{\n  "name": "@webhand/bench",\n  "private": true,\n  "type": "module",\n  "devDependencies": {\n    "vitest": "^5.1.0"\n  }\n}\n',
		repaired:
			'{\n  "name": "@webhand/bench",\n  "private": true,\n  "type": "module",\n  "devDependencies": {\n    "vitest": "catalog:"\n  }\n}\n',
		beside: { "packages/bench/src/speed.test.ts": 'import { test } from "vitest";\n\ntest("a step is quick", () => undefined);\n' },
	},
	{
		promise: "there is one zod",
		rules: ["second-version"],
		file: "pnpm-lock.yaml",
		broken:
			"lockfileVersion: '9.0'\n\npackages:\n\n  zod@3.25.76:\n    resolution: {integrity: sha512-a}\n\n  zod@4.6.7:\n    resolution: {integrity: sha512-b}\n",
		repaired: "lockfileVersion: '9.0'\n\npackages:\n\n  zod@4.6.7:\n    resolution: {integrity: sha512-b}\n",
	},
];
