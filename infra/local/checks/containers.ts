// `npm run test:containers`: the service tests on the MongoDB and Redis of docker-compose.yml, then the compose stack as a team runs it, and on
// it the demo of `npm start -- --exit`.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import getPort from "get-port";
import { DockerComposeEnvironment, GenericContainer, Wait } from "testcontainers";
import { parse } from "yaml";
import { z } from "zod";
import { openBrowser } from "../demo/browser.ts";
import { runDemo } from "../demo/task.ts";
import { stopWhenParentIsGone } from "../parent.mjs";
import { buildExtension } from "../stack/extension.ts";
import { createSupervisor } from "../stack/processes/supervisor.ts";
import { systemEnvironment } from "../stack/servers/services.ts";
import { demoSite, untilAnswers } from "../stack/start.ts";
import { run } from "../tools/run.mjs";
import type { Count } from "./last-line.ts";

const root = dirname(dirname(dirname(import.meta.dirname)));
const commandLimitMs = 20_000;
const healthLimitMs = 180_000;
const suitesLimitMs = 25 * 60_000;
/** Exit code where something that is needed is not there. */
const missing = 3;

/**
 * Runs the service tests of apps and packages on the databases that docker-compose.yml names. Then brings its stack up, with keys, ports and
 * volumes of its own, and takes it down after the demo.
 *
 * @param print gets the demo's lines, and one sentence about a run that failed or was skipped
 * @returns which count it belongs to; `skipped` where no Docker engine with Compose answers
 * @throws never
 */
export async function passContainers(print: (line: string) => void): Promise<keyof Count | "skipped"> {
	const engine = await run("docker", ["compose", "ls"], { env: process.env, limitMs: commandLimitMs });
	if (!engine.ok) {
		const [reason = ""] = (engine.errors || engine.reason).trim().split("\n");
		print(`The containers were skipped, since no Docker engine with Compose answers here: ${reason}.`);
		return "skipped";
	}
	const folder = mkdtempSync(join(tmpdir(), "webhand-containers-"));
	try {
		await passSuites(print);
		await playDemo(folder, print);
		print("The demo task succeeded on the containers.");
		return "passed";
	} catch (cause) {
		print(`The containers failed: ${cause instanceof Error ? cause.message : String(cause)}`);
		return "failed";
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

const Compose = z.looseObject({ services: z.looseObject({ mongo: z.looseObject({ image: z.string() }), redis: z.looseObject({ image: z.string() }) }) });

/** The embedded stack has MongoDB 6.0 and Redis 6.2, on which `npm test` runs; here the same tests meet those of compose. @throws when one fails */
async function passSuites(print: (line: string) => void): Promise<void> {
	const { mongo: database, redis: cache } = Compose.parse(parse(readFileSync(join(root, "docker-compose.yml"), "utf8"), { merge: true })).services;
	const mongo = await new GenericContainer(database.image)
		.withCommand(["mongod", "--replSet", "rs0", "--bind_ip_all"])
		.withExposedPorts(27017)
		.withWaitStrategy(Wait.forLogMessage("Waiting for connections"))
		.start();
	const redis = await new GenericContainer(cache.image).withExposedPorts(6379).withWaitStrategy(Wait.forListeningPorts()).start();
	try {
		const initiated = await mongo.exec(["mongosh", "--quiet", "--eval", "rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: 'localhost:27017' }] })"]);
		if (initiated.exitCode !== 0) throw new Error(`the replica set was not initiated: ${initiated.output}`);
		const env = {
			...process.env,
			// The member names itself by a port that only the container has.
			MONGODB_URI: `mongodb://127.0.0.1:${mongo.getMappedPort(27017)}/?directConnection=true`,
			REDIS_URL: `redis://127.0.0.1:${redis.getMappedPort(6379)}`,
		};
		const suites = [join(root, "infra/local/checks/run-tests.ts"), "--project", "service", "apps", "packages"];
		const { ok, output, reason } = await run(process.execPath, ["--conditions=@webhand/source", ...suites], { env, cwd: root, limitMs: suitesLimitMs });
		print(output.trimEnd().split("\n").slice(-15).join("\n"));
		if (!ok) throw new Error(`the service tests failed on ${database.image} and ${cache.image}: ${reason}`);
		print(`The service tests passed on ${database.image} and ${cache.image}.`);
	} finally {
		await Promise.all([mongo.stop(), redis.stop()]);
	}
}

/** @throws when the stack is not healthy in time, or the demo task did not succeed */
async function playDemo(folder: string, print: (line: string) => void): Promise<void> {
	const { url, member } = await chooseEnvironment(folder);
	const compose = new DockerComposeEnvironment(root, "docker-compose.yml").withBuild().withStartupTimeout(healthLimitMs);
	const containers = await compose.up();
	const logs = join(folder, "logs");
	const supervisor = createSupervisor({ logs, print, now: Date.now, isStrict: true, onPids: () => undefined });
	const stopping = new AbortController();
	const { signal } = stopping;
	try {
		await buildExtension({ root, env: systemEnvironment(process.env) }, join(logs, "extension-build.log"));
		const port = await freePort();
		supervisor.start(demoSite({ root, environment: process.env, port }));
		const demoUrl = `http://127.0.0.1:${port}`;
		await untilAnswers(demoUrl, "any", signal);
		const ready = { url, member, demoUrl, extensionDir: join(root, "apps", "extension", ".output", "chrome-mv3") };
		const call = { ready, headless: true, profileDir: join(folder, "chromium"), print, signal };
		const result = await runDemo(await openBrowser(call), call);
		if (!result.ok) throw new Error(`the demo task failed: ${result.reason ?? "no reason given"}`);
	} finally {
		stopping.abort();
		await supervisor.stopAll([["demo-site"]]);
		await containers.down();
	}
}

/** In this process, since Compose is also asked to take down a stack that never came up. */
async function chooseEnvironment(folder: string) {
	const port = await freePort();
	const url = `http://127.0.0.1:${port}`;
	const ports = { GATEWAY_PORT: port, PROMETHEUS_PORT: await freePort(), GRAFANA_PORT: await freePort() };
	for (const [name, value] of Object.entries({ ...ports, PUBLIC_URL: url })) process.env[name] = String(value);
	const makeEnv = [join(root, "infra", "docker", "make-env.mjs"), "--to", folder];
	const made = await run(process.execPath, makeEnv, { env: process.env, limitMs: commandLimitMs });
	if (!made.ok) throw new Error(made.reason);
	process.loadEnvFile(join(folder, ".env"));
	const { BOOTSTRAP_MEMBER_EMAIL: email = "", BOOTSTRAP_MEMBER_PASSWORD: password = "" } = process.env;
	return { url, member: { email, password } };
}

const freePort = () => getPort({ host: "127.0.0.1" });

if (import.meta.main) {
	stopWhenParentIsGone(() => process.exit(1));
	const outcome = await passContainers((line) => console.log(line));
	process.exit(outcome === "skipped" ? missing : outcome === "failed" ? 1 : 0);
}
