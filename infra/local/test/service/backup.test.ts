import { randomUUID } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseNames, Manifest } from "@webhand/backup/manifest";
import { makeDataFolder, removeDataFolder } from "@webhand/testing/data-folder";
import { long } from "@webhand/testing/long";
import { poll } from "@webhand/testing/poll";
import { startProcess } from "@webhand/testing/processes";
import { MongoClient } from "mongodb";
import { afterAll, expect, onTestFinished, test } from "vitest";
import type { Ready } from "../../stack/data/ready.ts";
import { checkout } from "../fixture/copy.ts";
import { programs, readyOf, startStack } from "../fixture/running-stack.ts";

const folder = mkdtempSync(join(tmpdir(), "webhand backup-"));
const [before, after] = [makeDataFolder("webhand-before-"), makeDataFolder("webhand-after-")];
afterAll(async () => {
	await Promise.all([before, after].map(removeDataFolder));
	rmSync(folder, { recursive: true });
});

const page = "@page 1\n@url https://shop.example/\n@title Shop\n@epoch e1\n@screen 1280x800, page 1 of 1\n\n@view\n<button 7>Show more";

/** Somebody who is signed in, through the gateway. */
async function signIn({ url, member }: Ready) {
	const ask = async (method: string, path: string, { token, body, key }: { token?: string; body?: unknown; key?: string } = {}) => {
		const reply = await fetch(new URL(path, url), {
			method,
			headers: {
				...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
				...(body === undefined ? {} : { "content-type": "application/json" }),
				...(key === undefined ? {} : { "idempotency-key": key }),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		return { status: reply.status, text: await reply.text(), isReplay: reply.headers.get("idempotency-replayed") === "true" };
	};
	const token: string = JSON.parse((await ask("POST", "/api/v1/auth/login", { body: member })).text).accessToken;
	return {
		token,
		get: (path: string) => ask("GET", path, { token }),
		post: (path: string, body: unknown, key: string = randomUUID()) => ask("POST", path, { token, body, key }),
		with: (other: string, path: string) => ask("GET", path, { token: other }),
	};
}

/** `npm run backup` or `npm run restore` behind the bootstrap. */
async function run(command: "backup" | "restore", args: readonly string[]) {
	const ran = await startProcess({
		name: command,
		command: process.execPath,
		args: ["--conditions=@webhand/source", "infra/local/main.ts", command, ...args],
		cwd: checkout,
		env: { HOME: process.env["HOME"] ?? folder, ...programs },
	});
	onTestFinished(() => ran.stop().then(() => undefined));
	return { code: (await ran.ended).code, output: ran.output() };
}

/** What docs/retention.md says goes by TTL has such an index, and nothing else has one. */
function expectRetention({ databases }: Manifest): void {
	const lines = readFileSync(join(checkout, "docs", "retention.md"), "utf8").split("\n");
	const byItself = lines.flatMap((line) => {
		const [, database = "", names = "", how] = line.split("|").map((cell) => cell.trim());
		return how === "TTL" ? [...names.matchAll(/`([\w.]+)`/g)].map(([, name]) => `${database.replaceAll("`", "")} ${name}`) : [];
	});
	const stored = databases.flatMap(({ name, collections }) =>
		collections.map((collection) => ({ ...collection, key: `${name} ${collection.name}` })),
	);
	const expiring = stored.filter(({ indexes }) => indexes.some((index) => "expireAfterSeconds" in index)).map(({ key }) => key);
	expect(expiring.toSorted()).toEqual(byItself.toSorted());
}

type OpenApi = { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> };

/** What an admin gets of each route that reads without an id. Of streams only the status is looked at. */
async function readAll({ url: gateway, services: { auth, agentApi, knowledgeProxy } }: Ready, token: string) {
	const found: { readonly path: string; readonly status: number }[] = [];
	for (const url of [auth, agentApi, knowledgeProxy]) {
		const { paths } = (await (await fetch(new URL("/openapi.json", url))).json()) as OpenApi;
		for (const path of Object.keys(paths).filter((one) => !one.includes("{") && "get" in (paths[one] ?? {}))) {
			// Describing all routes keeps a service busy, which then says “later”.
			const { status } = await poll(() => readOnce(new URL(path, gateway), token), { limitMs: 30_000, everyMs: 300 });
			found.push({ path, status });
		}
	}
	return found;
}

async function readOnce(url: URL, token: string): Promise<Response | undefined> {
	const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` }, redirect: "manual" });
	await reply.body?.cancel();
	return reply.status === 503 ? undefined : reply;
}

/** Gives every row a field that this version does not know. Rows of the audit are sealed by their hashes. */
async function addUnknownFields({ mongoUrl }: Ready): Promise<void> {
	const client = await new MongoClient(mongoUrl).connect();
	try {
		for (const database of databaseNames)
			for (const { name } of await client.db(database).listCollections({ type: "collection" }, { nameOnly: true }).toArray())
				if (!name.startsWith("audit") && !name.startsWith("system."))
					await client
						.db(database)
						.collection(name)
						.updateMany({}, { $set: { ofTheNextVersion: { is: ["unknown"] } } });
	} finally {
		await client.close();
	}
}

const order = { url: "https://shop.example/", query: "Press Show more", dom: page };
const interact = "/api/agent/interact";
const backup = join(folder, "backup");

const aWholeStack = { ...long, timeout: 240_000 };

test(
	"a stack that is saved under load and restored elsewhere has the same tasks, chats, files and audit, and no old sign-in",
	aWholeStack,
	async () => {
		const stack = await startStack({ root: checkout }, ["--data", before]);
		const old = await readyOf({ data: before }, 90_000);
		const member = await signIn(old);
		const key = randomUUID();
		const step = await member.post(interact, order, key);
		expect(step.status).toBe(200);
		const { taskId, sessionId } = JSON.parse(step.text).data;
		const messages = await member.get(`/api/session/${sessionId}/messages`);
		const [{ id: workspaceId }] = JSON.parse((await member.get("/api/v1/agent/workspaces")).text).workspaces;
		const file = `/api/v1/agent/fs/read?workspaceId=${workspaceId}&path=README.md`;
		const read = await member.get(file);
		expect([messages.status, read.status]).toEqual([200, 200]);

		let isOver = false;
		const underway = (async () => {
			const seen: number[] = [];
			while (!isOver) seen.push((await member.post(interact, order)).status);
			return seen;
		})();
		const saved = await run("backup", ["--to", backup, "--data", before]);
		isOver = true;
		const statuses = await underway;
		expect(saved, saved.output).toMatchObject({ code: 0 });
		expect(statuses.length).toBeGreaterThan(3);
		expect(statuses.filter((status) => status !== 200)).toEqual([]);
		expect(saved.output).toContain("The keys are not in it");
		const secrets: Record<string, string> = JSON.parse(readFileSync(join(before, "secrets.json"), "utf8"));
		for (const secret of Object.values(secrets)) expect(readFileSync(join(backup, "manifest.json"), "utf8")).not.toContain(secret);
		await stack.stop(30_000);
		expectRetention(Manifest.parse(JSON.parse(readFileSync(join(backup, "manifest.json"), "utf8"))));

		// Other keys open nothing; a folder without keys is none of a stack.
		writeFileSync(join(after, "secrets.json"), JSON.stringify({ ...secrets, settingsKey: "x".repeat(43) }));
		const refused = await run("restore", ["--from", backup, "--data", after]);
		expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("other ones: SETTINGS_KEY") });
		copyFileSync(join(before, "secrets.json"), join(after, "secrets.json"));
		const restored = await run("restore", ["--from", backup, "--data", after]);
		expect(restored, restored.output).toMatchObject({ code: 0, output: expect.stringContaining("everybody signs in again") });
		const again = await run("restore", ["--from", backup, "--data", after]);
		expect(again).toMatchObject({ code: 1, output: expect.stringContaining("This stack is not empty: webhand_auth.") });

		await startStack({ root: checkout }, ["--data", after]);
		const now = await readyOf({ data: after }, 90_000);
		const back = await signIn(now);
		expect((await back.with(member.token, interact)).status).not.toBe(200);
		expect((await back.with(member.token, `/api/session/${sessionId}/messages`)).status).toBe(401);
		const replayed = await back.post(interact, order, key);
		expect(replayed).toEqual({ ...step, isReplay: true });
		expect((await back.get(`/api/session/${sessionId}/messages`)).text).toBe(messages.text);
		expect((await back.get(file)).text).toBe(read.text);
		const next = await back.post(interact, { ...order, taskId, dom: page.replace("Show more", "Show less") });
		expect(next.status, next.text).toBe(200);
		const admin = await signIn({ ...now, member: now.admin });
		expect(JSON.parse((await admin.get("/api/v1/agent/audit/verify")).text)).toMatchObject({
			ok: true,
			brokenAt: null,
			anchors: { bad: 0 },
		});

		// Rows of a later version, which had more fields, are read as these were.
		const shown = await readAll(now, admin.token);
		expect(shown.length).toBeGreaterThan(40);
		expect(shown.filter(({ status }) => status >= 500)).toEqual([]);
		expect(shown.filter(({ status }) => status === 200).length).toBeGreaterThan(30);
		await addUnknownFields(now);
		expect(await readAll(now, admin.token)).toEqual(shown);
		expect((await back.post(interact, order, key)).text).toBe(step.text);
		expect((await back.post(interact, order)).status).toBe(200);
	},
);

test("a folder that is no data folder, and a backup that is none, are named", async () => {
	const empty = join(folder, "empty");
	mkdirSync(empty);
	expect(await run("backup", ["--to", join(folder, "other"), "--data", empty])).toMatchObject({
		code: 3,
		output: expect.stringContaining("has no secrets.json, which holds the keys"),
	});
	expect(existsSync(join(folder, "other"))).toBe(false);
	expect(await run("restore", ["--to", folder])).toMatchObject({
		code: 2,
		output: expect.stringContaining("npm run restore -- --from DIR"),
	});
});
