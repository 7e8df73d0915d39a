import { eachOf, long } from "@webhand/testing/long";
import { expect, test } from "vitest";
import { runAllowing, sendCommand, storyOf } from "../panel.ts";
import type { Move } from "./hard-pages.ts";
import { act, click, upload, useHardPages } from "./hard-pages.ts";

// Chrome blocks windows, as it does for people; a synthetic click is no press of a person.
const pages = useHardPages("chrome-mv3", {}, { blocksWindows: true });

/** Opens a page with this body. Playwright's own `evaluate` counts as a press of the person, for five seconds. */
async function openWith(body: string) {
	const { site, tabId } = await pages.open("arrived");
	const devtools = await site.context().newCDPSession(site);
	const run = (expression: string) => devtools.send("Runtime.evaluate", { expression });
	await run(`document.body.setHTMLUnsafe(${JSON.stringify(`<main>${body}</main>`)})`);
	// Scripts of a set text do not run.
	for (const [, script = ""] of body.matchAll(/<script>(.*?)<\/script>/gs)) await run(script);
	await devtools.detach();
	return { site, tabId };
}

/** Plays moves in a page with this body. @returns the run, and the prompts of its steps */
async function playIn(body: string, moves: readonly Move[]) {
	const prompts: string[] = [];
	const heard = [...moves, act('finish("done")')].map(
		(move): Move =>
			(page, prompt) => {
				prompts.push(prompt);
				return move(page, prompt);
			},
	);
	return pages.seated(async () => {
		const { site, tabId } = await openWith(body);
		await pages.start(tabId, heard);
		const run = await runAllowing({ panel: pages.panel(), tabId });
		return { run, site, tabId, prompts };
	});
}

const windows = () =>
	pages
		.browser()
		.context.pages()
		.map((page) => new URL(page.url()).search);

eachOf([
	["without a word of the page", `window.open("tabs?by=a")`, "by=a"],
	[
		"with a word of the page",
		`window.open("tabs?by=b", "req", "width=500,height=400") || (s.textContent = "Please allow pop-ups")`,
		"by=b",
	],
	[
		"by a link that the script makes",
		`const a = document.createElement("a"); a.href = "tabs?by=c"; a.target = "_blank"; a.click()`,
		"by=c",
	],
	["without an opener", `window.open("tabs?by=d", "_blank", "noopener")`, "by=d"],
])("a window that Chrome blocks is told with its address: %s", async (_name, script, by) => {
	const { run, prompts } = await playIn(
		`<button id="b">Open request</button><p role="status" id="s"></p><script>b.onclick = () => { ${script} }</script>`,
		[click("Open request"), (_page, prompt) => `openTab("${/blocked it: (\S+) \(openTab/.exec(prompt)?.[1] ?? "nothing was told"}")`],
	);
	expect(prompts[1], storyOf(run)).toContain("WINDOW_BLOCKED");
	expect(run.steps.find(({ action }) => action.startsWith("openTab"))?.verification?.verdict, storyOf(run)).toBe("success");
	expect(windows().some((search) => search.includes(by))).toBe(true);
});

test("a window that comes late is told, and one that the page does without is no failure", long, async () => {
	const late = await playIn(
		`<button id="b">Report</button><script>b.onclick = () => setTimeout(() => window.open("tabs?by=late"), 2000)</script>`,
		[click("Report"), act("wait(3)"), act("wait(1)")],
	);
	expect(
		late.prompts.some((prompt) => prompt.includes("tabs?by=late (openTab")),
		storyOf(late.run),
	).toBe(true);
	const ad = await playIn(
		`<button id="b">Save</button><p id="s"></p><script>b.onclick = () => { window.open("https://ads.example/x"); s.textContent = "Saved" }</script>`,
		[click("Save")],
	);
	expect(ad.run.steps[0]?.verification?.verdict, storyOf(ad.run)).toBe("success");
	expect(ad.prompts[1]).toContain("https://ads.example/x");
});

test("the link of a window is opened once, and the task goes on in it", async () => {
	const { run } = await playIn(`<a href="helper?by=own" target="_blank">Open a page</a>`, [
		click("Open a page"),
		click("Do it here"),
		act("wait(0)"),
	]);
	expect(run.steps[0]?.verification?.verdict, storyOf(run)).toBe("success");
	expect(windows().filter((search) => search.includes("by=own"))).toHaveLength(1);
	const told: readonly string[] = await (await fetch(pages.url("effects"))).json();
	expect(told).toContain("tabs?by=own");
});

