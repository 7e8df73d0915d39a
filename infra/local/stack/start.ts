import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ensureDemoRoutine } from "../demo/routine.ts";
import type { Options } from "../options.mjs";
import type { Step } from "../tools/steps.mjs";
import type { Ready } from "./data/ready.ts";
import { writeReady } from "./data/ready.ts";
import { readSecrets } from "./data/secrets.ts";
import { stackVariable } from "./data/take-folder.ts";
import { ensureDemoWorkspace } from "./demo-workspace/workspace.ts";
import { StackError } from "./errors.ts";
import { buildExtension, extensionInDevMode, untilBuilt } from "./extension.ts";
import type { ChildSpec } from "./processes/child.ts";
import { notableOfOthers, notableOfService } from "./processes/notable.ts";
import type { Supervisor } from "./processes/supervisor.ts";
import { createSupervisor } from "./processes/supervisor.ts";
import { externalDatabase } from "./servers/mongo-address.ts";
import type { DatabaseOwner } from "./servers/mongo-users.ts";
import { databases } from "./servers/mongo-users.ts";
import { adminUri, checkForeignMongo, mongodSpec, mongoUri, prepareMongod } from "./servers/mongod.ts";
import type { Ports } from "./servers/ports.ts";
import { choosePorts } from "./servers/ports.ts";
import { redisSpec, redisUrl, untilRedisAnswers } from "./servers/redis.ts";
import type { StackFacts } from "./servers/services.ts";
import { accounts, readExtensionId, serviceSpecs, systemEnvironment, urlOf } from "./servers/services.ts";
import { checkSettings } from "./servers/settings.ts";
import type { DemoAccount } from "./sign-in.ts";

export type StackCall = {
	/** The checkout: services, demo site and extension are found below it. */
	readonly root: string;
	readonly options: Options;
	/** Names the programs (MONGOD_BIN, REDIS_SERVER_BIN) or servers (MONGODB_URI, REDIS_URL), and what is passed on to the services. */
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly print: (line: string) => void;
	readonly step: Step;
	/** Build it, or have it built again at each change in dev mode. */
	readonly wantsExtension: boolean;
};

/** `publish` writes `ready.json`, from then on kept current; `stop` ends everything in order. */
export type Stack = {
	readonly ready: () => Ready;
	readonly publish: () => void;
	readonly stop: () => Promise<void>;
	readonly killAll: () => void;
	readonly failed: Promise<never>;
};

const answersWithinMs = 60_000;
const afterAuth: readonly DatabaseOwner[] = ["knowledge-proxy", "tool-runner", "agent-api"];

/**
 * Opens the supervisor of a stack; nothing runs yet but the reaper.
 *
 * @throws StackError when the gateway's port is taken, or a setting that was chosen for a service is wrong
 */
export async function openStack(call: StackCall): Promise<Stack & { readonly run: (signal: AbortSignal) => Promise<void> }> {
	const { options, environment, root } = call;
	const ports = await choosePorts({ gateway: options.port, replicas: options.replicas }, call.print);
	const secrets = readSecrets(options.data);
	const given = environment["MONGODB_URI"];
	const facts: StackFacts = {
		root,
		data: options.data,
		ports,
		secrets,
		environment,
		isWatched: options.dev,
		extensionId: readExtensionId(root),
		mongoUriOf: (owner) => (given ? externalDatabase(given, databases[owner].name) : ownMongoAddress(ports, facts, owner)),
		redisUrl: environment["REDIS_URL"] ?? redisUrl(first(ports, "redis"), secrets.redisPassword),
	};
	await checkSettings(facts);
	let isPublished = false;
	const supervisor = createSupervisor({
		logs: join(options.data, "logs"),
		print: call.print,
		now: Date.now,
		isStrict: options.exit,
		onPids: () => isPublished && writeReady(options.data, ready()),
	});
	const ready = (): Ready => readyOf(facts, { options, pids: supervisor.pids() });
	return {
		ready,
		publish: () => {
			isPublished = true;
			writeReady(options.data, ready());
		},
		stop: async () => {
			isPublished = false;
			await supervisor.stopAll(stopOrder(ports));
		},
		killAll: supervisor.killAll,
		failed: supervisor.failed,
		run: (signal) => startAll({ ...call, facts, supervisor, signal }),
	};
}

type Run = StackCall & { readonly facts: StackFacts; readonly supervisor: Supervisor; readonly signal: AbortSignal };

