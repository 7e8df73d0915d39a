import { readFile } from "node:fs/promises";
import { long } from "@webhand/testing/long";
import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { chatText } from "../../src/panel/chat/words.ts";
import { routinesText } from "../../src/panel/routines/words.ts";
import { test } from "../fixtures.ts";
import { startSite } from "../scenarios/site.ts";

const { read, table } = routinesText;
const perPage = 4;
const numbersOf = (page: number) => Array.from({ length: perPage }, (_, at) => `R-${(page - 1) * perPage + at + 1}`);
const rowOf = (number: string) =>
	`<tr><td>${number}</td><td>2026-03-0${(number.length % 9) + 1}</td><td>${number.slice(2)}0,00 €</td></tr>`;
const head = "<thead><tr><th>Number</th><th>Due</th><th>Amount</th></tr></thead>";
const menu = '<nav aria-label="Main"><ul><li><a href="/">Home</a></li><li><a href="/help">Help</a></li></ul></nav>';

/** A page of invoices with a link to the next one. */
const pageOf = (page: number, last: number) =>
	`${menu}<h1>Open invoices</h1><table>${head}<tbody>${numbersOf(page).map(rowOf).join("")}</tbody></table>` +
	(page < last ? `<a href="/invoices-${page + 1}">Next page</a>` : "<span>Next page</span>");

/** A list that grows: each press adds rows, the last ones slowly, and a new one came at its top meanwhile. */
const growing = `${menu}<h1>Messages</h1><ul id="list">${[1, 2, 3].map((n) => `<li>Message ${n}</li>`).join("")}</ul><button id="more">Load more</button>
<script>
let last = 3;
more.onclick = () => setTimeout(() => {
	for (let n = last + 1; n <= last + 3; n++) list.insertAdjacentHTML("beforeend", "<li>Message " + n + "</li>");
	last += 3;
	if (last === 6) list.insertAdjacentHTML("afterbegin", "<li>Message 0</li>");
	if (last === 9) more.remove();
}, last === 3 ? 300 : 6000);
</script>`;

const rowCount = async (panel: Page) => (await panel.getByRole("group", { name: table.rows }).getByRole("row").all()).length - 1;

test("a list of three pages becomes a table, which goes out as CSV and is kept as a routine", async ({ openSession }) => {
	const shop = await startSite();
	onTestFinished(shop.close);
	for (const page of [1, 2, 3]) shop.put(`/invoices-${page}`, pageOf(page, 3));
	// A careful panel: neither the reading nor a further page is asked about.
	const { panel } = await openSession(`${shop.url}/invoices-1`, "careful");

	await panel.getByRole("button", { name: chatText.readList }).click();
	await panel.getByRole("list", { name: read.columns }).getByText("Due", { exact: true }).click();
	await panel.getByLabel(read.key).selectOption({ label: "Number" });
	await panel.getByRole("button", { name: read.start }).click();
	await panel.getByText(table.done, { exact: true }).waitFor({ timeout: 40_000 });
	await panel.getByText(table.soFar(3 * perPage, 3)).waitFor();
	expect(await rowCount(panel)).toBe(3 * perPage);
	const download = panel.waitForEvent("download");
	await panel.getByRole("button", { name: table.csv }).click();
	const lines = (await readFile(await (await download).path(), "utf8")).trim().split("\r\n");
	expect([lines[0], lines[1], lines.at(-1)]).toEqual([
		"Number,Amount,Source",
		`R-1,"10,00 €",${shop.url}/invoices-1`,
		`R-12,"120,00 €",${shop.url}/invoices-3`,
	]);
	await panel.getByRole("button", { name: table.sourceOf(6) }).click();
	await panel.getByText(/R-6 .*60,00 €/).waitFor();
	await panel.getByRole("button", { name: table.keep }).click();
	await panel.getByRole("button", { name: routinesText.save.save }).click();
	await panel.getByRole("button", { name: routinesText.form.run, exact: true }).waitFor();
	await panel.getByText("Open invoices").first().waitFor();
});

test("a list that grows is read once to its end", long, async ({ openSession }) => {
	const shop = await startSite();
	onTestFinished(shop.close);
	shop.put("/messages", growing);
	const { panel } = await openSession(`${shop.url}/messages`, "careful");
	await panel.getByRole("button", { name: chatText.readList }).click();
	await panel.getByRole("button", { name: read.start }).click();
	await panel.getByText(table.done, { exact: true }).waitFor({ timeout: 40_000 });
	await expect.poll(() => rowCount(panel)).toBe(10);
});
