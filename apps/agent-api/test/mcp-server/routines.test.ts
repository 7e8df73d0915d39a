import { randomUUID } from "node:crypto";
import { SessionId } from "@webhand/contracts/ids";
import type { CallReport } from "@webhand/contracts/mcp-server/reports";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import { armFailpoints } from "@webhand/service-kit/failpoints";
import { expect } from "vitest";
import type { Agent } from "../agent.ts";
import { pageText, test } from "../agent.ts";
import { begin, formSite, invoice, play, rowsOf, runOf, store, take } from "../routines/routines.ts";
import { answer } from "../run.ts";
import { connect, listening, officialClient, panelOf, textOf } from "./connected.ts";

const routines = "/api/v1/agent/routines";
const place = { taskId: null, sessionId: SessionId.parse(randomUUID()), steps: [] };
const ended = (outcome: "completed" | "failed") => ({ state: "ended", ...place, outcome, answer: null, failure: null }) as CallReport;

/** A client of the agent's user, and the tools of routines that it sees. */
async function connected(agent: Agent, onTestFinished: (close: () => Promise<void>) => void, scopes?: Parameters<typeof connect>[1]) {
	const client = await officialClient(await listening(agent), (await connect(agent, scopes)).token);
	onTestFinished(() => client.close());
	const tools = async () => (await client.listTools()).tools.filter(({ name }) => name.startsWith("routine_"));
	return { client, tools };
}

/** Takes the call as the browser of the person does. @returns the run that it is about */
async function taken(agent: Agent) {
	const { call } = await panelOf(agent).next();
	if (call?.work.kind !== "routine") throw new Error("no routine was asked for");
	return { id: call.id, runId: call.work.runId };
}

test("own and shared routines are tools with their inputs; a rename changes the name, the old one works; others' and deleted ones are gone", async ({
	agent,
	onTestFinished,
}) => {
	const colleague = await agent.colleague();
	const inputs: RoutineProgram["inputs"] = [
		{ name: "number", label: "Number", type: "text", example: "17" },
		{ name: "amount", label: "Amount", type: "number" },
		{ name: "due", label: "Due", type: "date", isOptional: true },
		{ name: "kind", label: "Kind", type: "choice", choices: ["Travel", "Food"], preset: "Food" },
	];
	const own = await store(agent, { ...invoice, inputs }, { name: "File an Übersicht: invoice no. 1", description: "For the month" });
	const shared = await store(agent, invoice, { name: "Общая", isShared: true }, { as: colleague });
	await store(agent, invoice, { name: "Private" }, { as: colleague });
	await store(agent, { ...invoice, inputs: [...invoice.inputs, { name: "scan", label: "Scan", type: "file" }] }, { name: "With a file" });
	const { client, tools } = await connected(agent, onTestFinished);
	expect(client.getServerCapabilities()?.tools).toEqual({ listChanged: false });
	const listed = await tools();
	const name = `routine_file_an_ubersicht_invoice_no_1_${own.id.slice(4, 12)}`;
	expect(listed.map((tool) => tool.name).sort()).toEqual([`routine_${shared.id.slice(4, 12)}`, name].sort());
	const tool = listed.find((one) => one.name === name);
	expect(tool?.description).toContain("For the month");
	expect(tool?.inputSchema).toMatchObject({
		properties: {
			number: { type: "string", description: "Number; for example 17" },
			amount: { type: "number" },
			due: { format: "date" },
			kind: { enum: ["Travel", "Food"], description: "Kind; else Food" },
		},
		required: ["number", "amount"],
		additionalProperties: false,
	});
	await agent.call("PATCH", `${routines}/${own.id}`, { body: { name: "Invoices" } });
	await agent.call("DELETE", `${routines}/${shared.id}`, { as: colleague });
	expect((await tools()).map((one) => one.name)).toEqual([`routine_invoices_${own.id.slice(4, 12)}`]);
	const refused = await client.callTool({ name, arguments: { number: "1", amount: 1e21 } });
	expect(textOf(refused as never)).toBe("Nothing ran. amount: “1e+21” is not a number");
	await expect(client.callTool({ name: `routine_${shared.id.slice(4, 12)}`, arguments: {} })).rejects.toThrow(/not found/);
});

