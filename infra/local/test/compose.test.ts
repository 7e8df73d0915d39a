import { execFile } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, matchesGlob, relative } from "node:path";
import { parseEnv, promisify } from "node:util";
import { gatewayPrefixes } from "@webhand/contracts/routes";
import { test as base, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { checkout, readText } from "./fixture/copy.ts";

const Text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const Texts = z.array(z.string()).default([]);
const Service = z.looseObject({
	image: z.string().optional(),
	build: z.looseObject({ target: z.string(), args: z.record(z.string(), Text) }).optional(),
	user: z.string().optional(),
	read_only: z.boolean().default(false),
	privileged: z.boolean().default(false),
	cap_drop: Texts,
	cap_add: Texts,
	security_opt: Texts,
	/** null: passed on from .env where it stands there. */
	environment: z
		.record(
			z.string(),
			Text.nullable().transform((value) => value ?? ""),
		)
		.default({}),
	profiles: Texts,
	volumes: Texts,
	ports: Texts,
	networks: Texts,
	mem_limit: z.string().optional(),
	deploy: z.looseObject({ replicas: z.number() }).optional(),
	logging: z.looseObject({ driver: z.string(), options: z.record(z.string(), Text) }).optional(),
});
const Compose = z.looseObject({
	services: z.record(z.string(), Service),
	networks: z.record(z.string(), z.looseObject({ internal: z.boolean().optional() })),
	volumes: z.record(z.string(), z.unknown()),
});

const text = readText("docker-compose.yml");
const { services, networks, volumes } = Compose.parse(parse(text, { merge: true }));
const dockerfile = readText("infra/docker/Dockerfile");
const hint = "run node infra/docker/make-env.mjs";
const apps = ["auth", "agent-api", "knowledge-proxy", "tool-runner"] as const;

async function settingsOf(app: string): Promise<z.ZodObject> {
	const module: unknown = await import(join(checkout, "apps", app, "src", "config.ts"));
	return z.object({ Settings: z.instanceof(z.ZodObject) }).parse(module).Settings;
}

const variable = /\$\$|\$\{([A-Z_]+)(?:(:-|:\?)([^}]*))?\}/g;

/** A text as Compose fills it in. @throws Error where a variable that must be set is empty */
function interpolate(template: string, values: Readonly<NodeJS.Dict<string>>): string {
	return template.replace(variable, (whole: string, name = "", operator?: string, word = "") => {
		const value = values[name] ?? "";
		if (whole === "$$") return "$";
		if (value === "" && operator === ":?") throw new Error(`${name}: ${word}`);
		return value === "" && operator === ":-" ? word : value;
	});
}

const telemetry = ["OTEL_EXPORTER_OTLP_ENDPOINT", "SENTRY_DSN"];

/** Also the runner, which has no database and no door for other services. */
const configured = [...apps, "runner"] as const;

test.for(configured)("%s gets every setting of its own config.ts and no other", async (app) => {
	const { shape } = await settingsOf(app);
	// The image sets the address to listen on; fault tests alone set failpoints.
	const wanted = new Set(Object.keys(shape).filter((name) => name !== "HOST" && name !== "FAILPOINTS"));
	// Telemetry is read where it is set up, before a service has its settings; Node itself reads its certificates.
	if (app !== "runner") for (const name of [...telemetry, "NODE_EXTRA_CA_CERTS"]) wanted.add(name);
	expect(Object.keys(services[app]?.environment ?? {}).sort()).toEqual([...wanted].sort());
});

test("example.env names the variables of docker-compose.yml", () => {
	const used = new Set([...text.matchAll(variable)].flatMap(([, name]) => name ?? []));
	// docker compose reads the last one itself.
	expect(Object.keys(parseEnv(readText("infra/docker/example.env"))).sort()).toEqual([...used, "COMPOSE_PROFILES"].sort());
});

