import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@webhand/testing/binaries";
import { long } from "@webhand/testing/long";
import { expect } from "vitest";
import { routinesText as text } from "../../src/panel/routines/words.ts";
import { test } from "../fixtures.ts";

const [head = "", ...addresses] = readFileSync(join(repositoryRoot, "infra", "local", "demo", "addresses.csv"), "utf8")
	.trimEnd()
	.split("\n");

/** The list of the demo; every day its middle, where the address stands that the shop does not keep. */
const lists = [
	{ rows: addresses.slice(5, 8), options: { timeout: 150_000, ...long } },
	{ rows: addresses, options: { timeout: 150_000, ...long } },
];

for (const { rows, options } of lists)
	test(
		`the routine of the demo saves ${rows.length} addresses, and says which one the shop did not keep`,
		options,
		async ({ openSession, member, shopState }) => {
			const { panel } = await openSession("/", undefined, member);
			await panel.getByRole("button", { name: "Routines" }).click();
			await panel
				.getByRole("listitem")
				.getByRole("button", { name: /^Save an address/ })
				.click();
			await panel.getByRole("button", { name: text.form.withList }).click();
			const file = { name: "addresses.csv", mimeType: "text/csv", buffer: Buffer.from([head, ...rows].join("\n")) };
			await panel.getByLabel(text.list.choose, { exact: true }).setInputFiles(file);
			await panel.getByRole("button", { name: text.list.run(rows.length) }).click();
			// The rows have a tab of their own, which this panel does not show.
			await panel.getByRole("button", { name: "Allow for this task" }).click();
			await panel.getByText(text.run.doneOf(rows.length - 1, rows.length)).waitFor({ timeout: options.timeout });
			const shown = panel.getByRole("list", { name: text.run.rows, exact: true }).getByRole("listitem");
			// The rows are read again behind the run.
			const countOf = (state: string) => expect.poll(() => shown.filter({ hasText: state }).count());
			await countOf(text.run.row.done).toBe(rows.length - 1);
			await countOf(text.run.row.not_saved).toBe(1);
			expect(await shown.filter({ hasText: text.run.row.not_saved }).textContent()).toContain("Donald Knuth");
			expect((await shopState()).addresses).toHaveLength(rows.length - 1);
		},
	);
