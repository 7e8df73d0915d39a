import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import type { RoutineStep } from "@webhand/contracts/routine/step";
import { long } from "@webhand/testing/long";
import type { Db } from "mongodb";
import { expect } from "vitest";
import type { Agent } from "../agent.ts";
import { codeOf, test } from "../agent.ts";
import type { Site } from "./routines.ts";
import { begin, change, formPage, formSite, invoice, play, recordPage, rowsOf, store, take, unchecked } from "./routines.ts";

const row = { number: "1", amount: "12.50" };
const [fillNumber, fillAmount, save, check] = invoice.steps as [RoutineStep, RoutineStep, RoutineStep, RoutineStep];
const open: RoutineStep = { id: "s5", do: "open", class: "navigate", address: ["https://shop.example/invoices/", { input: "number" }] };
const findable: RoutineProgram = { ...invoice, steps: [fillNumber, fillAmount, save, open, check] };

/** As a draft has it: each fill says what the field holds then. */
const proving: RoutineProgram = {
	...invoice,
	steps: invoice.steps.map((step) => (step.do === "fill" ? { ...step, expect: { kind: "value_is" as const, value: step.value } } : step)),
};

/** What another browser shows of the form: another document, and nothing filled in. */
function anew(): ReturnType<Site> {
	const page = formPage();
	return { ...page, dom: page.dom.replace("@epoch e1", "@epoch e7") };
}

/** Takes the first steps of a row in a browser that then closes, and the row a minute later in another one. */
async function takeOver(agent: Agent, runId: string, { db, steps }: { readonly db: Db; readonly steps: number }) {
	const first = await take(agent, runId, "one");
	if (first === null) throw new Error("no row");
	await play(agent, runId, first, formSite(), { most: steps });
	agent.clock.ms += 61_000;
	// Its lease runs by the clock of MongoDB.
	await db.collection("routine_runs").updateOne({ _id: runId as never }, { $set: { "lease.until": new Date(0) } });
	const taken = await take(agent, runId, "two");
	expect(taken).toMatchObject({ key: first.key, taskId: expect.any(String) });
	if (taken === null) throw new Error("no row");
	return taken;
}

test("a browser that is closed before a commit: another one does the row from its beginning, and saves it once", async ({
	agent,
	mongo,
}) => {
	const routine = await store(agent, proving);
	const run = await begin(agent, routine.id, [row]);
	const taken = await takeOver(agent, run.id, { db: mongo.db, steps: 2 });
	const site = formSite();
	const inOther: Site = (action) => {
		const { url, dom } = site(action);
		return { url, dom: dom.replace("@epoch e1", "@epoch e7") };
	};
	const replies = await play(agent, run.id, taken, inOther, { from: anew() });
	expect(replies.map(({ action }) => action).filter((action) => !action.startsWith("wait"))).toEqual([
		'setValue(1, "1")',
		'setValue(2, "12.50")',
		"click(3)",
		"finish()",
	]);
	expect(site.saved).toEqual(["1"]);
	expect(await rowsOf(agent, run.id)).toMatchObject([{ state: "done" }]);
});

test.for([
	["whose routine knows the way to its record is read back", findable, "done"],
	["whose routine does not is unknown", unchecked, "unknown"],
] as const)(
	"a browser that is closed behind a commit: a row %s, and nothing is sent again",
	async ([_name, program, state], { agent, mongo }) => {
		const routine = await store(agent, program);
		const run = await begin(agent, routine.id, [row]);
		// The click on Save goes out, and its browser says nothing more.
		let taken = await takeOver(agent, run.id, { db: mongo.db, steps: 3 });
		const acts: string[] = [];
		for (;;) {
			let page = anew();
			const replies = await play(
				agent,
				run.id,
				taken,
				(action) => {
					if (action.startsWith("navigate(")) page = recordPage(row);
					return page;
				},
				{ from: page },
			);
			acts.push(...replies.map(({ action }) => action));
			const next = await take(agent, run.id, "two");
			if (next === null) break;
			taken = next;
		}
		expect(acts.filter((action) => /^(?:click|setValue)/.test(action))).toEqual([]);
		expect(await rowsOf(agent, run.id)).toMatchObject([{ state }]);
	},
);

