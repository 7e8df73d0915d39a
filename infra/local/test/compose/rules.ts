import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gatewayPrefixes } from "@webhand/contracts/routes";
import { Ajv } from "ajv";
import { z } from "zod";
import type { Compose, ComposeService } from "./file.ts";
import { parseCompose, root, variablesIn } from "./file.ts";

const apps = ["auth", "agent-api", "knowledge-proxy", "tool-runner"] as const;

/** The settings of each service that is built from this repository, as its config.ts names them. */
export const settings: Readonly<Record<string, z.ZodObject>> = Object.fromEntries(
	await Promise.all(apps.map(async (app) => [app, await settingsOf(app)] as const)),
);

async function settingsOf(app: string): Promise<z.ZodObject> {
	const module: unknown = await import(pathToFileURL(join(root, "apps", app, "src", "config.ts")).href);
	return z.object({ Settings: z.instanceof(z.ZodObject) }).parse(module).Settings;
}

/** What a rule looks at: the file as text and as data, and the other files it has to agree with. */
export type Facts = {
	readonly text: string;
	readonly compose: Compose;
	readonly exampleEnv: Readonly<Record<string, string>>;
	readonly caddyfile: string;
	readonly dockerfile: string;
};

/** Finds what breaks it, one sentence each. */
export type Rule = (facts: Facts) => readonly string[];

const hint = "run node infra/docker/make-env.mjs";
const networksOf: Readonly<Record<string, readonly string[]>> = {
	auth: ["app", "data", "tools"],
	"agent-api": ["app", "data", "tools"],
	"knowledge-proxy": ["app", "data"],
	"tool-runner": ["data", "tools"],
	gateway: ["app", "edge"],
	"gateway-tls": ["app", "edge"],
	mongo: ["data"],
	redis: ["data"],
	prometheus: ["app", "tools"],
	grafana: ["app"],
};
const isPublished = (name: string, port: string) =>
	name.startsWith("gateway") || (["prometheus", "grafana"].includes(name) && port.startsWith("127.0.0.1:"));

/** Compiled once, and before any test begins: it takes longer than all of them. */
const validate = compileSchema();

function compileSchema() {
	const require = createRequire(import.meta.url);
	const folder = dirname(require.resolve("dclint/package.json"));
	const { $schema: _draft, ...schema } = require(join(folder, "schemas", "compose.schema.json"));
	return new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema);
}

