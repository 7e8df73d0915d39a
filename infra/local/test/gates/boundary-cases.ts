import type { GateCase } from "./case.ts";

const agent = "apps/agent-api/src";

/** A file that imports one name of a neighbour, and the same file without the neighbour. */
function forbiddenImport(at: { promise: string; rule: string; file: string; from: string; beside?: GateCase["beside"] }): GateCase {
	const { promise, rule, file, from, beside } = at;
	return {
		promise,
		rules: [rule],
		file,
		broken: `import { neighbour } from "${from}";\n\nexport const here = neighbour.trim();\n`,
		repaired: 'export const here = "here";\n',
		exports: "here",
		...(beside === undefined ? {} : { beside }),
	};
}

/** A neighbour that is reached by its own test too, so that the repaired house has no dead code. */
function neighbour(file: string): Record<string, string> {
	const name = file.slice(file.lastIndexOf("/") + 1);
	return {
		[file]: 'export const neighbour = "neighbour";\n',
		[file.replace(/\.ts$/, ".test.ts")]: `import { neighbour } from "./${name}";\n\nJSON.stringify(neighbour);\n`,
	};
}

/** A published neighbour; the docstring keeps the docstring rule out of these cases. */
const planted = {
	...neighbour("apps/knowledge-proxy/src/planted.ts"),
	...neighbour("packages/client/src/planted.ts"),
	...neighbour("packages/service-kit/src/planted.ts"),
	...neighbour("packages/testing/src/planted.ts"),
};

