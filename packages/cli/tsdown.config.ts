import { defineConfig } from "tsdown";

/** Everything of this repository is inside the package; Playwright is the caller's. */
const inside = { deps: { alwaysBundle: [/^(?!playwright-core|node:)/] } };
const fromSource = (...conditions: readonly string[]) => ({ resolve: { conditionNames: ["@webhand/source", ...conditions] } });

export default defineConfig([
	{
		...inside,
		entry: { client: "src/client.ts", main: "src/main.ts" },
		platform: "node",
		target: "node22",
		fixedExtension: true,
		dts: false,
		outputOptions: { comments: false },
		inputOptions: fromSource("import", "node", "default"),
	},
	{
		...inside,
		entry: { "page-script": "src/page-script/main.ts" },
		platform: "browser",
		target: "es2024",
		format: "iife",
		minify: true,
		dts: false,
		clean: false,
		outputOptions: { entryFileNames: "page-script.js" },
		inputOptions: fromSource("import", "browser", "default"),
	},
	{
		entry: { client: "src/published.ts" },
		platform: "node",
		fixedExtension: true,
		clean: false,
		dts: { oxc: true, emitDtsOnly: true },
		deps: { neverBundle: ["playwright-core"] },
	},
]);
