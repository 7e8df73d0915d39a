import { long } from "@webhand/testing/long";
import { expect } from "vitest";
import { test } from "../fixtures.ts";
import { runAllowing, runToEnd, startTask, storyOf } from "../panel.ts";

test("works in a frame of the same site and in one of another origin, whose slow server gets each form once", async ({
	openSession,
	shopState,
}) => {
	const session = await openSession("/frames");
	await startTask(
		session.panel,
		'Enter "For you" into "Message on the card", press "Save message", choose "Monthly" and press "Subscribe"',
	);
	// Data for another site is asked about in each mode.
	const run = await runAllowing(session);
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	await expect.poll(async () => (await shopState()).choices).toMatchObject({ gift: "For you", newsletter: "Monthly" });
	expect((await shopState())["sent"]).toEqual(["gift", "newsletter"]);
});

test("works inside shadow roots, also closed ones", long, async ({ openSession, shopState }) => {
	const session = await openSession("/components");
	await startTask(session.panel, 'Enter "4" into "Number of guests", press "Save guests" and choose "Cloth"');
	const run = await runToEnd(session);
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	await expect.poll(async () => (await shopState()).choices).toMatchObject({ guests: "4", wrap: "Cloth" });
});