test("a client without browser:act sees no routine and calls none", async ({ agent, onTestFinished }) => {
	const { id } = await store(agent);
	const { client, tools } = await connected(agent, onTestFinished, { scopes: ["browser:read"] });
	expect(await tools()).toEqual([]);
	await expect(client.callTool({ name: `routine_${id.slice(4, 12)}`, arguments: {} })).rejects.toThrow(/needs the scope browser:act/);
});

test("bad arguments are refused with the name of the input, and nothing runs", async ({ agent, mongo, onTestFinished }) => {
	const { id } = await store(agent);
	const { client } = await connected(agent, onTestFinished);
	const call = async (given: object) =>
		textOf((await client.callTool({ name: `routine_${id.slice(4, 12)}`, arguments: { ...given } })) as never);
	expect(await call({ number: "1", amount: "a dozen" })).toMatch(/amount/);
	expect(await call({ amount: 1 })).toMatch(/number/);
	expect(await call({ number: "1", amount: 1, extra: "x" })).toMatch(/extra/);
	expect(await mongo.db.collection("mcp_calls").countDocuments({ userId: agent.user.userId })).toBe(0);
});

for (const [what, saves, row] of [
	["kept", (amount: string) => amount, { state: "done", checks: [{ label: "Amount", expected: "12.5", seen: "12.5", holds: true }] }],
	["did not keep", () => "0", { state: "not_saved", checks: [{ label: "Amount", expected: "12.5", seen: "0", holds: false }] }],
] as const)
	test(`a run of a client asks its person before it saves, and says what the page ${what}`, async ({ agent, onTestFinished }) => {
		const { id } = await store(agent);
		const { client } = await connected(agent, onTestFinished);
		const result = client.callTool({ name: `routine_${id.slice(4, 12)}`, arguments: { number: "1", amount: 12.5 } });
		const { id: callId, runId } = await taken(agent);
		expect((await runOf(agent, runId)).options).toMatchObject({ mode: "careful", asksModel: false });
		const taking = await take(agent, runId);
		if (taking === null) throw new Error("no row");
		const site = formSite(saves);
		const asked = (await play(agent, runId, taking, site)).at(-1);
		expect(asked?.question?.kind).toBe("approval");
		expect(site.saved).toEqual([]);
		await answer(agent, asked?.taskId ?? "", { approved: true, questionId: asked?.question?.id });
		const again = await take(agent, runId);
		if (again === null) throw new Error("no row");
		await play(agent, runId, again, site, { from: site("wait(0)") });
		await panelOf(agent).report(callId, ended(row.state === "done" ? "completed" : "failed"));
		const done = await result;
		expect(done.isError).toBe(row.state !== "done");
		const evidence = expect.stringMatching(/^http.*\/api\/agent\/tasks\/.*\/actions$/);
		expect(done.structuredContent).toMatchObject({ row: { ...row, runId, evidence } });
		expect(textOf(done as never)).toMatch(
			row.state === "done" ? /^Row: done\n<page/ : /^Row: not_saved\n<page[\s\S]*the page says 0 \(wrong\)/,
		);
		expect(site.saved).toEqual(["1"]);
	});

test("a secret is no argument: its person types it into the page", async ({ agent, onTestFinished }) => {
	const typing: RoutineProgram["steps"][number] = {
		id: "s1",
		do: "fill",
		class: "fill_sensitive",
		target: { role: "password", name: ["PIN"] },
		value: [{ input: "pin" }],
	};
	await store(agent, { ...invoice, inputs: [{ name: "pin", label: "PIN", type: "secret" }], steps: [typing] });
	const { client, tools } = await connected(agent, onTestFinished);
	const [tool] = await tools();
	expect(tool?.inputSchema.properties).toEqual({});
	expect(tool?.description).toContain('The person types "PIN" into the page');
	const leaving = new AbortController();
	const left = client.callTool({ name: tool?.name ?? "", arguments: {} }, { signal: leaving.signal }).catch(() => undefined);
	const { runId } = await taken(agent);
	const row = await take(agent, runId);
	if (row === null) throw new Error("no row");
	const url = "https://shop.example/new";
	const from = { url, dom: pageText('<form "Sign in" post sensitive=password>\n <password 1 "PIN">', { url }) };
	const [asked] = await play(agent, runId, row, () => from, { from });
	expect(asked?.question?.text).toContain("Type it into the page yourself");
	leaving.abort("enough");
	await left;
});