async function startAll(run: Run): Promise<void> {
	const { step, facts, signal } = run;
	// The build takes one core and needs no server; its error is reported at its own step.
	const built = run.wantsExtension ? prepareExtension(run) : Promise.resolve("");
	built.catch(() => undefined);
	await Promise.all([startMongo(run), startRedis(run)]);
	const address = (listener: keyof Ports) => urlOf(facts.ports, listener);
	await step("auth", () => startService(run, "auth"), address("auth"));
	const startOthers = () => Promise.all(afterAuth.map((service) => startService(run, service)));
	await step(afterAuth.join(", "), startOthers, afterAuth.map(address).join(", "));
	const startGateway = async () => {
		for (const spec of [demoSite({ ...run, port: first(facts.ports, "demo-site") }), gateway(run)]) launch(run, spec);
		await Promise.all([untilAnswers(address("demo-site"), "any", signal), untilAnswers(address("gateway"), "any", signal)]);
	};
	await step("demo site and gateway", startGateway, address("gateway"));
	const { print } = run;
	const routine = ensureDemoRoutine({
		...demoAccount(facts, "member"),
		agentUrl: address("agent-api"),
		demoUrl: demoUrlOf(facts.ports),
		print,
	});
	if (run.wantsExtension) await step("extension", () => built);
	await routine;
}

async function prepareExtension(run: Run): Promise<string> {
	const { root, environment, options, facts, supervisor, signal } = run;
	const place = { root, env: systemEnvironment(environment) };
	const folder = readyOf(facts, { options, pids: supervisor.pids() }).extensionDir;
	if (environment["EXTENSION_DIR"]) return folder;
	if (!options.dev) await buildExtension(place, join(options.data, "logs", "extension-build.log"));
	else {
		rmSync(folder, { recursive: true, force: true });
		launch(run, extensionInDevMode(place));
		await untilBuilt(folder, signal);
	}
	return folder;
}

async function startMongo(run: Run): Promise<void> {
	const { environment, options, step, facts, signal } = run;
	const given = environment["MONGODB_URI"];
	if (given) return await checkForeignMongo(externalDatabase(given, "admin"));
	const program = environment["MONGOD_BIN"];
	if (!program) throw new StackError("MongoDB is missing: no MONGOD_BIN, no MONGODB_URI.", { exitCode: 3 });
	const port = first(facts.ports, "mongod");
	const start = async () => {
		launch(run, { ...mongodSpec({ program, data: options.data, port }), ...placeOf(run) });
		await prepareMongod(port, facts.secrets, signal);
	};
	await step("mongod", start, `127.0.0.1:${port}, replica set rs0`);
}

async function startRedis(run: Run): Promise<void> {
	const { environment, options, step, facts, signal } = run;
	if (environment["REDIS_URL"]) return;
	const program = environment["REDIS_SERVER_BIN"];
	if (!program) throw new StackError("Redis is missing: no REDIS_SERVER_BIN, no REDIS_URL.", { exitCode: 3 });
	const port = first(facts.ports, "redis");
	const password = facts.secrets.redisPassword;
	const start = async () => {
		launch(run, { ...redisSpec({ program, data: options.data, port, password }), ...placeOf(run) });
		await untilRedisAnswers(port, password, signal);
	};
	await step("redis-server", start, `127.0.0.1:${port}`);
}

async function startService(run: Run, service: DatabaseOwner): Promise<void> {
	if (service === "tool-runner") await ensureDemo(run);
	const specs = serviceSpecs(service, run.facts);
	for (const spec of specs) launch(run, spec);
	await Promise.all(specs.map((_, replica) => untilAnswers(`${urlOf(run.facts.ports, service, replica)}/readyz`, "ok", run.signal)));
}

/** A file of workspaces that was named for this start has none of ours. */
async function ensureDemo({ facts, options, environment, print }: Run): Promise<void> {
	if (environment["TOOLS_CONFIG_FILE"]) return;
	await ensureDemoWorkspace({ ...demoAccount(facts, "admin"), data: options.data, git: environment["GIT_BIN"], print });
}

function demoAccount({ ports, secrets }: StackFacts, name: keyof typeof accounts): DemoAccount {
	const { email, password } = accounts[name];
	return { authUrl: urlOf(ports, "auth"), account: { email, password: secrets[password] } };
}

