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
	const replies = await play(agent, run.id, row, site, { from: first });
	expect([replies.map(({ action }) => action).filter((action) => action.startsWith("click")), replies.at(-1)?.status]).toEqual([
		["click(5)"],
		"completed",
	]);
	expect(await rowsOf(agent, run.id)).toMatchObject([{ state: "done_unchecked" }]);
	const { tables } = await expectOk(agent.call("GET", `/api/v1/agent/routine-runs/${run.id}/rows/0/tables`));
	expect(tables).toMatchObject([
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
