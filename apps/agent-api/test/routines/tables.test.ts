import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import { expect } from "vitest";
import { pageText, test } from "../agent.ts";
import type { Site } from "./routines.ts";
import { begin, expectOk, play, rowsOf, store, take } from "./routines.ts";

const url = "https://shop.example/invoices";
const listed = (rows: readonly (readonly [string, string])[], more: string) => ({
	url,
	dom: pageText(["# Open invoices", "| Number | Amount", ...rows.map((cells) => `| ${cells.join(" | ")}`), more].join("\n"), { url }),
});
const first = listed(
	[
		["R-1", "10,00 €"],
		["R-2", "20,00 €"],
	],
	"<button 5>Next",
);
const second = listed(
	[
		["R-2", "20,00 €"],
		["R-3", "30,00 €"],
	],
	"<button 5 disabled>Next",
);

const program: RoutineProgram = {
	inputs: [],
	steps: [
		{
			id: "s1",
			do: "read",
			class: "observe",
			list: { heading: "Open invoices" },
			columns: [
				{ name: "number", label: "Number", header: "Number", type: "text" },
				{ name: "amount", label: "Amount", header: "Amount", type: "money" },
			],
			key: "number",
			paging: { by: { role: "button", name: ["Next"] }, most: 100 },
		},
	],
};

test("a list is read page by page; each row stands once, with the words that it was read from", async ({ agent }) => {
	const routine = await store(agent, program);
	const run = await begin(agent, routine.id, [{}]);
	expect(run).toMatchObject({ readsLists: true, isOnce: false });
	const row = await take(agent, run.id);
	if (row === null) throw new Error("no row");
	let page = first;
	const site: Site = (action) => {
		if (action === "click(5)") page = second;
		return page;
	};
	const tables = async (since = "") =>
		await expectOk(agent.call("GET", `/api/v1/agent/routine-runs/${run.id}/rows/0/tables${since === "" ? "" : `?since=${since}`}`));
	expect(await tables()).toEqual({ tables: [], cursor: null, isWhole: true });
	const replies = await play(agent, run.id, row, site, { from: first });
	const whole = await tables("other.1");
	const [taskId] = String(whole["cursor"]).split(".");
	expect(await tables(`${taskId}.0`)).toMatchObject({ isWhole: false, tables: [{ step: "s1", rows: [{ cells: ["R-3", "30,00 €"] }] }] });
	expect(await tables(String(whole["cursor"]))).toEqual({ tables: [], cursor: whole["cursor"], isWhole: false });
	expect([replies.map(({ action }) => action).filter((action) => action.startsWith("click")), replies.at(-1)?.status]).toEqual([
		["click(5)"],
		"completed",
	]);
	expect(await rowsOf(agent, run.id)).toMatchObject([{ state: "done_unchecked" }]);
	expect(whole["isWhole"]).toBe(true);
	expect(whole["tables"]).toMatchObject([
		{
			step: "s1",
			rows: [
				{ cells: ["R-1", "10,00 €"], url, page: 1 },
				{ cells: ["R-2", "20,00 €"], page: 1 },
				{ cells: ["R-3", "30,00 €"], page: 2 },
			],
		},
	]);
});

test("a list that is read in the first step of its row stands with it", async ({ agent }) => {
	const [step] = program.steps;
	if (step?.do !== "read") throw new Error("no reading");
	const { paging: _, ...onePage } = step;
	const routine = await store(agent, { inputs: [], steps: [onePage] });
	const run = await begin(agent, routine.id, [{}]);
	const row = await take(agent, run.id);
	if (row === null) throw new Error("no row");
	expect(await play(agent, run.id, row, () => first, { from: first })).toMatchObject([{ status: "completed" }]);
	const { tables } = await expectOk(agent.call("GET", `/api/v1/agent/routine-runs/${run.id}/rows/0/tables`));
	expect(tables).toMatchObject([{ rows: [{ cells: ["R-1", "10,00 €"] }, { cells: ["R-2", "20,00 €"] }] }]);
});

const slowPages = 6;
const rowsOfPage = (page: number) => [0, 1, 2].map((at) => [`R-${page * 3 + at}`, `${page * 3 + at},00 €`] as const);

test("a list whose every page comes late is read to its end", async ({ agent }) => {
	const routine = await store(agent, program);
	const run = await begin(agent, routine.id, [{}]);
	const row = await take(agent, run.id);
	if (row === null) throw new Error("no row");
	const pageAt = (page: number) => listed(rowsOfPage(page), page === slowPages - 1 ? "<button 5 disabled>Next" : "<button 5>Next");
	let [pressed, looks] = [0, 0];
	const site: Site = (action) => {
		if (action === "click(5)") [pressed, looks] = [pressed + 1, 0];
		looks += 1;
		return pageAt(looks > 3 ? pressed : Math.max(0, pressed - 1));
	};
	const replies = await play(agent, run.id, row, site, { from: pageAt(0), most: 60 });
	expect(replies.at(-1)?.status).toBe("completed");
	const { tables } = await expectOk(agent.call("GET", `/api/v1/agent/routine-runs/${run.id}/rows/0/tables`));
	const [{ rows, isCut }] = tables as [{ rows: unknown[]; isCut: boolean }];
	expect([rows.length, isCut]).toEqual([3 * slowPages, false]);
});

test("a secret of the row that stands in a list of the page is hidden in what is kept of it", async ({ agent, mongo }) => {
	const routine = await store(agent, { ...program, inputs: [{ name: "code", label: "Code", type: "secret" }] });
	const run = await begin(agent, routine.id, [{ code: "zebra-4711" }]);
	const row = await take(agent, run.id);
	if (row === null) throw new Error("no row");
	const page = listed([["zebra-4711", "10,00 €"]], "<button 5 disabled>Next");
	await play(agent, run.id, row, () => page, { from: page });
	const kept = await mongo.db.collection("routine_tables").find({ runId: run.id }).toArray();
	expect(JSON.stringify(kept)).toContain("10,00 €");
	expect(JSON.stringify(kept)).not.toContain("zebra");
});