test("a client that leaves, and a browser that cannot begin, end the run", async ({ agent, onTestFinished }) => {
	const { id } = await store(agent);
	const url = await listening(agent);
	const { token } = await connect(agent);
	const [leaver, client] = await Promise.all([officialClient(url, token), officialClient(url, token)]);
	onTestFinished(() => client.close());
	const name = `routine_${id.slice(4, 12)}`;
	const given = { number: "1", amount: 1 };
	const leaving = new AbortController();
	const left = expect(leaver.callTool({ name, arguments: given }, { signal: leaving.signal })).rejects.toThrow();
	const first = await taken(agent);
	await take(agent, first.runId);
	leaving.abort("gone");
	await left;
	// Its connection tells the server.
	await leaver.close();
	await expect.poll(async () => (await rowsOf(agent, first.runId)).map(({ state }) => state)).toEqual(["stopped"]);
	const refused = client.callTool({ name, arguments: given });
	const second = await taken(agent);
	await panelOf(agent).report(second.id, { state: "refused", code: "PAGE_NOT_OPENED", message: "It did not open" });
	expect(await refused).toMatchObject({ isError: true, structuredContent: { code: "PAGE_NOT_OPENED", row: { state: "stopped" } } });
});

test("a client that leaves while its run is made leaves none behind", async ({ agent, mongo, onTestFinished }) => {
	onTestFinished(() => armFailpoints(""));
	const { id } = await store(agent);
	const { client } = await connected(agent, onTestFinished);
	armFailpoints("mcp.run_starting=delay:1000");
	const leaving = new AbortController();
	const left = expect(
		client.callTool({ name: `routine_${id.slice(4, 12)}`, arguments: { number: "1", amount: 1 } }, { signal: leaving.signal }),
	);
	const asked = panelOf(agent).next([], 3);
	const calls = mongo.db.collection("mcp_calls");
	await expect.poll(() => calls.countDocuments({ userId: agent.user.userId, state: "running" })).toBe(1);
	leaving.abort("gone");
	await left.rejects.toThrow();
	await client.close();
	expect((await asked).call).toBeNull();
	const { userId } = agent.user;
	expect(await mongo.db.collection("routine_runs").find({ userId }).toArray()).toMatchObject([{ state: "stopped" }]);
});

test("a client gets the lists that its routine read", async ({ agent, onTestFinished }) => {
	const url = "https://shop.example/new";
	const columns: RoutineProgram["steps"][number] = {
		id: "s1",
		do: "read",
		class: "observe",
		list: { heading: "Open invoices" },
		columns: [{ name: "number", label: "Number", header: "Number", type: "text" }],
		paging: { by: "scroll", most: 2 },
	};
	const { id } = await store(agent, { inputs: [], steps: [columns] });
	const { client } = await connected(agent, onTestFinished);
	const result = client.callTool({ name: `routine_${id.slice(4, 12)}`, arguments: {} });
	const { id: callId, runId } = await taken(agent);
	const row = await take(agent, runId);
	if (row === null) throw new Error("no row");
	const page = { url, dom: pageText("# Open invoices\n| Number | Amount\n| R-1 | 10\n| R-2 | 20\n| R-3 | 30", { url }) };
	expect((await play(agent, runId, row, () => page, { from: page })).at(-1)).toMatchObject({ status: "completed" });
	await panelOf(agent).report(callId, ended("completed"));
	const done = await result;
	expect(done.structuredContent).toMatchObject({
		row: { lists: [{ columns: ["Number"], rows: [["R-1"], ["R-2"]], rowCount: 2, isCut: true }] },
	});
	expect(textOf(done as never)).toMatch(/<page[\s\S]*A list of 2 rows, and it may have more:\nNumber\nR-1\nR-2/);
});

test("a start that the run engine refuses is told to the client", async ({ agent, onTestFinished }) => {
	const { id } = await store(agent);
	await agent.setLimits({ routineRuns: 1 });
	await begin(agent, id, [{ number: "1", amount: "1" }]);
	const { client } = await connected(agent, onTestFinished);
	const result = client.callTool({ name: `routine_${id.slice(4, 12)}`, arguments: { number: "1", amount: 1 } });
	await panelOf(agent).next([], 1);
	expect(await result).toMatchObject({ isError: true, structuredContent: { status: "refused", code: "LIMIT_REACHED" } });
});
