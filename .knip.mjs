// Dead code, looked for twice: `knip` counts tests as users, `knip --production` does not.
const isProduction = process.argv.includes("--production");
const notTests = ["!src/**/*.test.{ts,tsx}!", "!src/**/cases/**!", "!src/**/cases.ts!", "!src/**/testing/**!"];

export default {
	// A type is vocabulary of its file although only the file itself names it; a function may be exported for its test alone.
	ignoreExportsUsedInFile: isProduction || { interface: true, type: true },
	ignoreWorkspaces: isProduction ? ["packages/testing", "packages/bench"] : [],
	ignoreIssues: {
		// Imported by the tsdown.config.ts of each service.
		"packages/service-kit/drop-failpoints.mjs": ["exports"],
	},
	workspaces: {
		".": {
			project: ["*.{ts,mjs}"],
			// Started as processes: the first three by infra/local/checks/tool.ts, turbo by infra/local.
			ignoreDependencies: ["@biomejs/biome", "@swc/core", "dependency-cruiser", "turbo"],
		},
		"apps/*": {
			// A main.ts of tests is started as a process.
			entry: ["src/main.ts!", "{src,test}/**/*.test.ts", "test/*/main.ts"],
			project: ["src/**/*.ts!", ...notTests, "test/**/*.ts"],
		},
		"apps/agent-api": {
			// The thread for large bodies is started by its path.
			entry: ["src/{main,thread}.ts!", "{src,test}/**/*.test.ts", "test/*/main.ts"],
			project: ["src/**/*.ts!", ...notTests, "test/**/*.ts"],
			// A command that a test starts by its path.
			ignoreDependencies: ["@modelcontextprotocol/inspector"],
		},
		"apps/auth": {
			// A command of its own, started by hand.
			entry: ["src/{main,operator}.ts!", "{src,test}/**/*.test.ts"],
			project: ["src/**/*.ts!", ...notTests, "test/**/*.ts"],
		},
		"apps/knowledge-proxy": {
			// Run by the workers that read documents.
			entry: ["src/{main,documents/parse/thread}.ts!", "{src,test}/**/*.test.ts", "test/*/main.ts"],
			project: ["src/**/*.ts!", ...notTests, "test/**/*.ts"],
		},
		"apps/tool-runner": {
			// Commands of their own, started by hand, and what the threads that check arguments run.
			entry: ["src/{main,verify,backup,mcp/tools/thread}.ts!", "{src,test}/**/*.test.ts", "test/*/main.ts"],
			project: ["src/**/*.ts!", ...notTests, "test/**/*.ts"],
		},
		"apps/runner": {
			entry: ["src/main.ts!", "src/**/*.test.ts"],
			project: ["src/**/*.ts!", ...notTests],
		},
		"apps/extension": {
			entry: [
				"src/entrypoints/*.{ts,tsx}!",
				"src/entrypoints/*/main.tsx!",
				"public/*.js!",
				// An alias of wxt.config.ts leads there.
				"src/worker/tabs/suffixes.ts!",
				// What index.html names, and what builds it.
				"e2e/{main,vite.config}.ts",
				"{src,e2e}/**/*.test.{ts,tsx}",
			],
			project: ["src/**/*.{ts,tsx}!", ...notTests, "e2e/**/*.{ts,tsx}", "public/**/*.js!"],
		},
		"packages/*": {
			entry: ["{src,test}/**/*.test.ts"],
			project: ["src/**/*.ts!", ...notTests, "test/**/*.ts"],
			// What a package publishes and nobody imports is dead, although its subpath is an entry.
			includeEntryExports: true,
		},
		"packages/bench": {
			// The floor, the peer and the load are started as processes of their own; what is inside a page is bundled for it.
			entry: [
				"src/main.ts",
				"src/page/inside/*.ts",
				"src/step/{floor,load,peer}.ts",
				"src/realtime/load.ts",
				"src/auth/two-routes.ts",
				"src/real-model/model/main.ts",
				"src/apps/play/page-agent-order.ts",
				"src/knowledge/speed/side.ts",
				"src/**/*.test.ts",
			],
			project: ["src/**/*.ts"],
		},
		"packages/cli": {
			// The command line, what goes into pages, and what declarations are made of: `tsdown.config.ts` names them.
			entry: ["src/{main,client,published}.ts!", "src/page-script/main.ts!", "{src,test}/**/*.test.ts"],
			project: ["src/**/*.ts!", ...notTests],
		},
		"packages/contracts": {
			entry: ["src/**/*.test.ts"],
			project: ["src/**/*.ts!", ...notTests],
			includeEntryExports: true,
			ignoreExportsUsedInFile: true,
		},
		"infra/local": {
			entry: [
				"{bootstrap.mjs,main.ts,{chart,smoke}/main.ts}!",
				"stack/{processes/reaper,gateway/main}.ts!",
				"checks/{verify,run-tests,containers}.ts!",
				"demo/picture.ts",
				"test/fixture/**/*.ts",
				"**/*.test.ts",
			],
			project: ["**/*.{ts,mjs}!", "!**/*.test.ts!", "!test/**!"],
			// Imported by a script that tools/mongod.mjs hands to Node as text.
			ignoreDependencies: ["mongodb-memory-server-core"],
		},
	},
};