/** The shop that the demo task is about. */
export function demoSite({ root, environment, port }: Pick<StackCall, "root" | "environment"> & { readonly port: number }): ChildSpec {
	return {
		name: "demo-site",
		command: process.execPath,
		args: ["--conditions=@webhand/source", join("packages", "testing", "src", "demo-site", "main.ts")],
		cwd: root,
		env: { ...systemEnvironment(environment), PORT: String(port), HOST: "127.0.0.1" },
		show: notableOfOthers,
	};
}

function gateway({ facts, environment }: Run): ChildSpec {
	const upstreams = Object.fromEntries(
		(["auth", "agent-api", "knowledge-proxy"] as const).map((name) => [
			name,
			facts.ports[name].map((_, replica) => urlOf(facts.ports, name, replica)),
		]),
	);
	return {
		name: "gateway",
		command: process.execPath,
		args: ["--conditions=@webhand/source", join(import.meta.dirname, "gateway", "main.ts")],
		cwd: import.meta.dirname,
		env: {
			...systemEnvironment(environment),
			PORT: String(first(facts.ports, "gateway")),
			UPSTREAMS: JSON.stringify(upstreams),
			PROXY_SECRET: facts.secrets.proxySecret,
			// `npm run pack` puts them there.
			EXTENSION_FILES: join(facts.data, "extension"),
		},
		show: notableOfService,
	};
}

function launch({ supervisor, options, signal }: Run, spec: ChildSpec): void {
	signal.throwIfAborted();
	supervisor.start({ ...spec, env: { ...spec.env, [stackVariable]: options.data } });
}

const placeOf = ({ environment, options }: Run) => ({ env: systemEnvironment(environment), cwd: options.data });

/** The caller closes the browser first; the names of one line are stopped side by side, after the line above. */
function stopOrder(ports: Ports): readonly (readonly string[])[] {
	const all = (service: DatabaseOwner) => ports[service].map((_, replica) => (replica === 0 ? service : `${service}-${replica + 1}`));
	return [
		["extension", "gateway", "demo-site"],
		all("agent-api"),
		[...all("knowledge-proxy"), ...all("tool-runner")],
		all("auth"),
		["redis"],
		["mongod"],
	];
}

/**
 * @param wanted "any": something answers; "ok": it says 2xx
 * @throws StackError when it does not within 60 s
 */
export async function untilAnswers(url: string, wanted: "any" | "ok", signal: AbortSignal): Promise<void> {
	const deadline = AbortSignal.timeout(answersWithinMs);
	for (;;) {
		signal.throwIfAborted();
		const reply = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(2_000)]) }).catch(() => undefined);
		await reply?.body?.cancel();
		if (reply !== undefined && (wanted === "any" || reply.ok)) return;
		if (deadline.aborted) throw new StackError(`${url} did not answer within ${answersWithinMs / 1_000} s`);
		await pause(30);
	}
}

function readyOf(facts: StackFacts, { options, pids }: { readonly options: Options; readonly pids: Ready["pids"] }): Ready {
	const { ports, secrets, environment } = facts;
	const account = (name: keyof typeof accounts) => ({ email: accounts[name].email, password: secrets[accounts[name].password] });
	return {
		url: urlOf(ports, "gateway"),
		services: {
			auth: urlOf(ports, "auth"),
			agentApi: urlOf(ports, "agent-api"),
			knowledgeProxy: urlOf(ports, "knowledge-proxy"),
			toolRunner: urlOf(ports, "tool-runner"),
		},
		operator: account("operator"),
		admin: account("admin"),
		member: account("member"),
		extensionDir:
			environment["EXTENSION_DIR"] || join(facts.root, "apps", "extension", ".output", options.dev ? "chrome-mv3-dev" : "chrome-mv3"),
		demoUrl: demoUrlOf(ports),
		mongoUrl: environment["MONGODB_URI"] ?? adminUri(first(ports, "mongod"), secrets),
		redisUrl: facts.redisUrl,
		pids,
	};
}

function ownMongoAddress(ports: Ports, { secrets }: StackFacts, owner: DatabaseOwner): string {
	const { name, password } = databases[owner];
	return mongoUri(first(ports, "mongod"), { name, password: secrets[password], database: name });
}

const demoUrlOf = (ports: Ports) => urlOf(ports, "demo-site");
const first = (ports: Ports, listener: keyof Ports): number => ports[listener][0] ?? 0;