/** The import table, through .dependency-cruiser.mjs as it stands. */
export const boundaryCases: readonly GateCase[] = [
	forbiddenImport({
		promise: "an app does not import an app by its name",
		rule: "app-imports-app",
		file: "apps/auth/src/apps/by-name.ts",
		from: "@webhand/knowledge-proxy/planted",
		beside: planted,
	}),
	forbiddenImport({
		promise: "an app does not import an app by its path",
		rule: "app-imports-app",
		file: "apps/auth/src/apps/by-path.ts",
		from: "../../../knowledge-proxy/src/planted.ts",
	}),
	{
		promise: "a package does not import an app",
		rules: ["TS6059", "package-imports-app"],
		file: "packages/testing/src/apps.ts",
		broken: 'import { neighbour } from "../../../apps/knowledge-proxy/src/planted.ts";\n\nexport const here = neighbour.trim();\n',
		repaired: 'export const here = "here";\n',
		exports: "here",
	},
	{
		promise: "bench fetches its pages by the tools of infra, and reaches nothing else from there",
		rules: ["TS6059", "bench-fetches-by-tools"],
		file: "packages/bench/src/miniwob/stage/pages.ts",
		broken: 'import { neighbour } from "../../../../../apps/knowledge-proxy/src/planted.ts";\n\nexport const here = neighbour.trim();\n',
		repaired: 'export const here = "here";\n',
		exports: "here",
	},
	forbiddenImport({
		promise: "infra starts an app, it does not import one",
		rule: "infra-imports-app",
		file: "infra/local/stack.ts",
		from: "../../apps/knowledge-proxy/src/planted.ts",
	}),
	forbiddenImport({
		promise: "an app does not import infra",
		rule: "app-imports-infra",
		file: "apps/auth/src/apps/infra.ts",
		from: "../../../../infra/local/ports.ts",
		beside: neighbour("infra/local/ports.ts"),
	}),
	{
		promise: "contracts import zod only",
		rules: ["contracts-zod-only"],
		file: "packages/contracts/src/database.ts",
		broken: 'import { parse } from "yaml";\n\nexport const Database = parse;\n',
		repaired: 'import { z } from "zod";\n\nexport const Database = z.string();\n',
		exports: "Database",
	},
	forbiddenImport({
		promise: "page imports contracts and nothing else of the house",
		rule: "page-imports",
		file: "packages/page/src/kit.ts",
		from: "@webhand/service-kit/planted",
	}),
	forbiddenImport({
		promise: "client imports contracts and nothing else of the house",
		rule: "client-imports",
		file: "packages/client/src/kit.ts",
		from: "@webhand/service-kit/planted",
	}),
	forbiddenImport({
		promise: "service-kit imports contracts and nothing else of the house",
		rule: "service-kit-imports",
		file: "packages/service-kit/src/calls.ts",
		from: "@webhand/client/planted",
	}),
	{
		promise: "what runs in the browser uses no Node built-in",
		rules: ["browser-packages-without-node"],
		file: "packages/client/src/system.ts",
		broken: 'import { EOL } from "node:os";\n\nexport const lineEnd = EOL;\n',
		repaired: 'export const lineEnd = "\\n";\n',
		exports: "lineEnd",
	},
	forbiddenImport({
		promise: "only tests import the testing package",
		rule: "tests-only",
		file: "apps/auth/src/apps/testing.ts",
		from: "@webhand/testing/planted",
	}),
	forbiddenImport({
		promise: "main.ts reaches features through app.ts",
		rule: "main-opens-and-listens",
		file: "apps/tool-runner/src/main.ts",
		from: "./files/walk.ts",
		beside: neighbour("apps/tool-runner/src/files/walk.ts"),
	}),
	forbiddenImport({
		promise: "app.ts lists doors",
		rule: "app-lists-doors",
		file: "apps/tool-runner/src/app.ts",
		from: "./files/walk.ts",
	}),
	forbiddenImport({
		promise: "only main.ts opens the dependencies",
		rule: "deps-opened-by-main",
		file: "apps/tool-runner/src/openapi.ts",
		from: "./deps.ts",
		beside: neighbour("apps/tool-runner/src/deps.ts"),
	}),
	{
		promise: "a feature names the dependencies it needs",
		rules: ["features-name-their-own-deps"],
		file: "apps/tool-runner/src/files/needs.ts",
		broken: 'import type { neighbour } from "../deps.ts";\n\nexport const needs = (all: typeof neighbour) => all;\n',
		repaired: "export const needs = (all: string) => all;\n",
		exports: "needs",
	},
	forbiddenImport({
		promise: "a door is handed its store",
		rule: "doors-call-engines",
		file: `${agent}/sessions/route.ts`,
		from: "./store.ts",
		beside: neighbour(`${agent}/sessions/store.ts`),
	}),
	forbiddenImport({
		promise: "an engine knows no door",
		rule: "engine-below-doors",
		file: `${agent}/runs/engine.ts`,
		from: "./route.ts",
		beside: neighbour(`${agent}/runs/route.ts`),
	}),
	forbiddenImport({
		promise: "a store knows no engine",
		rule: "adapters-below-engine",
		file: `${agent}/approvals/store.ts`,
		from: "./engine.ts",
		beside: neighbour(`${agent}/approvals/engine.ts`),
	}),
	{
		promise: "a policy knows no store, not even its types",
		rules: ["pure-files-see-data"],
		file: `${agent}/sessions/policy.ts`,
		broken: 'import type { neighbour } from "./store.ts";\n\nexport const decide = (stored: typeof neighbour) => stored === "neighbour";\n',
		repaired: 'export const decide = (stored: string) => stored === "neighbour";\n',
		exports: "decide",
	},
	{
		promise: "a policy uses no client",
		rules: ["mongodb-in-stores", "pure-files-hold-no-client"],
		file: `${agent}/approvals/policy.ts`,
		broken: 'import type { Db } from "mongodb";\n\nexport const decide = (database: Db) => database.databaseName === "webhand";\n',
		repaired: 'export const decide = (name: string) => name === "webhand";\n',
		exports: "decide",
	},
	{
		promise: "a policy uses no Node built-in",
		rules: ["pure-files-without-node"],
		file: `${agent}/runs/policy.ts`,
		broken: 'import { hostname } from "node:os";\n\nexport const decide = () => hostname() === "here";\n',
		repaired: 'export const decide = (host: string) => host === "here";\n',
		exports: "decide",
	},
	{
		promise: "MongoDB is spoken in stores",
		rules: ["mongodb-in-stores"],
		file: `${agent}/approvals/grants.ts`,
		broken: 'import { ObjectId } from "mongodb";\n\nexport const grant = (id: string) => ObjectId.isValid(id);\n',
		repaired: "export const grant = (id: string) => id.length === 24;\n",
		exports: "grant",
	},
	forbiddenImport({
		promise: "a feature does not reach into another",
		rule: "feature-crossing",
		file: "apps/knowledge-proxy/src/resolve/rank.ts",
		from: "../documents/chunk.ts",
		beside: neighbour("apps/knowledge-proxy/src/documents/chunk.ts"),
	}),
	{
		promise: "a run uses the engine of a step, not its policies",
		rules: ["feature-crossing"],
		file: `${agent}/runs/start.ts`,
		broken: 'import { neighbour } from "../steps/verify.ts";\n\nexport const start = () => neighbour.trim();\n',
		repaired: 'import { neighbour } from "../steps/engine.ts";\n\nexport const start = () => neighbour.trim();\n',
		exports: "start",
		beside: { ...neighbour(`${agent}/steps/verify.ts`), ...neighbour(`${agent}/steps/engine.ts`) },
	},
	{
		promise: "a feature takes the store of another as a type",
		rules: ["store-crosses-as-type"],
		file: `${agent}/runs/read.ts`,
		broken: 'import { neighbour } from "../steps/store.ts";\n\nexport const read = () => neighbour;\n',
		repaired: 'import type { neighbour } from "../steps/store.ts";\n\nexport const read = (stored: typeof neighbour) => stored;\n',
		exports: "read",
		beside: neighbour(`${agent}/steps/store.ts`),
	},
	{
		promise: "the content script imports page and messages only",
		rules: ["page-script-alone"],
		file: "apps/extension/src/page/look.ts",
		broken: 'import { neighbour } from "@webhand/client/planted";\n\nexport const here = neighbour.trim();\n',
		repaired: 'import { pageText } from "@webhand/page/text";\n\nexport const here = pageText(["here"]);\n',
		exports: "here",
	},
	forbiddenImport({
		promise: "the background worker draws nothing",
		rule: "worker-without-view",
		file: "apps/extension/src/worker/api.ts",
		from: "../view/select.ts",
		beside: neighbour("apps/extension/src/view/select.ts"),
	}),
	forbiddenImport({
		promise: "only the options page shows the console",
		rule: "console-from-options-only",
		file: "apps/extension/src/ui/menu.ts",
		from: "../console/shell.ts",
		beside: neighbour("apps/extension/src/console/shell.ts"),
	}),
	forbiddenImport({
		promise: "the content script's entry starts src/page and nothing else",
		rule: "content-entry-alone",
		file: "apps/extension/src/entrypoints/page.ts",
		from: "../view/select.ts",
	}),
	{
		promise: "a component is handed what it needs of the browser",
		rules: ["browser-through-transport"],
		file: "apps/extension/src/ui/open.ts",
		broken: 'import { browser } from "wxt/browser";\n\nexport const open = () => JSON.stringify(browser);\n',
		repaired: "export const open = (id: string) => id;\n",
		exports: "open",
	},
	{
		promise: "two files do not need each other",
		rules: ["cycle", "noImportCycles"],
		file: "apps/auth/src/cycles/egg.ts",
		broken: 'import { hen } from "./hen.ts";\n\nexport const egg = (): string => hen();\n',
		repaired: 'export const egg = (): string => "egg";\n',
		beside: {
			"apps/auth/src/cycles/hen.ts": 'import { egg } from "./egg.ts";\n\nexport const hen = (): string => egg();\n',
			"apps/auth/src/cycles/hen.test.ts": 'import { hen } from "./hen.ts";\n\nJSON.stringify(hen);\n',
		},
		exports: "egg",
		alsoReportedAt: "apps/auth/src/cycles/hen.ts",
	},
];
