import type { GateCase } from "./case.ts";

/** Types, and code that nobody uses. */
export const deadCodeCases: readonly GateCase[] = [
	{
		promise: "types fit",
		rules: ["TS2322"],
		file: "apps/auth/src/types/count.ts",
		broken: 'export const count: number = "one";\n',
		repaired: "export const count: number = 1;\n",
		exports: "count",
	},
	{
		promise: "an element of a list may be missing",
		rules: ["TS2322"],
		file: "apps/auth/src/types/element.ts",
		broken: "export const element = (words: readonly string[]): string => words[0];\n",
		repaired: "export const element = (words: readonly string[]): string | undefined => words[0];\n",
		exports: "element",
	},
	{
		promise: "an app exports what another file imports",
		rules: ["unused-exports"],
		file: "apps/auth/src/unused/words.ts",
		broken: 'export const used = "used";\nexport const unused = "unused";\n',
		repaired: 'export const used = "used";\n',
		exports: "used",
	},
	{
		promise: "a package publishes what somebody imports",
		rules: ["unused-exports"],
		file: "packages/service-kit/src/limits.ts",
		broken: "export const bodyBytes = 1_048_576;\nexport const headerBytes = 16_384;\n",
		repaired: "export const bodyBytes = 1_048_576;\n",
		// A built copy beside the source: it must not pass for the file that is imported.
		beside: {
			"apps/auth/test/limits.test.ts": 'import { bodyBytes } from "@webhand/service-kit/limits";\n\nJSON.stringify(bodyBytes);\n',
			"packages/service-kit/dist/limits.mjs": "export const bodyBytes = 1_048_576;\n",
		},
	},
	{
		promise: "every file is reached",
		rules: ["unused-files"],
		file: "apps/auth/src/unused/file.ts",
		broken: 'export const nobody = "nobody";\n',
		repaired: undefined,
	},
	{
		promise: "a declared library is used",
		rules: ["unused-dependencies"],
		file: "packages/unread/package.json",
		broken: '{\n  "name": "@webhand/unread",\n  "private": true,\n  "dependencies": {\n    "zod": "catalog:"\n  }\n}\n',
		repaired: '{\n  "name": "@webhand/unread",\n  "private": true\n}\n',
	},
];
