import { long } from "@webhand/testing/long";
import { expect } from "vitest";
import { test } from "../fixtures.ts";
import { runToEnd, startTask, storyOf } from "../panel.ts";

test("signs in on a page with the words of the sentence", long, async ({ openSession, shopState }) => {
	const session = await openSession("/sign-in");
	await startTask(
		session.panel,
		'Enter "ada@example.com" into the email field and "hearth-1843" into the password field, then press the "Sign in" button',
	);
	const run = await runToEnd(session);
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	expect((await shopState()).signedInAs).toBe("Ada");
});

test("fills in a form with a list, a choice, a box and a date, and sends it", async ({ openSession, shopState }) => {
	const session = await openSession("/support");
	await startTask(
		session.panel,
		'Enter "Ada Lovelace" into the your name field, enter "ada@example.com" into the email field, select "Repair" as topic, ' +
			'enter "2026-03-14" into "Date of purchase", choose "Phone", enter "The lid of my kettle is loose" into the message field, ' +
			'tick "Send me a copy" and press "Send message"',
	);
	const run = await runToEnd(session);
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	await expect
		.poll(async () => (await shopState()).supportRequests)
		.toEqual([
			expect.objectContaining({
				name: "Ada Lovelace",
				email: "ada@example.com",
				topic: "Repair",
				bought: "2026-03-14",
				reply: "Phone",
				message: "The lid of my kettle is loose",
			}),
		]);
});
