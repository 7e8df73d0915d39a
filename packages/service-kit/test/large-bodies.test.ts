import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { openLargeBodies } from "../src/large-bodies/open.ts";
import { createLogger } from "../src/logs.ts";
import { createMetrics } from "../src/metrics.ts";

test("a thread that stands still is ended and its request may come again; one that left waits for nothing", async () => {
	const lines: string[] = [];
	const log = createLogger({ service: "test", level: "error", target: { write: (line) => lines.push(line) } });
	const file = fileURLToPath(new URL("./stuck-thread/main.ts", import.meta.url));
	const large = openLargeBodies({ log, metrics: createMetrics({ processDefaults: false }) }, { file, silentMs: 400 });
	onTestFinished(large.close);
	const request = { method: "POST", url: "/", headers: {}, ip: "127.0.0.1", body: new Uint8Array(10) };
	const leaving = new AbortController();
	const left = large.answer(request, leaving.signal);
	leaving.abort(new Error("left"));
	await expect(left).rejects.toThrow("left");
	for (const _ of [1, 2])
		await expect(large.answer(request, new AbortController().signal)).rejects.toMatchObject({
			code: "SERVICE_UNAVAILABLE",
			retryAfterSeconds: 1,
		});
	expect(lines.join("")).toContain("the thread for large bodies ended");
});
