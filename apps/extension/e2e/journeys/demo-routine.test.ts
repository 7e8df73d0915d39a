import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@webhand/testing/binaries";
import { long } from "@webhand/testing/long";
import { expect } from "vitest";
import { routinesText as text } from "../../src/panel/routines/words.ts";
import { test } from "../fixtures.ts";

const list = join(repositoryRoot, "infra", "local", "demo", "addresses.csv");
const [, ...addresses] = readFileSync(list, "utf8").trimEnd().split("\n");

const timeout = 150_000;

test(`the routine of the demo saves ${addresses.length} addresses, and says which one the shop did not keep`, { timeout, ...long }, async ({
	openSession,
	shopState,
}) => {
	const { panel } = await openSession("/");
	await panel.getByRole("button", { name: "Routines" }).click();
	await panel
		.getByRole("listitem")
		.getByRole("button", { name: /^Save an address/ })
		.click();
	await panel.getByRole("button", { name: text.form.withList }).click();
	await panel.getByLabel(text.list.choose, { exact: true }).setInputFiles(list);
	await panel.getByRole("button", { name: text.list.run(addresses.length) }).click();
	// The rows have a tab of their own, which this panel does not show.
	await panel.getByRole("button", { name: "Allow for this task" }).click();
	await panel.getByText(text.run.doneOf(addresses.length - 1, addresses.length)).waitFor({ timeout: timeout });
	const shown = panel.getByRole("list", { name: text.run.rows, exact: true }).getByRole("listitem");
	// The rows are read again behind the run.
	const countOf = (state: string) => expect.poll(() => shown.filter({ hasText: state }).count());
	await countOf(text.run.row.done).toBe(addresses.length - 1);
	await countOf(text.run.row.not_saved).toBe(1);
	expect(await shown.filter({ hasText: text.run.row.not_saved }).textContent()).toContain("Donald Knuth");
	expect((await shopState()).addresses).toHaveLength(addresses.length - 1);
});