test.for(Object.entries(services))("%s has a version, few rights and no secret in the file", ([name, service]) => {
	if (service.build === undefined) expect(service.image).toMatch(/:(?!latest)\S+$/);
	else expect([service.user, service.cap_add]).toEqual(["10001:10001", []]);
	expect([service.read_only, service.privileged, service.cap_drop]).toEqual([true, false, ["ALL"]]);
	expect(service.security_opt).toContain("no-new-privileges:true");
	expect(service.volumes.join()).not.toContain("docker.sock");
	for (const [key, value] of Object.entries(service.environment)) {
		if (!/(PASSWORD|_KEY|SECRET)$/.test(key) || value === "" || key === "MODEL_API_KEY") continue;
		const expected = key.startsWith("BOOTSTRAP_") ? /^\$\{[A-Z_]+(:-)?\}$/ : new RegExp(`^\\$\\{[A-Z_]+:\\?${hint}\\}$`);
		expect(value, `${name} ${key}`).toMatch(expected);
	}
	expect(Object.values(service.environment).join("\n")).not.toMatch(/:\/\/[^/@$]*:[^$@/]+@/);
});

test.for(Object.entries(services))(
	"%s names files, volumes and apps that exist",
	([, { volumes: mounted, security_opt: options, build }]) => {
		const sources = mounted.map((volume) => interpolate(volume, {}).split(":")[0] ?? "");
		const profiles = options.flatMap((option) => /^seccomp[:=](?!unconfined)(.+)$/.exec(option)?.[1] ?? []);
		// Docker makes a folder that is not there, as root.
		const files = [...sources.filter((source) => source.startsWith(".")), ...profiles];
		expect(files.filter((file) => !existsSync(join(checkout, file)))).toEqual([]);
		// Docker's own folder is there on every host that has an engine.
		const named = sources.filter((source) => !source.startsWith(".") && source !== "/var/lib/docker/containers");
		expect(named.filter((source) => !(source in volumes))).toEqual([]);
		if (build === undefined) return;
		expect(dockerfile).toMatch(new RegExp(`^FROM \\S+ AS ${build.target}$`, "m"));
		expect(existsSync(join(checkout, "apps", build.args["APP"] ?? "?", "tsdown.config.ts"))).toBe(true);
	},
);

test("the images are built from all that their builds import", () => {
	const rules = readText("infra/docker/Dockerfile.dockerignore").trim().split("\n");
	const imported = globSync("{apps,packages}/*/tsdown.config.ts", { cwd: checkout }).flatMap((config) => {
		const { resolve } = createRequire(join(checkout, config));
		const files = [...readText(config).matchAll(/ from "(.+)";/g)].map(([, from = ""]) => relative(checkout, resolve(from)));
		return [config, ...files.filter((file) => !file.includes("node_modules"))];
	});
	expect(imported).toContain("packages/service-kit/drop-failpoints.mjs");
	expect(imported.filter((file) => !isCopied(file, rules))).toEqual([]);
});

/** The last rule counts that fits the file or a folder around it; `!` takes the file in. */
function isCopied(file: string, rules: readonly string[]): boolean {
	const around = file.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/"));
	const last = rules.findLast((rule) => around.some((path) => matchesGlob(path, rule.replace(/^!/, ""))));
	return last === undefined || last.startsWith("!");
}

test("only the gateway is published, and databases and tools reach nothing outside", () => {
	const published = Object.entries(services).flatMap(([name, { ports }]) => ports.map((port) => [name, port] as const));
	const open = published.filter(([, port]) => !port.startsWith("127.0.0.1:"));
	expect(open).toEqual(["80:80", "443:443", "443:443/udp"].map((port) => ["gateway-tls", port]));
	// A profile has one gateway: there is no plain port beside TLS.
	expect([services["gateway"]?.profiles, services["gateway-tls"]?.profiles]).toEqual([["plain"], ["tls"]]);
	expect([networks["data"]?.internal, networks["tools"]?.internal]).toEqual([true, true]);
	const membersOf = (network: string) => Object.keys(services).filter((name) => services[name]?.networks.includes(network));
	expect(membersOf("edge")).toEqual(expect.arrayContaining(["gateway", "gateway-tls"]));
	expect(membersOf("edge")).toHaveLength(2);
	expect(membersOf("data").sort()).toEqual([...apps, "mongo", "redis"].sort());
	// Whatever a page makes it do, a runner knows none of the services by name.
	expect(membersOf("runners")).toEqual(["runner"]);
	expect(services["runner"]?.networks).toEqual(["runners"]);
	expect(membersOf("tools").sort()).toEqual(["agent-api", "auth", "otel-collector", "prometheus", "tool-runner"]);
	expect([membersOf("observability").sort(), networks["observability"]?.internal]).toEqual([
		["grafana", "loki", "otel-collector", "tempo"],
		true,
	]);
});

