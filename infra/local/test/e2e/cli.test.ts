import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { call } from "@webhand/client/call";
import { taskRoute } from "@webhand/contracts/agent/task-trace";
import { createApiKeyRoute } from "@webhand/contracts/auth/api-keys";
import { loginRoute } from "@webhand/contracts/auth/sign-in";
import { RoutineRunId, TaskId } from "@webhand/contracts/ids";
import { routineRunRoute } from "@webhand/contracts/routine/run";
import { findProgram, repositoryRoot } from "@webhand/testing/binaries";
import { long } from "@webhand/testing/long";
import type { TestProcess } from "@webhand/testing/processes";
import { startProcess } from "@webhand/testing/processes";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

const packageFolder = join(repositoryRoot, "packages", "cli");
const { url, demoUrl, member } = inject("ready");
const whole =
	'Search for "blue kettle", open the first result, choose "1.5 l" as size, add it to the cart, open the cart and read the total';
const harmless = 'Choose "1.5 l" as size';
const kettle = new URL("/products/blue-kettle", demoUrl).href;

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
	const body = {
		name: "cli",
		scopes: ["tasks:run" as const, "routines:run" as const, "routines:read" as const, "knowledge:read" as const],
		days: 1,
		addresses: [],
	};
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
	const done = await webhand(["run", harmless, "--url", kettle, "--json"], signedIn());
	expect((await done.ended).code, done.output()).toBe(0);
	expect(done.output()).toContain('"type":"end","result":{"status":"done"');
	expect(done.output()).not.toContain(key);
});

test("an order that the page cannot fulfil has failed", async () => {
	const failing = await webhand(["run", 'Click "Nothing of this name"', "--url", demoUrl], signedIn());
	expect((await failing.ended).code, failing.output()).toBe(1);
	expect(failing.output()).toContain("I can’t find “Nothing of this name”");
});

test("without a terminal a question ends the task, here and at the server", async () => {
	const asked = await webhand(["run", 'Click "Add to cart"', "--url", kettle, "--mode", "autonomous", "--json"], signedIn());
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

test("a run of a routine says that nobody takes it, and starts nothing with a faulty list", async () => {
	const head = "name,street,postcode,city,country";
	writeFileSync(join(folder, "rows.csv"), `${head}\nAda,1 Lane,12345,Bath,Germany\n`);
	writeFileSync(join(folder, "short.csv"), "name,street\nAda,1 Lane\n");
	const nowhere = ["--csv", "rows.csv", "--label", "nowhere", "--patience", "1"];
	const [waiting, printed, faulty, unknown] = await Promise.all([
		webhand(["routine", "run", "save an ADDRESS", ...nowhere, "--json"], signedIn()),
		webhand(["routine", "run", "Save an address", ...nowhere], signedIn()),
		webhand(["routine", "run", "Save an address", "--csv", "short.csv"], signedIn()),
		webhand(["routine", "run", "No such routine"], signedIn()),
	]);
	expect((await waiting.ended).code, waiting.output()).toBe(3);
	expect(waiting.output()).toContain("No runner with the labels nowhere has taken the run");
	expect(waiting.output()).toContain('"type":"row"');
	// The results are those of the console.
	expect((await printed.ended).code, printed.output()).toBe(3);
	expect(printed.output()).toMatch(/,Result,Reason,Checked,Evidence\r?\nAda,1 Lane,12345,Bath,Germany,Stopped,/i);
	expect((await faulty.ended).code, faulty.output()).toBe(2);
	expect(faulty.output()).toContain("no column for this input");
	expect((await unknown.ended).code, unknown.output()).toBe(1);
	const [, runId = ""] = /"runId":"(rrn_[^"]+)"/.exec(waiting.output()) ?? [];
	const { run } = await call({ baseUrl: url, token: () => token }, routineRunRoute, {
		params: { runId: RoutineRunId.parse(runId) },
		query: {},
	});
	expect(run.state).toBe("stopped");
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

/** Runs a program that uses the packed library. @returns what it wrote last, as JSON */
async function program(name: string, body: string): Promise<Record<string, unknown>> {
	const head = `import { chromium } from "playwright-core";
import { createClient } from "@webhand/cli";
const client = createClient({ url: process.env.WEBHAND_URL, key: process.env.WEBHAND_API_KEY });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_BIN, args: ["--no-sandbox"] });
const page = await browser.newPage();
`;
	writeFileSync(join(folder, `${name}.mjs`), `${head}${body}\nawait browser.close();\n`);
	const env = { HOME: folder, CHROMIUM_BIN: findProgram("chromium"), ...signedIn() };
	const running = await startProcess({ name, command: process.execPath, args: [`${name}.mjs`], cwd: folder, env });
	expect((await running.ended).code, running.output()).toBe(0);
	return JSON.parse(running.output().trim().split("\n").at(-1) ?? "");
}

test("a program that answers the questions buys the kettle, by the packed library", async () => {
	const told = await program(
		"buy",
		`await page.goto(${JSON.stringify(demoUrl)});
const asked = [];
const onQuestion = async ({ kind, approval }) => {
	asked.push(approval?.label);
	return kind === "approval" ? { approved: true } : null;
};
const result = await client.doTask({ page, order: ${JSON.stringify(whole)}, mode: "autonomous", onQuestion });
const visitor = (await page.context().cookies()).find(({ name }) => name === "visitor").value;
const { cart } = await (await fetch(new URL("/state?visitor=" + visitor, ${JSON.stringify(demoUrl)}))).json();
console.log(JSON.stringify({ ...result, asked, cart: cart.lines.map(({ slug, size }) => slug + " " + size), total: cart.total }));`,
	);
	expect(told).toMatchObject({ status: "done", asked: ["Add to cart"], cart: ["blue-kettle 1.5 l"], total: "32.40 €" });
	expect(told["answer"]).toContain("32.40 €");
});

test("what was approved is not pressed once it is something else, whatever the page did to its own prototypes", async () => {
	const html = `<title>Swap</title><script>
Element.prototype.getAttribute = () => "other"; Element.prototype.getBoundingClientRect = () => { throw new Error("no"); };
Object.defineProperty(Node.prototype, "textContent", { get: () => "Save" }); window.pressed = 0;
</script><form method="post" action="/save" onsubmit="window.pressed += 1; return false"><button>Save</button></form>`;
	const told = await program(
		"swap",
		`await page.route("http://swap.example/", (route) => route.fulfill({ contentType: "text/html", body: ${JSON.stringify(html)} }));
await page.goto("http://swap.example/");
const errors = [];
const onQuestion = async ({ kind }) => (kind === "approval" ? { approved: true } : null);
for await (const event of client.runTask({ page, order: 'Click "Save"', mode: "autonomous", onQuestion })) {
	if (event.type === "step" && event.tool === "click")
		await page.evaluate(() => document.querySelector("button").replaceChildren("Delete the account"));
	if (event.type === "acted") errors.push(event.error);
	if (event.type === "end") console.log(JSON.stringify({ status: event.result.status, errors, pressed: await page.evaluate(() => window.pressed) }));
}`,
	);
	expect(told).toMatchObject({ status: "failed", pressed: 0, errors: [expect.stringMatching(/^APPROVAL_STALE: .+another name/)] });
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
	expect(byPassword.output()).toContain("15 ok, 0 failed, 0 skipped");
	expect(byPassword.output()).toMatch(/✓ the extension may call .*[a-p]{32}/);
	const byKey = await smoke({ WEBHAND_API_KEY: key });
	expect((await byKey.ended).code, byKey.output()).toBe(0);
	expect(byKey.output()).toContain("13 ok, 0 failed, 2 skipped");
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
