import { Compose, parseCompose, parseEnv, readText } from "./file.ts";
import type { Facts, Rule } from "./rules.ts";
import * as rules from "./rules.ts";

/** The files that a container host starts from. */
export const files = {
	text: readText("docker-compose.yml"),
	env: readText("infra/docker/example.env"),
	caddyfile: readText("infra/docker/Caddyfile"),
	dockerfile: readText("infra/docker/Dockerfile"),
};
export type Files = typeof files;
/** What the rules read of them. */
export const factsOf = ({ text, env, caddyfile, dockerfile }: Files): Facts => ({
	text,
	compose: Compose.parse(parseCompose(text)),
	exampleEnv: parseEnv(env),
	caddyfile,
	dockerfile,
});

type Flaw = { readonly flaw: string; readonly change: (files: Files) => Partial<Files>; readonly found: RegExp };
const replace = (file: keyof Files, from: string | RegExp, to: string) => (all: Files) => ({ [file]: all[file].replace(from, to) });

/** Each rule with flaws that it must find. */
export const cases: readonly { readonly rule: string; readonly check: Rule; readonly flaws: readonly Flaw[] }[] = [
	{
		rule: "the file follows the Compose schema",
		check: rules.followsSchema,
		flaws: [
			{ flaw: "an unknown key", change: replace("text", "pids_limit: 128", "pid_limit: 128"), found: /pid_limit/ },
			{ flaw: "a wrong type", change: replace("text", "start_period: 30s", "start_period: [30]"), found: /start_period/ },
		],
	},
	{
		rule: "every image has a version",
		check: rules.pinsImages,
		flaws: [
			{ flaw: "latest", change: replace("text", "image: redis:8", "image: redis:latest"), found: /redis: image/ },
			{ flaw: "no version", change: replace("text", "image: mongo:8", "image: mongo"), found: /mongo: image/ },
		],
	},
	{
		rule: "every container is held tight",
		check: rules.isHardened,
		flaws: [
			...[
				["init: true", "init: false", /auth: init/],
				['user: "10001:10001"', 'user: "0:0"', /agent-api: user 10001/],
				["read_only: true", "read_only: false", /auth: read_only/],
				['tmpfs: ["/tmp:mode=1777,size=256m"]', "tmpfs: []", /auth: tmpfs/],
				['cap_drop: ["ALL"]', "cap_drop: []", /auth: cap_drop/],
				['security_opt: ["no-new-privileges:true"]', "security_opt: []", /auth: no-new-privileges/],
				["pids_limit: 256", "shm_size: 1m", /auth: limits/],
				["/readyz", "/healthz", /auth: a health check on/],
				["stop_grace_period: 40s", "stop_grace_period: 5s", /auth: stop_grace_period/],
				["restart: unless-stopped", "restart: no", /auth: restart/],
				["mongo: { condition: service_healthy }", "mongo: { condition: service_started }", /auth: waiting for health/],
				["image: webhand-auth", 'image: webhand-auth\n    cap_add: ["SYS_ADMIN"]', /auth: no added capability/],
				["image: webhand-auth", "image: webhand-auth\n    privileged: true", /auth: no way around/],
				["image: redis:8", 'image: redis:8\n    pid: "host"', /redis: no way around/],
				["workspaces:/workspaces", "/var/run/docker.sock:/var/run/docker.sock", /tool-runner: no Docker socket/],
			].map(([from, to, found]) => ({ flaw: String(to), change: replace("text", String(from), String(to)), found: found as RegExp })),
		],
	},
	{
		rule: "no secret stands in the file",
		check: rules.holdsNoSecret,
		flaws: [
			{
				flaw: "a literal key",
				change: replace("text", /KEY_ENCRYPTION_KEY: .*/, "KEY_ENCRYPTION_KEY: abcdef"),
				found: /auth: KEY_ENCRYPTION_KEY holds a literal/,
			},
			{
				flaw: "a literal password in an address",
				change: replace("text", /redis:\/\/:\$\{[^}]*\}/, "redis://:letmein"),
				found: /REDIS_URL holds a literal/,
			},
			{
				flaw: "a default for a secret",
				change: replace("text", /SETTINGS_KEY: .*/, `SETTINGS_KEY: \${SETTINGS_KEY:-x}`),
				found: /SETTINGS_KEY does not say/,
			},
			{
				flaw: "half a secret",
				change: replace("text", /SETTINGS_KEY: .*/, `SETTINGS_KEY: abc\${SETTINGS_KEY}`),
				found: /SETTINGS_KEY holds a literal/,
			},
		],
	},
	{
		rule: "every service gets the variables of its own config.ts",
		check: rules.knowsItsSettings,
		flaws: [
			{
				flaw: "a variable of another service",
				change: replace("text", "ALLOWED_HOSTS: tool-runner", "KEY_ENCRYPTION_KEY: x"),
				found: /tool-runner: KEY_ENCRYPTION_KEY is no setting/,
			},
			{ flaw: "a setting left out", change: replace("text", /SETTINGS_KEY: .*/, ""), found: /agent-api: SETTINGS_KEY is needed/ },
		],
	},
	{
		rule: "example.env names the same variables",
		check: rules.matchesExampleEnv,
		flaws: [
			{ flaw: "one too few", change: replace("env", "LOG_LEVEL=info", ""), found: /LOG_LEVEL is not in/ },
			{ flaw: "one too many", change: replace("env", "LOG_LEVEL=info", "LOG_LEVEL=info\nLOST=1"), found: /LOST of example.env/ },
		],
	},
	{
		rule: "everything that is named exists",
		check: rules.namesWhatExists,
		flaws: [
			{
				flaw: "a mounted file that is not there",
				change: replace("text", "docker/mongo.sh:", "docker/mongod.sh:"),
				found: /mongod\.sh does not exist/,
			},
			{
				flaw: "a profile that is not there",
				change: replace("text", "tool-runner-seccomp.json", "seccomp.json"),
				found: /seccomp\.json does not exist/,
			},
			{ flaw: "a volume nobody declared", change: replace("text", "redis-data:/data", "cache:/data"), found: /volume cache/ },
			{
				flaw: "a target the Dockerfile lacks",
				change: replace("dockerfile", "AS tool-runner", "AS runner"),
				found: /no target tool-runner/,
			},
			{ flaw: "an app that is not there", change: replace("text", "APP: auth", "APP: identity"), found: /identity is no app/ },
		],
	},
	{
		rule: "networks are kept apart",
		check: rules.keepsNetworksApart,
		flaws: [
			{
				flaw: "the gateway beside the tool-runner",
				change: replace("text", "networks: [edge, app]", "networks: [edge, app, tools]"),
				found: /gateway: networks/,
			},
			{
				flaw: "a published database",
				change: replace("text", "image: mongo:8", 'image: mongo:8\n    ports: ["27017:27017"]'),
				found: /mongo: a port/,
			},
			{
				flaw: "figures for everybody",
				change: replace("text", /"127.0.0.1:(.{1,3}GRAFANA_PORT:-3000.:3000")/, '"$1'),
				found: /grafana: a port is published/,
			},
			{ flaw: "databases that reach the outside", change: replace("text", "data: { internal: true }", "data: {}"), found: /network data/ },
		],
	},
	{
		rule: "the Caddyfile sends the prefixes of the contracts",
		check: rules.routesEveryPrefix,
		flaws: [
			{ flaw: "a prefix left out", change: replace("caddyfile", " /invite /invite/*", ""), found: /not in the Caddyfile: \/invite/ },
			{
				flaw: "a prefix of its own",
				change: replace("caddyfile", " /invite /invite/*", " /invite /invite/* /internal/*"),
				found: /only in the Caddyfile: \/internal/,
			},
			{
				flaw: "the wrong service",
				change: replace("caddyfile", "service knowledge-proxy:4002", "service agent-api:4000"),
				found: /\/api\/knowledge → knowledge-proxy/,
			},
		],
	},
];