/** The Compose specification's own schema, as dclint ships it; an unknown key is an error. */
export const followsSchema: Rule = ({ text }) => {
	if (validate(parseCompose(text))) return [];
	return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`);
};

/** Every image has a version, and none is `latest`. */
export const pinsImages: Rule = ({ compose }) =>
	each(compose, (service, name) => {
		const isBuilt = service.build !== undefined;
		const tag = service.image?.split(":")[1];
		return isBuilt || (tag !== undefined && tag !== "latest") ? [] : [`${name}: image ${service.image} has no version`];
	});

/** A service of ours holds every line of the table; what we only run holds what its image allows. */
export const isHardened: Rule = ({ compose }) =>
	each(compose, (service, name) => {
		const ofEvery = {
			"init: true": service.init === true,
			"read_only: true": service.read_only === true,
			"tmpfs /tmp": service.tmpfs.some((path) => path.split(":")[0] === "/tmp"),
			"cap_drop ALL": service.cap_drop.includes("ALL"),
			"no-new-privileges": service.security_opt.includes("no-new-privileges:true"),
			"limits of memory, cpu and processes":
				service.mem_limit !== undefined && service.cpus !== undefined && service.pids_limit !== undefined,
			"a health check": service.healthcheck !== undefined,
			"stop_grace_period 40s": service.stop_grace_period === "40s",
			"restart unless-stopped": service.restart === "unless-stopped",
			"no way around the container": !service.privileged && service.network_mode === undefined && service.pid === undefined,
			"no Docker socket": !service.volumes.some((volume) => volume.includes("docker.sock")),
			"waiting for health": Object.values(service.depends_on).every(({ condition }) => condition === "service_healthy"),
		};
		const ofOurs = {
			"user 10001": service.user === "10001:10001",
			"no added capability": service.cap_add.length === 0,
			"a health check on /readyz": service.healthcheck?.test.join(" ").includes("/readyz") === true,
			"waiting for MongoDB and Redis": "mongo" in service.depends_on && "redis" in service.depends_on,
		};
		const wanted = settings[name] === undefined ? ofEvery : { ...ofEvery, ...ofOurs };
		return Object.entries(wanted).flatMap(([what, holds]) => (holds ? [] : [`${name}: ${what} is missing`]));
	});

/** Secrets come from the environment, and one that is missing says what to run. */
export const holdsNoSecret: Rule = ({ compose }) =>
	each(compose, (service, name) =>
		Object.entries(service.environment).flatMap(([variable, value]) => {
			const isSecret = /(PASSWORD|_KEY|SECRET)$/.test(variable) && variable !== "MODEL_API_KEY";
			const credentials = /:\/\/[^/@]*:([^@/]+)@/.exec(value)?.[1];
			const literal = isSecret ? value : credentials;
			if (literal === undefined) return [];
			const used = variablesIn(literal);
			if (used.length !== 1 || literal !== literalOf(used[0])) return [`${name}: ${variable} holds a literal secret`];
			const mayBeEmpty = variable.startsWith("BOOTSTRAP_");
			return mayBeEmpty || (used[0]?.operator === ":?" && used[0].word === hint)
				? []
				: [`${name}: ${variable} does not say "${hint}" when it is missing`];
		}),
	);

/** Each service gets only variables of its own config.ts, and all that it cannot do without. */
export const knowsItsSettings: Rule = ({ compose }) =>
	Object.entries(settings).flatMap(([name, { shape }]) => {
		const given = compose.services[name]?.environment ?? {};
		const unknown = Object.keys(given).filter((variable) => !(variable in shape));
		const needed = Object.entries(shape).filter(([, schema]) => !(schema as z.ZodType).safeParse(undefined).success);
		const missing = needed.filter(([variable]) => !(variable in given));
		return [
			...unknown.map((variable) => `${name}: ${variable} is no setting of its config.ts`),
			...missing.map(([variable]) => `${name}: ${variable} is needed and not set`),
		];
	});

/** example.env and docker-compose.yml name the same variables. */
export const matchesExampleEnv: Rule = ({ text, exampleEnv }) => {
	const used = new Set(variablesIn(text).map(({ name }) => name));
	// Read by docker compose itself.
	const ofCompose = new Set(["COMPOSE_PROFILES"]);
	return [
		...[...used].filter((name) => !(name in exampleEnv)).map((name) => `${name} is not in example.env`),
		...Object.keys(exampleEnv)
			.filter((name) => !used.has(name) && !ofCompose.has(name))
			.map((name) => `${name} of example.env is used nowhere`),
	];
};

/** Every folder, file, build target and app that is named exists. */
export const namesWhatExists: Rule = ({ compose, dockerfile }) =>
	each(compose, (service, name) => {
		const sources = service.volumes.map((volume) => volume.split(":")[0] ?? "");
		const files = sources.filter((source) => source.startsWith("."));
		const profiles = service.security_opt.flatMap((option) => /^seccomp[:=](?!unconfined)(.+)$/.exec(option)?.[1] ?? []);
		const { build } = service;
		const targets = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, target]) => target);
		return [
			...[...files, ...profiles].filter((file) => !existsSync(join(root, file))).map((file) => `${name}: ${file} does not exist`),
			...sources
				.filter((source) => !source.startsWith(".") && !(source in compose.volumes))
				.map((volume) => `${name}: volume ${volume} is not declared`),
			...(build !== undefined && !targets.includes(build.target) ? [`${name}: the Dockerfile has no target ${build.target}`] : []),
			...(build !== undefined && !existsSync(join(root, "apps", build.args["APP"] ?? "?", "tsdown.config.ts"))
				? [`${name}: ${build.args["APP"]} is no app`]
				: []),
		];
	});

/** Who reaches whom, and that nothing but the gateway is published; Prometheus and Grafana are for this computer only. */
export const keepsNetworksApart: Rule = ({ compose }) => [
	...each(compose, (service, name) => {
		const networks = [...service.networks].sort().join(", ");
		const wanted = networksOf[name]?.join(", ");
		return [
			...(networks === wanted ? [] : [`${name}: networks are ${networks} instead of ${wanted}`]),
			...service.ports.filter((port) => !isPublished(name, port)).map((port) => `${name}: a port is published: ${port}`),
		];
	}),
	...["data", "tools"]
		.filter((network) => compose.networks[network]?.internal !== true)
		.map((network) => `network ${network} reaches the outside`),
];

/** The Caddyfile sends exactly the prefixes of the contracts, each to its service. */
export const routesEveryPrefix: Rule = ({ caddyfile }) => {
	const groups = [...caddyfile.matchAll(/^\s*@(\S+) path (.+)$/gm)].map(([, name = "", paths = ""]) => ({
		name,
		paths: paths.trim().split(/\s+/),
	}));
	const routed = groups.flatMap(({ name, paths }) => paths.map((path) => `${path} → ${upstreamOf(caddyfile, name)}`));
	const wanted = gatewayPrefixes.flatMap(({ prefix, service }) => [prefix, `${prefix}/*`].map((path) => `${path} → ${service}`));
	return [
		...wanted.filter((path) => !routed.includes(path)).map((path) => `not in the Caddyfile: ${path}`),
		...routed.filter((path) => !wanted.includes(path)).map((path) => `only in the Caddyfile: ${path}`),
	];
};

function upstreamOf(caddyfile: string, name: string): string {
	return new RegExp(`handle @${name} \\{\\s*import service ([a-z-]+):\\d+`).exec(caddyfile)?.[1] ?? "nobody";
}

function literalOf(variable: ReturnType<typeof variablesIn>[number] | undefined): string {
	return variable === undefined ? "" : `\${${variable.name}${variable.operator}${variable.word}}`;
}

function each(compose: Compose, look: (service: ComposeService, name: string) => readonly string[]): readonly string[] {
	return Object.entries(compose.services).flatMap(([name, service]) => look(service, name));
}
