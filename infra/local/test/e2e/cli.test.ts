import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { call } from "@webhand/client/call";
import { taskRoute } from "@webhand/contracts/agent/task-trace";
import { createApiKeyRoute } from "@webhand/contracts/auth/api-keys";
import { loginRoute } from "@webhand/contracts/auth/sign-in";
import { TaskId } from "@webhand/contracts/ids";
import { findProgram, repositoryRoot } from "@webhand/testing/binaries";
import { long } from "@webhand/testing/long";
import type { TestProcess } from "@webhand/testing/processes";
import { startProcess } from "@webhand/testing/processes";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

const packageFolder = join(repositoryRoot, "packages", "cli");
const { url, demoUrl, member } = inject("ready");
const whole =
	'Search for "blue kettle", open the first result, choose "1.5 l" as size, add it to the cart, open the cart and read the total';
const harmless = 'Search for "blue kettle", open the first result and choose "1.5 l" as size';

let folder: string;
let key: string;
let token: string;

/** Builds and packs the package, and unpacks it where nothing of this repository is but Playwright. */
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "webhand-cli-"));
	const run = (program: string, args: readonly string[], cwd: string) => {
		const { status, stderr, stdout } = spawnSync(program, args, { cwd, encoding: "utf8", timeout: 60_000 });
		if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}:\n${stdout}${stderr}`);
	};
	run(process.execPath, [join(realpathSync(join(packageFolder, "node_modules", "tsdown")), "dist", "run.mjs")], packageFolder);
	run("pnpm", ["pack", "--pack-destination", folder], packageFolder);
	const [tarball = ""] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
	run("tar", ["-xzf", tarball], folder);
	mkdirSync(join(folder, "node_modules", "@webhand"), { recursive: true });
	cpSync(join(folder, "package"), join(folder, "node_modules", "@webhand", "cli"), { recursive: true });
	symlinkSync(realpathSync(join(packageFolder, "node_modules", "playwright-core")), join(folder, "node_modules", "playwright-core"));
	const nobody = { baseUrl: url, token: () => null };
	token = (await call(nobody, loginRoute, { body: member })).accessToken;
	const body = { name: "cli", scopes: ["tasks:run" as const, "routines:read" as const, "knowledge:read" as const], days: 1, addresses: [] };
	key = (await call({ baseUrl: url, token: () => token }, createApiKeyRoute, { body })).secret;
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function webhand(args: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<TestProcess> {
	return await startProcess({
		name: "webhand",
		command: process.execPath,
		args: [join(folder, "node_modules", "@webhand", "cli", "dist", "main.mjs"), ...args],
		cwd: folder,
		env: { HOME: folder, XDG_CONFIG_HOME: join(folder, "config"), CHROMIUM_BIN: findProgram("chromium"), ...settings },
	});
}

const signedIn = () => ({ WEBHAND_URL: url, WEBHAND_API_KEY: key });
const statusOf = async (taskId: string) =>
	(await call({ baseUrl: url, token: () => token }, taskRoute, { params: { taskId: TaskId.parse(taskId) }, query: {} })).task.status;

test("the packed command carries an order out, and says how it ended by its exit code", async () => {
	const done = await webhand(["run", harmless, "--url", demoUrl, "--mode", "autonomous", "--json"], signedIn());
	expect((await done.ended).code, done.output()).toBe(0);
	expect(done.output()).toContain('"type":"end","result":{"status":"done"');
	expect(done.output()).toContain("/products/blue-kettle");
	expect(done.output()).not.toContain(key);

	const failing = await webhand(["run", 'Click "Nothing of this name"', "--url", demoUrl], signedIn());
	expect((await failing.ended).code, failing.output()).toBe(1);
	expect(failing.output()).toContain("I can’t find “Nothing of this name”");
});

test("without a terminal a question ends the task, here and at the server", async () => {
	const asked = await webhand(
		["run", 'Click "Add to cart"', "--url", new URL("/products/blue-kettle", demoUrl).href, "--mode", "autonomous", "--json"],
		signedIn(),
	);
	expect((await asked.ended).code, asked.output()).toBe(3);
	expect(asked.output()).toContain("May I click “Add to cart”");
	const [, taskId = ""] = /"taskId":"([^"]+)"/.exec(asked.output()) ?? [];
	expect(await statusOf(taskId)).toBe("cancelled");
});

test("SIGINT cancels the task at the server", async () => {
	const process_ = await webhand(["run", whole, "--url", demoUrl, "--mode", "autonomous"], signedIn());
	const [, taskId = ""] = await process_.printed(/task ([0-9a-f-]{36})/, 20_000);
	process.kill(process_.pid, "SIGINT");
	expect((await process_.ended).code, process_.output()).toBe(130);
	expect(await statusOf(taskId)).toBe("cancelled");
});

test("a stranger, and a server that is away, have codes of their own", async () => {
	const [nobody, wrong, away] = await Promise.all([
		webhand(["routine", "list"]),
		webhand(["routine", "list"], { WEBHAND_URL: url, WEBHAND_API_KEY: `whk_${"x".repeat(43)}` }),
		webhand(["login", "--url", "http://127.0.0.1:9"], { WEBHAND_API_KEY: key }),
	]);
	expect((await nobody.ended).code, nobody.output()).toBe(4);
	expect((await wrong.ended).code, wrong.output()).toBe(4);
	expect((await away.ended).code, away.output()).toBe(5);
});

test("a program that answers the questions buys the kettle, by the packed library", async () => {
	writeFileSync(
		join(folder, "buy.mjs"),
		`import { chromium } from "playwright-core";