test("a value that the page refuses ends its row with the page's words; nothing was saved, so it may be tried again", async ({ agent }) => {
	const routine = await store(agent);
	const run = await begin(agent, routine.id, [row, { ...row, number: "2" }]);
	const site = formSite();
	const refusing: Site = (action) => {
		const { url, dom } = action === "click(3)" ? formPage(row) : site(action);
		return { url, dom: action === "click(3)" ? dom.replace('value="12.50"', 'value="12.50" invalid error="must be above 20"') : dom };
	};
	const taken = await take(agent, run.id);
	if (taken === null) throw new Error("no row");
	await play(agent, run.id, taken, refusing);
	const [refused, waiting] = await rowsOf(agent, run.id);
	expect(refused).toMatchObject({ state: "failed", step: "s3", reason: expect.stringContaining("must be above 20") });
	expect(waiting).toMatchObject({ state: "waiting" });
	await change(agent, run.id, { change: "retry" });
	expect((await rowsOf(agent, run.id))[0]).toMatchObject({ state: "waiting" });
});

const lookalikes = [
	"click(1)",
	"{amount}",
	"•••",
	"finish()",
	"4111 1111 1111 1111",
	"{{number}}",
	"=cmd|' /C calc'!A0",
	"<b>1</b>",
	"\\n%20",
	"-5",
];

const typeAsItIs = async (number: string, { agent }: { readonly agent: Agent }) => {
	const routine = await store(agent, unchecked);
	const run = await begin(agent, routine.id, [{ ...row, number }]);
	const taken = await take(agent, run.id);
	if (taken === null) throw new Error("no row");
	const typed: string[] = [];
	const site = formSite();
	await play(agent, run.id, taken, (action) => {
		const [, text] = /^setValue\(1, (".*")\)$/.exec(action) ?? [];
		if (text !== undefined) typed.push(JSON.parse(text) as string);
		return site(text === undefined ? action : `setValue(1, "${number}")`);
	});
	expect(typed).toEqual([number]);
	expect(await rowsOf(agent, run.id)).toMatchObject([{ state: "done_unchecked", inputs: { number } }]);
};

test.for(lookalikes.slice(0, 3))("a value that looks like something else is typed as it is: %s", typeAsItIs);
test.for(lookalikes.slice(3))("a value that looks like something else is typed as it is: %s", long, typeAsItIs);

const file = { format: "webhand-routine/1", name: "File it", program: unchecked };

test.for<readonly [string, string, number, string]>([
	["10 MB", JSON.stringify({ ...file, description: "x".repeat(10_000_000) }), 413, "PAYLOAD_TOO_LARGE"],
	["an unknown field", JSON.stringify({ ...file, script: "alert(1)" }), 400, "VALIDATION_ERROR"],
	["a version from the future", JSON.stringify({ ...file, format: "webhand-routine/2" }), 400, "VALIDATION_ERROR"],
])("a file with %s is refused, and nothing is stored", async ([_name, text, status, code], { agent }) => {
	const refused = await agent.call("POST", "/api/v1/agent/routines/import", { body: { text } });
	expect([refused.status, codeOf(refused)]).toEqual([status, code]);
	expect((await agent.call("GET", "/api/v1/agent/routines")).body["routines"]).toEqual([]);
});

test("a script in a name is a text, in the library and in the files that go out", async ({ agent }) => {
	const name = `<script>alert("1")</script>`;
	const draft = await agent.call("POST", "/api/v1/agent/routines/import", { body: { text: JSON.stringify({ ...file, name }) } });
	expect(draft.body["draft"]).toMatchObject({ name });
	const routine = await store(agent, unchecked, { name });
	const shown = await agent.call("GET", `/api/v1/agent/routines/${routine.id}/export`);
	expect(shown.body).toMatchObject({ name });
	expect(shown.headers["content-type"]).toContain("application/json");
	expect(shown.headers["x-content-type-options"]).toBe("nosniff");
});
