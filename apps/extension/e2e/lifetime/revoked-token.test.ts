import { expect } from "vitest";
import { test } from "../fixtures.ts";
import { demoTask, runToEnd, runUntil, signIn, startTask, storyOf } from "../panel.ts";

test("a sign-in that is revoked while a task runs: the task waits, and goes on when the same person is back", async ({
	ready,
	openScene,
	shopState,
}) => {
	const scene = await openScene("/");
	await startTask(scene.panel, demoTask);
	await runUntil(scene, (run) => run.steps.length >= 2);
	const token = await scene.panel.evaluate(async () => {
		type Stored = { readonly auth: { readonly value: { readonly accessToken: string } } };
		const { storage } = (globalThis as unknown as { chrome: { storage: { local: { get: (key: string) => Promise<Stored> } } } }).chrome;
		return (await storage.local.get("auth")).auth.value.accessToken;
	});
	const reply = await fetch(`${ready.url}/api/v1/auth/logout`, { method: "POST", headers: { authorization: `Bearer ${token}` } });
	expect(reply.status).toBe(204);
	await scene.panel.getByLabel("Password").waitFor();
	await runUntil(scene, (run) => run.wait?.kind === "signed_out");
	await signIn(scene.panel, ready);
	const run = await runToEnd(scene);
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	expect((await shopState()).cart.lines).toEqual([expect.objectContaining({ slug: "blue-kettle", quantity: 1 })]);
});
