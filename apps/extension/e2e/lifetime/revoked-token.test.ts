import { expect } from "vitest";
import { test } from "../fixtures.ts";
import { demoTask, runToEnd, runUntil, signIn, startTask, storyOf } from "../panel.ts";

test("a sign-in that is revoked while a task runs: the task waits, and goes on when the same person is back", async ({
	ready,
	openSession,
	shopState,
}) => {
	const session = await openSession("/");
	await startTask(session.panel, demoTask);
	await runUntil(session, (run) => run.steps.length >= 2);
	const token = await session.panel.evaluate(async () => {
		type Stored = { readonly auth: { readonly value: { readonly accessToken: string } } };
		const { storage } = (globalThis as unknown as { chrome: { storage: { local: { get: (key: string) => Promise<Stored> } } } }).chrome;
		return (await storage.local.get("auth")).auth.value.accessToken;
	});
	const reply = await fetch(`${ready.url}/api/v1/auth/logout`, { method: "POST", headers: { authorization: `Bearer ${token}` } });
	expect(reply.status).toBe(204);
	await session.panel.getByLabel("Password").waitFor();
	await runUntil(session, (run) => run.wait?.kind === "signed_out");
	await signIn(session.panel, ready);
	const run = await runToEnd(session);
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	expect((await shopState()).cart.lines).toEqual([expect.objectContaining({ slug: "blue-kettle", quantity: 1 })]);
});
