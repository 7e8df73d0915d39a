import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { PanelCommand } from "../../src/messages.ts";
import { extensionDir, startBrowser } from "../browser.ts";

test("another extension gets no answer to any message of the panel, and no line to the worker", async () => {
	const other = await mkdtemp(join(tmpdir(), "webhand-other-"));
	const manifest = { manifest_version: 3, name: "Other", version: "1", background: { service_worker: "other.js" } };
	await writeFile(join(other, "manifest.json"), JSON.stringify(manifest));
	await writeFile(join(other, "other.js"), "");
	const browser = await startBrowser(extensionDir, { others: [other] });
	onTestFinished(async () => {
		await browser.close();
		await rm(other, { recursive: true, force: true });
	});
	const workers = () => browser.context.serviceWorkers();
	await expect
		.poll(() =>
			workers()
				.find((worker) => worker.url().endsWith("/other.js"))
				?.url(),
		)
		.toBeDefined();
	const own = new URL(
		workers()
			.find((worker) => worker.url().endsWith("/background.js"))
			?.url() ?? "",
	).host;
	const types = [...PanelCommand.options.map((option) => option.shape.type.value), "overlay_stop", "page_act"];
	const answers = await workers()
		.find((worker) => worker.url().endsWith("/other.js"))
		?.evaluate(
			async ({ id, names }) => {
				type Runtime = { readonly sendMessage: (id: string, message: object) => Promise<unknown> };
				const { runtime } = (globalThis as unknown as { chrome: { runtime: Runtime } }).chrome;
				const sent = names.map((type) =>
					runtime.sendMessage(id, { v: 1, id: "x", type, tabId: 1, mode: "autonomous", domain: "a.example" }),
				);
				return (await Promise.allSettled(sent)).map(({ status }) => status);
			},
			{ id: own, names: types },
		);
	expect(answers).toEqual(types.map(() => "rejected"));
});
