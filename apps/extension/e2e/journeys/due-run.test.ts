import { call } from "@webhand/client/call";
import { routinesRoute } from "@webhand/contracts/routine/routine";
import { routineRunRoute, runRowsRoute, startRunRoute } from "@webhand/contracts/routine/run";
import { siteOfAddress } from "@webhand/page/site";
import { expect } from "vitest";
import { test } from "../fixtures.ts";
import { sendCommand } from "../panel.ts";
import { as, login } from "../people.ts";

const address = { name: "Ada Lovelace", street: "Speicherstrasse 7", postcode: "20457", city: "Hamburg", country: "Germany" };

test("a run that is due is taken into a window of its own, done there, and the window closed", async ({
	ready,
	member,
	openSession,
	shopState,
}) => {
	const { panel, site, browser } = await openSession("/");
	await sendCommand(panel, "site_grant", { domain: siteOfAddress(site.url()) ?? "", scope: "always" });
	const before = browser.context.pages().length;
	const api = as(ready.url, (await login(ready, member)).accessToken);
	const { routines } = await call(api, routinesRoute, { query: {} });
	const routineId = routines.find(({ name }) => name === "Save an address")?.id;
	if (routineId === undefined) throw new Error(`There are ${routines.map(({ name }) => name).join(", ")}`);
	const body = { rows: [address], options: { mode: "autonomous" as const }, queue: { browser: "mine" as const } };
	const { run } = await call(api, startRunRoute, { params: { routineId }, body });
	await sendCommand(panel, "routine_take", {});
	const isThere = (count: number) => expect.poll(() => browser.context.pages().length).toBe(count);
	await isThere(before + 1);
	const now = async () => (await call(api, routineRunRoute, { params: { runId: run.id }, query: {} })).run;
	await expect.poll(async () => (await now()).state, { timeout: 30_000 }).toBe("done");
	const { rows } = await call(api, runRowsRoute, { params: { runId: run.id }, query: {} });
	expect(rows.map(({ state, reason }) => [state, reason])).toEqual([["done", undefined]]);
	expect((await shopState()).addresses).toEqual([expect.objectContaining({ name: address.name })]);
	await isThere(before);
});