import { createClient, WebhandError } from "@webhand/cli";
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_BIN, args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.goto(${JSON.stringify(demoUrl)});
const client = createClient({ url: process.env.WEBHAND_URL, key: process.env.WEBHAND_API_KEY });
const asked = [];
const onQuestion = async (question) => {
	asked.push(question.approval?.label);
	return question.kind === "approval" ? { approved: true } : null;
};
const result = await client.doTask({ page, order: ${JSON.stringify(whole)}, mode: "autonomous", onQuestion });
const visitor = (await page.context().cookies()).find(({ name }) => name === "visitor").value;
const { cart } = await (await fetch(new URL("/state?visitor=" + visitor, ${JSON.stringify(demoUrl)}))).json();
console.log(JSON.stringify({ ...result, asked, cart: cart.lines.map(({ slug, size }) => slug + " " + size), total: cart.total, isError: new WebhandError("x", { code: "asked" }) instanceof Error }));
await browser.close();
`,
	);
	const buying = await startProcess({
		name: "buy",
		command: process.execPath,
		args: ["buy.mjs"],
		cwd: folder,
		env: { HOME: folder, CHROMIUM_BIN: findProgram("chromium"), ...signedIn() },
	});
	expect((await buying.ended).code, buying.output()).toBe(0);
	const told = JSON.parse(buying.output().trim().split("\n").at(-1) ?? "");
	expect(told).toMatchObject({ status: "done", asked: ["Add to cart"], cart: ["blue-kettle 1.5 l"], total: "32.40 €", isError: true });
	expect(told.answer).toContain("32.40 €");
});

test("npm run smoke finds this stack whole, by a password and by a key", async () => {
	const smoke = async (settings: Readonly<Record<string, string>>) =>
		await startProcess({
			name: "smoke",
			command: process.execPath,
			args: ["--conditions=@webhand/source", "infra/local/smoke/main.ts", url],
			cwd: repositoryRoot,
			env: { HOME: folder, ...settings },
		});
	const byPassword = await smoke({ WEBHAND_EMAIL: member.email, WEBHAND_PASSWORD: member.password });
	expect((await byPassword.ended).code, byPassword.output()).toBe(0);
	expect(byPassword.output()).toContain("14 ok, 0 failed, 0 skipped");
	const byKey = await smoke({ WEBHAND_API_KEY: key });
	expect((await byKey.ended).code, byKey.output()).toBe(0);
	expect(byKey.output()).toContain("12 ok, 0 failed, 2 skipped");
});

test("each type of the package resolves where nothing but Playwright is installed", long, () => {
	writeFileSync(
		join(folder, "consumer.mts"),
		`import { createClient, WebhandError } from "@webhand/cli";
import type { TaskEvent, TaskResult, WebhandClient } from "@webhand/cli";
import { chromium } from "playwright-core";
const client: WebhandClient = createClient({ url: "https://webhand.example.com", key: "whk_" });
const page = await (await chromium.launch()).newPage();
for await (const event of client.runTask({ page, order: "Read the total", onQuestion: async ({ choices }) => ({ text: choices[0] ?? "" }) })) {
	const told: TaskEvent = event;
	if (told.type === "end") { const result: TaskResult = told.result; console.log(result.answer?.length); }
}
for await (const event of client.runRoutine({ routine: "Save", browser: "runner" })) if (event.type === "row") console.log(event.row.checks[0]?.seen);
try { await client.listRoutines(); } catch (cause) { if (cause instanceof WebhandError && cause.code === "server_away") throw cause; }
`,
	);
	const args = [
		join(repositoryRoot, "node_modules", "typescript", "bin", "tsc"),
		..."--noEmit --strict --target es2024 --module nodenext --lib es2024,dom --types node --typeRoots".split(" "),
		join(packageFolder, "node_modules", "@types"),
		"consumer.mts",
	];
	const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", timeout: 60_000 });
	expect(status, `${stdout}${stderr}`).toBe(0);
});
