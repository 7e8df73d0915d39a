import { long } from "@webhand/testing/long";
import { expect } from "vitest";
import { storedToken } from "../browser.ts";
import { test } from "../fixtures.ts";
import { runToEnd, runUntil, signIn, startTask, storyOf } from "../panel.ts";

test(
	"a sign-in that is revoked while a task runs: the task waits, and goes on when the same user is back",
	long,
	async ({ ready, openSession, member, shopState }) => {
		const session = await openSession("/products/blue-kettle");
		await startTask(session.panel, 'Choose "1.5 l" as size and press "Add to cart"');
		await runUntil(session, (run) => run.steps.length >= 1);
		const token = await storedToken(session.panel);
		const reply = await fetch(`${ready.url}/api/v1/auth/logout`, { method: "POST", headers: { authorization: `Bearer ${token}` } });
		expect(reply.status).toBe(204);
		await session.panel.getByLabel("Password").waitFor();
		await runUntil(session, (run) => run.wait?.kind === "signed_out");
		await signIn(session.panel, { url: ready.url, member });
		const run = await runToEnd(session);
		expect(run, storyOf(run)).toMatchObject({ state: "completed" });
		expect((await shopState()).cart.lines).toEqual([expect.objectContaining({ size: "1.5 l", quantity: 1 })]);
	},
);
