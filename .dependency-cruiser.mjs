// Who may import whom; `npm run verify` reads it. Paths are relative to the root.
import { pureFilePatterns } from "./infra/local/checks/pure-files.ts";

const services = "auth|agent-api|knowledge-proxy|tool-runner";
const tests = ["\\.test\\.tsx?$", "^apps/[^/]+/(test|e2e)/", "^packages/[^/]+/test/", "^infra/local/test/"];
/** What a benchmark fetches, by infra's tools. */
const fetching = "^packages/bench/src/(miniwob/stage/pages|real-model/model/(files|start)|apps/install/venv)\\.ts$";
const testPackages = "^packages/(testing|bench)/";
const stores = "((store|cache)\\.ts|store/[^/]+\\.ts)$";
const adapters = `(${stores}|(model|upstream|events)\\.ts$)`;
/** What opens the stores of a part, as deps.ts does for the service. */
const openers = "^apps/agent-api/src/(host|routines|webhooks|inbox/mail|tasks/(runs|server))/open\\.ts$";
const entries = "(route|socket|worker)\\.ts$";
const rolesBesidePure = `((engine|route|socket|worker)\\.ts$|${adapters})`;

/** Which feature folders of a service import which others. A store crosses as a type, a route not at all. */
const crossings = {
	auth: {
		accounts: ["audit"],
		// The audit names actors and targets.
		audit: ["accounts"],
		"sign-in": ["accounts", "audit", "sessions", "tenants", "second-factor"],
		sessions: ["accounts", "audit", "keys"],
		keys: ["audit", "sessions"],
		tenants: ["accounts", "audit", "sessions", "sign-in", "preferences"],
		password: ["accounts", "audit", "sessions", "sign-in", "tenants"],
		"second-factor": ["accounts", "audit", "keys", "sessions", "sign-in", "tenants"],
		provider: ["accounts", "audit", "invites", "keys", "second-factor", "sign-in", "tenants"],
		// A key is a sign-in of its owner; a service account is a member.
		"api-keys": ["accounts", "audit", "orgs", "sessions", "sign-in", "tenants"],
		// A runner is signed in as a service account, which is made with it.
		runners: ["accounts", "api-keys", "audit", "orgs", "sessions", "sign-in"],
		// A member who is removed takes keys and runners along.
		orgs: ["accounts", "api-keys", "audit", "runners", "sessions"],
		people: ["accounts", "audit", "sessions", "sign-in"],
		invites: ["accounts", "audit", "sessions", "sign-in", "people"],
	},
	"agent-api": {
		// A task goes through all of them: it asks a decider, keeps to the policy, calls the host, speaks in its chat.
		tasks: ["policy", "decider", "host", "chats", "shared"],
		// Decisions about a task, without a store.
		policy: ["shared"],
		// The row of a task holds what the policy remembers.
		shared: ["policy"],
		// A model sees no secrets, and reads a note as the question made it. Changes of models stand in the audit.
		decider: ["policy", "shared", "host"],
		// Words are covered before a person sees them; a server-run task sums what its model calls used.
		host: ["policy", "shared", "decider"],
		chats: ["policy", "shared"],
		// Each change of a policy stands in the audit; a mandate is for a version of a routine, and read by the gate; a preview judges as the gate does.
		authority: ["host", "policy", "routines", "shared"],
		// A row is done by a task, and decided by the replay; shares and deletions stand in the audit.
		routines: ["tasks", "policy", "decider", "host", "shared"],
		// A login goes into the page that a task hands over, for a routine without a question; each use stands in the audit.
		logins: ["host", "routines", "shared", "tasks"],
		// Each change of a webhook stands in the audit.
		webhooks: ["host", "shared"],
		// It asks those in whose rows something waits for a person.
		inbox: ["tasks", "routines", "webhooks", "shared"],
		// A connected client reads workspaces as an agent does, and has routines run; a page stands in the fence of prompts.
		"mcp-server": ["host", "decider", "routines", "shared"],
	},
	"knowledge-proxy": {
		resolve: ["domains", "index", "provider", "versions"],
		provider: ["domains", "index"],
		// The shards read the rows that documents writes.
		index: ["documents"],
		documents: ["domains", "versions"],
		domains: ["documents", "versions"],
	},
	"tool-runner": {
		// Each call goes through calls: workspace and grant. A command runs in a folder that files walk to, a tool of a server by its connection.
		calls: ["budget", "commands", "files", "git", "mcp", "sandbox", "workspaces"],
		workspaces: ["calls", "commands", "files"],
		// What each tool does, behind the one way into a workspace.
		tools: ["calls", "files", "git", "sandbox", "search", "workspaces"],
		files: ["calls", "sandbox", "workspaces"],
		search: ["calls", "files", "sandbox", "workspaces"],
		git: ["calls", "files", "sandbox", "workspaces"],
		// Paths as files reads them, git with its guards.
		commands: ["calls", "files", "git", "sandbox", "workspaces"],
		sandbox: ["status", "workspaces"],
		// A server runs in the sandbox; its operators are read from calls.
		mcp: ["calls", "files", "sandbox", "workspaces"],
	},
};