test("Caddy writes no query and no API key of an address down", () => {
	const [, pattern = "nothing"] = /request>uri regexp `(.+)` …/.exec(readText("infra/docker/Caddyfile")) ?? [];
	const written = (uri: string) => uri.replaceAll(new RegExp(pattern, "g"), "…");
	const key = `whk_${"aB3-_".repeat(8)}xyz`;
	expect(written(`/api/v1/agent/routines?key=${key}`)).toBe("/api/v1/agent/routines…");
	expect(written(`/api/${key.replace("_", "%5f")}/x`)).toBe("/api/…/x");
});

test("the Caddyfile serves the signed extension, and sends the prefixes of the contracts, each to its service", () => {
	const caddyfile = readText("infra/docker/Caddyfile");
	expect(caddyfile).toMatch(/@extension path \/extension\/updates\.xml \/extension\/webhand\.crx\s+handle @extension \{\s+root \* \/srv/);
	const upstreamOf = (name: string) => {
		const [, service = "", port] = new RegExp(`handle @${name} \\{\\s*import service ([a-z-]+) (\\d+)`).exec(caddyfile) ?? [];
		return services[service]?.environment["PORT"] === port ? service : undefined;
	};
	const routed = [...caddyfile.matchAll(/^\s*@(\S+) path (.+)$/gm)].flatMap(([, name = "", paths = ""]) =>
		paths
			.trim()
			.split(/\s+/)
			.filter((path) => !path.startsWith("/extension/"))
			.map((path) => `${path} → ${upstreamOf(name)}`),
	);
	expect(routed.sort()).toEqual(
		gatewayPrefixes
			.flatMap(({ prefix, service }) => (prefix === "/" ? [prefix] : [prefix, `${prefix}/*`]).map((path) => `${path} → ${service}`))
			.sort(),
	);
});

test("agent-api has two replicas, each of which the gateway asks and Prometheus scrapes", () => {
	expect(services["agent-api"]?.deploy?.replicas).toBe(2);
	expect(readText("infra/docker/Caddyfile")).toMatch(
		/reverse_proxy \{\s+dynamic a \{args\[0\]\} \{args\[1\]\} \{[^}]+\}\s+lb_policy round_robin/,
	);
	const replicated = Object.entries(services).filter(([, { deploy }]) => (deploy?.replicas ?? 1) > 1);
	// A port of the host or a volume of its own would be taken twice.
	for (const [name, { ports, volumes: mounted }] of replicated)
		expect([ports, mounted.filter((volume) => !volume.endsWith(":ro"))], name).toEqual([[], []]);
});

test("every service has the folder of certificates that NODE_EXTRA_CA_CERTS and MODEL_CA_FILE name files of", () => {
	for (const app of apps) {
		const mounted = (services[app]?.volumes ?? []).map((volume) => interpolate(volume, {}));
		expect(mounted, app).toContain("./infra/docker/ca:/etc/webhand-ca:ro");
		expect(services[app]?.environment, app).toHaveProperty("NODE_EXTRA_CA_CERTS");
	}
	expect(services["agent-api"]?.environment).toHaveProperty("MODEL_CA_FILE");
});

test("knowledge-proxy has the memory that its index, cache and documents need, here and in the chart", () => {
	expect(services["knowledge-proxy"]?.mem_limit).toBe("1536m");
	const { knowledgeProxy } = z
		.looseObject({ knowledgeProxy: z.looseObject({ resources: z.looseObject({ limits: z.looseObject({ memory: z.string() }) }) }) })
		.parse(parse(readText("infra/helm/values.yaml"), { merge: true }));
	expect(knowledgeProxy.resources.limits.memory).toBe("1536Mi");
});

test("the log of every container is bounded, and says in each line which service wrote it", () => {
	for (const [name, { logging }] of Object.entries(services))
		expect(logging, name).toEqual({
			driver: "json-file",
			options: { "max-size": "10m", "max-file": "3", labels: "com.docker.compose.project,com.docker.compose.service" },
		});
});

test("whatever shows figures, logs and traces is in one profile, which may be left out", () => {
	const apart = Object.keys(services).filter((name) => services[name]?.profiles.includes("observability"));
	expect(apart.sort()).toEqual(["grafana", "loki", "otel-collector", "prometheus", "tempo"]);
});

test("both gateways prove themselves to the services, which else believe no address", () => {
	expect(readText("infra/docker/Caddyfile")).toContain("header_up webhand-proxy {env.PROXY_SECRET}");
	const secrets = ["gateway", "gateway-tls", ...apps].map((name) => services[name]?.environment["PROXY_SECRET"]);
	expect(new Set(secrets)).toEqual(new Set([`\${PROXY_SECRET:?${hint}}`]));
});

test("the image is built with the pinned pnpm and Node", () => {
	const { devEngines } = JSON.parse(readText("package.json"));
	expect(dockerfile).toContain(`pnpm@${devEngines.packageManager.version}`);
	const images = [...dockerfile.matchAll(/^FROM (node:\S+)/gm)].map(([, image]) => image);
	expect(images).toEqual(["node:24-bookworm-slim", "node:24-bookworm-slim"]);
});

test("the tool-runner's system call profile allows what the sandbox needs and refuses what it does not name", () => {
	const Profile = z.object({
		defaultAction: z.literal("SCMP_ACT_ERRNO"),
		syscalls: z.array(z.object({ names: z.array(z.string()), action: z.literal("SCMP_ACT_ALLOW"), args: z.array(z.unknown()).optional() })),
	});
	const { syscalls } = Profile.parse(JSON.parse(readText("infra/docker/tool-runner-seccomp.json")));
	const allowed = new Set(syscalls.filter(({ args }) => args === undefined).flatMap(({ names }) => names));
	const needed = "unshare clone clone3 mount umount2 pivot_root sethostname seccomp prctl execve openat2 epoll_pwait".split(" ");
	expect(needed.filter((name) => !allowed.has(name))).toEqual([]);
	const forbidden =
		"ptrace process_vm_readv bpf perf_event_open userfaultfd keyctl init_module kexec_load open_by_handle_at reboot swapon setns io_uring_setup personality clock_settime";
	expect(forbidden.split(" ").filter((name) => allowed.has(name))).toEqual([]);
});

// Each of these starts programs of its own.
describe("the environment that make-env.mjs writes", { timeout: 15_000 }, () => {
	const withPlace = base.extend("place", async ({ task: _task }, { onCleanup }) => {
		const folder = await mkdtemp(join(tmpdir(), "webhand-env-"));
		onCleanup(() => rm(folder, { recursive: true }));
		const run = (...args: readonly string[]) =>
			promisify(execFile)(process.execPath, [join(checkout, "infra/docker/make-env.mjs"), "--to", folder, ...args]).then(
				() => 0,
				(error: { code: number }) => error.code,
			);
		return { path: join(folder, ".env"), run, read: async () => parseEnv(await readFile(join(folder, ".env"), "utf8")) };
	});

	withPlace("starts every service", async ({ place }) => {
		expect(await place.run()).toBe(0);
		const values = await place.read();
		for (const app of configured) {
			const environment = Object.entries(services[app]?.environment ?? {});
			const filled = environment.map(([name, value]) => [name, interpolate(value, values)] as const);
			// A service takes an empty variable for an absent one.
			const parsed = (await settingsOf(app)).safeParse(Object.fromEntries(filled.filter(([, value]) => value !== "")));
			expect(parsed.error?.issues ?? [], app).toEqual([]);
		}
		expect(values["EXTENSION_IDS"]).toMatch(/^[a-p]{32}$/);
		expect((await stat(place.path)).mode & 0o777).toBe(0o600);
	});

	withPlace("holds other secrets each time, and is never written over", async ({ place }) => {
		await place.run();
		const first = await place.read();
		expect(await place.run()).toBe(1);
		expect(await place.read()).toEqual(first);
		await rm(place.path);
		await place.run();
		expect((await place.read())["KEY_ENCRYPTION_KEY"]).not.toBe(first["KEY_ENCRYPTION_KEY"]);
	});

	withPlace("takes a host name and refuses what is none", async ({ place }) => {
		expect(await place.run("--site", "not a host")).toBe(2);
		expect(await place.run("--sites", "agent.example.com")).toBe(2);
		expect(await place.run("--site", "agent.example.com")).toBe(0);
		const own = { SITE_ADDRESS: "agent.example.com", PUBLIC_URL: "https://agent.example.com", COMPOSE_PROFILES: "tls,observability" };
		expect(await place.read()).toMatchObject(own);
	});

	test("without it Compose stops with the command to run", () => {
		expect(() => interpolate(text, {})).toThrow(hint);
	});
});
