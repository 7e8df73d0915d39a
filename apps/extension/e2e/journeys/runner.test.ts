import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { call } from "@webhand/client/call";
import { addRunnerRoute } from "@webhand/contracts/auth/runners";
import { grantMandateRoute } from "@webhand/contracts/authority/mandate";
import { OrgId } from "@webhand/contracts/ids";
import { routinesRoute } from "@webhand/contracts/routine/routine";
import { routineRunRoute, runRowsRoute, startRunRoute } from "@webhand/contracts/routine/run";
import { findProgram, repositoryRoot } from "@webhand/testing/binaries";
import { startProcess } from "@webhand/testing/processes";
import { expect } from "vitest";
import { test } from "../fixtures.ts";
import { as, login } from "../people.ts";

const names = ["Ada Lovelace", "Grace Hopper", "Mary Jackson", "Annie Easley"];
const addresses = names.map((name) => ({ name, street: "Speicherstrasse 7", postcode: "20457", city: "Hamburg", country: "Germany" }));

test("a runner takes a run and drains on SIGTERM with its row done; started again without a code, it does the rest, each row once", async ({
	ready,
	member,
	onTestFinished,
}) => {
	const profile = await mkdtemp(join(tmpdir(), "webhand-runner-"));
	onTestFinished(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
	const admin = await login(ready, ready.admin);
	const label = `e2e-${crypto.randomUUID().slice(0, 8)}`;
	const params = { orgId: OrgId.parse(admin.tenantId) };
	const body = { name: `Runner ${label}`, labels: [label], capacity: 2 };
	const { code } = await call(as(ready.url, admin.accessToken), addRunnerRoute, { params, body });
	const start = async (more: Readonly<Record<string, string>> = {}) => {
		const env = {
			RUNNER_SERVER_URL: ready.url,
			RUNNER_PROFILE_DIR: profile,
			RUNNER_EXTENSION_DIR: ready.extensionDir,
			CHROMIUM_BIN: findProgram("chromium"),
			HOME: profile,
			...more,
		};
		const args = ["--conditions=@webhand/source", join(repositoryRoot, "apps", "runner", "src", "main.ts")];
		const runner = await startProcess({ name: "runner", command: process.execPath, args, cwd: repositoryRoot, env });
		onTestFinished(async () => void (await runner.stop(5_000)));
		const [, healthUrl = ""] = await runner.printed(/Health: (\S+)/);
		return { runner, health: async () => (await fetch(healthUrl)).json() };
	};
	const first = await start({ RUNNER_CODE: code });
	await first.runner.printed(/Enrolled: signed in as Runner e2e-/, 30_000);

	const api = as(ready.url, (await login(ready, member)).accessToken);
	const { routines } = await call(api, routinesRoute, { query: {} });
	const routine = routines.find(({ name }) => name === "Save an address");
	if (routine === undefined) throw new Error(`There are ${routines.map(({ name }) => name).join(", ")}`);
	const routineId = routine.id;
	// Nobody watches a runner: what it saves is allowed beforehand.
	const until = new Date(Date.now() + 86_400_000).toISOString();
	await call(api, grantMandateRoute, { body: { routineId, version: routine.version, uses: addresses.length, until } });
	const wish = { rows: addresses, options: { mode: "autonomous" as const }, queue: { browser: "runner" as const, labels: [label] } };
	const { run } = await call(api, startRunRoute, { params: { routineId }, body: wish });
	const rows = async () => (await call(api, runRowsRoute, { params: { runId: run.id }, query: {} })).rows;
	const count = async (wanted: string) => (await rows()).filter(({ state }) => state === wanted).length;
	await first.runner.printed(/Took a run: 1 of 2 now/, 30_000);
	expect(await first.health()).toMatchObject({ status: "ok", signedIn: true, running: 1, capacity: 2, labels: [label], draining: false });
	await expect.poll(() => count("running")).toBe(1);

	expect(await first.runner.stop(70_000)).toEqual({ code: 0, signal: null });
	expect(first.runner.output()).toContain("Stopped.");
	const between = (await rows()).map(({ state }) => state);
	expect(between).not.toContain("running");
	expect(between.filter((state) => state === "done").length).toBeGreaterThan(0);
	expect(between).toContain("waiting");

	const second = await start();
	await second.runner.printed(/Signed in as Runner e2e-/, 30_000);
	const state = async () => (await call(api, routineRunRoute, { params: { runId: run.id }, query: {} })).run.state;
	await expect.poll(state, { timeout: 45_000 }).toBe("done");
	expect((await rows()).map(({ state: end, inputs, reason }) => [end, inputs["name"], reason])).toEqual(
		names.map((name) => ["done", name, undefined]),
	);
	expect(await second.runner.stop(20_000)).toEqual({ code: 0, signal: null });
}, 180_000);