/** A package imports of this repository only itself and the packages named. */
function packageImports(name, others) {
	return {
		name: `${name}-imports`,
		comment: `packages/${name} may import ${others.join(", ") || "no other package"}; move shared code down, or pass it in as a value.`,
		from: { path: `^packages/${name}/src/`, pathNot: tests },
		to: { path: "^(apps|packages|infra)/|^@webhand/", pathNot: [name, ...others].map((other) => `^packages/${other}/`) },
	};
}

const betweenPackages = [
	{
		name: "contracts-zod-only",
		comment: "Contracts are read by every app and by the browser: they import zod and each other, nothing else.",
		from: { path: "^packages/contracts/src/", pathNot: tests },
		to: { pathNot: ["^packages/contracts/src/", "(^|/)node_modules/zod/"] },
	},
	packageImports("page", ["contracts"]),
	packageImports("lexicon", []),
	packageImports("rules", ["contracts", "lexicon", "page"]),
	packageImports("routines", ["contracts", "page"]),
	packageImports("search", []),
	packageImports("client", ["contracts"]),
	packageImports("cli", ["client", "contracts", "page"]),
	packageImports("service-kit", ["contracts"]),
	packageImports("audit", ["contracts", "service-kit"]),
	packageImports("backup", ["service-kit"]),
	{
		name: "browser-packages-without-node",
		comment: "page and client run in the browser too: no Node built-in.",
		from: { path: "^packages/(page|client)/src/", pathNot: tests },
		to: { dependencyTypes: ["core"] },
	},
	{
		name: "app-imports-app",
		comment: "Apps talk over HTTP and share packages; an app never imports another.",
		from: { path: "^apps/([^/]+)/" },
		to: { path: ["^apps/", `^@webhand/(${services}|extension)(/|$)`], pathNot: "^apps/$1/" },
	},
	{
		name: "package-imports-app",
		comment: "Packages are below the apps: they import no app and nothing of infra; bench fetches its pages and model by infra's tools.",
		from: { path: "^packages/", pathNot: fetching },
		to: { path: ["^(apps|infra)/", `^@webhand/(${services}|extension|local)(/|$)`] },
	},
	{
		name: "bench-fetches-by-tools",
		comment: "infra/local/tools fetches, checks and unpacks everything, the pages and the model of a benchmark too.",
		from: { path: fetching },
		to: { path: ["^apps/", "^infra/"], pathNot: "^infra/local/tools/(machine|extract-wheel|run|toolchain)\\.mjs$" },
	},
	{
		name: "app-imports-infra",
		comment: "Apps do not know how they are started.",
		from: { path: "^apps/" },
		to: { path: ["^infra/", "^@webhand/local(/|$)"] },
	},
	{
		name: "infra-imports-app",
		comment: "infra starts apps as processes; of their code it reads the settings in config.ts only.",
		from: { path: "^infra/", pathNot: tests },
		to: { path: "^apps/", pathNot: "^apps/[^/]+/src/config\\.ts$" },
	},
	{
		name: "tests-only",
		comment: "packages/testing and packages/bench are for tests; infra starts the demo site as a separate process.",
		from: { pathNot: [...tests, testPackages] },
		to: { path: [testPackages, "^@webhand/(testing|bench)(/|$)"] },
	},
];