test("a form that is sent to a window opens it once, and nothing is told as blocked", async () => {
	const { prompts, run } = await playIn(`<form action="tabs" target="_blank"><input name="q" value="form"><button>Print</button></form>`, [
		click("Print"),
	]);
	expect(run.steps[0]?.verification?.verdict, storyOf(run)).toBe("success");
	expect(windows().filter((search) => search === "?q=form")).toHaveLength(1);
	expect(prompts.join("\n")).not.toContain("Chrome blocked");
});

eachOf([
	[
		"of a blob, by a link in no document",
		`const a = document.createElement("a"); a.href = URL.createObjectURL(new Blob(["a,b"])); a.download = "table.csv"; a.click()`,
	],
	[
		"of a data address, after a while",
		`setTimeout(() => { const a = document.createElement("a"); a.href = "data:text/csv,a"; a.download = "table.csv"; document.body.append(a); a.click(); a.remove() }, 150)`,
	],
	[
		"of a blob, by an event",
		`const a = document.createElement("a"); a.href = URL.createObjectURL(new Blob(["a,b"])); a.download = "table.csv"; a.dispatchEvent(new MouseEvent("click"))`,
	],
])("a file that a script saves is told at once, so that it is saved once: %s", async (_name, script) => {
	const { run } = await playIn(
		`<button id="b">Export CSV</button><script>window.saved = 0; b.onclick = () => { saved += 1; ${script} }</script>`,
		[click("Export CSV")],
	);
	expect(run.steps[0]?.verification, storyOf(run)).toMatchObject({
		verdict: "success",
		observations: expect.arrayContaining(["download_started (client)"]),
	});
});

eachOf([
	["a copy by command", `s.textContent = document.execCommand("copy") ? "Copied" : "Copy failed"`, "clipboard"],
	["the full screen", `document.body.requestFullscreen().catch(() => { s.textContent = "No full screen" })`, "screen"],
	["a file chooser", `const f = document.createElement("input"); f.type = "file"; f.click()`, "chooser"],
])("what Chrome grants to a press alone is handed over with the reason: %s", async (_name, script, reason) => {
	const { run, prompts } = await playIn(`<button id="b">Go</button><p id="s"></p><script>b.onclick = () => { ${script} }</script>`, [
		click("Go"),
	]);
	expect(prompts[1], storyOf(run)).toContain("GESTURE_NEEDED");
	expect(prompts[1]).toContain(reason);
});

test("an error that the page does not handle reaches its own listener", async () => {
	const script = `addEventListener("unhandledrejection", () => { s.textContent = "An error was reported" }); b.onclick = () => { document.body.requestFullscreen() }`;
	const { run, prompts } = await playIn(`<button id="b">Go</button><p id="s"></p><script>${script}</script>`, [click("Go")]);
	expect(prompts[1], storyOf(run)).toContain("An error was reported");
	expect(prompts[1]).toContain("GESTURE_NEEDED");
});

eachOf([
	[
		"made on the press and put nowhere",
		`const f = document.createElement("input"); f.type = "file"; f.onchange = () => { s.textContent = "Got " + f.files[0].name }; f.click()`,
		"",
	],
	[
		"hidden and far away",
		"far.click()",
		`<div><section><input type="file" id="far" hidden onchange="s.textContent = 'Got ' + files[0].name"></section></div>`,
	],
])("a file goes to the field that a button opens: %s", async (_name, script, field) => {
	const body = `<section><button id="b">Add a picture</button></section>${field}<p id="s"></p><script>b.onclick = () => { ${script} }</script>`;
	await pages.seated(async () => {
		const { site, tabId } = await openWith(body);
		const panel = await pages.openPanel(tabId);
		await panel.locator("input[type=file]").setInputFiles({ name: "cat.png", mimeType: "image/png", buffer: Buffer.from("miaow") });
		await panel.getByRole("button", { name: "Remove cat.png" }).waitFor();
		await panel.getByLabel("What should be done on this page?").fill(pages.script([upload("Add a picture", "cat.png")]));
		await panel.getByRole("button", { name: "Start", exact: true }).click();
		const run = await runAllowing({ panel, tabId });
		expect(await site.evaluate("s.textContent"), storyOf(run)).toBe("Got cat.png");
		await sendCommand(pages.panel(), "run_stop", { tabId }).catch(() => undefined);
		await panel.close();
	});
});