const insideServices = [
	{
		name: "main-opens-and-listens",
		comment: "main.ts and thread.ts read config.ts, open deps.ts and start app.ts; features are reached through app.ts.",
		from: { path: `^apps/(${services})/src/(main|thread)\\.ts$` },
		to: { path: "^apps/[^/]+/src/[^/]+/" },
	},
	{
		name: "deps-opened-by-main",
		comment: "Only main.ts and thread.ts open deps.ts; app.ts takes its AppDeps as a type, features declare their own.",
		from: { path: `^apps/(${services})/src/`, pathNot: ["^apps/[^/]+/src/(main|thread)\\.ts$", ...tests] },
		to: { path: "^apps/[^/]+/src/deps\\.ts$", dependencyTypesNot: ["type-only"] },
	},
	{
		name: "features-name-their-own-deps",
		comment: "A feature declares the dependencies it needs in its own type, not AppDeps.",
		from: { path: `^apps/(${services})/src/[^/]+/`, pathNot: tests },
		to: { path: "^apps/[^/]+/src/(main|thread|app|deps)\\.ts$" },
	},
	{
		name: "app-lists-entries",
		comment: "app.ts lists the entries of each feature: of a feature it imports route.ts, socket.ts or worker.ts, and request-rates.ts.",
		from: { path: `^apps/(${services})/src/app\\.ts$` },
		to: { path: "^apps/[^/]+/src/.+/", pathNot: [`/${entries}`, "/request-rates\\.ts$"], dependencyTypesNot: ["type-only"] },
	},
	{
		name: "entries-call-engines",
		comment:
			"A route, socket or worker turns bytes into calls of its engine; it gets stores and vendors from deps.ts and imports their types at most.",
		from: { path: `^apps/(${services})/src/.+/${entries}` },
		to: { path: `^apps/[^/]+/src/.+/${adapters}`, dependencyTypesNot: ["type-only"] },
	},
	{
		name: "engine-below-entries",
		comment: "Engines, stores, models, upstreams and events import no route, socket or worker.",
		from: { path: `^apps/(${services})/src/.+/`, pathNot: [`/${entries}`, ...tests] },
		to: { path: `^apps/[^/]+/src/.+/${entries}` },
	},
	{
		name: "adapters-below-engine",
		comment: "Adapters only translate: they import no engine.",
		from: { path: `^apps/(${services})/src/.+/${adapters}` },
		to: { path: "^apps/[^/]+/src/.+/engine\\.ts$" },
	},
	{
		name: "pure-files-see-data",
		comment: "A pure file imports contracts, page and the pure files of its own feature: no route, engine or adapter, not even as a type.",
		from: { path: pureFilePatterns.filter((pattern) => pattern.startsWith("^apps")), pathNot: tests },
		to: {
			path: [`^apps/(${services})/.+/${rolesBesidePure}`, "^packages/(client|service-kit)/"],
			pathNot: "^packages/service-kit/src/errors\\.ts$",
		},
	},
	{
		name: "pure-files-hold-no-client",
		comment: "A pure file uses no database, network, file or log: pass the data in.",
		from: { path: pureFilePatterns, pathNot: tests },
		to: {
			path: ["(^|/)node_modules/(@fastify|@langchain|fastify|langchain|mongodb|ioredis|undici|ws|pino|wxt|react|@chakra-ui)/"],
		},
	},
	{
		name: "pure-files-without-node",
		comment: "A pure file uses no Node built-in: pass the data in.",
		from: { path: pureFilePatterns, pathNot: tests },
		to: { dependencyTypes: ["core"] },
	},
	{
		name: "mongodb-in-stores",
		comment: "Only store.ts, cache.ts and the files of a store folder use MongoDB; service-kit opens it and runs locks and migrations.",
		from: {
			path: "^(apps|packages)/",
			pathNot: [`/${stores}`, "^packages/service-kit/src/(mongo|mongo/(locks|migrations))\\.ts$", testPackages, ...tests],
		},
		to: { path: "(^|/)node_modules/mongodb/" },
	},
	{
		name: "engines-take-adapters-as-values",
		comment: "An engine gets its adapters from deps.ts: write `import type`.",
		from: { path: `^apps/(${services})/src/.+/engine\\.ts$` },
		to: { path: `^apps/[^/]+/src/.+/${adapters}`, dependencyTypesNot: ["type-only"] },
	},
	{
		name: "store-crosses-as-type",
		comment: "A feature gets the store of another from deps.ts: write `import type`.",
		from: { path: `^apps/(${services})/src/((?:(?:tasks|host|chats|decider|routines)/)?[^/]+)/`, pathNot: [openers, ...tests] },
		to: { path: `^apps/[^/]+/src/.+/${adapters}`, pathNot: "^apps/$1/src/$2/", dependencyTypesNot: ["type-only"] },
	},
	...featureCrossings(),
];

// wxt is the browser's own API and zod reads messages; a path that leads nowhere is reported as such.
const contentScriptSees = ["^apps/extension/src/(page/|messages\\.ts$)", "^packages/page/", "(^|/)node_modules/(wxt|zod)/", "^\\."];

const insideExtension = [
	{
		name: "page-script-alone",
		comment: "The content script holds no network, storage or secret: it imports @webhand/page and messages.ts.",
		from: { path: "^apps/extension/src/page/", pathNot: tests },
		to: { pathNot: contentScriptSees },
	},
	{
		name: "content-entry-alone",
		comment: "The content script's entry starts src/page and nothing else of the extension.",
		from: { path: "^apps/extension/src/entrypoints/page\\.ts$" },
		to: { pathNot: contentScriptSees },
	},
	{
		name: "worker-without-view",
		comment: "The background worker draws nothing.",
		from: { path: "^apps/extension/src/worker/|^apps/extension/src/entrypoints/background", pathNot: tests },
		to: { path: "^apps/extension/src/(kit|panel|console)/" },
	},
	{
		name: "console-from-options-only",
		comment: "Only the options page shows the console.",
		from: { path: "^apps/extension/src/", pathNot: ["^apps/extension/src/(console|entrypoints/options)/", ...tests] },
		to: { path: "^apps/extension/src/console/" },
	},
	{
		name: "kit-below-features",
		comment: "What panel and console share knows neither of them.",
		from: { path: "^apps/extension/src/kit/", pathNot: tests },
		to: { path: "^apps/extension/src/(panel|console)/" },
	},
	{
		name: "browser-through-transport",
		comment: "Panel and console reach the browser through kit/transport.ts; components take props and give callbacks.",
		from: { path: "^apps/extension/src/(kit|panel|console)/", pathNot: ["^apps/extension/src/kit/transport\\.ts$", ...tests] },
		to: { path: "(^|/)node_modules/wxt/", dependencyTypesNot: ["type-only"] },
	},
];

const everywhere = [
	{
		name: "unresolved",
		comment: "This import leads nowhere: declare the dependency, or correct the path and its ending.",
		from: {},
		to: { couldNotResolve: true },
	},
	{
		name: "cycle",
		comment: "Two files that need each other, also only as types, are one idea, or hide a third.",
		from: {},
		to: { circular: true },
	},
];

/** One rule for each feature that `crossings` names, and one for all others of its service. */
function featureCrossings() {
	return Object.entries(crossings).flatMap(([service, pairs]) => {
		const folder = (name) => `^apps/${service}/src/${name}/`;
		const comment = `Of another feature's folder, only what \`crossings\` in .dependency-cruiser.mjs lists may be imported.`;
		const rule = (from, to) => ({ name: "feature-crossing", comment, from: { ...from, pathNot: [...tests, ...(from.pathNot ?? [])] }, to });
		const named = Object.keys(pairs);
		return [
			rule({ path: folder("([^/]+)"), pathNot: named.map(folder) }, { path: folder("[^/]+"), pathNot: folder("$1") }),
			...named.map((name) => rule({ path: folder(name) }, { path: folder("[^/]+"), pathNot: [name, ...pairs[name]].map(folder) })),
		];
	});
}

const forbidden = [...betweenPackages, ...insideServices, ...insideExtension, ...everywhere];

export default {
	forbidden: forbidden.map((rule) => ({ severity: "error", ...rule })),
	options: {
		parser: "swc",
		doNotFollow: { path: "node_modules" },
		exclude: { path: ["^(apps|packages|infra)/[^/]+/(dist|\\.output|\\.wxt)/"] },
		enhancedResolveOptions: {
			exportsFields: ["exports"],
			conditionNames: ["@webhand/source", "import", "node", "default", "types"],
			extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
			mainFields: ["module", "main", "types"],
		},
	},
};
